/**
 * References to interchangeable members. A reference from outside is stored as one bit in the block of each member, so it moves
 * with the block. A reference between members is stored as it is, and renamed when members are permuted.
 */
import type { Domain } from '../domains.ts';
import type { Member, Place, Variable } from './variable.ts';

/** Whether the values of the domain refer to some of these members, or to none. */
export const isSpread = ({ refersTo }: Domain<unknown>, members: readonly Member[]): boolean =>
  refersTo?.some((record) => record !== null && holderOf(members, record) >= 0) ?? false;

/** The number of the member with this record, or −1. */
export const holderOf = (members: readonly Member[], record: object | null): number =>
  record === null ? -1 : members.findIndex(({ records }) => records.includes(record));

/** The interchangeable members, and all variables. */
interface Declared {
  readonly interchanges: readonly (readonly Member[])[];
  readonly variables: readonly Variable[];
}

interface Blocks extends Pick<Declared, 'interchanges'> {
  /** By interchange, then by member: the words it occupies. */
  readonly groups: readonly (readonly (readonly number[])[])[];
}

/** A field that every member of a group has in its block, and that refers to members of a group. */
export interface Renamed {
  readonly group: number;
  readonly target: number;
  /** A reference: which member each code means, and the code of each member. */
  readonly code?: { readonly at: Place; readonly members: readonly number[]; readonly codes: readonly number[] };
  /** A set: the bit of each member. */
  readonly bits?: readonly Place[];
}

/** Offsets are counted from the first word of a block. */
export function renamedFields({ interchanges, groups }: Blocks): Renamed[] {
  const targetOf = (record: object | null) => interchanges.findIndex((members) => holderOf(members, record) >= 0);
  return interchanges.flatMap(([first], group) => {
    const start = groups[group]![0]![0] ?? 0;
    const inBlock = ({ word, shift, mask }: Place): Place => ({ word: word - start, shift, mask });
    return first!.variables.flatMap((variable): Renamed[] => {
      const { domain, mark } = variable;
      const target = targetOf(mark === null ? (domain.refersTo?.[1] ?? null) : mark.about);
      if (target < 0) return [];
      const members = interchanges[target]!;
      if (mark === null) {
        const byCode = domain.refersTo!.map((record) => holderOf(members, record));
        const codes = members.map((_, member) => byCode.indexOf(member));
        return [{ group, target, code: { at: inBlock(variable), members: byCode, codes } }];
      }
      const bits = bitsOf(first!.variables, mark.set, members);
      return bits[0] === variable ? [{ group, target, bits: bits.map(inBlock) }] : [];
    });
  });
}

/** The bits of a set, in the order of the members that they stand for. */
const bitsOf = (variables: readonly Variable[], set: string, members: readonly Member[]): Variable[] =>
  members.flatMap((member) =>
    variables.filter(({ mark }) => mark?.set === set && holderOf([member], mark.about) === 0),
  );

/** Why the model distinguishes interchangeable members; null when it does not. */
export function complaintAbout({ interchanges, variables }: Declared): string | null {
  const declared = 'refers to members that are declared interchangeable, so it must';
  for (const members of interchanges) {
    for (const { name, domain, initial } of variables) {
      if (domain.mentions?.some((record) => holderOf(members, record) >= 0))
        return `${name} mentions members that are declared interchangeable, and a part of a value cannot be renamed`;
      if (!isSpread(domain, members)) continue;
      if (domain.refersTo![0] !== null || initial !== 0)
        return `${name} ${declared} be optional, and null at the start`;
      const means = domain.refersTo!.slice(1).map((record) => holderOf(members, record));
      if (!isEach(means, members)) return `${name} ${declared} be able to refer to each of them`;
    }
    for (const set of new Set(variables.flatMap(({ mark }) => mark?.set ?? []))) {
      const bits = variables.filter(({ mark }) => mark?.set === set && holderOf(members, mark.about) >= 0);
      if (bits.length === 0) continue;
      const means = bits.map(({ mark }) => holderOf(members, mark!.about));
      if (!isEach(means, members)) return `${set} ${declared} be able to refer to each of them`;
      if (bits.some(({ initial }) => initial !== bits[0]!.initial))
        return `${set} ${declared} start with all of them or none`;
    }
  }
  return null;
}

const isEach = (means: readonly number[], members: readonly Member[]): boolean =>
  means.length === members.length && new Set(means).size === members.length && !means.includes(-1);
