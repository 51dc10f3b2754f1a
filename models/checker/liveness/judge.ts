/**
 * Whether every fair run satisfies a property of runs, without automata. The region contains the states where the obligation is
 * open. The property is violated exactly when a fair run can stay in the region for ever; one that has to hold for ever, when such a
 * run leaves its states again and again. Sound only on the unreduced state space: symmetry reduction may join pieces of different
 * runs.
 */

import type { Model, Property } from '../../language/model.ts';
import type { Expander } from '../expander.ts';
import { narrate } from '../narrate.ts';
import type { Trace } from '../result.ts';
import type { Space } from '../search.ts';
import { shortestRun } from '../trace.ts';
import { fairComponents } from './fair.ts';
import { type Lasso, shortestLasso } from './lasso.ts';
import { Region } from './region.ts';
import { verifyLasso } from './verify.ts';

export interface LivenessJudgement {
  readonly property: Property;
  /** A fair run that violates the property. */
  readonly lasso: Lasso | null;
  /** Whether the premise holds in some explored state. */
  readonly premiseSeen: boolean;
  /** Number of states in which the obligation is open. */
  readonly open: number;
}

/** Judges a property of runs on an explored state space. The space must not be reduced by symmetry. */
export function judgeRuns(model: Model, expander: Expander, space: Space, property: Property): LivenessJudgement {
  const { states, words, size } = space.set;
  const holds = (of: Property, state: number) => expander.holds(of, states, state * words);
  const isHeld = (state: number) => holds(property, state);
  // A state where the property holds does not end an obligation to hold for ever.
  const isForEver = property.kind === 'eventuallyAlways';
  const isOver = isForEver ? () => false : isHeld;
  const { premise } = property;
  const seeds: number[] = [];
  let premiseSeen = premise === undefined;
  for (let state = 0; state < (premise === undefined ? 1 : size); state++) {
    if (premise !== undefined && !holds(premise, state)) continue;
    premiseSeen = true;
    if (!isOver(state)) seeds.push(state);
  }
  const region = new Region(model, expander, space, seeds, isOver, isForEver ? isHeld : null);
  const lasso = shortestLasso(region, fairComponents(region), (state) => levelOf(space, state));
  return { property, lasso, premiseSeen, open: region.size };
}

/** Distance of a state from the start, in steps. States are numbered level by level. */
function levelOf({ levels }: Space, state: number): number {
  let low = 0;
  let high = levels.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (levels[middle]! <= state) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The lasso as a trace, after an independent check with the bodies. */
export function lassoTrace(
  model: Model,
  expander: Expander,
  space: Space,
  { property }: LivenessJudgement,
  lasso: Lasso,
): Trace {
  const length = levelOf(space, lasso.seed);
  const start = shortestRun(model, expander, space, {
    property: property.name,
    sighting: { length, by: 'state' },
    state: (_states, _base, number) => number === lasso.seed,
    mark: () => false,
  });
  const stem = [...start, ...lasso.stem];
  const ordinals = [...stem, ...lasso.loop];
  const trace = narrate(model, ordinals, {
    property: property.name,
    brokenBy: 'loop',
    loopFrom: stem.length,
    ...(property.premise && { pendingFrom: length }),
  });
  verifyLasso(model, property, ordinals, stem.length, length);
  return trace;
}
