import { expect, test } from 'vitest';
import { explore } from '../../checker/explore.ts';
import { testModel } from '../../testing/model.ts';
import { explored } from '../../testing/questions.ts';
import { ownerGenerationRestore as entry } from './index.ts';

testModel('owner-generation-restore');

// What the two restores share decides which answer a second request gets. All other steps are taken in every variant.
test.each([
  ['one-name', ['restore 0 N1 refused: BackupInUse', 'restore 1 N1 refused: BackupInUse']],
  [
    'two-names',
    [
      'restore 0 N1 refused: TableInUse',
      'restore 0 N1 refused: TableAlreadyExists',
      'restore 1 N1 refused: TableInUse',
      'restore 1 N1 refused: TableAlreadyExists',
    ],
  ],
  [
    'two-backups',
    ['restore 0 N1 refused: BackupInUse', 'restore 1 N1 refused: BackupNotFound', 'restore 1 N1 refused: BackupInUse'],
  ],
])('%s: every step is taken but these', (variant, never) => {
  const { coverage } = explored(entry, { variant });
  expect(coverage.neverTaken.map(({ process, label }) => `${process} ${label}`)).toEqual(never);
});

test.each([
  ['timer-makes-active', 'S1', 2],
  ['failed-without-heartbeat', 'S8', 5],
  ['removal-by-name', 'S13', 9],
  ['delete-split', 'S3', 9],
  ['active-before-done+removal-unconditional', 'S6', 10],
])('%s breaks %s in %i steps', (mutant, property, length) => {
  expect(explore(entry.build({ mutant }), { properties: [property], count: false }).traceLength).toBe(length);
});

test('a paused owner that wakes after a removal by name meets the next table of that name', () => {
  const { trace } = explore(entry.build({ mutant: 'removal-by-name' }), { properties: ['S13'], count: false });
  expect(trace?.steps.map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'restore 0: N1 register',
    'restore 0: N2 beat',
    'restore 0: N3 copying fails',
    'restore 0: N5 FAILED',
    'clock of target 0: stale_after goes by',
    'reconciler 0: c1 list',
    'reconciler 0: c3 remove target',
    'restore 1: N1 register',
    'restore 0: N6 remove own target',
  ]);
});

test('FAILED that is written again and again is found only with fairness', () => {
  const build = () => entry.build({ mutant: 'failed-rewritten' });
  const { properties, trace, fairness } = explore(build(), { keepGoing: true, count: false });
  const violated = properties.filter(({ verdict }) => verdict === 'violated');
  expect(violated.map(({ kind, traceLength }) => [kind, traceLength])).toEqual([
    ['leadsTo', 9],
    ['leadsTo', 9],
  ]);
  expect(trace?.steps.slice(trace.loopFrom).map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'clock of target 0: stale_after goes by',
    'reconciler 0: c2 FAILED again',
  ]);
  expect(fairness).toContain('weak: restore 0, except crash, N3 copying fails');
});
