/** The two leads-to properties of a protocol with many states, right and wrong, compiled and interpreted. */
import { describe, expect, test } from 'vitest';
import { explore } from '../explore.ts';
import { replayTrace } from '../replay.ts';
import { type MongodbScale, mongodb } from '../testing/mongodb.ts';

const runs = (scale: Partial<MongodbScale>) => mongodb({ restores: 2, batches: 1, judgesRuns: true, ...scale });

test('847,191 states: every target settles, and every delete that began ends', () => {
  const { states, transitions, verdict, fairness } = explore(runs({ batches: 2 }), { count: false });
  expect([states, transitions, verdict]).toEqual([847_191, 4_148_427, 'holds']);
  expect(fairness).toContain('weak: DeleteBackup, except crash, then retried');
});

describe.each([
  ['a reconciler that ignores FAILED', { ignoresFailed: true }, 'L1'],
  ['a retry that does not resume DELETING', { neverResumes: true }, 'L3'],
] as const)('%s', (_, fault, property) => {
  test.each([
    ['compiled', true],
    ['interpreted', false],
  ])('%s: the run is found, and replays', (__, compile) => {
    const result = explore(runs(fault), { count: false, compile });
    expect([result.verdict, result.property?.slice(0, 2)]).toEqual(['violated', property]);
    expect(result.trace?.brokenBy).toBe('loop');
    expect(replayTrace(runs(fault), result.trace!).complaint).toBeNull();
  });

  test('the same run, with and without a graph of the search', () => {
    const [first, second] = [true, false].map((count) => explore(runs(fault), { count, countStatesMax: 1e9 }).trace);
    expect(first).toEqual(second);
  });
});
