/** Turns a searched state space into the verdict of each property, and chooses the run to show. */

import { type Evidence, kindOf, unlessBroken } from '../language/kinds.ts';
import { type Model, noDeadlock, type Property } from '../language/model.ts';
import { type Expander, sourceOf } from './expander.ts';
import { type LivenessJudgement, lassoTrace } from './liveness/judge.ts';
import type { PropertyReport, Trace } from './result.ts';
import type { Space } from './search.ts';
import { type Goal, shortestTrace } from './trace.ts';

/** The lowest state from which the property cannot be reached; −1 when there is none, null when the graph is missing. */
export const stuckAt = (property: Property, expander: Expander, space: Space): number | null => {
  if (!space.complete || space.graph === null) return null;
  const { states, words } = space.set;
  return space.graph.firstStuck((state) => expander.holds(property, states, state * words));
};

const levelOf = (space: Space, state: number): number => space.levels.findLastIndex((first) => first <= state);

/** `findings` has no entry for a liveness property when another violation ended the search. */
export function judge(property: Property, space: Space, findings: Findings): PropertyReport {
  const { name, kind } = property;
  return { name, kind, ...kindOf(property).judge!(evidenceOf(property, space, findings)) };
}

function evidenceOf(property: Property, space: Space, { stuck, runs }: Findings): Evidence {
  const { complete } = space;
  const { isLiveness, needsGraph } = kindOf(property);
  if (isLiveness) {
    const judgement = runs.get(property.id);
    return { complete, searched: judgement !== undefined, found: judgement?.lasso?.length ?? null };
  }
  if (needsGraph) {
    const state = stuck.get(property.id) ?? null;
    return { complete, searched: state !== null, found: state === null || state < 0 ? null : levelOf(space, state) };
  }
  return { complete, searched: true, found: space.sightings.get(property.id)?.length ?? null };
}

export const judgeDeadlock = ({ deadlock, complete }: Space): PropertyReport => ({
  name: noDeadlock,
  kind: 'deadlock',
  ...unlessBroken({ complete, searched: true, found: deadlock?.length ?? null }),
});

/** What the analyses after the search found, by property id. */
export interface Findings {
  readonly stuck: ReadonlyMap<number, number | null>;
  readonly runs: ReadonlyMap<number, LivenessJudgement>;
}

// A violated property without a trace (an unwitnessed `sometimes`) comes after those that have one.
export function firstViolated(reports: readonly PropertyReport[]): PropertyReport | null {
  const length = (report: PropertyReport) => report.traceLength ?? Number.POSITIVE_INFINITY;
  return reports
    .filter(({ verdict }) => verdict === 'violated')
    .reduce<PropertyReport | null>((best, next) => (best === null || length(next) < length(best) ? next : best), null);
}

export function traceOf(
  report: PropertyReport,
  model: Model,
  expander: Expander,
  space: Space,
  { stuck, runs }: Findings,
): Trace | null {
  const ofRuns = [...runs.values()].find(({ property }) => property.name === report.name);
  if (ofRuns !== undefined) return ofRuns.lasso && lassoTrace(model, expander, space, ofRuns, ofRuns.lasso);
  const goal = goalOf(report, model, expander, space, stuck);
  return goal === null ? null : shortestTrace(model, expander, space, goal);
}

function goalOf(
  report: PropertyReport,
  model: Model,
  expander: Expander,
  space: Space,
  stuck: ReadonlyMap<number, number | null>,
): Goal | null {
  const { name, traceLength } = report;
  if (traceLength === null) return null;
  const never = () => false;
  if (report.kind === 'deadlock') {
    const stops = (states: Int32Array, base: number) =>
      model.processes.every((process) => model.observe(process, sourceOf(states, base)).steps.length === 0) &&
      !model.properties.some((p) => kindOf(p).allowsStop && expander.holds(p, states, base));
    return { property: name, sighting: { length: traceLength, by: 'state' }, state: stops, mark: never };
  }
  const property = model.properties.find((p) => p.name === name)!;
  if (kindOf(property).needsGraph) {
    const lowest = stuck.get(property.id)!;
    return {
      property: name,
      sighting: { length: traceLength, by: 'state' },
      state: (_states, _base, number) => number === lowest,
      mark: never,
    };
  }
  return {
    property: name,
    sighting: space.sightings.get(property.id)!,
    state: (states, base) => !expander.holds(property, states, base),
    mark: (mark) => expander.vocabulary.marks[mark]!.includes(property.id),
  };
}
