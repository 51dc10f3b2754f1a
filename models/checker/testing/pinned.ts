/** Sizes of models that must not change unnoticed. */
import { expect, test } from 'vitest';
import type { ModelEntry } from '../entry.ts';
import { explore } from '../explore.ts';

export type Pinned = readonly [
  scale: string,
  variant: string,
  numbers: readonly [states: number, transitions: number, terminal: number, depth: number],
  /** Null where runs go round for ever. */
  interleavings: string | null,
];

/** Each holds, with the size that it had. */
export function expectPinned(entry: ModelEntry, sizes: readonly Pinned[]): void {
  test.each(sizes)('%s, %s: holds, with the size that it had', (scale, variant, numbers, interleavings) => {
    const result = explore(entry.build({ scale, variant }));
    expect([result.property, result.verdict]).toEqual([null, 'holds']);
    const { states, transitions, terminal, depth } = result;
    expect([states, transitions, terminal, depth]).toEqual(numbers);
    expect(result.interleavings).toBe(interleavings);
  });
}
