/** Which states count as one: those that differ in the order of interchangeable members alone. */
import type { Layout } from '../language/state/layout.ts';
import type { Renamed } from '../language/state/references.ts';

/** Members that may change places: for each, its words, all of one number. */
type Group = readonly (readonly number[])[];

export interface Canonical {
  /** Of a state. */
  readonly words: number;
  readonly groups: readonly Group[];
  /** What members know of each other; such states are not compiled. */
  readonly renamed: readonly Renamed[];
}

export const canonicalOf = ({ words, groups, renamed }: Layout): Canonical => ({ words, groups, renamed });

/** Nothing is sorted. */
export const isIdentity = ({ groups }: Canonical): boolean => groups.length === 0;
