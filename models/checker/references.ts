/**
 * References to interchangeable members. Who a lock belongs to is a bit in the block of each member, so that it moves along
 * when members change places, and blocks may be sorted as wholes.
 */
import type { Domain } from './domains.ts';
import type { Layout, Member } from './layout.ts';

/** Whether the values refer to some of these members, or nobody. */
export const isSpread = ({ refersTo }: Domain<unknown>, members: readonly Member[]): boolean =>
  refersTo?.some((record) => record !== null && holderOf(members, record) >= 0) ?? false;

const holderOf = (members: readonly Member[], record: object): number =>
  members.findIndex(({ records }) => records.includes(record));

export function complaintAbout(layout: Layout): string | null {
  for (const members of layout.interchanges) {
    const own = new Set(layout.interchanges.flat().flatMap(({ variables }) => variables.map(({ id }) => id)));
    for (const { id, name, domain, initial, about } of layout.variables) {
      const isReference = isSpread(domain, members);
      const isMark = about !== null && holderOf(members, about) >= 0;
      if (!isReference && !isMark) continue;
      const refers = `${name} refers to members that are declared interchangeable`;
      if (own.has(id)) return `${refers}, and is itself of such a member`;
      if (isReference && (domain.refersTo![0] !== null || initial !== 0)) {
        return `${refers}, so it must be optional, and nobody at the start`;
      }
      if (isReference && !coversAll(domain, members)) return `${refers}, so it must be able to refer to each of them`;
    }
    const starts = layout.blocksOf(members).map((block) => block.map(({ domain, initial }) => [domain.size, initial]));
    const odd = starts.findIndex((start) => JSON.stringify(start) !== JSON.stringify(starts[0]));
    if (odd >= 0) return `something outside tells the interchangeable members 0 and ${odd} apart from the start`;
  }
  return null;
}

const coversAll = ({ refersTo = [] }: Domain<unknown>, members: readonly Member[]): boolean => {
  const places = refersTo.slice(1).map((record) => (record === null ? -1 : holderOf(members, record)));
  return places.length === members.length && new Set(places).size === members.length && !places.includes(-1);
};
