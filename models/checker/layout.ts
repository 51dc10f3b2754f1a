/** Where each variable lies in the packed words of a state. Knows no model. */
import { type Domain, shown, type Value } from './domains.ts';

export interface Variable {
  readonly id: number;
  readonly name: string;
  readonly domain: Domain<unknown>;
  /** The code it starts with. */
  readonly initial: number;
  /** `(words[word] >>> shift) & mask` is its code. */
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** A state by names: what traces and reports show. */
export type Values = { readonly [variable: string]: Value };

const bitsOf = (size: number): number => 32 - Math.clz32(size - 1);

export class Layout {
  readonly variables: Variable[] = [];
  private word = 0;
  private used = 0;

  /** Variables keep the order of their declaration; none straddles two words. */
  add(name: string, domain: Domain<unknown>, initial: number): Variable {
    const bits = bitsOf(domain.size);
    if (this.used + bits > 32) {
      this.word++;
      this.used = 0;
    }
    const place = { word: this.word, shift: this.used % 32, mask: 2 ** bits - 1 };
    const variable: Variable = { id: this.variables.length, name, domain, initial, ...place };
    this.used += bits;
    this.variables.push(variable);
    return variable;
  }

  /** Words of 32 bits in a state. */
  get words(): number {
    return this.word + 1;
  }

  initialCodes(): number[] {
    return this.variables.map((variable) => variable.initial);
  }

  /** `codes` by variable id. */
  pack(codes: readonly number[]): Int32Array {
    const words = new Int32Array(this.words);
    for (const { id, word, shift } of this.variables) words[word]! |= codes[id]! << shift;
    return words;
  }

  unpack(words: Int32Array, base = 0): number[] {
    return this.variables.map(({ word, shift, mask }) => (words[base + word]! >>> shift) & mask);
  }

  values(codes: readonly number[]): Values {
    return Object.fromEntries(this.variables.map(({ id, name, domain }) => [name, shown(domain, codes[id]!)]));
  }
}
