/**
 * Finds a shortest run to a violation, after the search. The levels give the distance of each state, so a backward pass marks the
 * states on shortest runs, and a forward pass over those picks the run with the fewest process switches. The backward pass uses the
 * stored (canonical) states. The forward pass uses the states of the run itself, since a stored state may represent several.
 */

import type { Model } from '../language/model.ts';
import type { Expander } from './expander.ts';
import { narrate } from './narrate.ts';
import type { Trace } from './result.ts';
import type { Sighting, Space } from './search.ts';
import { Successors } from './successors.ts';

export interface Goal {
  readonly property: string;
  readonly sighting: Sighting;
  /** Whether state `number`, at `states[base]`, decides the property. Used for a sighting in a state. */
  readonly state: (states: Int32Array, base: number, number: number) => boolean;
  /** Whether a step with this mark decides the property. Used for a sighting in a step. */
  readonly mark: (mark: number) => boolean;
}

interface TraceArrival {
  /** The words of the state. */
  readonly words: Int32Array;
  /** The process of the last step; −1 at the start. */
  readonly process: number;
  readonly switches: number;
  /** The index of the last step among all steps out of the state before, in order of expansion. */
  readonly ordinal: number;
  readonly previous: TraceArrival | null;
}

export function shortestTrace(model: Model, expander: Expander, space: Space, goal: Goal): Trace {
  const run = shortestRun(model, expander, space, goal);
  return narrate(model, run, { property: goal.property, brokenBy: goal.sighting.by });
}

/** The steps of the run, each as its index among all steps out of its state in order of expansion. */
export const shortestRun = (model: Model, expander: Expander, space: Space, goal: Goal): number[] =>
  new RunFinder(expander, space, goal).run(model.layout.pack(model.layout.initialCodes()));

class RunFinder {
  private readonly expander: Expander;
  private readonly space: Space;
  private readonly goal: Goal;
  private readonly out: Successors;
  /** The level whose states end the run, or have the step that ends it. */
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

  run(start: Int32Array): number[] {
    this.markUseful();
    let arrivals: TraceArrival[] = [{ words: start, process: -1, switches: 0, ordinal: -1, previous: null }];
    for (let level = 0; level < this.last; level++) arrivals = this.step(arrivals, (k) => this.leads(k, level + 1));
    if (this.goal.sighting.by === 'step') arrivals = this.step(arrivals, (k) => this.goal.mark(this.out.marks[k]!));
    return this.ordinalsTo(this.best(arrivals));
  }

  private levelEnd(level: number): number {
    return this.space.levels[level + 1] ?? this.space.set.size;
  }

  private markUseful(): void {
    const { set, levels } = this.space;
    for (let state = levels[this.last]!; state < this.levelEnd(this.last); state++) {
      const base = set.baseOf(state);
      const isGoal =
        this.goal.sighting.by === 'state'
          ? this.goal.state(set.ints, base, state)
          : this.expand(set.ints, base).some((k) => this.goal.mark(this.out.marks[k]!));
      if (isGoal) this.useful[state] = 1;
    }
    for (let level = this.last - 1; level >= 0; level--) {
      for (let state = levels[level]!; state < levels[level + 1]!; state++) {
        if (this.expand(set.ints, set.baseOf(state)).some((k) => this.leads(k, level + 1))) this.useful[state] = 1;
      }
    }
  }

  /** The steps out of a state, as indices into `out`. Valid until the next call. */
  private expand(states: Int32Array, base: number): number[] {
    this.out.clear();
    this.expander.expand(states, base, this.out);
    return Array.from({ length: this.out.count }, (_, k) => k);
  }

  /** Whether step k leads to a marked state of the level. */
  private leads(k: number, level: number): boolean {
    const target = this.space.set.find(this.out.states, k * this.out.words);
    return target >= this.space.levels[level]! && target < this.levelEnd(level) && this.useful[target] === 1;
  }

  private step(arrivals: readonly TraceArrival[], isWanted: (k: number) => boolean): TraceArrival[] {
    const reached = new Map<string, TraceArrival>();
    for (const previous of arrivals) {
      for (const k of this.expand(previous.words, 0)) {
        if (!isWanted(k)) continue;
        const process = this.expander.vocabulary.steps[this.out.steps[k]!]!.process.id;
        const switches = previous.switches + (previous.process >= 0 && previous.process !== process ? 1 : 0);
        const words = this.out.states.slice(k * this.out.words, (k + 1) * this.out.words);
        const key = `${words.join()};${process}`;
        const known = reached.get(key);
        if (known !== undefined && known.switches <= switches) continue;
        reached.set(key, { words, process, switches, ordinal: k, previous });
      }
    }
    return [...reached.values()];
  }

  private best(arrivals: readonly TraceArrival[]): TraceArrival {
    let best: TraceArrival | undefined;
    for (const arrival of arrivals) if (best === undefined || arrival.switches < best.switches) best = arrival;
    if (best === undefined) throw new Error(`no run leads to '${this.goal.property}', which was seen`);
    return best;
  }

  private ordinalsTo(end: TraceArrival): number[] {
    const ordinals: number[] = [];
    for (let at: TraceArrival | null = end; at !== null && at.ordinal >= 0; at = at.previous)
      ordinals.unshift(at.ordinal);
    return ordinals;
  }
}
