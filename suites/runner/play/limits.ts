/** Time limits for the steps of a case. */
import type { Leaf } from '../../cases/case.ts';
import type { SendFor } from '../invariants/exchange.ts';
import type { Entry } from '../record.ts';

/** What the executor offers to `settle`: replaying a step, a loop from its first page, and the table names by label. */
export interface Playing {
  again(step: Leaf, label: string): Promise<Entry>;
  tables: ReadonlyMap<string, string>;
}

/** Called with each answer before the next step. Returns the answer that counts. */
export type Settle = (entry: Entry, playing: Playing) => Promise<Entry>;

/** What ends a loop before its last turn. */
export interface Limits {
  /** Maximum real time of one loop in milliseconds, so that a stuck server does not delay the others. */
  loopMs: number;
  signal?: AbortSignal;
  /** Gives eventually consistent reads time to agree. Default: every answer counts immediately. */
  settle?: Settle;
  /** Sends the requests of a step, and keeps them. Default: the session sends them. */
  send?: SendFor;
}
