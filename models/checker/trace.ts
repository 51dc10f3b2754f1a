/**
 * Shortest runs to a violation. Nothing is kept for them during the search: the levels say which states are how far, so a
 * backward pass marks the states that lie on some shortest run, and a forward pass over those picks the run with the
 * fewest changes of process.
 */
import type { Expander } from './expander.ts';
import type { Model } from './model.ts';
import { narrate } from './narrate.ts';
import type { Trace } from './result.ts';
import type { Sighting, Space } from './search.ts';
import { Successors } from './successors.ts';

export interface Goal {
  readonly property: string;
  readonly sighting: Sighting;
  /** Whether the state at `states[base]` decides the property. Asked when the sighting is by a state. */
  readonly state: (states: Int32Array, base: number) => boolean;
  /** Whether a step with this mark decides it. Asked when the sighting is by a step. */
  readonly mark: (mark: number) => boolean;
}

/** One step of a run by numbers: `ordinal` counts the steps out of `from` in the order of expansion. */
interface Hop {
  readonly from: number;
  readonly ordinal: number;
}

interface Arrival {
  readonly state: number;
  /** The process of the last step; −1 at the start. */
  readonly process: number;
  readonly switches: number;
  readonly hop: Hop | null;
  readonly previous: Arrival | null;
}

export function shortestTrace(model: Model, expander: Expander, space: Space, goal: Goal): Trace {
  const run = shortestRun(expander, space, goal);
  return narrate(model, run, { property: goal.property, brokenBy: goal.sighting.by });
}

/** The ordinals of its steps, each among all steps out of its state in the order of expansion. */
export const shortestRun = (expander: Expander, space: Space, goal: Goal): number[] =>
  new RunFinder(expander, space, goal).run().map(({ ordinal }) => ordinal);

class RunFinder {
  private readonly expander: Expander;
  private readonly space: Space;
  private readonly goal: Goal;
  private readonly out: Successors;
  /** The level whose states end the run, or offer the step that ends it. */
  private readonly last: number;
  private readonly useful: Uint8Array;

  constructor(expander: Expander, space: Space, goal: Goal) {
    this.expander = expander;
    this.space = space;
    this.goal = goal;
    this.out = new Successors(space.set.words);
    this.last = goal.sighting.by === 'state' ? goal.sighting.length : goal.sighting.length - 1;
    this.useful = new Uint8Array(this.levelEnd(this.last));
  }

  run(): Hop[] {
    this.markUseful();
    let arrivals = new Map<string, Arrival>([['', { state: 0, process: -1, switches: 0, hop: null, previous: null }]]);
    for (let level = 0; level < this.last; level++) arrivals = this.step(arrivals, (state, k) => this.next(state, k));
    if (this.goal.sighting.by === 'step') {
      arrivals = this.step(arrivals, (_, k) => (this.goal.mark(this.out.marks[k]!) ? 0 : -1));
    }
    return this.hopsOf(this.best(arrivals));
  }

  private levelEnd(level: number): number {
    return this.space.levels[level + 1] ?? this.space.set.size;
  }

  private markUseful(): void {
    const { set, levels } = this.space;
    for (let state = levels[this.last]!; state < this.levelEnd(this.last); state++) {
      const isGoal =
        this.goal.sighting.by === 'state'
          ? this.goal.state(set.states, state * set.words)
          : this.expand(state).some((k) => this.goal.mark(this.out.marks[k]!));
      if (isGoal) this.useful[state] = 1;
    }
    for (let state = levels[this.last]! - 1; state >= 0; state--) {
      // Within a level the order does not matter, and a target in a later level has been judged before.
      if (this.expand(state).some((k) => this.next(state, k) >= 0)) this.useful[state] = 1;
    }
  }

  /** The numbers of the steps out of a state, which lie in `out` until the next call. */
  private expand(state: number): number[] {
    const { set } = this.space;
    this.out.clear();
    this.expander.expand(set.states, state * set.words, this.out);
    return Array.from({ length: this.out.count }, (_, k) => k);
  }

  /** The useful state of the next level that step k leads to, or −1. */
  private next(state: number, k: number): number {
    const target = this.space.set.find(this.out.states, k * this.out.words);
    if (target < 0 || target >= this.useful.length || this.useful[target] === 0) return -1;
    return this.levelOf(target) === this.levelOf(state) + 1 ? target : -1;
  }

  private levelOf(state: number): number {
    const { levels } = this.space;
    let low = 0;
    let high = levels.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (levels[middle]! <= state) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private step(arrivals: Map<string, Arrival>, targetOf: (state: number, k: number) => number): Map<string, Arrival> {
    const reached = new Map<string, Arrival>();
    for (const arrival of arrivals.values()) {
      for (const k of this.expand(arrival.state)) {
        const target = targetOf(arrival.state, k);
        if (target < 0) continue;
        const process = this.expander.vocabulary.steps[this.out.steps[k]!]!.process.id;
        const switches = arrival.switches + (arrival.process >= 0 && arrival.process !== process ? 1 : 0);
        const key = `${target},${process}`;
        const known = reached.get(key);
        if (known !== undefined && known.switches <= switches) continue;
        const hop = { from: arrival.state, ordinal: k };
        reached.set(key, { state: target, process, switches, hop, previous: arrival });
      }
    }
    return reached;
  }

  private best(arrivals: Map<string, Arrival>): Arrival {
    let best: Arrival | undefined;
    for (const arrival of arrivals.values()) if (best === undefined || arrival.switches < best.switches) best = arrival;
    if (best === undefined) throw new Error(`no run leads to '${this.goal.property}', which was seen`);
    return best;
  }

  private hopsOf(end: Arrival): Hop[] {
    const hops: Hop[] = [];
    for (let at: Arrival | null = end; at !== null && at.hop !== null; at = at.previous) hops.unshift(at.hop);
    return hops;
  }
}
