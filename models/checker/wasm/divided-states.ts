/**
 * States divided over several memories by their hash. Within a memory they are numbered as they come; as one set they are
 * numbered level by level, and within a level memory by memory.
 */
import type { GrowingStates } from '../stateset.ts';
import type { CompiledStates } from './states.ts';

export class DividedStates implements GrowingStates {
  readonly words: number;
  readonly parts: readonly CompiledStates[];
  /** The state that was asked for last. */
  readonly ints: Int32Array;
  /** By partition, and then by level: the first number of the level there. */
  private readonly firsts: readonly number[][];
  /** By level: its first number in the whole. */
  private readonly starts: number[] = [];
  /** Where the last state that was asked for lies: neighbours are mostly asked for one after the other. */
  private run: Run = { from: 0, to: 0, partition: 0, first: 0 };
  private dense: Int32Array | null = null;

  constructor(parts: readonly CompiledStates[]) {
    this.parts = parts;
    this.words = parts[0]!.words;
    this.ints = new Int32Array(this.words);
    this.firsts = parts.map(() => []);
  }

  get size(): number {
    let size = 0;
    for (const part of this.parts) size += part.size;
    return size;
  }

  get sizes(): number[] {
    return this.parts.map(({ size }) => size);
  }

  get bytes(): number {
    return this.parts.reduce((total, { bytes }) => total + bytes, 0);
  }

  get isExhausted(): boolean {
    return this.parts.some(({ isExhausted }) => isExhausted);
  }

  /** States that come from here on are of the next level. */
  beginLevel(): void {
    this.starts.push(this.size);
    this.parts.forEach(({ size }, partition) => {
      this.firsts[partition]!.push(size);
    });
  }

  /** Where the last level begins that has begun, by partition. */
  get lastLevel(): readonly number[] {
    return this.firsts.map((firsts) => firsts.at(-1)!);
  }

  /** Copies the state to where it can be read until the next is asked for. */
  baseOf(number: number): number {
    if (number < this.run.from || number >= this.run.to) this.run = this.runOf(number);
    const { from, partition, first } = this.run;
    const part = this.parts[partition]!;
    const at = part.baseOf(first + number - from);
    for (let w = 0; w < this.words; w++) this.ints[w] = part.ints[at + w]!;
    return 0;
  }

  /** The number of a state by its number in its partition. It may change until its level has ended. */
  numberOf(partition: number, local: number): number {
    const level = lastUpTo(this.firsts[partition]!, local);
    let number = this.starts[level]! + local - this.firsts[partition]![level]!;
    for (let p = 0; p < partition; p++) number += this.end(level, p) - this.firsts[p]![level]!;
    return number;
  }

  /** The number may change until the level has ended. */
  insert(from: Int32Array, base: number): number {
    const partition = this.parts[0]!.placeOf(from, base);
    return this.numberOf(partition, this.parts[partition]!.insert(from, base));
  }

  find(from: Int32Array, base: number): number {
    const partition = this.parts[0]!.placeOf(from, base);
    const local = this.parts[partition]!.find(from, base);
    return local < 0 ? local : this.numberOf(partition, local);
  }

  get states(): Int32Array {
    const { size, words, ints } = this;
    if (this.dense !== null && this.dense.length === size * words) return this.dense;
    const all = new Int32Array(size * words);
    for (let number = 0; number < size; number++) {
      this.baseOf(number);
      all.set(ints, number * words);
    }
    this.dense = all;
    return all;
  }

  private runOf(number: number): Run {
    const level = lastUpTo(this.starts, number);
    let from = this.starts[level]!;
    for (let partition = 0; ; partition++) {
      const first = this.firsts[partition]![level]!;
      const end = from + this.end(level, partition) - first;
      // The numbers of the last level may still change.
      if (number < end) return { from, to: level + 1 < this.starts.length ? end : from, partition, first };
      from = end;
    }
  }

  private end(level: number, partition: number): number {
    return this.firsts[partition]![level + 1] ?? this.parts[partition]!.size;
  }
}

/** States `from` … `to` − 1 lie one after the other in a partition, there from `first` on. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly partition: number;
  readonly first: number;
}

/** The last place of a list in ascending order whose number is not above this one. */
function lastUpTo(ascending: readonly number[], number: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
