/** What a compiled search is made from, and what it can do. */

import type { Property } from '../../language/model.ts';
import type { Canonical } from '../canonical.ts';
import type { TableExpander } from '../expander.ts';
import type { Places } from './memory.ts';

export interface Program {
  readonly expander: TableExpander;
  readonly places: Places;
  readonly canonical: Canonical;
  /** Judged in every state while they are open, by their places in this list. */
  readonly judged: readonly { readonly property: Property; readonly expected: boolean }[];
  readonly endings: readonly Property[];
  readonly processes: number;
  readonly keepGraph: boolean;
  /** For several threads on one memory. */
  readonly parallel: boolean;
}

export interface Exports {
  /** Takes states `from` … `to` − 1; answers the first that it did not take. */
  run(block: number, input: number, output: number, from: number, to: number): number;
  /** Number of the state at an address, which is inserted if it is new. The words must be canonical. */
  insert(address: number): number;
  /** Number of the state at an address, or −1. The words must be canonical. */
  find(address: number): number;
  /** Makes the words at an address canonical. */
  canonicalise(address: number): void;
  grow(slots: number): void;
}

/** The locals with the words of a state, where they are the first parameters. */
export const wordsOf = ({ places }: Program): number[] => Array.from({ length: places.words }, (_, w) => w);

/** Answered instead of an address when the bodies must look. */
export const failed = -1;
