/** Shortest paths from the initial state of the model to the nodes of a region. */

import { changes } from './fair-cycle-search.ts';
import type { Region } from './region.ts';

interface PathArrival {
  readonly node: number;
  readonly edge: number;
  readonly process: number;
  readonly switches: number;
  readonly previous: PathArrival | null;
}

export class ShortestPaths {
  readonly inOrder: number[] = [];
  private readonly region: Region;
  private readonly distances: Int32Array;
  /** By node: 1 for a seed whose shortest path comes from outside the region. */
  private readonly isStart: Uint8Array;
  /** By distance: the number of nodes that are nearer. */
  private readonly layers: number[] = [];

  constructor(region: Region, levelOfState: (state: number) => number) {
    this.region = region;
    this.distances = new Int32Array(region.size).fill(-1);
    this.isStart = new Uint8Array(region.size);
    const buckets: number[][] = [];
    for (let node = 0; node < region.seeds; node++) {
      const level = levelOfState(region.stateOf(node));
      const bucket = buckets[level];
      if (bucket === undefined) buckets[level] = [node];
      else bucket.push(node);
    }
    let waiting: number[] = [];
    for (let distance = 0; distance < buckets.length || waiting.length > 0; distance++) {
      this.layers.push(this.inOrder.length);
      for (const node of buckets[distance] ?? []) {
        if (this.distances[node]! >= 0 && this.distances[node]! < distance) continue;
        this.isStart[node] = 1;
        if (this.distances[node]! >= 0) continue;
        this.distances[node] = distance;
        waiting.push(node);
      }
      const here = waiting;
      waiting = [];
      for (const node of here) {
        this.inOrder.push(node);
        this.follow(node, waiting);
      }
    }
    this.layers.push(this.inOrder.length);
  }

  distance = (node: number): number => this.distances[node]!;

  /** A shortest path with the fewest process switches. The switch to the next edge, if given, counts too. */
  to(node: number, next: number | undefined): { seed: number; stem: number[] } {
    const useful = this.leadingTo(node);
    const to = this.distance(node);
    let arrivals: PathArrival[] = [];
    for (let distance = 0; ; distance++) {
      // Start at the earliest seed, so that the trace begins where its obligation opens.
      if (arrivals.length === 0) arrivals = this.startsAmong(useful[distance]!);
      if (distance === to) break;
      arrivals = this.step(arrivals, useful[distance + 1]!);
    }
    const after = next === undefined ? -1 : this.region.process(next);
    const cost = ({ process, switches }: PathArrival) => switches + changes(process, after);
    let at = arrivals.reduce((best, one) => (cost(one) < cost(best) ? one : best));
    const stem: number[] = [];
    for (; at.previous !== null; at = at.previous) stem.unshift(this.region.ordinal(at.edge));
    return { seed: this.region.stateOf(at.node), stem };
  }

  private startsAmong(nodes: ReadonlySet<number>): PathArrival[] {
    const starts = [...nodes].filter((node) => this.isStart[node] === 1);
    return starts.map((node) => ({ node, edge: -1, process: -1, switches: 0, previous: null }));
  }

  /** By distance: the nodes on some shortest path to the node. */
  private leadingTo(node: number): ReadonlySet<number>[] {
    const { region } = this;
    const useful = [new Set([node])];
    for (let distance = this.distance(node) - 1; distance >= 0; distance--) {
      const here = new Set<number>();
      for (const one of this.inOrder.slice(this.layers[distance], this.layers[distance + 1])) {
        const end = region.firstEdge(one + 1);
        for (let edge = region.firstEdge(one); edge < end; edge++) {
          if (useful[0]!.has(region.target(edge))) here.add(one);
        }
      }
      useful.unshift(here);
    }
    return useful;
  }

  private step(arrivals: readonly PathArrival[], wanted: ReadonlySet<number>): PathArrival[] {
    const { region } = this;
    const reached = new Map<string, PathArrival>();
    for (const previous of arrivals) {
      const end = region.firstEdge(previous.node + 1);
      for (let edge = region.firstEdge(previous.node); edge < end; edge++) {
        const node = region.target(edge);
        if (!wanted.has(node)) continue;
        const process = region.process(edge);
        const switches = previous.switches + changes(previous.process, process);
        const known = reached.get(`${node};${process}`);
        if (known !== undefined && known.switches <= switches) continue;
        reached.set(`${node};${process}`, { node, edge, process, switches, previous });
      }
    }
    return [...reached.values()];
  }

  private follow(node: number, waiting: number[]): void {
    const end = this.region.firstEdge(node + 1);
    for (let edge = this.region.firstEdge(node); edge < end; edge++) {
      const target = this.region.target(edge);
      if (this.distances[target]! >= 0) continue;
      this.distances[target] = this.distances[node]! + 1;
      waiting.push(target);
    }
  }
}
