/** What a search is asked, and what it finds. */

import type { Property } from '../language/model.ts';
import type { Canonical } from './canonical.ts';
import type { Graph } from './graph.ts';
import type { Sighting } from './judgements.ts';
import type { GrowingStates } from './stateset.ts';

export type { Sighting } from './judgements.ts';

export interface Progress {
  readonly depth: number;
  readonly states: number;
  readonly transitions: number;
  /** States of the current level. */
  readonly frontier: number;
  readonly elapsedMs: number;
}

export interface Limits {
  readonly states: number;
  readonly timeMs: number;
  /** For the table of states. */
  readonly bytes: number;
}

export type Limit = 'states' | 'time' | 'memory';

export interface SearchOptions {
  /** Properties that are judged; the rest of the model's are left alone. */
  readonly properties: readonly Property[];
  readonly deadlock: boolean;
  readonly keepGoing: boolean;
  readonly keepGraph: boolean;
  /** Beyond so many states the graph is given up, unless a property needs it. */
  readonly graphStatesMax: number;
  /** A property needs the graph. */
  readonly needsGraph: boolean;
  /** Threads, this one included. They join when the search is large, compiled, and keeps no graph. */
  readonly workers: number;
  readonly canonical: Canonical;
  /** Tables are compiled once they have settled, but not before so many states. */
  readonly compileAfter: number;
  /** Other threads join after so many states. */
  readonly shareAfter: number;
  readonly limits: Limits;
  readonly now: () => number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Called where other threads work and this one may do something else first; states before `end` keep their numbers. */
  readonly meanwhile?: (set: GrowingStates, end: number) => void;
}

export interface Space {
  readonly set: GrowingStates;
  /** The first state number of each level, and at the end the number of states whose level is known. */
  readonly levels: readonly number[];
  readonly transitions: number;
  /** Counted with what they stand for. */
  readonly terminal: number;
  /** States and transitions that the stored ones stand for: more than those when interchangeable members are sorted. */
  readonly covered: { readonly states: number; readonly transitions: number };
  /** Whether the search went on in WebAssembly. */
  readonly compiled: boolean;
  readonly graph: Graph | null;
  /** By property id. */
  readonly sightings: ReadonlyMap<number, Sighting>;
  readonly deadlock: Sighting | null;
  /** Every reachable state has been expanded. */
  readonly complete: boolean;
  readonly ranOutOf: Limit | null;
}
