/** A lasso: a stem, then a cycle that is repeated. A step is given as its index among all steps out of its state. */
import { canStop } from './fair.ts';
import { FairCycle, Scratch } from './fair-cycle.ts';
import { FairCycleSearch } from './fair-cycle-search.ts';
import type { Region } from './region.ts';
import { ShortestPaths } from './shortest-paths.ts';

export interface Lasso {
  /** The state where the obligation opens. The path to it comes from the search. */
  readonly seed: number;
  /** The steps from the seed to the cycle. */
  readonly stem: readonly number[];
  /** The steps of the cycle. Empty when the run stops. */
  readonly loop: readonly number[];
  /** Steps from the initial state to the end of the first round of the cycle. */
  readonly length: number;
}

// How many start states of a cycle are tried, nearest first.
const startsMax = 16;

/** Budget for proving that no lasso is shorter, in expanded states: about a second in the worst case. */
const looksMax = 100_000;

/**
 * The shortest lasso, if the budget is enough to prove it, otherwise a short one. Its cycle and its stem have the fewest process
 * switches possible for their lengths.
 */
export function shortestLasso(
  region: Region,
  components: readonly (readonly number[])[],
  levelOfState: (state: number) => number,
  looks = looksMax,
): Lasso | null {
  if (components.length === 0) return null;
  const paths = new ShortestPaths(region, levelOfState);
  const partOf = new Int32Array(region.size);
  components.forEach((component, at) => {
    for (const node of component) partOf[node] = at + 1;
  });
  const soonest = paths.inOrder.filter((node) => partOf[node] !== 0);
  const scratch = new Scratch(region.size);
  const cycles = new Map<number, FairCycle>();
  const cyclesAt = (node: number): FairCycle => {
    const part = partOf[node]! - 1;
    let known = cycles.get(part);
    if (known === undefined) {
      known = new FairCycle(region, components[part]!, (one) => partOf[one] === part + 1, scratch);
      cycles.set(part, known);
    }
    return known;
  };
  const stop = soonest.find((node) => canStop(region, node));
  const starts = stop === undefined ? soonest.slice(0, startsMax) : [stop, ...soonest.slice(0, startsMax)];
  interface Found {
    readonly node: number;
    readonly loop: readonly number[];
  }
  const lengthOf = ({ node, loop }: Found): number => paths.distance(node) + loop.length;
  let best = starts
    .map((node): Found => ({ node, loop: cyclesAt(node).through(node) }))
    .reduce((shorter, next) => (lengthOf(next) < lengthOf(shorter) ? next : shorter));
  const search = new FairCycleSearch(region, (node, start) => partOf[node] === partOf[start], looks);
  for (const node of soonest) {
    const lengthMax = lengthOf(best) - paths.distance(node) - 1;
    if (lengthMax < 1 || search.budget <= 0) break;
    const loop = search.shortest(node, lengthMax);
    if (loop !== null) best = { node, loop };
  }
  search.budget = looks;
  const loop = search.fewestSwitches(best.node, best.loop.length) ?? best.loop;
  const { seed, stem } = paths.to(best.node, loop[0]);
  return { seed, stem, loop: loop.map(region.ordinal), length: lengthOf(best) };
}
