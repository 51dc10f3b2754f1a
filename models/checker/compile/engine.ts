/** A compiled search while it runs: builds it from the tables at hand, and builds it anew when they have grown. */
import type { TableExpander } from '../expander.ts';
import type { Model, Property } from '../model.ts';
import type { GrowingStates } from '../stateset.ts';
import type { Canonical } from './canonical.ts';
import { compileSearch, type Exports } from './codegen.ts';
import { callStates, counters, marksMax, placesFor, propertiesMax, shared, stops, workerBlock } from './memory.ts';
import { CompiledStates } from './states.ts';
import { wasm } from './wasm.ts';

export interface EngineOptions {
  readonly model: Model;
  readonly expander: TableExpander;
  readonly canonical: Canonical;
  /** In the order in which `Open.judged` speaks of them. */
  readonly judged: readonly { readonly property: Property; readonly expected: boolean }[];
  readonly endings: readonly Property[];
  readonly keepGraph: boolean;
  readonly statesMax: number;
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

const stopNames = ['done', 'event', 'room'] as const;

export class Engine {
  readonly states: CompiledStates;
  /** States left to the bodies since the tables were compiled. */
  missed = 0;
  private readonly options: EngineOptions;
  /** For so many steps out of one state there is room. */
  private readonly room: number;
  private exports: Exports;
  private compiledSize: number;

  private constructor(options: EngineOptions, states: CompiledStates) {
    this.options = options;
    this.states = states;
    this.room = roomFor(options.expander);
    this.exports = this.compile();
    this.compiledSize = options.expander.size;
  }

  /** Takes over the states found so far. Null when there is no memory to be had. */
  static start(options: EngineOptions, before: GrowingStates, open: Open): Engine | null {
    const { model, statesMax, expander } = options;
    const places = placesFor(model.layout.words, roomFor(expander), 1, statesMax);
    let states: CompiledStates;
    try {
      states = new CompiledStates(model.name, places, false, statesMax);
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

  /** Whether compiling again is worth it: what the bodies did meanwhile would have paid for it. */
  get isOutdated(): boolean {
    const { expander } = this.options;
    return this.missed * 16 > expander.size && expander.size > this.compiledSize && stepsOf(expander) <= this.room;
  }

  /** Compiles the tables as they have become. */
  refresh(): void {
    this.exports = this.compile();
    this.compiledSize = this.options.expander.size;
    this.missed = 0;
  }

  setOpen({ judged, marks, deadlock }: Open): void {
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
    const { ints, places } = this.states;
    const block = workerBlock(0);
    ints[(block + counters.targetsEnd) / 4] = places.targets;
    ints[(block + counters.countsEnd) / 4] = places.counts;
    const [input, output] = [places.inputs[0]!, places.outputs[0]!];
    const end = this.exports.run(block, input, output, from, Math.min(to, from + callStates)) >>> 0;
    const stop = stopNames[ints[(block + counters.status) / 4]!]!;
    if (stop === stopNames[stops.room] && this.states.canGrow) {
      this.states.grow();
      return { end, stop: 'done' };
    }
    return { end, stop };
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
    return Number(view.getBigUint64(workerBlock(0) + counters[counter], true));
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
      parallel: false,
    });
    const instance = new wasm.Instance(module, { env: { memory: this.states.memory } });
    const exports = instance.exports as Exports;
    this.states.use(exports);
    return exports;
  }
}

const stepsOf = ({ stepsMax }: TableExpander): number => stepsMax.reduce((sum, steps) => sum + steps, 0);
// Twice what was seen: some steps are met only later.
const roomFor = (expander: TableExpander): number => 2 * stepsOf(expander) + 8;
