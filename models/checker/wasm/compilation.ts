/** What every compiled search has: the tables at hand as code, once more as numbers, and what is still to be decided. */

import type { Model, Property } from '../../language/model.ts';
import type { Canonical } from '../canonical.ts';
import type { TableExpander } from '../expander.ts';
import { compileSearch } from './codegen.ts';
import { Helper } from './helpers.ts';
import { boxOf, counters, marksMax, type Places, propertiesMax, shared, workerBlock } from './memory.ts';
import type { Exports } from './program.ts';
import type { CompiledStates } from './states.ts';
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
  /** For the table of states. */
  readonly bytesMax: number;
  /** Threads, this one included. */
  readonly workers: number;
  /** Memories over which states are divided when one is full, or holds so many states. */
  readonly partitions: number;
  readonly divideAfter: number;
}

/** What is still to be decided. */
export interface Open {
  readonly judged: readonly boolean[];
  /** By mark. */
  readonly marks: readonly boolean[];
  readonly deadlock: boolean;
}

export type Total = 'transitions' | 'terminal' | 'covered' | 'coveredTransitions';

// Beyond that the code would be larger than what compiling it can save.
const sizeMax = 1_500_000;

export const canCompile = ({ model, expander, judged }: EngineOptions): boolean =>
  expander.size <= sizeMax &&
  expander.vocabulary.marks.length <= marksMax &&
  judged.length <= propertiesMax &&
  model.layout.words <= 32;

// Compiling again is worth it when the tables have become so much larger; until then new paths are interpreted.
const growth = 1.3;

export abstract class Compilation {
  protected options: EngineOptions;
  /** One memory, or all of them. */
  protected readonly parts: readonly CompiledStates[];
  protected readonly helpers: Helper[] = [];
  protected exports: readonly Exports[] = [];
  private module: Module | null = null;
  /** For so many steps out of one state there is room. */
  private readonly room: number;
  private compiledSize = 0;
  /** Size of the tables that the interpreted path knows. */
  private knownSize = 0;

  constructor(options: EngineOptions, parts: readonly CompiledStates[]) {
    this.options = options;
    this.parts = parts;
    this.room = parts[0]!.places.stepsMax;
    for (const { ints, places } of parts) emptyBoxes(ints, places);
    this.refresh();
  }

  /** The bodies have been asked: what they answered is known from here on, and the decided is no longer asked for. */
  learned(open: Open): void {
    this.setOpen(open);
    const { expander } = this.options;
    if (expander.size === this.knownSize || stepsOf(expander) > this.room) return;
    if (expander.size > growth * this.compiledSize) this.refresh();
    else this.copyTables();
  }

  /** Starts the other threads, which takes them a while. */
  hire(): void {
    for (let id = this.helpers.length + 1; id < this.options.workers; id++) {
      this.helpers.push(new Helper(this.parts, id, this.module!));
    }
  }

  dismiss(): void {
    for (const helper of this.helpers.splice(0)) helper.quit();
  }

  total(counter: Total): number {
    let sum = 0;
    for (const { memory } of this.parts) {
      const view = new DataView(memory.buffer);
      for (let id = 0; id < this.options.workers; id++) {
        sum += Number(view.getBigUint64(workerBlock(id) + counters[counter], true));
      }
    }
    return sum;
  }

  /** Compiles the tables as they have become. */
  protected refresh(): void {
    const { expander, model, canonical, judged, endings, keepGraph, workers } = this.options;
    const module = compileSearch({
      ...{ expander, canonical, judged, endings, keepGraph },
      places: this.parts[0]!.places,
      processes: model.processes.length,
      parallel: workers > 1,
    });
    for (const helper of this.helpers) helper.send(module);
    this.module = module;
    this.exports = this.parts.map((states) => {
      const exports = new wasm.Instance(module, { env: { memory: states.memory } }).exports as Exports;
      states.use(exports);
      return exports;
    });
    this.compiledSize = expander.size;
    this.copyTables();
  }

  // Leaves and nodes before what points to them, since other threads may be on their way.
  private copyTables(): void {
    const { expander } = this.options;
    const { roots, nodes, children } = expander.trees.arrays;
    for (const { places, ints } of this.parts) {
      if (4 * expander.size > places.tableBytes) return;
      ints.set(expander.leafNumbers, places.tables.leaves / 4);
      ints.set(nodes, places.tables.nodes / 4);
      ints.set(children, places.tables.children / 4);
      ints.set(roots, places.tables.roots / 4);
    }
    this.knownSize = expander.size;
  }

  protected setOpen({ judged, marks, deadlock }: Open): void {
    for (const { memory } of this.parts) {
      const bytes = new Uint8Array(memory.buffer);
      bytes[shared.deadlockOpen] = deadlock ? 1 : 0;
      judged.forEach((open, index) => {
        bytes[shared.propertiesOpen + index] = open ? 1 : 0;
      });
      marks.forEach((open, mark) => {
        bytes[shared.marksOpen + mark] = open ? 1 : 0;
      });
    }
  }
}

function emptyBoxes(ints: Int32Array, places: Places): void {
  places.boxes.forEach((boxes, id) => {
    ints[(workerBlock(id) + counters.boxes) / 4] = boxes;
    for (let partition = 0; partition < places.partitions; partition++) {
      const { first, end } = boxOf(places, boxes, partition);
      ints[end / 4] = first;
    }
  });
}

const stepsOf = ({ stepsMax }: TableExpander): number => stepsMax.reduce((sum, steps) => sum + steps, 0);

/** What `placesFor` asks about the tables: twice what was seen, since some steps are met only later. */
export const roomFor = (expander: TableExpander): { stepsMax: number; tableNumbers: number } => ({
  stepsMax: 2 * stepsOf(expander) + 8,
  tableNumbers: 8 * expander.size + 65_536,
});
