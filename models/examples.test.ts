/** Examples for users to copy: their sizes, and what their planted bugs break. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explore } from './checker/explore.ts';
import { judgeMutant } from './checker/mutants.ts';
import { allocator } from './examples/allocator.ts';
import { alternatingBit } from './examples/alternating-bit.ts';
import { fencedLock } from './examples/fenced-lock.ts';
import { lease } from './examples/lease.ts';
import { peterson } from './examples/peterson.ts';
import { twoPhaseCommit } from './examples/two-phase-commit.ts';
import type { ModelEntry } from './language/entry.ts';

/** States, transitions and depth. */
type Size = [number, number, number];

/**
 * TLC, as tlaplus/Examples records it: TwoPhase.cfg 288 distinct states to the depth 11; SimpleAllocator.cfg 400 of 1,633 states to the
 * depth 6. TLC counts the initial state in the last two. Stateright: 8,832 states for 5 managers.
 */
const published: readonly [ModelEntry, string, Size][] = [
  [twoPhaseCommit, 'default', [288, 761, 10]],
  [twoPhaseCommit, 'large', [8832, 37345, 16]],
  [allocator, 'default', [400, 1632, 5]],
];
const own: readonly [ModelEntry, string, Size][] = [
  [lease, 'default', [18, 30, 6]],
  [alternatingBit, 'default', [16, 24, 10]],
  [peterson, 'default', [20, 34, 6]],
  [fencedLock, 'default', [267, 572, 13]],
];
const entries = [...new Set([...published, ...own].map(([entry]) => entry))];

test('every example is tested', () => {
  const files = readdirSync(new URL('examples/', import.meta.url)).map((name) => name.replace('.ts', ''));
  expect(entries.map(({ name }) => name).sort()).toEqual(files.sort());
});

test.each([...published, ...own].map((row) => [`${row[0].name} at the scale ${row[1]}`, row] as const))(
  '%s has its size, and holds',
  (_, [entry, scale, size]) => {
    const { states, transitions, depth, verdict } = explore(entry.build({ scale }));
    expect([states, transitions, depth, verdict]).toEqual([...size, 'holds']);
  },
);

describe('every planted bug breaks what it says, and nothing is unused', () => {
  const mutants = entries.flatMap((entry) => entry.mutants.map(({ id }) => [entry.name, id, entry] as const));

  test.each(mutants)('%s with %s', (_, id, entry) => {
    expect(judgeMutant(entry, id).complaint).toBeNull();
  });

  test.each(entries.map((entry) => [entry.name, entry] as const))(
    '%s holds in each variant, without vacuity',
    (_, entry) => {
      expect(entry.mutants.length).toBeGreaterThan(0);
      for (const variant of entry.variants) {
        const { verdict, coverage } = explore(entry.build({ variant }));
        expect([verdict, coverage.neverInDanger]).toEqual(['holds', []]);
      }
    },
  );
});

test('a lease without fencing loses an update; so does one whose reads show no token', () => {
  const trace = (mutant: string) =>
    explore(fencedLock.build({ mutant }), { properties: ['S2'] }).trace?.steps.map(
      ({ process, label }) => `${process}: ${label}`,
    );
  const begin = [
    'client 0: acquire',
    'client 0: read',
    'clock: the lease expires',
    'client 1: acquire',
    'client 1: read',
  ];
  expect(trace('no-fencing')).toEqual([...begin, 'client 1: write', 'client 0: write']);
  expect(trace('reads-unfenced')).toEqual([...begin, 'client 0: write', 'client 1: write']);
});
