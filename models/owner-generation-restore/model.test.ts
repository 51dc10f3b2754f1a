import { describe, expect, test } from 'vitest';
import { explore } from '../checker/explore.ts';
import { judgeMutant } from '../checker/mutants.ts';
import { replayTrace } from '../checker/replay.ts';
import { ownerGenerationRestore as entry } from './index.ts';

/** states, transitions, terminal states, depth, interleavings. */
type Size = [number, number, number, number, string];

test.each<[string, string, Size]>([
  ['tiny', 'one-name', [148, 291, 9, 10, '2569']],
  ['small', 'one-name', [7225, 23479, 185, 19, '203185156']],
  ['small', 'two-names', [8489, 27231, 201, 19, '210483198']],
  ['small', 'two-backups', [10880, 38230, 168, 19, '2455312798']],
  ['default', 'one-name', [25171, 99537, 341, 25, '855113741436']],
  ['default', 'two-names', [29871, 115247, 369, 25, '874868888320']],
  ['default', 'two-backups', [43249, 181764, 314, 25, '18533944148496']],
])('%s, %s: holds, with the size that it had', (scale, variant, size) => {
  const result = explore(entry.build({ scale, variant }));
  expect(result.property).toBeNull();
  expect(result.verdict).toBe('holds');
  const { states, transitions, terminal, depth, interleavings } = result;
  expect([states, transitions, terminal, depth, interleavings]).toEqual(size);
});

// Which answer a second request gets depends on what the two restores share; everything else is taken in every variant.
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
  const { coverage } = explore(entry.build({ variant }), { count: false });
  expect(coverage.neverTaken.map(({ process, label }) => `${process} ${label}`)).toEqual(never);
});

describe.each(entry.mutants)('$id', (mutant) => {
  test('comes out as declared', () => {
    expect(judgeMutant(entry, mutant.id).complaint).toBeNull();
  });
  if (!('breaks' in mutant.expect)) return;
  test.each(mutant.expect.breaks)('its trace to %s is a run, and breaks it', (property) => {
    const build = () => entry.build({ mutant: mutant.id });
    const { trace, traceLength } = explore(build(), { properties: [property], count: false });
    expect(trace?.steps.length).toBe(traceLength);
    expect(replayTrace(build(), trace!).complaint).toBeNull();
  });
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

test('a paused owner that wakes after the removal by name meets the successor', () => {
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

test('FAILED that is written again and again is found by fairness alone', () => {
  const build = () => entry.build({ mutant: 'failed-rewritten' });
  const { properties, trace, fairness } = explore(build(), { keepGoing: true, count: false });
  const violated = properties.filter(({ verdict }) => verdict === 'violated');
  expect(violated.map(({ kind, traceLength }) => [kind, traceLength])).toEqual([
    ['leadsTo', 8],
    ['leadsTo', 8],
  ]);
  expect(trace?.steps.slice(trace.loopFrom).map(({ process, label }) => `${process}: ${label}`)).toEqual([
    'clock of target 0: stale_after goes by',
    'reconciler 0: c2 FAILED again',
  ]);
  expect(fairness).toContain('weak: restore 0, except crash, N3 copying fails');
});
