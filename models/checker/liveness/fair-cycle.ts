/** A fair cycle inside a fair component: first through one witness for each group, then shortened as long as it stays fair. */
import { canStop } from './fair.ts';
import type { Region } from './region.ts';

/** Consecutive edges of a region. */
type Path = readonly number[];

// Shortening needs the shortest paths between all pairs of states of the cycle. Beyond this number of pairs the cycle stays as
// found.
const shortenedMax = 5_000_000;

/** Scratch memory of a shortest-path search, reused for every search in a region. */
export class Scratch {
  round = 0;
  /** By node: the last search that reached it; and below, the edge and the node it was reached from. */
  readonly met: Int32Array;
  readonly cameBy: Int32Array;
  readonly cameFrom: Int32Array;

  constructor(size: number) {
    this.met = new Int32Array(size);
    this.cameBy = new Int32Array(size);
    this.cameFrom = new Int32Array(size);
  }
}

export class FairCycle {
  private readonly region: Region;
  private readonly size: number;
  private readonly isInside: (node: number) => boolean;
  private readonly scratch: Scratch;
  private readonly owedStrongly: Int32Array;

  constructor(region: Region, component: readonly number[], isInside: (node: number) => boolean, scratch: Scratch) {
    this.region = region;
    this.size = component.length;
    this.isInside = isInside;
    this.scratch = scratch;
    this.owedStrongly = new Int32Array(region.groups.words);
    for (const node of component) {
      this.owedStrongly.forEach((word, at) => {
        this.owedStrongly[at] = word | (region.groups.strong[at]! & region.enabledAt(node, at));
      });
    }
  }

  /** A fair cycle through `start`; empty where a run can stop. */
  through(start: number): Path {
    if (canStop(this.region, start)) return [];
    const owed = this.owedStrongly.map((word, at) => word | this.region.groups.weak[at]!);
    const path: number[] = [];
    let at = start;
    const settle = (node: number) => this.settle(owed, node);
    settle(start);
    while (owed.some((word) => word !== 0)) {
      for (const edge of this.shortest(at, (edge) => this.helps(owed, edge))) {
        path.push(edge);
        this.pay(owed, edge);
        at = this.region.target(edge);
        settle(at);
      }
    }
    if (at !== start) path.push(...this.shortest(at, (edge) => this.region.target(edge) === start));
    return this.shorten(start, path);
  }

  /** Whether the cycle satisfies the fairness assumptions, judged from its states and steps alone. */
  isFair(start: number, path: Path): boolean {
    const { region } = this;
    const nodes = [start, ...path.map(region.target)];
    const { groups } = region;
    const taken = new Int32Array(groups.words);
    for (const edge of path) groups.addTo(taken, region.step(edge));
    const everywhere = new Int32Array(groups.words).fill(-1);
    const somewhere = new Int32Array(groups.words);
    for (const node of nodes) {
      for (let word = 0; word < groups.words; word++) {
        everywhere[word]! &= region.enabledAt(node, word);
        somewhere[word]! |= region.enabledAt(node, word);
      }
    }
    return groups.isFair({ everywhere, somewhere, taken });
  }

  private settle(owed: Int32Array, node: number): void {
    const { weak } = this.region.groups;
    owed.forEach((word, at) => {
      owed[at] = word & (this.region.enabledAt(node, at) | ~weak[at]!);
    });
  }

  private pay(owed: Int32Array, edge: number): void {
    this.region.groups.of(this.region.step(edge)).forEach((word, at) => {
      owed[at]! &= ~word;
    });
  }

  private helps(owed: Int32Array, edge: number): boolean {
    const { groups } = this.region;
    const target = this.region.target(edge);
    const paid = groups.of(this.region.step(edge));
    return owed.some(
      (word, at) => (word & (paid[at]! | (groups.weak[at]! & ~this.region.enabledAt(target, at)))) !== 0,
    );
  }

  /** A shortest path inside the component whose last edge satisfies `wanted`. */
  private shortest(from: number, wanted: (edge: number) => boolean): number[] {
    const { region, scratch } = this;
    const { met, cameBy, cameFrom } = scratch;
    const round = ++scratch.round;
    met[from] = round;
    const queue = [from];
    for (const node of queue) {
      const end = region.firstEdge(node + 1);
      for (let edge = region.firstEdge(node); edge < end; edge++) {
        const target = region.target(edge);
        if (!this.isInside(target)) continue;
        if (wanted(edge)) return [...this.way(from, node), edge];
        if (met[target] === round) continue;
        met[target] = round;
        cameBy[target] = edge;
        cameFrom[target] = node;
        queue.push(target);
      }
    }
    throw new Error('a fair component lacks a witness');
  }

  private way(from: number, to: number): number[] {
    const way: number[] = [];
    const { cameBy, cameFrom } = this.scratch;
    for (let node = to; node !== from; node = cameFrom[node]!) way.push(cameBy[node]!);
    return way.reverse();
  }

  private shorten(start: number, path: Path): Path {
    let best = path;
    let shorter: Path | null = best;
    while (shorter !== null && best.length ** 2 * this.size <= shortenedMax) {
      best = shorter;
      shorter = this.shorterOnce(start, best);
    }
    return best;
  }

  private shorterOnce(start: number, path: Path): Path | null {
    const nodes = [start, ...path.map(this.region.target)];
    for (let length = path.length; length > 1; length--) {
      for (let from = 0; from + length <= path.length; from++) {
        const to = from + length;
        const direct =
          nodes[from] === nodes[to] && length < path.length
            ? []
            : this.shortest(nodes[from]!, (edge) => this.region.target(edge) === nodes[to]);
        if (direct.length >= length) continue;
        const candidate = [...path.slice(0, from), ...direct, ...path.slice(to)];
        if (this.isFair(start, candidate)) return candidate;
      }
    }
    return null;
  }
}
