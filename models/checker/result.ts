/** The result of an exploration: plain data, from which all reports are made. */
import type { Value } from '../language/domains.ts';
import type { PropertyKind, Verdict } from '../language/kinds.ts';
import type { Values } from '../language/state/layout.ts';

export interface Change {
  readonly variable: string;
  readonly before: Value;
  readonly after: Value;
}

export interface TraceStep {
  readonly process: string;
  readonly label: string;
  readonly before: Values;
  readonly after: Values;
  readonly changed: readonly Change[];
  /** What the model itself shows of the state after the step, in lines. */
  readonly shown?: readonly string[];
  /** What the process read before it offered the step, and what the effect read, with the values. */
  readonly read: readonly { readonly variable: string; readonly value: Value }[];
}

/** A shortest run to a violation; among the shortest, one with the fewest process switches. A lasso for a liveness property. */
export interface Trace {
  readonly model: string;
  readonly property: string;
  /** What violates the property: the last step, the state it leads to, or the cycle at the end. */
  readonly brokenBy: 'step' | 'state' | 'loop';
  readonly initial: Values;
  /** What the model itself shows of the initial state. */
  readonly initialShown?: readonly string[];
  readonly steps: readonly TraceStep[];
  /**
   * Of an infinite run: the steps from this index on are repeated. When it equals the number of steps, the run stops there, and no
   * fair step is enabled.
   */
  readonly loopFrom?: number;
  /** Of a `leadsTo`: after so many steps the premise holds, and the conclusion never does from there on. */
  readonly pendingFrom?: number;
  /** Of a mutant: where the changed rule first mattered. */
  readonly divergencePoint?: DivergencePoint;
}

export interface DivergencePoint {
  /** The index of the step, or the number of steps for the end. */
  readonly step: number;
  /** True when the original model does not allow this very step. Otherwise the original offers here a step that the mutant lacks. */
  readonly taken: boolean;
  /** `process: label` of each step that the original offers here and the mutant does not; only those of the same process when `taken`. */
  readonly instead: readonly string[];
}

export interface PropertyReport {
  readonly name: string;
  readonly kind: PropertyKind | 'deadlock';
  readonly verdict: Verdict;
  /** Length of a shortest run to the violation; for a `sometimes` that holds, to its first witness. */
  readonly traceLength: number | null;
}

export interface Coverage {
  /** Steps that no reachable state offers, as far as the exploration went. */
  readonly neverTaken: readonly { readonly process: string; readonly label: string }[];
  /** Values that no reachable state has, as far as the exploration went. */
  readonly neverReached: readonly { readonly variable: string; readonly values: readonly Value[] }[];
  /** Properties that hold vacuously; null where this was not examined. */
  readonly neverInDanger: readonly string[] | null;
}

/** The reductions that were used to store fewer states. */
interface Reductions {
  /** Stored states. `states` counts the states that these represent. */
  readonly stored: number;
  /** Bytes in use by the table of states. */
  readonly bytes: number;
  /** Symmetry reduction was used. */
  readonly sorted: boolean;
}

/** Contract: the members up to `traceLength`. */
export interface ModelResult {
  readonly name: string;
  readonly variant: string;
  readonly mutant: string | null;
  readonly states: number;
  readonly transitions: number;
  /** Number of maximal runs, in decimal; parallel steps count separately. Null when not counted, unfinished, or infinite (`hasCycles`). */
  readonly interleavings: string | null;
  /** Distance of the farthest state, in steps. */
  readonly depth: number;
  readonly durationMs: number;
  readonly verdict: Verdict;
  /** The violated property; of several, the first declared among those with the shortest trace. */
  readonly property: string | null;
  readonly traceLength: number | null;
  readonly trace: Trace | null;
  /** Of a search that went on after a violation: a trace of each violated property that has one, in order of declaration. */
  readonly traces?: readonly Trace[];
  /** Null when not counted or unfinished. */
  readonly hasCycles: boolean | null;
  /** Number of terminal states: states without steps. */
  readonly terminal: number;
  /** Number of new states, by depth. */
  readonly frontier: readonly number[];
  readonly properties: readonly PropertyReport[];
  readonly coverage: Coverage;
  /** The fairness assumptions of the liveness properties, a line each. Empty when the model has no liveness property. */
  readonly fairness?: readonly string[];
  /** Absent in a simulation. */
  readonly reductions?: Reductions;
  /** Whether the search had switched to WebAssembly when it ended. */
  readonly compiled?: boolean;
  /** Which budget ended the exploration. */
  readonly ranOutOf: 'states' | 'time' | 'memory' | 'interruption' | 'simulations' | null;
  /** Runs of bodies and predicates. Few with tables; with the audit, one for each state and process. */
  readonly bodiesRun: number;
  /** States that were sampled by the audit, to compare bodies with tables. */
  readonly audited?: number;
  /** Number of random runs. Present for a simulation only. */
  readonly simulations?: number;
}

/** Every trace that was found: one, unless the search went on after the first violation. */
export const tracesOf = ({ trace, traces }: Pick<ModelResult, 'trace' | 'traces'>): readonly Trace[] =>
  traces ?? (trace === null ? [] : [trace]);
