/**
 * What must be true of any store, with no reference to compare with. An invariant looks at what one target has said, and
 * finds an answer that contradicts another answer of the same target, the request, or the documented form.
 */
import type { Json, JsonObject, Outcome } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';
import type { DivergenceClass } from '../record.ts';
import type { Exchange } from './exchange.ts';
import type { TableFacts } from './facts.ts';
import type { ServiceModel } from './model.ts';

/** All that a target said during one case. */
export interface Seen {
  subject: Case;
  exchanges: readonly Exchange[];
  /** CreateTable's input of the tables that were empty when the case began, by real name. */
  tables: ReadonlyMap<string, JsonObject>;
  model: ServiceModel;
}

/** A place where the invariant does not hold. */
export interface Breach {
  exchange: Exchange;
  /** Path in the answer, such as `Items[].pk`. */
  path: string;
  class: DivergenceClass;
  expected: Json;
  actual: Json;
}

export type AskTable = (op: Exchange['op'], input: JsonObject) => Promise<{ exchange: Exchange; outcome: Outcome }>;

/** A table of the case after its last step, small enough to be read as a whole. */
export interface AuditedTable {
  name: string;
  facts: TableFacts;
  /** All rows, read consistently. */
  rows: readonly JsonObject[];
  /** All requests of the audit have been of this case, so the stream has every change. */
  wholeLife: boolean;
  /** Created by a step of the case. */
  made: boolean;
  /** Items may have expired at any moment. */
  expires: boolean;
  /** Spends more requests. */
  deep: boolean;
  /** Sends a read, raw; its answer is judged like those of the case. */
  ask: AskTable;
  /** Asks again while there is a breach and the target may lag. */
  inTime(look: () => Promise<Breach[]>): Promise<Breach[]>;
  supports(...ops: Exchange['op'][]): boolean;
}

export interface Invariant {
  /** One sentence that is true of a right store. Reports show it. */
  statement: string;
  /** Where DynamoDB's documents say so. */
  source: string;
  /** What must be there for it to be judged. */
  needs: string;
  /** Judges what was said. A pure function. */
  judge?: (seen: Seen) => Breach[];
  /** Sends reads of its own after the case. */
  audit?: (table: AuditedTable) => Promise<Breach[]>;
  /** Its reads may lag behind the last write, so a breach is confirmed with the full wait. */
  lags?: true;
}
