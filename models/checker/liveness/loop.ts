/** A fair loop inside a fair component: through one witness for each group, then shortened while it stays fair. */
import { canStop } from './fair.ts';
import type { Region } from './region.ts';

/** Edges of a region, each starting where the one before ends. */
type Path = readonly number[];

// Shortening asks for shortest ways between all states of the loop; beyond this the loop stays as it was found.
const shortenedMax = 5_000_000;

export class Loops {
  private readonly region: Region;
  private readonly component: readonly number[];
  private readonly inside: Uint8Array;
  private readonly sourceOf = new Map<number, number>();
  private readonly owedStrongly: Int32Array;

  constructor(region: Region, component: readonly number[]) {
    this.region = region;
    this.component = component;
    this.inside = new Uint8Array(region.size);
    this.owedStrongly = new Int32Array(region.groups.words);
    for (const node of component) {
      this.inside[node] = 1;
      this.owedStrongly.forEach((word, at) => {
        this.owedStrongly[at] = word | (region.groups.strong[at]! & region.enabledAt(node, at));
      });
    }
  }

  /** A fair loop from `start` back to it; empty where a run can stop. */
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

  /** What the loop owes, told from the loop alone. */
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

  /** A shortest way inside the component whose last edge is wanted. */
  private shortest(from: number, wanted: (edge: number) => boolean): number[] {
    const cameBy = new Map<number, number>([[from, -1]]);
    const queue = [from];
    for (const node of queue) {
      const end = this.region.firstEdge(node + 1);
      for (let edge = this.region.firstEdge(node); edge < end; edge++) {
        const target = this.region.target(edge);
        if (this.inside[target] === 0) continue;
        this.sourceOf.set(edge, node);
        if (wanted(edge)) return [...this.wayTo(node, cameBy), edge];
        if (cameBy.has(target)) continue;
        cameBy.set(target, edge);
        queue.push(target);
      }
    }
    throw new Error('a fair component lacks a witness');
  }

  private wayTo(node: number, cameBy: ReadonlyMap<number, number>): number[] {
    const way: number[] = [];
    for (let edge = cameBy.get(node)!; edge >= 0; edge = cameBy.get(this.sourceOf.get(edge)!)!) way.unshift(edge);
    return way;
  }

  private shorten(start: number, path: Path): Path {
    let best = path;
    let shorter: Path | null = best;
    while (shorter !== null && best.length ** 2 * this.component.length <= shortenedMax) {
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
          nodes[from] === nodes[to]
            ? []
            : this.shortest(nodes[from]!, (edge) => this.region.target(edge) === nodes[to]);
        if (direct.length >= length) continue;
        const candidate = [...path.slice(0, from), ...direct, ...path.slice(to)];
        if (candidate.length > 0 && this.isFair(start, candidate)) return candidate;
      }
    }
    return null;
  }
}
