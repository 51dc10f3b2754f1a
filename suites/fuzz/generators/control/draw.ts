/** Random choices from one seed. A sequence of the control plane is written step by step, each depending on the last. */

export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to `below` - 1, by Mulberry32. */
  int(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  }

  chance(percent: number): boolean {
    return this.int(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(from.length)]!;
  }

  /** One of several, by weight. */
  weighted<T>(...all: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.int(all.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of all) {
      left -= weight;
      if (left < 0) return value;
    }
    return all[0]![1];
  }

  /** Different elements, in a random order. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.int(left.length), 1)[0]!);
  }
}
