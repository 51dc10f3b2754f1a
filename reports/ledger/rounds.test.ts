import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Anomaly } from '../../suites/rounds/anomaly.ts';
import { problemsOf } from '../../suites/validation.ts';
import { emptyLedger } from './ledger.ts';
import { roundReason } from './rounds.ts';
import { LedgerFile, type RoundPattern } from './schema.ts';

const anomaly: Anomaly = {
  ...{ kind: 'server-error', where: 'table', expected: 'an answer' },
  actual: 'InternalServerError: no such table: table',
};
const ledgerWith = (pattern: RoundPattern, version = '1.2.0') => ({
  ...emptyLedger('x'),
  rounds: [
    { anomalies: [pattern], versions: [version], reason: 'torn', since: '2026-11-30', how: 'measured' as const },
  ],
});
const reasonOf = (pattern: RoundPattern, version = '1.2.0'): string | undefined =>
  roundReason(ledgerWith(pattern), version, 'create-table/kill/answer-35', anomaly);

test.each<[RoundPattern, boolean]>([
  [{ round: 'create-table/kill*', kind: 'server-error' }, true],
  [{ round: 'create-table/kill*', kind: ['lost', 'server-error'], actual: '*no such table*' }, true],
  [{ round: ['put/*', 'create-table/*'], kind: 'server-error', where: 'table' }, true],
  [{ round: 'create-table', kind: 'server-error' }, false],
  [{ round: 'create-table/kill*', kind: 'lost' }, false],
  [{ round: 'create-table/kill*', kind: 'server-error', where: 'old' }, false],
  [{ round: 'create-table/kill*', kind: 'server-error', actual: 'no such table' }, false],
])('%j accepts it: %s', (pattern, accepts) => {
  expect(reasonOf(pattern)).toBe(accepts ? 'torn' : undefined);
});

test('an acceptance holds for newer versions, with a note, and not for older ones', () => {
  const pattern: RoundPattern = { round: 'create-table/*', kind: 'server-error' };
  expect(reasonOf(pattern, '1.3.0')).toBe('torn (accepted for 1.2.0, seen on 1.3.0 as well)');
  expect(reasonOf(pattern, '1.1.0')).toBeUndefined();
});

test.each([
  [{ round: '*', kind: 'lost' }, /matches everything/],
  [{ kind: 'lost' }, /round is missing/],
  [{ round: 'put/*', kind: 'misspelt' }, /must be one/],
  [{ round: 'put/*', kind: 'lost', because: 'x' }, /because/],
])('%j is refused', (pattern, why) => {
  const [one] = ledgerWith(pattern as RoundPattern).rounds;
  const { success, issues = [] } = v.safeParse(LedgerFile, { target: 'x', rounds: [one] });
  expect(success).toBe(false);
  expect(problemsOf(issues as Parameters<typeof problemsOf>[0]).join('\n')).toMatch(why);
});
