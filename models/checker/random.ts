/** Reproducible pseudo-random numbers: xoshiro128** by Blackman and Vigna, seeded by splitmix32. */
export class Random {
  private readonly state: Uint32Array;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (const character of seed) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
    this.state = Uint32Array.from({ length: 4 }, () => {
      hash = (hash + 0x9e3779b9) | 0;
      let z = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return z ^ (z >>> 15);
    });
  }

  /** 32 bits. */
  next(): number {
    const s = this.state;
    const rotated = Math.imul(s[1]!, 5);
    const result = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0;
    const shifted = s[1]! << 9;
    s[2]! ^= s[0]!;
    s[3]! ^= s[1]!;
    s[1]! ^= s[2]!;
    s[0]! ^= s[3]!;
    s[2]! ^= shifted;
    s[3] = (s[3]! << 11) | (s[3]! >>> 21);
    return result;
  }

  /** A uniform whole number below `bound`, which is at least 1. */
  below(bound: number): number {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const drawn = this.next();
      if (drawn < limit) return drawn % bound;
    }
  }

  /** The same for bounds that a double cannot hold. */
  belowBig(bound: bigint): bigint {
    const words = Math.ceil(bound.toString(2).length / 32);
    const top = BigInt(2) ** BigInt(32 * words);
    const limit = top - (top % bound);
    for (;;) {
      let drawn = 0n;
      for (let word = 0; word < words; word++) drawn = (drawn << 32n) | BigInt(this.next());
      if (drawn < limit) return drawn % bound;
    }
  }
}
