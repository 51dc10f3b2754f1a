/** The input and the output of a search. */

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
  /** Number of states in the current level. */
  readonly frontier: number;
  readonly elapsedMs: number;
}

export interface Limits {
  readonly states: number;
  readonly timeMs: number;
  /** Bytes of the table of states. */
  readonly bytes: number;
}

export type Limit = 'states' | 'time' | 'memory' | 'interruption';

export interface SearchOptions {
  /** The properties to judge; others of the model are ignored. */
  readonly properties: readonly Property[];
  readonly deadlock: boolean;
  readonly keepGoing: boolean | 'until all are broken';
  readonly keepGraph: boolean;
  /** Beyond so many states the graph is dropped, unless a property needs it. */
  readonly graphStatesMax: number;
  /** A property needs the graph. */
  readonly needsGraph: boolean;
  /** Threads, this one included. The others join when the search is large, compiled, and keeps no graph. */
  readonly workers: number;
  readonly canonical: Canonical;
  /** Tables are compiled when few new footprints are learned, but not before so many states. */
  readonly compileAfter: number;
  /** The other threads join after so many states. */
  readonly shareAfter: number;
  readonly limits: Limits;
  readonly now: () => number;
  /** Asked after every few states. */
  readonly isInterrupted?: (() => boolean) | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Called while other threads work, so that this one can do the audit. States before `end` keep their numbers. */
  readonly meanwhile?: (set: GrowingStates, end: number) => void;
}

export interface Space {
  readonly set: GrowingStates;
  /** The first state number of each level; the last entry is the number of states whose level is known. */
  readonly levels: readonly number[];
  readonly transitions: number;
  /** Number of terminal states, weighted by their orbits. */
  readonly terminal: number;
  /** States and transitions weighted by orbit size: what an unreduced search would count. */
  readonly covered: { readonly states: number; readonly transitions: number };
  /** Whether the search switched to WebAssembly. */
  readonly compiled: boolean;
  readonly graph: Graph | null;
  /** By property id. */
  readonly sightings: ReadonlyMap<number, Sighting>;
  readonly deadlock: Sighting | null;
  /** True when every reachable state has been expanded. */
  readonly complete: boolean;
  readonly ranOutOf: Limit | null;
}
