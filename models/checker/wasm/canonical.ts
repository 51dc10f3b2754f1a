/**
 * One state for all that need not be told apart: fields that nothing reads are put to zero, and the blocks of
 * interchangeable members are sorted. Sorting is canonical because a permutation of the members moves nothing but blocks.
 */
import type { Renamed } from '../../language/state/references.ts';
import { canonicaliseRenaming, orbitSizeRenaming } from '../renaming.ts';
import type { Code } from './assembler.ts';

/** Members that may change places: for each, its words, all of one number. */
export type Group = readonly (readonly number[])[];

export interface Canonical {
  /** By word: the bits that are kept. */
  readonly masks: readonly number[];
  readonly groups: readonly Group[];
  /** What members know of each other; such states are not compiled. Default: nothing. */
  readonly renamed?: readonly Renamed[];
}

/** Nothing dropped and nothing sorted. */
export const identity = (words: number): Canonical => ({ masks: Array.from({ length: words }, () => -1), groups: [] });

export const isIdentity = ({ masks, groups }: Canonical): boolean =>
  groups.length === 0 && masks.every((mask) => mask === -1);

/** Changes the words at `base`. */
export function canonicalise(canonical: Canonical, words: Int32Array, base: number): void {
  const { masks, groups, renamed = [] } = canonical;
  for (let w = 0; w < masks.length; w++) words[base + w]! &= masks[w]!;
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

/** How many states a permutation of the members makes of this one, which must be canonical. */
export function orbitSize(canonical: Canonical, words: Int32Array, base: number): number {
  const { groups, renamed = [] } = canonical;
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

/** Insertion sort as a fixed list of pairs: of the few members of a family it is as good as any. */
export function comparisons(members: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let last = 1; last < members; last++) for (let i = last; i > 0; i--) pairs.push([i - 1, i]);
  return pairs;
}

/** The same as `canonicalise` on locals; answers the words that it may change. */
export function emitCanonical(code: Code, { masks, groups }: Canonical, words: readonly number[]): number[] {
  const changed = new Set<number>();
  masks.forEach((mask, w) => {
    if (mask === -1) return;
    changed.add(w);
    code.get(words[w]!).const(mask).do('i32.and').set(words[w]!);
  });
  for (const group of groups) {
    for (const w of group.flat()) changed.add(w);
    for (const [first, second] of comparisons(group.length)) {
      const a = group[first]!.map((w) => words[w]!);
      const b = group[second]!.map((w) => words[w]!);
      if (a.length === 1) emitOrdered(code, a[0]!, b[0]!);
      else emitSwap(code, a, b);
    }
  }
  return [...changed];
}

// Both in one go without a jump, which the order of the members would make unpredictable.
function emitOrdered(code: Code, a: number, b: number): void {
  code.get(a).get(b).get(a).get(b).do('i32.gt_u', 'select');
  code.get(b).get(a).get(a).get(b).do('i32.gt_u', 'select');
  code.set(a).set(b);
}

function emitSwap(code: Code, a: readonly number[], b: readonly number[]): void {
  code.block((ordered) => {
    code.block((swap) => {
      a.forEach((word, i) => {
        code.get(word).get(b[i]!).do('i32.gt_u').branchIf(swap);
        code.get(word).get(b[i]!).do('i32.lt_u').branchIf(ordered);
      });
      code.branch(ordered);
    });
    a.forEach((word, i) => {
      code.get(word).get(b[i]!).set(word).set(b[i]!);
    });
  });
}

/** The same as `orbitSize` on locals. */
export function emitOrbit(
  code: Code,
  { groups }: Canonical,
  words: readonly number[],
  { weight, run }: { readonly weight: number; readonly run: number },
): void {
  code.const(1).set(weight);
  for (const group of groups) {
    code.const(1).set(run);
    for (let i = 1; i < group.length; i++) {
      group[i]!.forEach((w, k) => {
        code
          .get(words[group[i - 1]![k]!]!)
          .get(words[w]!)
          .do('i32.eq');
        if (k > 0) code.do('i32.and');
      });
      code.get(run).do('i32.mul').const(1).do('i32.add').set(run);
      code
        .get(weight)
        .const(i + 1)
        .do('i32.mul')
        .get(run)
        .do('i32.div_u')
        .set(weight);
    }
  }
}
