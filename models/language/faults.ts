/** Crash, restart and pause as steps of the environment: the process does not choose them, and they are not fair. */
import { type Initial, oneOf, type Shape, upTo, type View } from './domains.ts';
import type { StepOffer } from './state/recorder.ts';

/** The part of a model that declares records. */
export interface Declarer {
  record<S extends Shape>(name: string, shape: S, initial?: Initial<S>): View<S>;
}

interface ProcessFault {
  /** The states where it can happen. Default: all. */
  readonly when?: () => boolean;
  /** Its effect on variables, such as losing what was in memory. Default: none. */
  readonly effect?: () => void;
  /** The process is not stopped: its body continues from the state after the effect. Default false. */
  readonly goesOn?: boolean;
}

export interface Faults {
  /** Stops the process. Without a restart it stays stopped. */
  readonly crash?: ProcessFault;
  /** A crashed process runs its body again. */
  readonly restart?: ProcessFault;
  /** The process takes no step until it resumes. It need not resume. */
  readonly pause?: ProcessFault;
}

export type FaultLabel = 'crash' | 'restart' | 'pause' | 'resume';
export type FaultBudgets = { readonly [kind in keyof Faults]?: number };

/** The most faults of each kind in one run, over all processes. A kind without a number has no limit. */
export class FaultBudget {
  private readonly left: { [kind: string]: number };
  private readonly limited: ReadonlySet<string>;

  constructor(model: Declarer, name: string, budgets: FaultBudgets) {
    const kinds = Object.entries(budgets).filter((entry): entry is [string, number] => entry[1] !== undefined);
    this.limited = new Set(kinds.map(([kind]) => kind));
    const shape = Object.fromEntries(kinds.map(([kind, most]) => [kind, upTo(most)]));
    this.left = model.record(name, shape, Object.fromEntries(kinds));
  }

  allows = (kind: keyof Faults): boolean => !this.limited.has(kind) || this.left[kind]! > 0;

  spend(kind: keyof Faults): void {
    if (this.limited.has(kind)) this.left[kind] = this.left[kind]! - 1;
  }
}

export type ProcessCondition = 'up' | 'crashed' | 'paused';

export const faultLabels = ({ crash, restart, pause }: Faults): FaultLabel[] => [
  ...(crash ? (['crash'] as const) : []),
  ...(restart ? (['restart'] as const) : []),
  ...(pause ? (['pause', 'resume'] as const) : []),
];

interface Stoppable {
  readonly body: (offer: StepOffer) => void;
  /** The record that says whether the process is up; null when no fault stops it. */
  readonly condition: { readonly is: ProcessCondition } | null;
}

/** Wraps the body of a process, and adds its faults as steps. */
export function withFaults(
  model: Declarer,
  name: string,
  faults: Faults,
  budget: FaultBudget | null,
  body: (offer: StepOffer) => void,
): Stoppable {
  if (faultLabels(faults).length === 0) return { body, condition: null };
  const conditions: readonly ProcessCondition[] = [
    'up',
    ...(faults.crash !== undefined && faults.crash.goesOn !== true ? (['crashed'] as const) : []),
    ...(faults.pause !== undefined ? (['paused'] as const) : []),
  ];
  const isStopped = conditions.length > 1;
  const condition: { is: ProcessCondition } | null = isStopped
    ? model.record(name, { is: oneOf(...conditions) })
    : null;
  const become = (is: ProcessCondition) => {
    if (condition !== null) condition.is = is;
  };
  const offerFault = (offer: StepOffer, kind: keyof Faults, becomes: ProcessCondition) => {
    const fault = faults[kind];
    if (fault === undefined || fault.when?.() === false || !(budget?.allows(kind) ?? true)) return;
    offer(kind, () => {
      budget?.spend(kind);
      if (fault.goesOn !== true) become(becomes);
      fault.effect?.();
    });
  };
  const run = (offer: StepOffer) => {
    if (condition?.is === 'crashed') offerFault(offer, 'restart', 'up');
    else if (condition?.is === 'paused') offer('resume', () => become('up'));
    else {
      body(offer);
      offerFault(offer, 'crash', 'crashed');
      offerFault(offer, 'pause', 'paused');
    }
  };
  return { body: run, condition };
}
