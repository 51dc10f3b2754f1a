/** A compiled search: the decision tables as code, the same tables as data for footprints learned later, and what is not decided yet. */

import type { Model, Property } from '../../language/model.ts';
import type { Canonical } from '../canonical.ts';
import type { TableExpander } from '../expander.ts';
import { compileSearch } from './codegen.ts';
import { Helper } from './helpers.ts';
import { counters, marksMax, propertiesMax, shared, workerBlock } from './memory.ts';
import type { Exports } from './program.ts';
import type { CompiledStates } from './states.ts';
import { type Module, wasm } from './wasm.ts';

export interface EngineOptions {
  readonly model: Model;
  readonly expander: TableExpander;
  readonly canonical: Canonical;
  /** In the order of `Open.judged`. */
  readonly judged: readonly { readonly property: Property; readonly expected: boolean }[];
  readonly endings: readonly Property[];
  readonly keepGraph: boolean;
  readonly statesMax: number;
  /** For the table of states. */
  readonly bytesMax: number;
  /** Threads, this one included. */
  readonly workers: number;
}

/** Which properties, marks and deadlocks are not decided yet. Anything decided no longer stops the compiled code. */
export interface Open {
  readonly judged: readonly boolean[];
  /** By mark. */
  readonly marks: readonly boolean[];
  readonly deadlock: boolean;
}

export type Total = 'transitions' | 'terminal' | 'covered' | 'coveredTransitions';

// Above this size, compiling takes longer than it saves.
const sizeMax = 1_500_000;

// A wider variable keeps the search learning, and every lesson copies the tables.
const valuesMax = 4096;

/** Whether compiling pays, and the search fits the fixed sizes of the memory layout. */
export const canCompile = ({ model, expander, judged }: EngineOptions): boolean =>
  expander.size <= sizeMax &&
  expander.trees.widest <= valuesMax &&
  expander.vocabulary.marks.length <= marksMax &&
  judged.length <= propertiesMax &&
  model.layout.words <= 32;

// Compile again when the tables have grown by this factor. Until then new footprints are interpreted.
const growth = 1.3;

export abstract class Compilation {
  protected options: EngineOptions;
  readonly states: CompiledStates;
  protected readonly helpers: Helper[] = [];
  protected exports!: Exports;
  private module: Module | null = null;
  /** The most steps out of one state for which memory is reserved. */
  private readonly room: number;
  private compiledSize = 0;
  /** Size of the tables as last copied for the interpreter. */
  private knownSize = 0;
  /** How much of each table has been copied: they only grow, but for children that get a value. */
  private copied = { leaves: 0, nodes: 0, children: 0 };

  constructor(options: EngineOptions, states: CompiledStates) {
    this.options = options;
    this.states = states;
    this.room = states.places.stepsMax;
    this.refresh();
  }

  /** Takes over what the bodies have just answered, and what is no longer open. */
  learned(open: Open): void {
    this.setOpen(open);
    const { expander } = this.options;
    if (expander.size === this.knownSize || stepsOf(expander) > this.room) return;
    if (expander.size > growth * this.compiledSize) this.refresh();
    else this.copyTables();
  }

  /** Starts the other threads. They need some time before they work. */
  startHelpers(): void {
    for (let id = this.helpers.length + 1; id < this.options.workers; id++) {
      this.helpers.push(new Helper(this.states, id, this.module!));
    }
  }

  stopHelpers(): void {
    for (const helper of this.helpers.splice(0)) helper.quit();
  }

  total(counter: Total): number {
    const view = new DataView(this.states.memory.buffer);
    let sum = 0;
    for (let id = 0; id < this.options.workers; id++) {
      sum += Number(view.getBigUint64(workerBlock(id) + counters[counter], true));
    }
    return sum;
  }

  /** Compiles the current tables. */
  protected refresh(): void {
    const { expander, model, canonical, judged, endings, keepGraph, workers } = this.options;
    const module = compileSearch({
      ...{ expander, canonical, judged, endings, keepGraph },
      places: this.states.places,
      processes: model.processes.length,
      parallel: workers > 1,
    });
    for (const helper of this.helpers) helper.send(module);
    this.module = module;
    this.exports = new wasm.Instance(module, { env: { memory: this.states.memory } }).exports as Exports;
    this.states.use(this.exports);
    this.compiledSize = expander.size;
    this.copyTables();
  }

  // Other threads read while this copies, so whatever is pointed to is copied before the pointers to it. A whole copy for each
  // footprint that is learned would take most of the time of a model whose footprints come slowly.
  private copyTables(): void {
    const { expander } = this.options;
    const { roots, nodes, children } = expander.trees.arrays;
    const { places, ints } = this.states;
    if (4 * expander.size > places.tableBytes) return;
    const { copied } = this;
    const append = (numbers: Int32Array, from: number, address: number) =>
      ints.set(numbers.subarray(from), address / 4 + from);
    append(expander.leafNumbers, copied.leaves, places.tables.leaves);
    append(nodes, copied.nodes, places.tables.nodes);
    append(children, copied.children, places.tables.children);
    for (const child of expander.trees.takeChanged()) ints[places.tables.children / 4 + child] = children[child]!;
    ints.set(roots, places.tables.roots / 4);
    this.copied = { leaves: expander.leafNumbers.length, nodes: nodes.length, children: children.length };
    this.knownSize = expander.size;
  }

  protected setOpen({ judged, marks, deadlock }: Open): void {
    const bytes = new Uint8Array(this.states.memory.buffer);
    bytes[shared.deadlockOpen] = deadlock ? 1 : 0;
    judged.forEach((open, index) => {
      bytes[shared.propertiesOpen + index] = open ? 1 : 0;
    });
    marks.forEach((open, mark) => {
      bytes[shared.marksOpen + mark] = open ? 1 : 0;
    });
  }
}

const stepsOf = ({ stepsMax }: TableExpander): number => stepsMax.reduce((sum, steps) => sum + steps, 0);

/** The sizes that `placesFor` needs: twice what was seen, since some steps are learned later. */
export const roomFor = (expander: TableExpander): { stepsMax: number; tableNumbers: number } => ({
  stepsMax: 2 * stepsOf(expander) + 8,
  tableNumbers: 8 * expander.size + 65_536,
});
