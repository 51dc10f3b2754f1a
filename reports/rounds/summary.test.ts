import { expect, test } from 'vitest';
import type { RoundRecord, RoundsTarget, SeenAnomaly } from '../../suites/rounds/record.ts';
import { verdictOfRound } from '../../suites/rounds/record.ts';
import { faultsOf, verdictOfRounds } from './summary.ts';
import { renderRounds } from './terminal.ts';

const anomaly = (status: SeenAnomaly['status'], more: Partial<SeenAnomaly> = {}): SeenAnomaly => ({
  ...{ kind: 'lost', where: 'table', expected: '3 rows', actual: '2 rows', seen: 2, of: 5, status },
  ...more,
});
const round = (name: string, anomalies: SeenAnomaly[] = [], detail?: string): RoundRecord => ({
  ...{ target: 'x', name, operations: 10, verdict: verdictOfRound(anomalies, detail), anomalies },
  ...(detail !== undefined && { detail }),
  ...{ disturbances: 1, wholeMs: 20, durationMs: 5 },
});
const target = (rounds: RoundRecord[], more: Partial<RoundsTarget> = {}): RoundsTarget => ({
  ...{ name: 'x', version: '1', planned: rounds.length, rounds, leftOut: [], leftovers: [], durationMs: 9 },
  ...more,
});
const verdict = (one: RoundsTarget, counted = true) => verdictOfRounds({ targets: [one], counted });

test('known anomalies hold, new ones violate, and what was shown once is no verdict', () => {
  expect(verdict(target([round('put/kill/answer-1')]))).toBe('holds');
  expect(verdict(target([round('put/kill/answer-1', [anomaly('known')])]))).toBe('holds');
  expect(verdict(target([round('put/kill/answer-1', [anomaly('once')])]))).toBe('unknown');
  expect(verdict(target([round('put/kill/answer-1', [anomaly('once'), anomaly('new')])]))).toBe('violated');
});

test('what was not played is no pass', () => {
  const held = [round('put/kill/answer-1')];
  expect(verdict(target([]))).toBe('unknown');
  expect(verdict(target(held, { planned: 2, cut: 'time' }))).toBe('unknown');
  expect(verdict(target(held, { planned: 2, cut: 'time' }), false)).toBe('holds');
  expect(verdict(target(held, { planned: 2, cut: 'interrupted' }), false)).toBe('unknown');
  expect(verdict(target(held, { unavailable: { reason: 'gone', remedy: 'start it' } }))).toBe('unknown');
  expect(verdict(target([round('put/kill/answer-1', [], 'CreateTable: refused')]))).toBe('unknown');
});

test('one fault is said once, with the number of rounds that showed it', () => {
  const rounds = [
    round('put/kill/answer-1', [anomaly('new')]),
    round('put/kill/answer-9', [anomaly('new', { actual: '1 rows' })]),
    round('put/abort/answer-9', [anomaly('new')]),
  ];
  expect(faultsOf([target(rounds)], 'new').map((fault) => [fault.what, fault.rounds.length])).toEqual([
    ['put/kill', 2],
    ['put/abort', 1],
  ]);
});

test('the last line is the verdict, and each fault has the command that plays it again', () => {
  const text = renderRounds({
    envelope: {
      ...{ command: 'crash', version: '1', seed: 's', startedAt: '', durationMs: 1_000, verdict: 'violated' },
    },
    record: { targets: [target([round('put/kill/answer-1', [anomaly('new', { shown: 'a\nb' })])])], counted: true },
    ...{ width: 100, color: false, repro: (name, id) => `again ${name} ${id}` },
  });
  expect(text).toContain('again x put/kill/answer-1');
  expect(text).toMatch(/\nviolated: 1 round on 1 target, 1 new fault in 1 round\.$/);
});
