/** What the tests of all registered models ask. */
import { expect, test } from 'vitest';
import type { ModelEntry } from '../entry.ts';
import { type ExploreOptions, explore } from '../explore.ts';
import { judgeMutant } from '../mutants.ts';
import { replayTrace } from '../replay.ts';

/** states, transitions, terminal states, depth. */
export type Size = [states: number, transitions: number, terminal: number, depth: number];

/** It holds, and has the size that it had. */
export function expectSizes(
  entry: ModelEntry,
  sizes: readonly (readonly [scale: string, variant: string, Size])[],
): void {
  test.each(sizes)('%s, %s: holds, with the size that it had', (scale, variant, size) => {
    const { property, verdict, states, transitions, terminal, depth } = explore(entry.build({ scale, variant }), {
      count: false,
    });
    expect([property, verdict]).toEqual([null, 'holds']);
    expect([states, transitions, terminal, depth]).toEqual(size);
  });
}

/** Every mutant comes out as declared, and each trace to what it breaks is a run of the bodies. */
export function expectMutants(entry: ModelEntry): void {
  test.each(entry.mutants.map(({ id }) => id))('%s comes out as declared', (mutant) => {
    const { complaint, result } = judgeMutant(entry, mutant);
    expect(complaint).toBeNull();
    if (result.trace === null) return;
    expect(replayTrace(entry.build({ mutant }), result.trace).complaint).toBeNull();
  });
}

/** Every way to search comes to the same numbers as the bodies alone. */
export function expectAgreement(entry: ModelEntry, scale: string): void {
  test.each(entry.variants)('%s: tables answer as the bodies do', (variant) => {
    const size = (options: ExploreOptions) => {
      const { states, transitions, terminal, depth, verdict } = explore(entry.build({ scale, variant }), {
        count: false,
        ...options,
      });
      return [states, transitions, terminal, depth, verdict];
    };
    const audited = size({ audit: true });
    expect(size({})).toEqual(audited);
    expect(size({ compile: false })).toEqual(audited);
  });
}
