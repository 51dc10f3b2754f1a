/**
 * Shortest fair cycles, by breadth-first search over pairs of a node and the debts of the path to it: the fair groups that the
 * cycle must still take. The pairs are exponential in the number of groups, so the search has a budget. It improves cycles that
 * were found quickly.
 */
import type { Region } from './region.ts';

/** Consecutive edges of a region. */
type Path = readonly number[];

/** `owed`: the groups that must still be taken. `paid`: the strongly fair groups that were taken. */
interface Debts {
  readonly owed: Int32Array;
  readonly paid: Int32Array;
}

interface CycleArrival {
  readonly node: number;
  readonly debts: number;
  readonly edge: number;
  readonly previous: CycleArrival | null;
}

interface ArrivalWithSwitches extends CycleArrival {
  /** The process of the last step; −1 at the start. */
  readonly process: number;
  readonly switches: number;
}

/** 1 for a process switch, else 0. Negative: no process. */
export const changes = (before: number, after: number): number =>
  before >= 0 && after >= 0 && before !== after ? 1 : 0;

export class FairCycleSearch {
  /** The nodes of the search that may still be expanded. */
  budget: number;
  private readonly region: Region;
  private readonly isInSameComponent: (node: number, start: number) => boolean;
  private readonly known: Debts[] = [];
  private readonly numbers = new Map<string, number>();
  /** By debts, then by enabled groups and step: the debts after that step. A cache. */
  private readonly changes: Map<number, number>[] = [];
  private readonly enabled: Int32Array;
  private readonly enabledNumbers = new Map<string, number>();

  /** `isInSameComponent`: whether two nodes are in the same fair component. */
  constructor(region: Region, isInSameComponent: (node: number, start: number) => boolean, budget: number) {
    this.region = region;
    this.isInSameComponent = isInSameComponent;
    this.budget = budget;
    this.enabled = new Int32Array(region.size);
  }

  /** The shortest fair cycle through `start`, of at most `lengthMax` steps. Null when there is none, or when the budget is spent. */
  shortest(start: number, lengthMax: number): Path | null {
    const { region } = this;
    const none = new Int32Array(region.groups.words);
    let level: CycleArrival[] = [
      { node: start, debts: this.number(this.at(start, none, none, true)), edge: -1, previous: null },
    ];
    const met = new Set([this.key(level[0]!)]);
    for (let length = 1; length <= lengthMax && level.length > 0; length++) {
      const next: CycleArrival[] = [];
      for (const previous of level) {
        if (this.budget-- <= 0) return null;
        const end = region.firstEdge(previous.node + 1);
        for (let edge = region.firstEdge(previous.node); edge < end; edge++) {
          const node = region.target(edge);
          if (!this.isInSameComponent(node, start)) continue;
          const arrival = { node, debts: this.after(previous, edge), edge, previous };
          if (node === start && this.known[arrival.debts]!.owed.every((word) => word === 0)) return pathTo(arrival);
          if (met.has(this.key(arrival))) continue;
          met.add(this.key(arrival));
          next.push(arrival);
        }
      }
      level = next;
    }
    return null;
  }

  /** A fair cycle of this length with the fewest process switches. No fair cycle may be shorter. Null when the budget is spent. */
  fewestSwitches(start: number, length: number): Path | null {
    const { region } = this;
    const none = new Int32Array(region.groups.words);
    const first = { node: start, debts: this.number(this.at(start, none, none, true)), edge: -1, previous: null };
    let level: ArrivalWithSwitches[] = [{ ...first, process: -1, switches: 0 }];
    const met = new Map([[this.key(first), 0]]);
    let best: ArrivalWithSwitches | null = null;
    for (let steps = 1; steps <= length; steps++) {
      const next = new Map<string, ArrivalWithSwitches>();
      for (const previous of level) {
        if (this.budget-- <= 0) return null;
        const end = region.firstEdge(previous.node + 1);
        for (let edge = region.firstEdge(previous.node); edge < end; edge++) {
          const node = region.target(edge);
          if (!this.isInSameComponent(node, start)) continue;
          const debts = this.after(previous, edge);
          const process = region.process(edge);
          const switches = previous.switches + changes(previous.process, process);
          const arrival = { node, debts, edge, previous, process, switches };
          const isHome = node === start && this.known[debts]!.owed.every((word) => word === 0);
          if (isHome && steps === length && switches < (best?.switches ?? Number.POSITIVE_INFINITY)) best = arrival;
          const key = this.key(arrival);
          if (isHome || (met.get(key) ?? steps) < steps) continue;
          met.set(key, steps);
          const known = next.get(`${key};${process}`);
          if (known === undefined || switches < known.switches) next.set(`${key};${process}`, arrival);
        }
      }
      level = [...next.values()];
    }
    return best && pathTo(best);
  }

  private key = ({ node, debts }: Pick<CycleArrival, 'node' | 'debts'>): number => debts * this.region.size + node;

  private after({ debts }: CycleArrival, edge: number): number {
    const { region } = this;
    const step = region.step(edge);
    const way = region.groups.steps * this.enabledNumber(region.target(edge)) + step;
    const known = this.changes[debts] ?? new Map<number, number>();
    this.changes[debts] = known;
    let number = known.get(way);
    if (number === undefined) {
      const { owed, paid } = this.known[debts]!;
      const taken = region.groups.of(step);
      const stillOwed = owed.map((word, at) => word & ~taken[at]!);
      const nowPaid = paid.map((word, at) => word | (taken[at]! & region.groups.strong[at]!));
      number = this.number(this.at(region.target(edge), stillOwed, nowPaid, false));
      known.set(way, number);
    }
    return number;
  }

  /** A number for the set of groups that are enabled at a node. */
  private enabledNumber(node: number): number {
    let number = this.enabled[node]!;
    if (number === 0) {
      const key = Array.from({ length: this.region.groups.words }, (_, at) => this.region.enabledAt(node, at)).join();
      number = this.enabledNumbers.get(key) ?? this.enabledNumbers.size + 1;
      this.enabledNumbers.set(key, number);
      this.enabled[node] = number;
    }
    return number;
  }

  /**
   * At the start, every enabled fair group is owed. Later a weakly fair group is no longer owed once it is disabled or taken; a
   * strongly fair one becomes owed when it is enabled and was never taken.
   */
  private at(node: number, before: Int32Array, paid: Int32Array, isStart: boolean): Debts {
    const { region } = this;
    const { weak, strong } = region.groups;
    const owed = before.map((word, at) => {
      const enabled = region.enabledAt(node, at);
      const weakly = (isStart ? enabled : word & enabled) & weak[at]!;
      const strongly = (word | (enabled & ~paid[at]!)) & strong[at]!;
      return weakly | strongly;
    });
    return { owed, paid };
  }

  private number(debts: Debts): number {
    const key = `${debts.owed.join()};${debts.paid.join()}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.known.push(debts) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }
}

function pathTo(end: CycleArrival): number[] {
  const path: number[] = [];
  for (let at: CycleArrival | null = end; at !== null && at.edge >= 0; at = at.previous) path.unshift(at.edge);
  return path;
}
