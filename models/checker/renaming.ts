/**
 * Canonical states where members refer to each other. A permutation then moves blocks and also renames the references in them, so
 * sorting alone is not canonical. Blocks are sorted by everything but their references; among the orders that tie, the least
 * resulting state is chosen.
 */

import type { Renamed } from '../language/state/references.ts';
import type { Canonical } from './canonical.ts';

/** By group: the members in their new order. */
export type Orders = readonly (readonly number[])[];

/** The state at `words[base]` with its members permuted, as words from 0 on. */
export function rearranged(
  { groups, renamed }: Canonical,
  words: Int32Array,
  base: number,
  orders: Orders,
): Int32Array {
  const result = new Int32Array(words.length - base);
  for (let w = 0; w < result.length; w++) result[w] = words[base + w]!;
  groups.forEach((group, g) => {
    group.forEach((to, at) => {
      const from = group[orders[g]![at]!]!;
      to.forEach((word, i) => {
        result[word] = words[base + from[i]!]!;
      });
    });
  });
  for (const field of renamed) rename(result, groups[field.group]!, field, orders[field.target]!);
  return result;
}

function rename(
  words: Int32Array,
  group: Canonical['groups'][number],
  { code, bits }: Renamed,
  order: readonly number[],
): void {
  for (const [first] of group) {
    if (first === undefined) continue;
    if (code !== undefined) {
      const { word, shift, mask } = code.at;
      const old = code.members[(words[first + word]! >>> shift) & mask]!;
      const now = old < 0 ? 0 : code.codes[order.indexOf(old)]!;
      words[first + word] = (words[first + word]! & ~(mask << shift)) | (now << shift);
    }
    if (bits !== undefined) {
      const old = bits.map(({ word, shift }) => (words[first + word]! >>> shift) & 1);
      bits.forEach(({ word, shift }, at) => {
        words[first + word] = (words[first + word]! & ~(1 << shift)) | (old[order[at]!]! << shift);
      });
    }
  }
}

/** Canonicalises the words at `base` in place. */
export function canonicaliseRenaming(canonical: Canonical, words: Int32Array, base: number): void {
  const { least } = leastOf(canonical, words, base);
  for (let w = 0; w < canonical.words; w++) words[base + w] = least[w]!;
}

/** The size of the orbit: all orders, divided by those that give the same state. */
export function orbitSizeRenaming(canonical: Canonical, words: Int32Array, base: number): number {
  const { ties } = leastOf(canonical, words, base);
  const orders = canonical.groups.reduce((product, { length }) => product * factorial(length), 1);
  return orders / ties;
}

/** The least state among all tied orders, and the number of orders that give it. */
function leastOf(canonical: Canonical, words: Int32Array, base: number): { least: Int32Array; ties: number } {
  const here = words.slice(base, base + canonical.words);
  let least: Int32Array | null = null;
  let ties = 0;
  for (const orders of product(canonical.groups.map((_, g) => sortedOrders(canonical, here, g)))) {
    const candidate = rearranged(canonical, here, 0, orders);
    const difference = least === null ? -1 : compare(candidate, least);
    if (difference < 0) {
      least = candidate;
      ties = 0;
    }
    if (difference <= 0) ties++;
  }
  return { least: least!, ties };
}

/** All orders that sort the members by the fields that no renaming changes. */
function sortedOrders({ groups, renamed }: Canonical, words: Int32Array, g: number): number[][] {
  const group = groups[g]!;
  const fields = renamed.filter((field) => field.group === g);
  const keys = group.map((block) => {
    const key = Int32Array.from(block, (word) => words[word]!);
    for (const { code, bits } of fields) {
      for (const { word, shift, mask } of code === undefined ? bits! : [code.at]) key[word]! &= ~(mask << shift);
    }
    return key;
  });
  const sorted = group.map((_, member) => member).sort((a, b) => compare(keys[a]!, keys[b]!));
  const classes: number[][] = [];
  for (const member of sorted) {
    const last = classes.at(-1);
    if (last !== undefined && compare(keys[last[0]!]!, keys[member]!) === 0) last.push(member);
    else classes.push([member]);
  }
  return product(classes.map(permutations)).map((parts) => parts.flat());
}

function compare(a: Int32Array, b: Int32Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return (a[i]! >>> 0) - (b[i]! >>> 0);
  return 0;
}

const product = <T>(choices: readonly (readonly T[])[]): T[][] =>
  choices.reduce<T[][]>((all, next) => all.flatMap((chosen) => next.map((one) => [...chosen, one])), [[]]);

const permutations = (members: readonly number[]): number[][] =>
  members.length < 2
    ? [[...members]]
    : members.flatMap((first) => permutations(members.filter((one) => one !== first)).map((rest) => [first, ...rest]));

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

/** The current order of each group, with two members of one group swapped. */
export const exchange = ({ groups }: Canonical, group: number, first: number, second: number): Orders =>
  groups.map((members, g) =>
    members.map((_, at) => (g !== group ? at : at === first ? second : at === second ? first : at)),
  );
