/** Joins the records of the shards of one night. */
import { type Night, NightError, type NightHead } from './record.ts';

/**
 * One night of several shards. Their order does not matter.
 *
 * @throws NightError when they are not shards of one night, or one of them is there twice
 */
export function mergeNights(nights: readonly Night[]): Night {
  const [first] = nights;
  if (first === undefined) throw new NightError('there is nothing to merge');
  for (const { head } of nights) {
    const other = differing(first.head, head);
    if (other !== undefined) throw new NightError(`these are not shards of one night: their ${other} differ`);
  }
  const shards = nights.map(({ head }) => head.shard ?? '1/1');
  const twice = shards.find((shard, at) => shards.indexOf(shard) < at);
  if (twice !== undefined) throw new NightError(`shard ${twice} is there twice`);
  const { shard: _, ...head } = first.head;
  const startedAt = nights.map((one) => one.head.startedAt).sort()[0]!;
  return {
    head: { ...head, startedAt },
    ends: new Map(nights.flatMap(({ ends }) => [...ends])),
    results: nights.flatMap(({ results }) => results),
  };
}

function differing(one: NightHead, other: NightHead): string | undefined {
  if (one.version !== other.version) return 'versions of Parallax';
  if (one.seed !== other.seed) return 'seeds';
  if (one.units.join('\n') !== other.units.join('\n')) return 'units';
  return countOf(one) === countOf(other) ? undefined : 'numbers of shards';
}

const countOf = ({ shard }: NightHead): string | undefined => shard?.split('/')[1];

/** Units of the whole night, or of its shard, that have not ended. */
export function openUnits({ head, ends }: Night): string[] {
  const [index, count] = (head.shard ?? '1/1').split('/').map(Number) as [number, number];
  return head.units.filter((unit, at) => at % count === index - 1 && !ends.has(unit));
}
