/** One variable in the packed words of a state: how its code is read and written. */
import type { Domain } from '../domains.ts';

/** `(words[word] >>> shift) & mask` is a code. */
export interface Place {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

export interface Variable extends Place {
  readonly id: number;
  readonly name: string;
  readonly domain: Domain<unknown>;
  /** The initial code. */
  readonly initial: number;
  /** For a bit of a set: the set, and the record that the bit stands for, if any. */
  readonly mark: Mark | null;
  /** For a reference to interchangeable members: a bit in the block of each member, `bits[code - 1]`. Code 0 sets none. */
  readonly bits: readonly Variable[] | null;
}

export interface Mark {
  readonly set: string;
  readonly about: object | null;
}

/** One of several interchangeable members. */
export interface Member {
  readonly records: readonly object[];
  /** In the same order as those of the other members. */
  readonly variables: readonly Variable[];
}

/** The code of a variable in the state at `words[base]`. */
export function codeIn({ word, shift, mask, bits }: Variable, words: ArrayLike<number>, base: number): number {
  if (bits === null) return (words[base + word]! >>> shift) & mask;
  return bits.findIndex((one) => ((words[base + one.word]! >>> one.shift) & 1) === 1) + 1;
}

/** The places to set, with their codes, so that the variable has this code. */
export const written = (variable: Variable, code: number): { readonly place: Place; readonly code: number }[] =>
  variable.bits === null
    ? [{ place: variable, code }]
    : variable.bits.map((place, at) => ({ place, code: at === code - 1 ? 1 : 0 }));

/** The variables to compare, one after the other, to know that the variable has this code. */
export const lookedAt = (variable: Variable, code: number): { readonly variable: Variable; readonly code: number }[] =>
  variable.bits === null
    ? [{ variable, code }]
    : variable.bits
        .slice(0, code === 0 ? undefined : code)
        .map((one, at) => ({ variable: one, code: at === code - 1 ? 1 : 0 }));
