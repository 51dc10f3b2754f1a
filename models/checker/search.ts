/** Breadth-first search: finds every reachable state, level by level, and where each property is first decided. */

import { kindOf } from '../language/kinds.ts';
import type { Model, Property } from '../language/model.ts';
import { isIdentity } from './canonical.ts';
import { orbitSize } from './canonicalise.ts';
import { CompileTrigger } from './compile-trigger.ts';
import { type Expander, TableExpander } from './expander.ts';
import { Graph } from './graph.ts';
import { Judgements } from './judgements.ts';
import type { Limit, SearchOptions, Space } from './space.ts';
import { type GrowingStates, StateSet } from './stateset.ts';
import { Successors } from './successors.ts';
import { canCompile, type EngineOptions, type Total } from './wasm/compilation.ts';
import { Engine } from './wasm/engine.ts';
import { pieceStates } from './wasm/memory.ts';

export type { Limits, Progress, SearchOptions, Sighting, Space } from './space.ts';

// Enough successors to overlap their memory accesses, few enough to stay in cache.
const batchStates = 64;

/** A smaller search ends before another thread has started. */
export const shareAfter = 16_000;

/** Runs to the end at once. */
export function toEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export class Search {
  private set: GrowingStates;
  private readonly out: Successors;
  private readonly levels = [0];
  private graph: Graph | null;
  private readonly started: number;
  private readonly judgements: Judgements;
  private engine: Engine | null = null;
  private readonly trigger: CompileTrigger;
  private transitions = 0;
  private terminal = 0;
  private covered = { states: 0, transitions: 0 };
  private ranOutOf: Limit | null = null;
  private readonly model: Model;
  private readonly expander: Expander;
  private readonly options: SearchOptions;

  constructor(model: Model, expander: Expander, options: SearchOptions) {
    this.model = model;
    this.expander = expander;
    this.options = options;
    this.set = new StateSet(
      model.name,
      model.layout.words,
      2 ** 29,
      isIdentity(options.canonical) ? null : options.canonical,
    );
    this.out = new Successors(model.layout.words);
    this.graph = options.keepGraph ? new Graph() : null;
    this.judgements = new Judgements(model, expander, options.properties, options.deadlock);
    this.trigger = new CompileTrigger(options.compileAfter);
    this.started = options.now();
  }

  /** Yields after every few states, so that a caller can let others work, and interrupt it. */
  *run(): Generator<'searching', Space> {
    this.set.insert(this.model.layout.pack(this.model.layout.initialCodes()), 0);
    try {
      return yield* this.levelByLevel();
    } finally {
      this.engine?.stopHelpers();
    }
  }

  private *levelByLevel(): Generator<'searching', Space> {
    const { levels, judgements } = this;
    let from = 0;
    while (from < this.set.size) {
      const to = this.set.size;
      levels.push(to);
      this.report(to - from);
      yield* this.level(from, to);
      from = to;
      if (this.ranOutOf !== null || this.isDecided()) break;
    }
    return {
      set: this.set,
      levels,
      ...this.totals(),
      compiled: this.engine !== null,
      graph: this.graph,
      sightings: judgements.sightings,
      deadlock: judgements.deadlock,
      complete: this.ranOutOf === null && from === this.set.size,
      ranOutOf: this.ranOutOf,
    };
  }

  private *level(from: number, to: number): Generator<'searching', void> {
    let at = from;
    while (at < to && this.ranOutOf === null) {
      this.compileWhenSettled(at);
      if (this.engine?.states.isOver) this.ranOutOf = 'memory';
      if (this.ranOutOf !== null) break;
      if (this.engine === null) at = this.takeBatch(at, Math.min(to, at + batchStates));
      else if (this.isForAll(to - at)) at = this.takeTogether(at, to);
      else at = this.takeStretch(at, to);
      this.checkBudget();
      yield 'searching';
    }
  }

  /** Whether so many states are worth sharing with the other threads, if there are any. */
  private isForAll(states: number): boolean {
    const { engine, graph, options } = this;
    if (engine === null || graph !== null || options.workers < 2 || this.set.size < options.shareAfter) return false;
    engine.startHelpers();
    return states >= 4 * pieceStates;
  }

  private takeTogether(from: number, to: number): number {
    return this.engine!.runTogether(
      from,
      to,
      (state) => this.lookAt(state),
      () => this.isEnough() || this.engine!.states.isOver,
      () => this.options.meanwhile?.(this.set, to),
    );
  }

  private isEnough(): boolean {
    this.checkBudget();
    return this.ranOutOf !== null;
  }

  private takeBatch(from: number, to: number): number {
    this.expandBatch(from, to);
    this.insertBatch();
    return to;
  }

  private takeStretch(from: number, to: number): number {
    const engine = this.engine!;
    const { end, stop } = engine.run(from, to);
    if (this.graph !== null) this.graph.append(engine.edges.targets, engine.edges.counts);
    if (stop !== 'event') return end;
    this.lookAt(end);
    return end + 1;
  }

  /** Handles a state that the compiled code cannot: an unknown footprint, or something that is not decided yet. */
  private lookAt(state: number): void {
    this.takeBatch(state, state + 1);
    this.engine!.learned(this.judgements.open);
  }

  private compileWhenSettled(at: number): void {
    if (this.graph !== null && !this.options.needsGraph && this.isGraphTooLarge(this.graph)) {
      this.graph = null;
      this.engine?.forgetGraph();
    }
    if (this.engine !== null) return;
    if (!this.trigger.isSettled(at, this.expander.bodiesRun)) return;
    if (this.expander instanceof TableExpander) this.compile();
  }

  private compile(): void {
    const options = this.engineOptions();
    if (!canCompile(options)) return;
    this.engine = Engine.start(options, this.set, this.judgements.open);
    if (this.engine !== null) this.set = this.engine.states;
  }

  private engineOptions(): EngineOptions {
    const { model, judgements } = this;
    const { canonical, workers, limits } = this.options;
    return {
      ...{ model, canonical, workers },
      expander: this.expander as TableExpander,
      keepGraph: this.graph !== null,
      judged: judgements.all,
      endings: judgements.endings,
      statesMax: limits.states,
      bytesMax: limits.bytes,
    };
  }

  private expandBatch(from: number, to: number): void {
    const { set, out, expander, judgements, depth } = this;
    const states = set.ints;
    out.clear();
    for (let state = from; state < to; state++) {
      const base = set.baseOf(state);
      const before = out.count;
      expander.expand(states, base, out);
      const steps = out.count - before;
      this.graph?.endState(steps);
      const orbit = orbitSize(this.options.canonical, states, base);
      if (steps === 0) {
        this.terminal += orbit;
        judgements.stop(states, base, depth);
      }
      judgements.state(states, base, depth);
      for (let k = before; k < out.count; k++) if (out.marks[k] !== 0) judgements.mark(out.marks[k]!, depth);
      this.covered.states += orbit;
      this.covered.transitions += orbit * steps;
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

  private totals() {
    const { covered } = this;
    const compiled = (counter: Total) => this.engine?.total(counter) ?? 0;
    const transitions = this.transitions + compiled('transitions');
    const terminal = this.terminal + compiled('terminal');
    if (this.options.canonical.groups.length === 0) {
      return { transitions, terminal, covered: { states: this.set.size, transitions } };
    }
    return {
      transitions,
      terminal,
      covered: {
        states: covered.states + compiled('covered'),
        transitions: covered.transitions + compiled('coveredTransitions'),
      },
    };
  }

  private isDecided(): boolean {
    const { keepGoing, properties, deadlock } = this.options;
    if (keepGoing === true) return false;
    const { sightings, deadlock: stopped } = this.judgements;
    const isBroken = (property: Property) => kindOf(property).decisive === false && sightings.has(property.id);
    if (keepGoing === false) return stopped !== null || properties.some(isBroken);
    return (stopped !== null || !deadlock) && properties.every(isBroken);
  }

  private checkBudget(): void {
    const { limits, now } = this.options;
    if (this.set.size > limits.states) this.ranOutOf = 'states';
    else if (this.isOutOfMemory()) this.ranOutOf = 'memory';
    else if (limits.timeMs !== Number.POSITIVE_INFINITY && now() - this.started > limits.timeMs) this.ranOutOf = 'time';
    else if (this.options.isInterrupted?.()) this.ranOutOf = 'interruption';
  }

  private isOutOfMemory(): boolean {
    const { engine, graph } = this;
    if (graph !== null && this.options.needsGraph && this.isGraphTooLarge(graph)) return true;
    return engine === null ? this.set.bytes > this.options.limits.bytes : engine.states.isExhausted;
  }

  // Growing an array needs twice its memory for a moment, beside the old one.
  private isGraphTooLarge({ bytes }: Graph): boolean {
    const { graphStatesMax, limits } = this.options;
    return this.set.size > graphStatesMax || 3 * bytes + this.set.bytes > limits.bytes;
  }

  private report(frontier: number): void {
    const { onProgress, now } = this.options;
    onProgress?.({
      depth: this.depth,
      states: this.set.size,
      transitions: this.totals().transitions,
      frontier,
      elapsedMs: now() - this.started,
    });
  }
}
