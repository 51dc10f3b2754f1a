/** How long the steps of a case are waited for. */
import type { Leaf } from '../../cases/case.ts';
import type { Entry } from '../record.ts';

/** What the executor lends: a step played anew, a loop from its first page, and the names of the tables, label to name. */
export interface Playing {
  again(step: Leaf, label: string): Promise<Entry>;
  tables: ReadonlyMap<string, string>;
}

/** Called with each answer before the next step is sent; hands back the answer that counts. */
export type Settle = (entry: Entry, playing: Playing) => Promise<Entry>;

/** What ends a loop before its turns are over. */
export interface Limits {
  /** Longest wall time of one loop, in milliseconds: a server that never gets there must not hold up the others. */
  loopMs: number;
  signal?: AbortSignal;
  /** Gives eventual reads the time that they may take. Without it each answer counts as it is. */
  settle?: Settle;
}
