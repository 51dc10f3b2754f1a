/** The bit layout of the variables in the packed words of a state. Independent of models. */
import { type Domain, flag, shown, type Value } from '../domains.ts';
import { complaintAbout, isSpread, type Renamed, renamedFields } from './references.ts';
import { codeIn, type Mark, type Member, type Variable, written } from './variable.ts';

/** A state with named variables, as traces and reports show it. */
export type Values = { readonly [variable: string]: Value };

const bitsOf = (size: number): number => 32 - Math.clz32(size - 1);

type Placed = Omit<Variable, 'word' | 'shift' | 'bits'> & { word: number; shift: number; bits: Placed[] | null };

export class Layout {
  readonly variables: Placed[] = [];
  readonly interchanges: (readonly Member[])[] = [];
  private blocks = false;
  private placed: { readonly words: number; readonly groups: readonly (readonly (readonly number[])[])[] } | null =
    null;

  add(name: string, domain: Domain<unknown>, initial: number, mark: Mark | null = null): Variable {
    const variable = { ...unplaced(this.variables.length, name, domain), initial, mark };
    this.variables.push(variable);
    this.placed = null;
    return variable;
  }

  /** Declares members interchangeable. They must have the same domains and initial values. */
  interchange(members: readonly Member[]): void {
    this.interchanges.push(members);
    this.placed = null;
  }

  /** Why a reference breaks the symmetry of the members it refers to; null when none does. */
  get complaint(): string | null {
    return complaintAbout(this);
  }

  /** Whether each interchangeable member gets separate words, so that whole members can be sorted. */
  arrange(blocks: boolean): void {
    if (blocks !== this.blocks) this.placed = null;
    this.blocks = blocks;
  }

  /** Number of 32-bit words in a state. */
  get words(): number {
    return this.place().words;
  }

  /** By interchange, then by member: the words it occupies. Empty without blocks. */
  get groups(): readonly (readonly (readonly number[])[])[] {
    return this.place().groups;
  }

  /** The references between members, which must be renamed when members are permuted. Empty without blocks. */
  get renamed(): readonly Renamed[] {
    return this.groups.length === 0 ? [] : renamedFields(this);
  }

  /** Ids of the variables of all members. */
  get ownIds(): ReadonlySet<number> {
    return new Set(this.interchanges.flat().flatMap(({ variables }) => variables.map(({ id }) => id)));
  }

  /** By member: its variables, then the bits outside that refer to it. */
  blocksOf(members: readonly Member[]): Variable[][] {
    const own = this.ownIds;
    const marks = this.variables.filter(({ id, mark }) => mark !== null && mark.about !== null && !own.has(id));
    return members.map(({ variables, records }) => [
      ...variables,
      ...marks.filter(({ mark }) => records.includes(mark!.about!)),
    ]);
  }

  /** First fit: each variable goes into the first word of its block with enough room, and never spans two words. */
  private place() {
    if (this.placed !== null) return this.placed;
    for (const variable of this.variables) variable.bits = null;
    let words = 0;
    const placeIn = (variables: readonly Placed[]): number[] => {
      const used: number[] = [];
      for (const own of variables) {
        const bits = bitsOf(own.domain.size);
        let at = used.findIndex((taken) => taken + bits <= 32);
        if (at < 0) at = used.push(0) - 1;
        own.word = words + at;
        own.shift = used[at]! % 32;
        used[at]! += bits;
      }
      const first = words;
      words += used.length;
      return used.map((_, at) => first + at);
    };
    const inBlocks = new Set<Placed>();
    const own = this.ownIds;
    const outside = this.variables.filter(({ id }) => !own.has(id));
    const groups = (this.blocks ? this.interchanges : []).map((members) => {
      const references = outside.filter(({ domain }) => isSpread(domain, members)).map((one) => spread(one));
      return this.blocksOf(members).map((variables, at) => {
        const block = variables.map(({ id }) => this.variables[id]!);
        for (const variable of block) inBlocks.add(variable);
        return placeIn([...block, ...references.map((bits) => bits[memberAt(bits, members[at]!)]!)]);
      });
    });
    placeIn(this.variables.filter((variable) => !inBlocks.has(variable) && variable.bits === null));
    this.placed = { words: Math.max(words, 1), groups };
    return this.placed;
  }

  initialCodes(): number[] {
    return this.variables.map((variable) => variable.initial);
  }

  /** `codes`: by variable id. */
  pack(codes: readonly number[]): Int32Array {
    const words = new Int32Array(this.words);
    for (const variable of this.variables) {
      for (const { place, code } of written(variable, codes[variable.id]!)) words[place.word]! |= code << place.shift;
    }
    return words;
  }

  unpack(words: Int32Array, base = 0): number[] {
    this.place();
    return this.variables.map((variable) => codeIn(variable, words, base));
  }

  values(codes: readonly number[]): Values {
    return Object.fromEntries(this.variables.map(({ id, name, domain }) => [name, shown(domain, codes[id]!)]));
  }
}

const unplaced = (id: number, name: string, domain: Domain<unknown>): Placed => {
  const mask = 2 ** bitsOf(domain.size) - 1;
  return { id, name, domain, initial: 0, mark: null, bits: null, word: 0, shift: 0, mask };
};

/** The bits of a reference, by code. */
function spread(variable: Placed): Placed[] {
  const { refersTo = [] } = variable.domain;
  variable.bits = refersTo.slice(1).map((about, at) => {
    const name = `${variable.name} is ${shown(variable.domain, at + 1)}`;
    return { ...unplaced(variable.id, name, flag), mark: { set: variable.name, about } };
  });
  return variable.bits;
}

const memberAt = (bits: readonly Placed[], { records }: Member): number =>
  bits.findIndex(({ mark }) => records.includes(mark!.about!));
