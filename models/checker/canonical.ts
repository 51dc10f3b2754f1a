/** Symmetry reduction: states that differ only in the order of interchangeable members count as one. */
import type { Layout } from '../language/state/layout.ts';
import type { Renamed } from '../language/state/references.ts';

/** Interchangeable members: for each, the words that hold it. All have the same number of words. */
type Group = readonly (readonly number[])[];

export interface Canonical {
  /** Words in a state. */
  readonly words: number;
  readonly groups: readonly Group[];
  /** References between members. Models that have any are interpreted, not compiled. */
  readonly renamed: readonly Renamed[];
}

export const canonicalOf = ({ words, groups, renamed }: Layout): Canonical => ({ words, groups, renamed });

/** True when no members are interchangeable. */
export const isIdentity = ({ groups }: Canonical): boolean => groups.length === 0;
