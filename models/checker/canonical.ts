/** Which states count as one: which of their bits are kept, and which blocks of words may change places. */
import type { Renamed } from '../language/state/references.ts';

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
