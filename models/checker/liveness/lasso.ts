/** A run that goes on for ever: a stem, then a loop. Numbers of steps are ordinals among all steps out of their state. */
import { canStop } from './fair.ts';
import { Loops, Scratch } from './loop.ts';
import type { Region } from './region.ts';
import { Walks } from './walks.ts';

export interface Lasso {
  /** The state where the obligation opens; the way there is the search's. */
  readonly seed: number;
  /** From the seed to the loop. */
  readonly stem: readonly number[];
  /** Empty when the run stops. */
  readonly loop: readonly number[];
  /** Steps from the start to the end of the first round. */
  readonly length: number;
}

// How many starts of a loop are tried, those first that are reached soonest.
const startsMax = 16;

/** States looked at to prove that no lasso is shorter: about a second in the worst case. */
export const looksMax = 100_000;

/** The shortest of all lassos, where that can be told within the given number of looks, and otherwise a short one. */
export function shortestLasso(
  region: Region,
  components: readonly (readonly number[])[],
  levelOfState: (state: number) => number,
  looks = looksMax,
): Lasso | null {
  if (components.length === 0) return null;
  const ways = new Ways(region, levelOfState);
  const partOf = new Int32Array(region.size);
  components.forEach((component, at) => {
    for (const node of component) partOf[node] = at + 1;
  });
  const soonest = ways.inOrder.filter((node) => partOf[node] !== 0);
  const scratch = new Scratch(region.size);
  const loops = new Map<number, Loops>();
  const loopsAt = (node: number): Loops => {
    const part = partOf[node]! - 1;
    let known = loops.get(part);
    if (known === undefined) {
      known = new Loops(region, components[part]!, (one) => partOf[one] === part + 1, scratch);
      loops.set(part, known);
    }
    return known;
  };
  const stop = soonest.find((node) => canStop(region, node));
  const starts = stop === undefined ? soonest.slice(0, startsMax) : [stop, ...soonest.slice(0, startsMax)];
  const lasso = (node: number, loop: readonly number[]): Lasso => ({
    ...ways.to(node),
    loop: loop.map(region.ordinal),
    length: ways.distance(node) + loop.length,
  });
  let best = starts
    .map((node) => lasso(node, loopsAt(node).through(node)))
    .reduce((shorter, next) => (next.length < shorter.length ? next : shorter));
  const walks = new Walks(region, (node, start) => partOf[node] === partOf[start], looks);
  for (const node of soonest) {
    const lengthMax = best.length - ways.distance(node) - 1;
    if (lengthMax < 1 || walks.budget <= 0) break;
    const loop = walks.shortest(node, lengthMax);
    if (loop !== null) best = lasso(node, loop);
  }
  return best;
}

/** Shortest ways from the start of the model to the nodes of a region. */
class Ways {
  readonly inOrder: number[] = [];
  private readonly region: Region;
  private readonly distances: Int32Array;
  /** By node: the edge by which it is reached, −1 for a seed that the search reached; and the node before. */
  private readonly cameBy: Int32Array;
  private readonly cameFrom: Int32Array;

  constructor(region: Region, levelOfState: (state: number) => number) {
    this.region = region;
    this.distances = new Int32Array(region.size).fill(-1);
    this.cameBy = new Int32Array(region.size).fill(-1);
    this.cameFrom = new Int32Array(region.size).fill(-1);
    const buckets: number[][] = [];
    for (let node = 0; node < region.seeds; node++) {
      const level = levelOfState(region.stateOf(node));
      const bucket = buckets[level];
      if (bucket === undefined) buckets[level] = [node];
      else bucket.push(node);
    }
    let waiting: number[] = [];
    for (let distance = 0; distance < buckets.length || waiting.length > 0; distance++) {
      const seeds = buckets[distance] ?? [];
      const here = [...seeds.filter((node) => this.distances[node]! < 0), ...waiting];
      for (const node of here) if (this.distances[node]! < 0) this.distances[node] = distance;
      waiting = [];
      for (const node of here) {
        this.inOrder.push(node);
        this.follow(node, waiting);
      }
    }
  }

  distance = (node: number): number => this.distances[node]!;

  to(node: number): { seed: number; stem: number[] } {
    const stem: number[] = [];
    let at = node;
    for (; this.cameBy[at]! >= 0; at = this.cameFrom[at]!) stem.unshift(this.region.ordinal(this.cameBy[at]!));
    return { seed: this.region.stateOf(at), stem };
  }

  private follow(node: number, waiting: number[]): void {
    const end = this.region.firstEdge(node + 1);
    for (let edge = this.region.firstEdge(node); edge < end; edge++) {
      const target = this.region.target(edge);
      if (this.distances[target]! >= 0) continue;
      this.distances[target] = this.distances[node]! + 1;
      this.cameBy[target] = edge;
      this.cameFrom[target] = node;
      waiting.push(target);
    }
  }
}
