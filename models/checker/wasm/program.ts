/** The input of the code generator, and the interface of what it generates. */

import type { Property } from '../../language/model.ts';
import type { Canonical } from '../canonical.ts';
import type { TableExpander } from '../expander.ts';
import type { Places } from './memory.ts';

export interface Program {
  readonly expander: TableExpander;
  readonly places: Places;
  readonly canonical: Canonical;
  /** Judged in every state while they are open. Numbered by their index here. */
  readonly judged: readonly { readonly property: Property; readonly expected: boolean }[];
  readonly endings: readonly Property[];
  readonly processes: number;
  readonly keepGraph: boolean;
  /** For several threads on one memory. */
  readonly parallel: boolean;
}

export interface Exports {
  /** Expands states `from` … `to` − 1. Returns the first that was not expanded. */
  run(block: number, input: number, output: number, from: number, to: number): number;
  /** The number of the state at an address; inserts it if it is new. The words must be canonical. */
  insert(address: number): number;
  /** The number of the state at an address, or −1. The words must be canonical. */
  find(address: number): number;
  /** Canonicalises the words at an address in place. */
  canonicalise(address: number): void;
  grow(slots: number): void;
}

/** The locals that hold the words of a state, where these are the first parameters. */
export const wordsOf = ({ places }: Program): number[] => Array.from({ length: places.words }, (_, w) => w);

/** Returned instead of an address when the bodies must look at the state. */
export const failed = -1;
