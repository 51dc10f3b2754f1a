/** The states of a compiled search, in a memory that WebAssembly works on: a table of slots, and their order of discovery. */
import { batchStates, loadMax, overhang, type Places, pagesFor, shared } from './memory.ts';
import type { Exports } from './program.ts';
import { type Memory, wasm } from './wasm.ts';

const slotsStart = 1 << 16;

// With memory at an end, pieces that are begun are still brought to theirs.
const loadAtLast = 0.95;

export interface Bounds {
  /** States beyond which the caller wants to be asked. */
  readonly budget: number;
  /** Bytes that may be added to those in use. */
  readonly allowance: () => number;
}

export class CompiledStates {
  readonly words: number;
  readonly memory: Memory;
  readonly places: Places;
  /** The whole memory, by words of 32 bits. */
  ints: Int32Array;
  /** No more memory is to be had. */
  isExhausted = false;
  private readonly bounds: Bounds;
  private exports: Exports | null = null;
  private lifted = false;
  private dense: Int32Array | null = null;

  /** Throws RangeError when there is no memory to be had. */
  constructor(places: Places, sharedMemory: boolean, bounds: Bounds) {
    this.words = places.words;
    this.places = places;
    this.bounds = bounds;
    // A table that is called full must still have room for what every thread has under way.
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

  /** No more states are to be found here: what was under way came to an end beyond the limit. */
  get isOver(): boolean {
    return this.lifted || (this.isFull && !this.canGrow);
  }

  /** Bytes of the table and the order, as far as they are in use. */
  get bytes(): number {
    return (this.ints[shared.slots / 4]! + overhang) * this.places.stride + 4 * this.size;
  }

  use(exports: Exports): void {
    this.exports = exports;
  }

  /** Where the words of a state lie in `ints`. */
  baseOf(number: number): number {
    const { order, table, stride } = this.places;
    return (table + this.ints[order / 4 + number]! * stride) >>> 2;
  }

  /** Canonical or not: the number of the state, which may be new. */
  insert(from: Int32Array, base: number): number {
    const exports = this.handOver(from, base);
    return exports.insert(this.scratch);
  }

  find(from: Int32Array, base: number): number {
    const exports = this.handOver(from, base);
    return exports.find(this.scratch);
  }

  /** `words` numbers for each state, in order of their numbers. A copy, made when the search is over. */
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

  /** Makes room for more states, or ends in `isExhausted`. Nobody else may be at work. */
  grow(): void {
    const { places } = this;
    const slots = this.ints[shared.slots / 4]!;
    const affordable = slots + Math.floor(this.bounds.allowance() / places.stride);
    const larger = Math.min(places.slotsMax, affordable, Math.ceil(slots * (slots < 1 << 21 ? 2 : 1.4)));
    // Moving everything for less is not worth it.
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

  /** Whether a stop for room is one that more slots can help. */
  get canGrow(): boolean {
    return !this.isExhausted && this.size > Math.floor(this.ints[shared.slots / 4]! * loadMax);
  }

  /** The budget is spent: lets a level come to its end all the same, and makes room for that. */
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
