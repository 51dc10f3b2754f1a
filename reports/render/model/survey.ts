/** What a model does, seen from every state that it can reach: for pages about it. Runs the bodies alone, so keep it small. */

import { narrate, type Offer, offersAt } from '../../../models/checker/narrate.ts';
import type { Trace } from '../../../models/checker/result.ts';
import { kindOf } from '../../../models/language/kinds.ts';
import { isLiveness, type Model, type Process, type Property } from '../../../models/language/model.ts';
import type { Read } from '../../../models/language/state/recorder.ts';
import type { Variable } from '../../../models/language/state/variable.ts';

/** The codes that were met, by variable. */
export type Met = ReadonlyMap<Variable, ReadonlySet<number>>;

export interface SurveyedStep {
  readonly process: Process;
  readonly label: string;
  /** What the process had looked at where it offered the step. */
  readonly guard: Met;
  /** What the step made of the variables that it wrote. */
  readonly writes: Met;
}

export interface Survey {
  /** What each variable is in some reachable state. */
  readonly reached: Met;
  /** In order of declaration; a step that is never offered is left out. */
  readonly steps: readonly SurveyedStep[];
  /** The shortest run to the first `sometimes` of the model; null when it has none, or none within the limit. */
  readonly goodRun: Trace | null;
  /** Every reachable state was seen. */
  readonly isComplete: boolean;
}

interface SurveyArrival {
  readonly codes: readonly number[];
  readonly previous: SurveyArrival | null;
  /** Which of the offers in the state before it was. */
  readonly ordinal: number;
}

export function survey(model: Model, statesMax = 20_000): Survey {
  const headline = model.properties.find((property) => kindOf(property).decisive === true);
  const seen = new Collector(model);
  const start: SurveyArrival = { codes: model.layout.initialCodes(), previous: null, ordinal: -1 };
  const known = new Set([start.codes.join()]);
  const queue = [start];
  let good: SurveyArrival | null = headline !== undefined && holds(model, headline, start.codes) ? start : null;
  for (let at = 0; at < queue.length && at < statesMax; at++) {
    const from = queue[at]!;
    seen.reach(from.codes);
    offersAt(model, from.codes).forEach((offer, ordinal) => {
      seen.note(offer);
      const arrival = { codes: offer.next, previous: from, ordinal };
      if (good === null && headline !== undefined && reaches(model, headline, offer)) good = arrival;
      const key = offer.next.join();
      if (known.has(key)) return;
      known.add(key);
      queue.push(arrival);
    });
  }
  return {
    reached: seen.reached,
    steps: seen.steps(),
    goodRun: good === null ? null : narrate(model, ordinalsTo(good), { property: headline!.name, brokenBy: 'state' }),
    isComplete: queue.length <= statesMax,
  };
}

const holds = (model: Model, property: Property, codes: readonly number[]): boolean =>
  property.predicate !== undefined && !isLiveness(property) && model.judge(property, ({ id }) => codes[id]!).holds;

const reaches = (model: Model, property: Property, { step, next }: Offer): boolean =>
  step.marks.includes(property.id) || holds(model, property, next);

function ordinalsTo(end: SurveyArrival): number[] {
  const ordinals: number[] = [];
  for (let at = end; at.previous !== null; at = at.previous) ordinals.unshift(at.ordinal);
  return ordinals;
}

class Collector {
  readonly reached = new Map<Variable, Set<number>>();
  private readonly model: Model;
  private readonly byStep = new Map<
    string,
    { guard: Map<Variable, Set<number>>; writes: Map<Variable, Set<number>> }
  >();

  constructor(model: Model) {
    this.model = model;
  }

  reach(codes: readonly number[]): void {
    add(
      this.reached,
      this.model.layout.variables.map((variable) => ({ variable, code: codes[variable.id]! })),
    );
  }

  note({ process, step }: Offer): void {
    const key = `${process.id} ${step.label}`;
    const entry = this.byStep.get(key) ?? { guard: new Map(), writes: new Map() };
    this.byStep.set(key, entry);
    add(entry.guard, step.guard);
    add(entry.writes, step.writes);
  }

  steps(): SurveyedStep[] {
    return this.model.processes.flatMap((process) =>
      process.labels.flatMap((label) => {
        const entry = this.byStep.get(`${process.id} ${label}`);
        return entry === undefined ? [] : [{ process, label, ...entry }];
      }),
    );
  }
}

function add(to: Map<Variable, Set<number>>, reads: readonly Read[]): void {
  for (const { variable, code } of reads) {
    const codes = to.get(variable) ?? new Set();
    to.set(variable, codes.add(code));
  }
}
