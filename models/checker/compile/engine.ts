/** A compiled search while it runs: builds it from the tables at hand, and builds it anew when they have grown. */
import type { TableExpander } from '../expander.ts';
import type { Model, Property } from '../model.ts';
import type { GrowingStates } from '../stateset.ts';
import type { Canonical } from './canonical.ts';
import { compileSearch } from './codegen.ts';
import { Helper, type Services } from './helpers.ts';
import {
  callStates,
  counters,
  marksMax,
  pieceStates,
  placesFor,
  propertiesMax,
  shared,
  turns,
  workerBlock,
} from './memory.ts';
import type { Exports } from './program.ts';
import { CompiledStates } from './states.ts';
import { type Module, wasm } from './wasm.ts';

export interface EngineOptions {
  readonly model: Model;
  readonly expander: TableExpander;
  readonly canonical: Canonical;
  /** In the order in which `Open.judged` speaks of them. */
  readonly judged: readonly { readonly property: Property; readonly expected: boolean }[];
  readonly endings: readonly Property[];
  readonly keepGraph: boolean;
  readonly statesMax: number;
  /** Threads, this one included. */
  readonly workers: number;
}

/** What is still to be decided. */
export interface Open {
  readonly judged: readonly boolean[];
  /** By mark. */
  readonly marks: readonly boolean[];
  readonly deadlock: boolean;
}

/** What a call has done. */
export interface Stretch {
  /** The first state that was not taken. */
  readonly end: number;
  /** `event`: the bodies must look at state `end`. `room`: the table or the budget is full. */
  readonly stop: 'done' | 'event' | 'room';
}

// Beyond that the code would be larger than what compiling it can save.
const sizeMax = 1_500_000;

export const canCompile = ({ model, expander, judged }: EngineOptions): boolean =>
  expander.size <= sizeMax &&
  expander.vocabulary.marks.length <= marksMax &&
  judged.length <= propertiesMax &&
  model.layout.words <= 32;

// Compiling again is worth it when the tables have become so much larger; until then new paths are interpreted.
const growth = 1.3;

const stopNames = ['done', 'event', 'room'] as const;

export class Engine {
  readonly states: CompiledStates;
  private options: EngineOptions;
  /** For so many steps out of one state there is room. */
  private readonly room: number;
  private exports: Exports;
  private module: Module | null = null;
  private readonly helpers: Helper[] = [];
  private compiledSize: number;
  /** Size of the tables that the interpreted path knows. */
  private knownSize = 0;

  private constructor(options: EngineOptions, states: CompiledStates) {
    this.options = options;
    this.states = states;
    this.room = roomFor(options.expander);
    this.exports = this.compile();
    this.compiledSize = options.expander.size;
    this.copyTables();
  }

  /** Takes over the states found so far. Null when there is no memory to be had. */
  static start(options: EngineOptions, before: GrowingStates, open: Open): Engine | null {
    const { model, statesMax, expander, workers } = options;
    const tableNumbers = 8 * expander.size + 65_536;
    const { words } = model.layout;
    const places = placesFor({ words, stepsMax: roomFor(expander), workers, statesMax, tableNumbers });
    let states: CompiledStates;
    try {
      states = new CompiledStates(model.name, places, workers > 1, statesMax);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
    const engine = new Engine(options, states);
    for (let number = 0; number < before.size; number++) {
      if (states.canGrow) states.grow();
      states.insert(before.ints, before.baseOf(number));
    }
    engine.setOpen(open);
    return engine;
  }

  /** The bodies have been asked: what they answered is known from here on, and the decided is no longer asked for. */
  learned(open: Open): void {
    this.setOpen(open);
    const { expander } = this.options;
    if (expander.size === this.knownSize || stepsOf(expander) > this.room) return;
    if (expander.size > growth * this.compiledSize) this.refresh();
    else this.copyTables();
  }

  /** Compiles the tables as they have become. */
  private refresh(): void {
    this.exports = this.compile();
    this.compiledSize = this.options.expander.size;
    this.copyTables();
  }

  // Leaves and nodes before what points to them, since other threads may be on their way.
  private copyTables(): void {
    const { expander } = this.options;
    const { places, ints } = this.states;
    const { roots, nodes, children } = expander.trees.arrays;
    if (4 * expander.size > places.tableBytes) return;
    ints.set(expander.leafNumbers, places.tables.leaves / 4);
    ints.set(nodes, places.tables.nodes / 4);
    ints.set(children, places.tables.children / 4);
    ints.set(roots, places.tables.roots / 4);
    this.knownSize = expander.size;
  }

  private setOpen({ judged, marks, deadlock }: Open): void {
    const bytes = new Uint8Array(this.states.memory.buffer);
    bytes[shared.deadlockOpen] = deadlock ? 1 : 0;
    judged.forEach((open, index) => {
      bytes[shared.propertiesOpen + index] = open ? 1 : 0;
    });
    marks.forEach((open, mark) => {
      bytes[shared.marksOpen + mark] = open ? 1 : 0;
    });
  }

  /** Takes states from `from` on, `to` − 1 at most. */
  run(from: number, to: number): Stretch {
    const stretch = this.take(from, Math.min(to, from + callStates));
    if (stretch.stop !== 'room' || !this.states.canGrow) return stretch;
    this.states.grow();
    return { end: stretch.end, stop: 'done' };
  }

  /** From here on edges are no longer noted. */
  forgetGraph(): void {
    this.options = { ...this.options, keepGraph: false };
    this.refresh();
  }

  /** Starts the other threads, which takes them a while. */
  hire(): void {
    for (let id = this.helpers.length + 1; id < this.options.workers; id++) {
      this.helpers.push(new Helper(this.states, id, this.module!));
    }
  }

  dismiss(): void {
    for (const helper of this.helpers.splice(0)) helper.quit();
  }

  /** Takes a whole level with all threads; a piece that is begun is ended even when `isOver` says that it is enough. */
  runTogether(from: number, to: number, event: (state: number) => void, isOver: () => boolean): void {
    const { ints } = this.states;
    Atomics.store(ints, shared.next / 4, from);
    ints[shared.levelEnd / 4] = to;
    const crew = this.helpers.filter(({ isIdle }) => isIdle);
    const room = () => this.makeRoom(crew);
    for (const helper of crew) helper.go();
    for (;;) {
      const at = Atomics.add(this.states.ints, shared.next / 4, pieceStates);
      if (at >= to) break;
      this.takePiece(at, Math.min(at + pieceStates, to), { event, room });
      for (const helper of crew) this.attend(helper, { event, room });
      if (isOver()) Atomics.store(this.states.ints, shared.next / 4, to);
    }
    while (!crew.every(({ isIdle }) => isIdle)) {
      for (const helper of crew) {
        helper.wait();
        this.attend(helper, { event, room });
      }
    }
  }

  private takePiece(from: number, to: number, { event, room }: Services): void {
    let at = from;
    while (at < to) {
      const { end, stop } = this.take(at, to);
      at = end;
      if (stop === 'event') event(at++);
      if (stop === 'room') room();
    }
  }

  /** Does what another thread has stopped for. */
  private attend(helper: Helper, { event, room }: Services): void {
    const { turn } = helper;
    if (turn !== turns.event && turn !== turns.room) return;
    if (turn === turns.event) event(helper.stoppedAt);
    else room();
    helper.go();
  }

  /** The table is moved only while nobody looks at it; a thread that stopped at an event stays where it is. */
  private makeRoom(crew: readonly Helper[]): void {
    for (const helper of crew) while (helper.isBusy) helper.wait();
    if (this.states.canGrow) this.states.grow();
    else if (this.states.isFull) this.states.lift();
  }

  private take(from: number, to: number): Stretch {
    const { ints, places } = this.states;
    const block = workerBlock(0);
    ints[(block + counters.targetsEnd) / 4] = places.targets;
    ints[(block + counters.countsEnd) / 4] = places.counts;
    const end = this.exports.run(block, places.inputs[0]!, places.outputs[0]!, from, to) >>> 0;
    return { end, stop: stopNames[ints[(block + counters.status) / 4]!]! };
  }

  /** The targets of the steps of the last call, and for each of its states how many they are. */
  get edges(): { targets: Int32Array; counts: Int32Array } {
    const { ints, places } = this.states;
    const block = workerBlock(0);
    const upTo = (counter: number) => ints[(block + counter) / 4]! >>> 2;
    return {
      targets: ints.subarray(places.targets >>> 2, upTo(counters.targetsEnd)),
      counts: ints.subarray(places.counts >>> 2, upTo(counters.countsEnd)),
    };
  }

  total(counter: 'transitions' | 'terminal' | 'covered' | 'coveredTransitions'): number {
    const view = new DataView(this.states.memory.buffer);
    let sum = 0;
    for (let id = 0; id < this.options.workers; id++) {
      sum += Number(view.getBigUint64(workerBlock(id) + counters[counter], true));
    }
    return sum;
  }

  private compile(): Exports {
    const { expander, model, canonical, judged, endings, keepGraph } = this.options;
    const module = compileSearch({
      expander,
      places: this.states.places,
      canonical,
      judged,
      endings,
      processes: model.processes.length,
      keepGraph,
      parallel: this.options.workers > 1,
    });
    for (const helper of this.helpers) helper.send(module);
    this.module = module;
    const instance = new wasm.Instance(module, { env: { memory: this.states.memory } });
    const exports = instance.exports as Exports;
    this.states.use(exports);
    return exports;
  }
}

const stepsOf = ({ stepsMax }: TableExpander): number => stepsMax.reduce((sum, steps) => sum + steps, 0);
// Twice what was seen: some steps are met only later.
const roomFor = (expander: TableExpander): number => 2 * stepsOf(expander) + 8;
