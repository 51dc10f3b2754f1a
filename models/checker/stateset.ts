/**
 * A hash set of packed states that numbers them in order of insertion. Breadth-first search inserts level by level, so a level has
 * consecutive numbers and the set is its own queue. Open addressing with linear probing: a slot holds a state number + 1; the words
 * lie densely in insertion order.
 */

import { ModelError } from '../language/error.ts';
import type { Canonical } from './canonical.ts';
import { canonicalise } from './canonicalise.ts';

const slotsStart = 1 << 12;

/** States by number. */
export interface States {
  readonly words: number;
  readonly size: number;
  /** `words` numbers for each state, in order of state numbers. May be a copy that is made on first access. */
  readonly states: Int32Array;
  /** The array that `baseOf` indexes. Every insertion may move the states: ask again afterwards. */
  readonly ints: Int32Array;
  /** Memory in use. */
  readonly bytes: number;
  baseOf(number: number): number;
  /** The number of a state, or −1. */
  find(from: Int32Array, base: number): number;
}

/** A set of states that a search is still adding to. */
export interface GrowingStates extends States {
  /** The number of the state at `from[base]`; inserts it if it is new. */
  insert(from: Int32Array, base: number): number;
}

export class StateSet implements GrowingStates {
  readonly words: number;
  size = 0;
  /** `words` numbers for each state, in order of state numbers. */
  states: Int32Array;
  private slots: Int32Array;
  private readonly model: string;
  private readonly sizeMax: number;
  private readonly canonical: Canonical | null;
  private readonly sought: Int32Array;

  /** Throws beyond `sizeMax` states, instead of losing some silently. */
  constructor(model: string, words: number, sizeMax = 2 ** 29, canonical: Canonical | null = null) {
    this.model = model;
    this.words = words;
    this.sizeMax = sizeMax;
    this.canonical = canonical;
    this.sought = new Int32Array(words);
    this.states = new Int32Array((slotsStart / 2) * words);
    this.slots = new Int32Array(slotsStart);
  }

  get bytes(): number {
    return 4 * (this.slots.length + this.size * this.words);
  }

  get ints(): Int32Array {
    return this.states;
  }

  baseOf(number: number): number {
    return number * this.words;
  }

  /** The number of the state at `from[base]`; inserts it if it is new. It was new when the result equals the size before the call. */
  insert(from: Int32Array, base: number): number {
    return this.canonical === null ? this.put(from, base) : this.put(this.canonicalOf(from, base), 0);
  }

  find(from: Int32Array, base: number): number {
    return this.canonical === null ? this.look(from, base) : this.look(this.canonicalOf(from, base), 0);
  }

  private canonicalOf(from: Int32Array, base: number): Int32Array {
    for (let w = 0; w < this.words; w++) this.sought[w] = from[base + w]!;
    canonicalise(this.canonical!, this.sought, 0);
    return this.sought;
  }

  private put(from: Int32Array, base: number): number {
    let slot = this.hash(from, base) & (this.slots.length - 1);
    for (;;) {
      const number = this.slots[slot]! - 1;
      if (number < 0) break;
      if (this.same(number, from, base)) return number;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    return this.append(slot, from, base);
  }

  private look(from: Int32Array, base: number): number {
    let slot = this.hash(from, base) & (this.slots.length - 1);
    for (;;) {
      const number = this.slots[slot]! - 1;
      if (number < 0 || this.same(number, from, base)) return number;
      slot = (slot + 1) & (this.slots.length - 1);
    }
  }

  private append(slot: number, from: Int32Array, base: number): number {
    if (this.size >= this.sizeMax) this.full();
    const number = this.size++;
    const at = number * this.words;
    for (let w = 0; w < this.words; w++) this.states[at + w] = from[base + w]!;
    this.slots[slot] = number + 1;
    if (this.size * 2 >= this.slots.length) this.grow();
    return number;
  }

  private same(number: number, from: Int32Array, base: number): boolean {
    const at = number * this.words;
    for (let w = 0; w < this.words; w++) if (this.states[at + w] !== from[base + w]) return false;
    return true;
  }

  // Murmur3's mixing of each word, and its finaliser. Linear probing clusters unless every input bit reaches the low bits.
  private hash(from: Int32Array, base: number): number {
    let h = 0x9747b28c;
    for (let w = 0; w < this.words; w++) {
      let k = Math.imul(from[base + w]!, 0xcc9e2d51);
      k = (k << 15) | (k >>> 17);
      h ^= Math.imul(k, 0x1b873593);
      h = (h << 13) | (h >>> 19);
      h = (Math.imul(h, 5) + 0xe6546b64) | 0;
    }
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return h ^ (h >>> 16);
  }

  private grow(): void {
    try {
      const states = new Int32Array(this.states.length * 2);
      states.set(this.states);
      this.slots = new Int32Array(this.slots.length * 2);
      this.states = states;
    } catch (error) {
      if (error instanceof RangeError) this.full(error);
      throw error;
    }
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = this.hash(this.states, number * this.words) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }

  private full(cause?: unknown): never {
    const next = 'choose a smaller scale, or set a state budget';
    throw new ModelError({ model: this.model }, `no room for more than ${this.size} states`, { next, cause });
  }
}
