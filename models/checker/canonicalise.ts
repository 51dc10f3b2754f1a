/**
 * Maps all states of one orbit to the same state by sorting the blocks of interchangeable members. Sorting is enough, since a
 * permutation of the members only moves whole blocks.
 */
import type { Canonical } from './canonical.ts';
import { canonicaliseRenaming, orbitSizeRenaming } from './renaming.ts';

/** Canonicalises the words at `base` in place. */
export function canonicalise(canonical: Canonical, words: Int32Array, base: number): void {
  const { groups, renamed } = canonical;
  if (renamed.length > 0) {
    canonicaliseRenaming(canonical, words, base);
    return;
  }
  for (const group of groups) {
    for (const [first, second] of comparisons(group.length)) {
      const [a, b] = [group[first]!, group[second]!];
      if (compare(words, base, a, b) <= 0) continue;
      for (let i = 0; i < a.length; i++) {
        const kept = words[base + a[i]!]!;
        words[base + a[i]!] = words[base + b[i]!]!;
        words[base + b[i]!] = kept;
      }
    }
  }
}

/** The number of states in the orbit of this state, which must be canonical. */
export function orbitSize(canonical: Canonical, words: Int32Array, base: number): number {
  const { groups, renamed } = canonical;
  if (renamed.length > 0) return orbitSizeRenaming(canonical, words, base);
  let size = 1;
  for (const group of groups) {
    let run = 1;
    for (let i = 1; i < group.length; i++) {
      run = compare(words, base, group[i - 1]!, group[i]!) === 0 ? run + 1 : 1;
      size = (size * (i + 1)) / run;
    }
  }
  return size;
}

const compare = (words: Int32Array, base: number, a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < a.length; i++) {
    const difference = (words[base + a[i]!]! >>> 0) - (words[base + b[i]!]! >>> 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Insertion sort as a fixed list of compared pairs. A family has few members, so a better sorting network would gain little. */
export function comparisons(members: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let last = 1; last < members; last++) for (let i = last; i > 0; i--) pairs.push([i - 1, i]);
  return pairs;
}
