/** What an exploration answers: plain data, from which every report is made. */
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
  /** What the process read before it offered the step and what its effect read, with the values found. */
  readonly read: readonly { readonly variable: string; readonly value: Value }[];
}

/** A shortest run to a violation; of the shortest, one with the fewest changes of process. A lasso where runs are judged. */
export interface Trace {
  readonly model: string;
  readonly property: string;
  /** Whether the last step itself breaks the property, or the state that it leads to, or that the run never ends otherwise. */
  readonly brokenBy: 'step' | 'state' | 'loop';
  readonly initial: Values;
  readonly steps: readonly TraceStep[];
  /**
   * Of a run that goes on for ever: the steps from this index on are repeated. When it equals the number of steps, nothing
   * happens any more, and nothing has to.
   */
  readonly loopFrom?: number;
  /** Of a `leadsTo`: after so many steps its premise holds, and from there on its conclusion never does. */
  readonly pendingFrom?: number;
  /** Of a mutant: where the changed rule first mattered. */
  readonly divergencePoint?: DivergencePoint;
}

export interface DivergencePoint {
  /** The index of the step, or the number of steps for the end. */
  readonly step: number;
  /** Whether the model without the change does not allow this very step; otherwise it offers there what the mutant lacks. */
  readonly taken: boolean;
  /** `process: label` of what the model offers and the mutant does not; of the same process where the step was taken. */
  readonly instead: readonly string[];
}

export interface PropertyReport {
  readonly name: string;
  readonly kind: PropertyKind | 'deadlock';
  readonly verdict: Verdict;
  /** Steps of a shortest run to the violation; for a `sometimes` that holds, to where it is first seen. */
  readonly traceLength: number | null;
}

export interface Coverage {
  /** Steps that no reachable state offers, as far as the exploration went. */
  readonly neverTaken: readonly { readonly process: string; readonly label: string }[];
  /** Values that no reachable state has, as far as the exploration went. */
  readonly neverReached: readonly { readonly variable: string; readonly values: readonly Value[] }[];
  /** Properties that hold for want of an occasion to be broken; null where that was not looked into. */
  readonly neverInDanger: readonly string[] | null;
}

/** What was done to store fewer states. */
interface Reductions {
  /** States in memory; `states` counts those that they stand for. */
  readonly stored: number;
  /** Of the table of states, as far as it is in use. */
  readonly bytes: number;
  /** Interchangeable members were put into order. */
  readonly sorted: boolean;
}

/** The members up to `traceLength` are a contract. */
export interface ModelResult {
  readonly name: string;
  readonly variant: string;
  readonly mutant: string | null;
  readonly states: number;
  readonly transitions: number;
  /** Maximal runs, each step counted for itself, in decimal; null when not counted, unfinished, or without number (`hasCycles`). */
  readonly interleavings: string | null;
  /** Steps to the farthest state. */
  readonly depth: number;
  readonly durationMs: number;
  readonly verdict: Verdict;
  /** The violated property; the first declared of those with the shortest trace. */
  readonly property: string | null;
  readonly traceLength: number | null;
  readonly trace: Trace | null;
  /** Null when not counted or unfinished. */
  readonly hasCycles: boolean | null;
  /** States without steps. */
  readonly terminal: number;
  /** New states by depth. */
  readonly frontier: readonly number[];
  readonly properties: readonly PropertyReport[];
  readonly coverage: Coverage;
  /** The fairness assumptions of the properties of runs, a line each; empty when the model has no such property. */
  readonly fairness?: readonly string[];
  /** Absent in a simulation. */
  readonly reductions?: Reductions;
  /** Whether the search ended in WebAssembly. */
  readonly compiled?: boolean;
  /** Which budget ended the exploration. */
  readonly ranOutOf: 'states' | 'time' | 'memory' | 'simulations' | null;
  /** How often a body or a predicate was run: few with tables, one for each state and process with the audit. */
  readonly bodiesRun: number;
  /** States on which the bodies were run once more, to be compared with the tables. */
  readonly audited?: number;
  /** Random runs that were made instead of an exploration. */
  readonly simulations?: number;
}
