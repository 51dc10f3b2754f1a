/** `canonicalise` and `orbitSize` as WebAssembly, for states without references between members. */
import type { Canonical } from '../canonical.ts';
import { comparisons } from '../canonicalise.ts';
import type { Code } from './assembler.ts';

/** Emits `canonicalise` on locals. Returns the indices of the words that it may change. */
export function emitCanonical(code: Code, { groups }: Canonical, words: readonly number[]): number[] {
  const changed = new Set<number>();
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

// Computes both results without a jump, since the order of the members would make a jump unpredictable.
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

/** Emits `orbitSize` on locals. */
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
