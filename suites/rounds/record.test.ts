/** What becomes of an anomaly that is shown seldom. */
import { expect, test } from 'vitest';
import type { AnomalyKind } from './anomaly.ts';
import { confirmedAcross, type RoundRecord, type SeenAnomaly } from './record.ts';

const anomaly = (kind: AnomalyKind, status: SeenAnomaly['status'] = 'once', where = 'table'): SeenAnomaly => ({
  ...{ kind, where, expected: '1', actual: '2', seen: 1, of: 5, status },
});

const round = (name: string, ...anomalies: SeenAnomaly[]): RoundRecord => ({
  ...{ target: 'served', name, operations: 9, verdict: 'unknown', anomalies, disturbances: 0, durationMs: 1 },
});

const verdicts = (...rounds: RoundRecord[]): string[] => confirmedAcross(rounds).map(({ verdict }) => verdict);

test('what two rounds have shown once each is shown twice', () => {
  const [first, second] = [round('registers/1', anomaly('not-linearizable')), round('registers/2', anomaly('lost'))];
  expect(verdicts(first, second)).toEqual(['unknown', 'unknown']);
  expect(verdicts(first, second, { ...first, name: 'registers/3' })).toEqual(['violated', 'unknown', 'violated']);
});

test('it may be shown at two places, but not twice by one round', () => {
  const there = anomaly('lost', 'once', 'restored');
  expect(verdicts(round('registers/1', anomaly('lost')), round('registers/2', there))).toEqual([
    'violated',
    'violated',
  ]);
  expect(verdicts(round('registers/1', anomaly('lost'), there))).toEqual(['unknown']);
});

test.each(['stuck', 'no-answer', 'disagrees'] as const)('%s may come of load, and is not confirmed so', (kind) => {
  expect(verdicts(round('a/1', anomaly(kind)), round('a/2', anomaly(kind)))).toEqual(['unknown', 'unknown']);
});

test('a known one confirms nothing, and a round that holds still does', () => {
  const held = { ...round('a/1', anomaly('lost', 'known')), verdict: 'holds' as const };
  expect(verdicts(held, round('a/2', anomaly('lost')))).toEqual(['holds', 'unknown']);
});
