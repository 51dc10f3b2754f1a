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

type Placed = Omit<Variable, 'word' | 'shift'> & { word: number; shift: number };

/** Records that may change places with each other: by member, its variables in the same order. */
export type Interchange = readonly (readonly Variable[])[];

export class Layout {
  readonly variables: Placed[] = [];
  readonly interchanges: Interchange[] = [];
  private blocks = false;
  private placed: { readonly words: number; readonly groups: readonly (readonly (readonly number[])[])[] } | null =
    null;

  add(name: string, domain: Domain<unknown>, initial: number): Variable {
    const mask = 2 ** bitsOf(domain.size) - 1;
    const variable = { id: this.variables.length, name, domain, initial, word: 0, shift: 0, mask };
    this.variables.push(variable);
    this.placed = null;
    return variable;
  }

  /** The members must be alike: the same domains, starting alike. */
  interchange(members: Interchange): void {
    this.interchanges.push(members);
    this.placed = null;
  }

  /** Whether each interchangeable member is to have words of its own, so that members can be sorted as wholes. */
  arrange(blocks: boolean): void {
    if (blocks !== this.blocks) this.placed = null;
    this.blocks = blocks;
  }

  /** Words of 32 bits in a state. */
  get words(): number {
    return this.place().words;
  }

  /** The words of each member of each interchange; empty without blocks. */
  get groups(): readonly (readonly (readonly number[])[])[] {
    return this.place().groups;
  }

  /** No variable straddles two words; each lies in the first word of its block that has room. */
  private place() {
    if (this.placed !== null) return this.placed;
    let words = 0;
    const placeIn = (variables: readonly Variable[]): number[] => {
      const used: number[] = [];
      for (const variable of variables) {
        const bits = bitsOf(variable.domain.size);
        let at = used.findIndex((taken) => taken + bits <= 32);
        if (at < 0) at = used.push(0) - 1;
        const own = this.variables[variable.id]!;
        own.word = words + at;
        own.shift = used[at]! % 32;
        used[at]! += bits;
      }
      const first = words;
      words += used.length;
      return used.map((_, at) => first + at);
    };
    const groups = this.blocks ? this.interchanges.map((members) => members.map(placeIn)) : [];
    const inBlocks = new Set(this.blocks ? this.interchanges.flat(2) : []);
    placeIn(this.variables.filter((variable) => !inBlocks.has(variable)));
    this.placed = { words: Math.max(words, 1), groups };
    return this.placed;
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
    this.place();
    return this.variables.map(({ word, shift, mask }) => (words[base + word]! >>> shift) & mask);
  }

  values(codes: readonly number[]): Values {
    return Object.fromEntries(this.variables.map(({ id, name, domain }) => [name, shown(domain, codes[id]!)]));
  }
}
