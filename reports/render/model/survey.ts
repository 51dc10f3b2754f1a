/** Summarises a model over all its reachable states, for its page. */

import { narrate } from '../../../models/checker/narrate.ts';
import type { Trace } from '../../../models/checker/result.ts';
import { StateSet } from '../../../models/checker/stateset.ts';
import { DecisionTrees } from '../../../models/checker/tables.ts';
import { kindOf } from '../../../models/language/kinds.ts';
import { isLiveness, type Model, type Process, type Property } from '../../../models/language/model.ts';
import type { ObservedStep, Read } from '../../../models/language/state/recorder.ts';
import { codeIn, type Variable, written } from '../../../models/language/state/variable.ts';

/** The codes that were seen, by variable. */
export type Met = ReadonlyMap<Variable, ReadonlySet<number>>;

interface SurveyedStep {
  readonly process: Process;
  readonly label: string;
  /** The values that the process had read when it offered the step. */
  readonly guard: Met;
  /** The values that the step assigned. */
  readonly writes: Met;
}

export interface Survey {
  /** The values of each variable in reachable states. */
  readonly reached: Met;
  /** In order of declaration, without steps that are never offered. */
  readonly steps: readonly SurveyedStep[];
  /** A shortest run to the first `sometimes` of the model; null when it has none, or none was found within the limit. */
  readonly goodRun: Trace | null;
  /** True when every reachable state was visited. */
  readonly isComplete: boolean;
}

/** How a state was first reached: the state before, and the index of the step. */
interface SurveyArrival {
  readonly from: number;
  readonly ordinal: number;
}

export function survey(model: Model, statesMax = 100_000): Survey {
  const headline = model.properties.find((property) => kindOf(property).decisive === true);
  const seen = new Collector(model);
  const start = model.layout.pack(model.layout.initialCodes());
  const states = new StateSet(model.name, start.length);
  states.insert(start, 0);
  const arrivals: SurveyArrival[] = [{ from: -1, ordinal: -1 }];
  let good = headline !== undefined && holds(model, headline, start) ? arrivals[0]! : null;
  for (let from = 0; from < states.size && from < statesMax; from++) {
    const here = states.ints.slice(states.baseOf(from), states.baseOf(from + 1));
    seen.stepsFrom(here).forEach((step, ordinal) => {
      const next = after(here, step);
      const arrival = { from, ordinal };
      if (states.insert(next, 0) === arrivals.length) arrivals.push(arrival);
      if (good === null && headline !== undefined && reaches(model, headline, step, next)) good = arrival;
    });
  }
  return {
    ...seen.result(),
    goodRun: good && narrate(model, ordinalsTo(arrivals, good), { property: headline!.name, brokenBy: 'state' }),
    isComplete: states.size <= statesMax,
  };
}

const holds = (model: Model, property: Property, state: Int32Array): boolean =>
  property.predicate !== undefined &&
  !isLiveness(property) &&
  model.judge(property, (variable) => codeIn(variable, state, 0)).holds;

const reaches = (model: Model, property: Property, { marks }: ObservedStep, next: Int32Array): boolean =>
  marks.includes(property.id) || holds(model, property, next);

function after(state: Int32Array, { writes }: ObservedStep): Int32Array {
  const next = state.slice();
  for (const { place, code } of writes.flatMap((write) => written(write.variable, write.code))) {
    next[place.word] = (next[place.word]! & ~(place.mask << place.shift)) | (code << place.shift);
  }
  return next;
}

function ordinalsTo(arrivals: readonly SurveyArrival[], end: SurveyArrival): number[] {
  const ordinals: number[] = [];
  for (let at = end; at.from >= 0; at = arrivals[at.from]!) ordinals.unshift(at.ordinal);
  return ordinals;
}

/** Runs a body once for each footprint: all states with the same values in what it reads give the same steps. */
class Collector {
  private readonly reached = new Map<Variable, Set<number>>();
  private readonly model: Model;
  private readonly trees: DecisionTrees;
  /** What the leaves of the trees stand for. Index 0 is unused, since 0 is no leaf. */
  private readonly offers: (readonly ObservedStep[])[] = [[]];
  private readonly byStep = new Map<
    string,
    { guard: Map<Variable, Set<number>>; writes: Map<Variable, Set<number>> }
  >();

  constructor(model: Model) {
    this.model = model;
    this.trees = new DecisionTrees(
      model.name,
      model.processes.map(({ name }) => name),
    );
    add(
      this.reached,
      model.layout.variables.map((variable) => ({ variable, code: variable.initial })),
    );
  }

  /** In order of process, then in the order of offering. */
  stepsFrom(state: Int32Array): ObservedStep[] {
    return this.model.processes.flatMap((process) => {
      const leaf = this.trees.find(process.id, state, 0);
      return this.offers[leaf === 0 ? this.learn(process, state) : leaf]!;
    });
  }

  result(): Pick<Survey, 'reached' | 'steps'> {
    const steps = this.model.processes.flatMap((process) =>
      process.labels.flatMap((label) => {
        const entry = this.byStep.get(`${process.id} ${label}`);
        return entry === undefined ? [] : [{ process, label, ...entry }];
      }),
    );
    return { reached: this.reached, steps };
  }

  private learn(process: Process, state: Int32Array): number {
    const { reads, steps } = this.model.observe(process, (variable) => codeIn(variable, state, 0));
    const leaf = this.offers.push(steps) - 1;
    this.trees.learn(process.id, reads, leaf);
    for (const step of steps) this.note(process, step);
    return leaf;
  }

  private note(process: Process, { label, guard, writes }: ObservedStep): void {
    const key = `${process.id} ${label}`;
    const entry = this.byStep.get(key) ?? { guard: new Map(), writes: new Map() };
    this.byStep.set(key, entry);
    add(entry.guard, guard);
    add(entry.writes, writes);
    add(this.reached, writes);
  }
}

function add(to: Map<Variable, Set<number>>, reads: readonly Read[]): void {
  for (const { variable, code } of reads) {
    const codes = to.get(variable) ?? new Set();
    to.set(variable, codes.add(code));
  }
}
