import { expect, test } from 'vitest';
import type { CaseRecord, RunRecord, TargetRecord } from '../suites/runner/record.ts';
import { accept } from './accept.ts';
import { run as fixture } from './fixture.ts';
import type { Ledger } from './ledger.ts';

const crash: CaseRecord = {
  case: 'errors/null',
  area: 'errors',
  verdict: 'crashed',
  loss: 'aaaabbbbcccc',
  divergences: [],
  durationMs: 1,
};

function runOf(...results: CaseRecord[]): RunRecord {
  const target: TargetRecord = {
    ...fixture.targets[0]!,
    ...{ name: 'dynalite', version: '4.0.0', cases: results.length, matched: 0, diverged: 0, known: 0, new: 0 },
    ...{ unknown: results.length, skipped: 0, advisory: 0, stale: [], results },
  };
  return { reference: 'oracle', targets: [target], divergences: [] };
}

const ledger = (versions: string[]): Ledger => ({
  target: 'dynalite',
  entries: [
    {
      case: crash.case,
      fingerprints: ['aaaabbbbcccc'],
      versions,
      reason: 'a null body ends it',
      since: '2026-11-29',
      how: 'measured',
    },
  ],
});

test('an accepted crash counts as skipped, with its reason', () => {
  const [target] = accept(runOf(crash), () => ledger(['4.0.0'])).targets;
  expect(target).toMatchObject({ unknown: 0, skipped: 1, known: 0, new: 0, stale: [] });
  expect(target?.results[0]).toMatchObject({ verdict: 'crashed', accepted: 'a null body ends it' });
});

test('a crash that nobody accepted stays unknown, also for another version', () => {
  const [target] = accept(runOf(crash), () => ledger(['3.0.0'])).targets;
  expect(target).toMatchObject({ unknown: 1, skipped: 0 });
  expect(target?.results[0]?.accepted).toBeUndefined();
});

test('an accepted crash that no longer happens is stale, and one that was not tried is not', () => {
  const { loss: _, ...answered } = crash;
  const stale = (result: CaseRecord): string[] | undefined =>
    accept(runOf(result), () => ledger(['4.0.0'])).targets[0]?.stale;
  expect(stale({ ...answered, verdict: 'matches' })).toEqual(['aaaabbbbcccc']);
  expect(stale({ ...answered, verdict: 'unsupported' })).toEqual([]);
});
