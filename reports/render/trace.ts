/** What a counterexample is made of, for drawing: its lanes, its steps, and what each step changed. */
import type { Json } from '../../oracles/values/types.ts';
import type { TraceStep } from '../report.ts';

export interface Change {
  field: string;
  before: Json | undefined;
  after: Json | undefined;
}

/** A value of the state: text without quotes, since a model's values are names and numbers. */
export const valueText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

const own = (state: TraceStep['after'], field: string): Json | undefined =>
  Object.hasOwn(state, field) ? state[field] : undefined;

export const changesOf = (step: TraceStep): Change[] =>
  step.changed.map((field) => ({ field, before: own(step.before, field), after: own(step.after, field) }));

/** The steps that somebody took; a trace may start with an entry that only shows the initial state. */
export const movesOf = (trace: readonly TraceStep[]): TraceStep[] => trace.filter((step) => step.process !== '');

/** Processes in the order of their first move. */
export const lanesOf = (trace: readonly TraceStep[]): string[] => [...new Set(movesOf(trace).map((s) => s.process))];

export const initialState = (trace: readonly TraceStep[]): TraceStep['before'] => trace[0]?.before ?? {};
