/** The states of a compiled search, in a memory shared with WebAssembly: a hash table, and the order of discovery. */
import { batchStates, loadMax, overhang, type Places, pagesFor, shared } from './memory.ts';
import type { Exports } from './program.ts';
import { type Memory, wasm } from './wasm.ts';

const slotsStart = 1 << 16;

// A higher load than `loadMax`, used when memory is exhausted, so that the pieces in progress can be finished.
const loadAtLast = 0.95;

export interface Bounds {
  /** The number of states at which the caller must be asked. */
  readonly budget: number;
  /** Bytes that the table may still grow by. */
  readonly allowance: () => number;
}

export class CompiledStates {
  readonly words: number;
  readonly memory: Memory;
  readonly places: Places;
  /** The whole memory, as 32-bit words. */
  ints: Int32Array;
  /** No more memory can be allocated. */
  isExhausted = false;
  private readonly bounds: Bounds;
  private exports: Exports | null = null;
  private lifted = false;
  private dense: Int32Array | null = null;

  /** Throws RangeError when the memory cannot be allocated. */
  constructor(places: Places, sharedMemory: boolean, bounds: Bounds) {
    this.words = places.words;
    this.places = places;
    this.bounds = bounds;
    // A table at its limit must still have room for the batches of all threads.
    const underWay = batchStates * places.stepsMax * places.outputs.length;
    const slots = Math.min(Math.max(slotsStart, underWay * 8), places.slotsMax);
    this.memory = new wasm.Memory({
      initial: pagesFor(places, slots),
      maximum: places.pages,
      shared: sharedMemory,
    });
    this.ints = new Int32Array(this.memory.buffer);
    this.ints[shared.slots / 4] = slots;
    this.setLimit(slots);
  }

  get size(): number {
    return this.ints[shared.size / 4]!;
  }

  get isFull(): boolean {
    return this.size > this.ints[shared.limit / 4]!;
  }

  /** The search cannot add more states. Pieces in progress were finished beyond the limit. */
  get isOver(): boolean {
    return this.lifted || (this.isFull && !this.canGrow);
  }

  /** Bytes in use by the table and the order. */
  get bytes(): number {
    return (this.ints[shared.slots / 4]! + overhang) * this.places.stride + 4 * this.size;
  }

  use(exports: Exports): void {
    this.exports = exports;
  }

  /** The index in `ints` of the words of a state. */
  baseOf(number: number): number {
    const { order, table, stride } = this.places;
    return (table + this.ints[order / 4 + number]! * stride) >>> 2;
  }

  /** The number of the state, canonical or not; inserts it if it is new. */
  insert(from: Int32Array, base: number): number {
    const exports = this.handOver(from, base);
    return exports.insert(this.scratch);
  }

  find(from: Int32Array, base: number): number {
    const exports = this.handOver(from, base);
    return exports.find(this.scratch);
  }

  /** `words` numbers for each state, in order of state numbers. Copied on first access, when the search is over. */
  get states(): Int32Array {
    const { size, words, ints } = this;
    if (this.dense !== null && this.dense.length === size * words) return this.dense;
    const all = new Int32Array(size * words);
    for (let number = 0, at = 0; number < size; number++) {
      const base = this.baseOf(number);
      for (let w = 0; w < words; w++) all[at++] = ints[base + w]!;
    }
    this.dense = all;
    return all;
  }

  /** Grows the table, or sets `isExhausted`. No other thread may work meanwhile. */
  grow(): void {
    const { places } = this;
    const slots = this.ints[shared.slots / 4]!;
    const affordable = slots + Math.floor(this.bounds.allowance() / places.stride);
    const larger = Math.min(places.slotsMax, affordable, Math.ceil(slots * (slots < 1 << 21 ? 2 : 1.4)));
    // A smaller gain does not justify moving the whole table.
    if (larger < slots * 1.05 || !this.reserve(larger)) {
      this.isExhausted = true;
      this.lift();
      return;
    }
    this.exports!.grow(larger);
    this.setLimit(larger);
  }

  private reserve(slots: number): boolean {
    const more = pagesFor(this.places, slots) - this.memory.buffer.byteLength / 65_536;
    try {
      if (more > 0) this.memory.grow(more);
      this.ints = new Int32Array(this.memory.buffer);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  }

  /** Whether a larger table would let the search continue. */
  get canGrow(): boolean {
    return !this.isExhausted && this.size > Math.floor(this.ints[shared.slots / 4]! * loadMax);
  }

  /** Called when the budget is spent: raises the limit so that the current level can be finished. */
  lift(): void {
    this.lifted = true;
    this.ints[shared.limit / 4] = Math.floor(this.ints[shared.slots / 4]! * (this.isExhausted ? loadAtLast : loadMax));
  }

  private setLimit(slots: number): void {
    this.ints[shared.limit / 4] = Math.min(Math.floor(slots * loadMax), this.lifted ? slots : this.bounds.budget);
  }

  private get scratch(): number {
    return this.places.inputs[0]!;
  }

  private handOver(from: Int32Array, base: number): Exports {
    const { ints, words, scratch } = this;
    for (let w = 0; w < words; w++) ints[scratch / 4 + w] = from[base + w]!;
    this.exports!.canonicalise(scratch);
    return this.exports!;
  }
}
