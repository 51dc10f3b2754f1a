/** Breadth-first search: every reachable state, level by level, and where each property is first decided. */
import { conjunction, type Expander } from './expander.ts';
import { Graph } from './graph.ts';
import type { Model, Property } from './model.ts';
import { StateSet } from './stateset.ts';
import { Successors } from './successors.ts';

export interface Progress {
  readonly depth: number;
  readonly states: number;
  readonly transitions: number;
  /** States of the current level. */
  readonly frontier: number;
  readonly elapsedMs: number;
}

export interface Limits {
  readonly states: number;
  readonly timeMs: number;
}

export interface SearchOptions {
  /** Properties that are judged; the rest of the model's are left alone. */
  readonly properties: readonly Property[];
  readonly deadlock: boolean;
  readonly keepGoing: boolean;
  readonly keepGraph: boolean;
  readonly limits: Limits;
  readonly now: () => number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Where a property was first decided: an `always` broken or a `sometimes` seen. */
export interface Sighting {
  /** Steps from the start. */
  readonly length: number;
  readonly by: 'step' | 'state';
}

export interface Space {
  readonly set: StateSet;
  /** The first state number of each level, and at the end the number of states whose level is known. */
  readonly levels: readonly number[];
  readonly transitions: number;
  readonly terminal: number;
  readonly graph: Graph | null;
  /** By property id. */
  readonly sightings: ReadonlyMap<number, Sighting>;
  readonly deadlock: Sighting | null;
  /** Every reachable state has been expanded. */
  readonly complete: boolean;
  readonly ranOutOf: 'states' | 'time' | null;
}

// Enough successors to let their look-ups overlap, few enough to stay in cache.
const batchStates = 64;

// One walk through a tree for all properties is worth it while that tree stays small; footprints multiply in the worst case.
const togetherMax = 20_000;

export class Search {
  private readonly set: StateSet;
  private readonly out: Successors;
  private readonly levels = [0];
  private readonly graph: Graph | null;
  private readonly sightings = new Map<number, Sighting>();
  private readonly started: number;
  private readonly endings: readonly Property[];
  /** Properties of states that are not decided yet. */
  private readonly open: { always: Property[]; sometimes: Property[] };
  private together: Property | null;
  private deadlock: Sighting | null = null;
  private transitions = 0;
  private terminal = 0;
  private ranOutOf: 'states' | 'time' | null = null;
  private readonly model: Model;
  private readonly expander: Expander;
  private readonly options: SearchOptions;

  constructor(model: Model, expander: Expander, options: SearchOptions) {
    this.model = model;
    this.expander = expander;
    this.options = options;
    this.set = new StateSet(model.name, model.layout.words);
    this.out = new Successors(model.layout.words);
    this.graph = options.keepGraph ? new Graph() : null;
    this.endings = model.properties.filter(({ kind }) => kind === 'ending');
    const onStates = (kind: Property['kind']) =>
      options.properties.filter((property) => property.kind === kind && property.predicate !== undefined);
    this.open = { always: onStates('always'), sometimes: onStates('sometimes') };
    this.together = this.open.always.length > 1 ? conjunction(model, this.open.always) : null;
    this.started = options.now();
  }

  run(): Space {
    const { set, levels } = this;
    set.insert(this.model.layout.pack(this.model.layout.initialCodes()), 0);
    let from = 0;
    while (from < set.size) {
      const to = set.size;
      levels.push(to);
      this.report(to - from);
      this.level(from, to);
      from = to;
      if (this.ranOutOf !== null || (this.broken() && !this.options.keepGoing)) break;
    }
    return {
      set,
      levels,
      transitions: this.transitions,
      terminal: this.terminal,
      graph: this.graph,
      sightings: this.sightings,
      deadlock: this.deadlock,
      complete: this.ranOutOf === null && from === set.size,
      ranOutOf: this.ranOutOf,
    };
  }

  private level(from: number, to: number): void {
    for (let at = from; at < to; at += batchStates) {
      this.expandBatch(at, Math.min(to, at + batchStates));
      this.insertBatch();
      this.checkBudget();
      if (this.ranOutOf !== null) return;
    }
  }

  private expandBatch(from: number, to: number): void {
    const { set, out, expander } = this;
    out.clear();
    for (let state = from; state < to; state++) {
      const base = state * set.words;
      const before = out.count;
      expander.expand(set.states, base, out);
      const steps = out.count - before;
      this.graph?.endState(steps);
      if (steps === 0) this.stopAt(base);
      this.judgeState(base);
      for (let k = before; k < out.count; k++) if (out.marks[k] !== 0) this.noteMark(out.marks[k]!);
    }
    this.transitions += out.count;
  }

  private insertBatch(): void {
    const { set, out, graph } = this;
    for (let k = 0; k < out.count; k++) {
      const number = set.insert(out.states, k * out.words);
      graph?.addStep(number);
    }
  }

  private get depth(): number {
    return this.levels.length - 2;
  }

  private judgeState(base: number): void {
    const { open, expander, set } = this;
    if (open.sometimes.length > 0) this.decide(open.sometimes, base, true);
    if (this.together === null) {
      this.decide(open.always, base, false);
    } else if (!expander.holds(this.together, set.states, base)) {
      this.decide(open.always, base, false);
      this.together = null;
    } else if (expander.footprints(this.together) > togetherMax) this.together = null;
  }

  // A property that is decided needs no further judgement: only its shortest run is asked for.
  private decide(open: Property[], base: number, by: boolean): void {
    for (let i = open.length - 1; i >= 0; i--) {
      const property = open[i]!;
      if (this.expander.holds(property, this.set.states, base) !== by) continue;
      this.sightings.set(property.id, { length: this.depth, by: 'state' });
      open.splice(i, 1);
    }
  }

  private noteMark(mark: number): void {
    for (const id of this.expander.vocabulary.marks[mark]!) {
      if (this.sightings.has(id) || !this.options.properties.some((property) => property.id === id)) continue;
      this.sightings.set(id, { length: this.depth + 1, by: 'step' });
    }
  }

  private stopAt(base: number): void {
    this.terminal++;
    if (this.deadlock !== null || !this.options.deadlock) return;
    if (this.endings.some((ending) => this.expander.holds(ending, this.set.states, base))) return;
    this.deadlock = { length: this.depth, by: 'state' };
  }

  private broken(): boolean {
    if (this.deadlock !== null) return true;
    return this.options.properties.some(({ id, kind }) => kind === 'always' && this.sightings.has(id));
  }

  private checkBudget(): void {
    const { limits, now } = this.options;
    if (this.set.size > limits.states) this.ranOutOf = 'states';
    else if (limits.timeMs !== Number.POSITIVE_INFINITY && now() - this.started > limits.timeMs) this.ranOutOf = 'time';
  }

  private report(frontier: number): void {
    const { onProgress, now } = this.options;
    onProgress?.({
      depth: this.depth,
      states: this.set.size,
      transitions: this.transitions,
      frontier,
      elapsedMs: now() - this.started,
    });
  }
}
