import { describe, expect, test } from 'vitest';
import type { CaseRecord, RunRecord, TargetRecord } from '../../suites/runner/record.ts';
import { run as fixture } from '../testing/report.ts';
import { accept } from './accept.ts';
import { emptyLedger } from './ledger.ts';
import type { Ledger } from './schema.ts';

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
  ...emptyLedger('dynalite'),
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

test('a crash that is not accepted stays unknown, also when an older version is named', () => {
  const [target] = accept(runOf(crash), () => ledger(['5.0.0'])).targets;
  expect(target).toMatchObject({ unknown: 1, skipped: 0 });
  expect(target?.results[0]?.accepted).toBeUndefined();
});

test('a crash accepted for an older version is accepted, with a note', () => {
  const [target] = accept(runOf(crash), () => ledger(['3.0.0'])).targets;
  expect(target?.results[0]?.accepted).toBe('a null body ends it (accepted for 3.0.0, seen on 4.0.0 as well)');
});

test('an accepted crash that no longer happens is stale; one whose case was not run is not', () => {
  const { loss: _, ...answered } = crash;
  const stale = (result: CaseRecord): string[] | undefined =>
    accept(runOf(result), () => ledger(['4.0.0'])).targets[0]?.stale;
  expect(stale({ ...answered, verdict: 'matches' })).toEqual(['aaaabbbbcccc']);
  expect(stale({ ...answered, verdict: 'unsupported' })).toEqual([]);
});

describe('gaps', () => {
  const lacking: CaseRecord = {
    ...{ case: 'backup-api/names', area: 'backup-api', verdict: 'unsupported', divergences: [], durationMs: 0 },
    ...{ lacks: 'CreateBackup', detail: 'CreateBackup: answers UnknownOperationException' },
  };
  const gapped = (...versions: string[]): Ledger => ({
    ...emptyLedger('dynalite'),
    gaps: [
      {
        operations: ['CreateBackup', 'ListBackups'],
        ...{ versions, reason: 'It has no backups.', since: '2026-11-29', how: 'documented' },
      },
    ],
  });
  const on = (result: CaseRecord, ...versions: string[]) => accept(runOf(result), () => gapped(...versions)).targets[0];

  test('a case that needs an operation in an accepted gap has the reason', () => {
    expect(on(lacking, '4.0.0')?.results[0]).toMatchObject({ verdict: 'unsupported', accepted: 'It has no backups.' });
    expect(on(lacking, '3.0.0')?.results[0]?.accepted).toBe(
      'It has no backups. (accepted for 3.0.0, seen on 4.0.0 as well)',
    );
    expect(on(lacking, '4.0.1')?.results[0]?.accepted).toBeUndefined();
  });

  test('a case that is left out for another reason has none', () => {
    expect(on({ ...lacking, lacks: 'Query' }, '4.0.0')?.results[0]?.accepted).toBeUndefined();
    expect(on({ ...lacking, verdict: 'skipped' }, '4.0.0')?.results[0]?.accepted).toBeUndefined();
  });

  test('a gap is stale when a case that needs its operation was judged, and only on a version it names', () => {
    expect(on(lacking, '4.0.0')?.stale).toEqual([]);
    expect(on({ ...lacking, verdict: 'matches' }, '4.0.0')?.stale).toEqual(['CreateBackup']);
    expect(on({ ...lacking, verdict: 'matches' }, '3.0.0')?.stale).toEqual([]);
  });
});

test('an entry of an older version that no longer shows is counted, and fails nothing', () => {
  const { loss: _, ...answered } = crash;
  const [target] = accept(runOf({ ...answered, verdict: 'matches' }), () => ledger(['3.0.0'])).targets;
  expect(target).toMatchObject({ stale: [], gone: 1 });
});

test('a run that was cut short stays marked as such', () => {
  expect(accept({ ...runOf(crash), cut: 'time' }, () => ledger(['4.0.0'])).cut).toBe('time');
});
