/** Queries of a table and its indexes: both directions, pages, and every sort key operator. */

import { rightDecisions } from '../../../oracles/policies/index.ts';
import { keyBeginsWith } from '../../../oracles/values/compare.ts';
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Repeat, Step, Template } from '../../cases/case.ts';
import { sources } from '../../cases/sources.ts';
import {
  put,
  puts,
  type QueryCondition,
  query,
  queryIndex,
  queryPages,
  remove,
  scanPages,
  update,
} from '../../cases/steps.ts';
import type { Index } from '../../fuzz/generators/schemas.ts';
import type { Key } from '../../fuzz/generators/values.ts';
import {
  caseOf,
  compareKeys,
  entriesOf,
  exactly,
  keyOf,
  keysOf,
  label,
  type OwnGround,
  partitions,
  unordered,
} from './ground.ts';

const partitionsMax = 3;
const pageSizes = [1, 3] as const;

const items = (rows: readonly Item[]): Template[] => rows as unknown as Template[];

/** `#hash = :hash AND …`, with placeholders for the key names. */
function whereOf(
  { hash, range }: { hash: Key; range?: Key | undefined },
  row: Item,
  clause?: { text: string; values: { [placeholder: string]: AttributeValue } },
): Pick<QueryCondition, 'where' | 'values'> & { extra: { [member: string]: Template } } {
  return {
    where: clause ? `#hash = :hash AND ${clause.text}` : '#hash = :hash',
    values: { ':hash': row[hash.name]!, ...clause?.values },
    extra: {
      ExpressionAttributeNames: { '#hash': hash.name, ...(clause && range && { '#range': range.name }) },
    },
  };
}

interface Clause {
  text: string;
  values: { [placeholder: string]: AttributeValue };
  holds: (value: AttributeValue) => boolean;
}

const comparisons: readonly (readonly [string, (order: number) => boolean])[] = [
  ['=', (order) => order === 0],
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
];

/** The first half of a string in whole characters, or of a binary. */
function beginning(value: AttributeValue): AttributeValue | undefined {
  if ('S' in value) return { S: [...value.S].slice(0, Math.ceil([...value.S].length / 2)).join('') };
  if (!('B' in value)) return undefined;
  const bytes = Buffer.from(value.B, 'base64');
  return { B: bytes.subarray(0, Math.ceil(bytes.length / 2)).toString('base64') };
}

/** Every possible sort key condition, at a value in the middle of a partition. */
function clausesAt(rows: readonly Item[], range: Key): Clause[] {
  const at = (place: number): AttributeValue =>
    rows[Math.min(Math.floor(rows.length * place), rows.length - 1)]![range.name]!;
  const [low, middle, high] = [at(0.25), at(0.5), at(0.75)];
  const prefix = beginning(middle);
  return [
    ...comparisons.map(([comparator, fits]) => ({
      text: `#range ${comparator} :range`,
      values: { ':range': middle },
      holds: (value: AttributeValue) => fits(compareKeys(value, middle)),
    })),
    {
      text: '#range BETWEEN :low AND :high',
      values: { ':low': low, ':high': high },
      holds: (value) => compareKeys(value, low) >= 0 && compareKeys(value, high) <= 0,
    },
    ...(prefix
      ? [
          {
            text: 'begins_with(#range, :prefix)',
            values: { ':prefix': prefix },
            holds: (value: AttributeValue) => keyBeginsWith(value, prefix, rightDecisions),
          },
        ]
      : []),
  ];
}

/** A strongly consistent read in the table's order. */
const consistent = (condition: { extra: { [member: string]: Template } }) => ({
  ...condition.extra,
  ConsistentRead: true,
});

function partitionSteps(ground: OwnGround, rows: readonly Item[], number: number): Step[] {
  const condition = whereOf(ground, rows[0]!);
  const reversed = [...rows].reverse();
  const paged = pageSizes.flatMap((limit) =>
    ([false, true] as const).map((backward) =>
      queryPages(
        `partition ${number} in pages of ${limit}${backward ? ', backward' : ''}`,
        label,
        { ...condition, limit, extra: consistent(condition), ...(backward && { backward }) },
        items(backward ? reversed : rows),
      ),
    ),
  );
  const clauses = ground.range ? clausesAt(rows, ground.range) : [];
  return [
    query(label, condition, items(rows)),
    query(label, { ...condition, backward: true }, items(reversed)),
    ...paged,
    ...clauses.flatMap((clause) => clausePages(ground, rows, clause, number)),
    ...clauses.map((clause) =>
      query(
        label,
        whereOf(ground, rows[0]!, clause),
        items(rows.filter((row) => clause.holds(row[ground.range!.name]!))),
      ),
    ),
  ];
}

/** Tests that the condition holds on every page, in both directions. */
function clausePages(ground: OwnGround, rows: readonly Item[], clause: Clause, number: number): Repeat[] {
  const condition = whereOf(ground, rows[0]!, clause);
  const wanted = rows.filter((row) => clause.holds(row[ground.range!.name]!));
  return ([false, true] as const).map((backward) =>
    queryPages(
      `partition ${number}, ${clause.text}, in pages of 1${backward ? ', backward' : ''}`,
      label,
      { ...condition, limit: 1, extra: consistent(condition), ...(backward && { backward }) },
      items(backward ? [...wanted].reverse() : wanted),
    ),
  );
}

export const queries = (ground: OwnGround): Case =>
  caseOf(ground, {
    slug: 'query',
    title: 'a query returns the items of a partition in the order of their sort keys, whole and in pages',
    because: 'Items of a partition come in the order of the sort key, and the pages of a read together are that read.',
    sources: [sources.query, sources.queryPagination, sources.keyConditions],
    steps: [
      ...puts(label, ground.rows),
      ...partitions(ground.rows, ground)
        .slice(0, partitionsMax)
        .flatMap((rows, number) => partitionSteps(ground, rows, number)),
    ],
  });

type IndexEntry = { row: Item; entry: Item };
const patternsOf = (entries: readonly IndexEntry[]): Template[] => entries.map(({ row, entry }) => exactly(entry, row));

/** Entries with equal sort keys have no guaranteed order, so only the order of the sort keys is checked. */
function inOrder(index: Index, rows: readonly Item[], as: string, backward: boolean): Repeat[] {
  const { range } = index;
  if (range === undefined) return [];
  const keys = rows.map((row) => ({ [range.name]: row[range.name] })) as unknown as Template[];
  const condition = { ...whereOf(index, rows[0]!), index: index.name, ...(backward && { backward: true as const }) };
  const step = queryIndex(as, label, condition, rows as Item[]);
  return [{ ...step, expect: { ok: { Items: backward ? [...keys].reverse() : keys } } }];
}

function indexPartitionSteps(index: Index, entries: readonly IndexEntry[], number: number): Step[] {
  const rows = entries.map(({ row }) => row);
  const name = `partition ${number}`;
  const condition = { ...whereOf(index, rows[0]!), index: index.name };
  const of = (as: string, clause: Clause): Repeat => {
    const wanted = entries.filter(({ row }) => clause.holds(row[index.range!.name]!));
    const step = queryIndex(
      as,
      label,
      { ...whereOf(index, rows[0]!, clause), index: index.name },
      wanted.map(({ entry }) => entry),
    );
    return { ...step, expect: { ok: { Items: unordered(patternsOf(wanted)) } } };
  };
  return [
    { ...queryIndex(name, label, condition, rows), expect: { ok: { Items: unordered(patternsOf(entries)) } } },
    ...inOrder(index, rows, `${name}, forward`, false),
    ...inOrder(index, rows, `${name}, backward`, true),
    ...pageSizes.map((limit): Repeat => {
      const paged = queryPages(`${name} in pages of ${limit}`, label, { ...condition, limit }, []);
      return { ...paged, unordered: true, expect: { ok: { Items: unordered(patternsOf(entries)) } } };
    }),
    ...(index.range ? clausesAt(rows, index.range).map((clause) => of(`${name}, ${clause.text}`, clause)) : []),
  ];
}

/** The whole index, repeated until it has caught up with its table. */
export const wholeIndex = (index: Index, entries: readonly IndexEntry[], as = 'whole index'): Repeat => ({
  repeat: { op: 'Scan', as, input: { TableName: { $table: label }, IndexName: index.name } },
  until: { path: 'Count', equals: entries.length },
  pauseMs: 50,
  observe: ['Items'],
  unordered: true,
  expect: { ok: { Items: unordered(patternsOf(entries)) } },
});

export function indexQueries(ground: OwnGround, index: Index, slug: string): Case {
  const entries = entriesOf(ground, index);
  const byRow = new Map(entries.map((entry) => [entry.row, entry]));
  const groups = partitions([...byRow.keys()], index).slice(0, partitionsMax);
  const partial = keysOf(index).map(({ name }) => name);
  return caseOf(ground, {
    slug: `index-${slug}`,
    title: `the index ${index.name} holds the items that have ${partial.join(' and ')}, whole and in pages`,
    because:
      'An index is its table, without the items that lack one of its keys, and with what it projects of the others.',
    sources: [index.kind === 'global' ? sources.gsi : sources.lsi, sources.projection, sources.queryPagination],
    steps: [
      ...puts(label, ground.rows),
      wholeIndex(index, entries),
      ...pageSizes.map((Limit) =>
        scanPages(`index in pages of ${Limit}`, label, patternsOf(entries), { IndexName: index.name, Limit }),
      ),
      ...groups.flatMap((rows, number) =>
        indexPartitionSteps(
          index,
          rows.map((row) => byRow.get(row)!),
          number,
        ),
      ),
    ],
  });
}

const isTwin = (index: Index, a: Item, b: Item): boolean =>
  keysOf(index).every(({ name }) => compareKeys(a[name]!, b[name]!) === 0);

/** Writes that move an entry, remove it, or remove its item. Empty for an index with only table keys. The item that goes shares its index key with one that stays. */
export function indexKept(ground: OwnGround, index: Index, slug: string): Case[] {
  const own = keysOf(index).filter(({ name }) => !keysOf(ground).some((key) => key.name === name));
  const entries = entriesOf(ground, index).map(({ row }) => row);
  const removed = entries.find((row) => entries.some((one) => one !== row && isTwin(index, one, row))) ?? entries[0];
  const [moved, without, replaced, other] = entries.filter((row) => row !== removed);
  const key = own.at(-1);
  if (key === undefined || !moved || !without || !replaced || !removed || !other) return [];
  const names = { ExpressionAttributeNames: { '#key': key.name } };
  const value = other[key.name]!;
  const { [key.name]: _, ...bare } = without;
  const after = new Map<Item, Item | undefined>([
    [moved, { ...moved, [key.name]: value }],
    [without, bare],
    [replaced, keyOf(ground, replaced)],
    [removed, undefined],
  ]);
  const rows = ground.rows.flatMap((row): Item[] => {
    const now = after.has(row) ? after.get(row) : row;
    return now ? [now] : [];
  });
  return [
    caseOf(ground, {
      slug: `index-${slug}-kept`,
      title: `the index ${index.name} follows what is written to its table`,
      because: 'An entry goes with its item and with its key, and comes under the new key: an index is kept in step.',
      sources: [index.kind === 'global' ? sources.gsi : sources.lsi],
      steps: [
        ...puts(label, ground.rows),
        wholeIndex(index, entriesOf(ground, index), 'before'),
        update(label, keyOf(ground, moved), 'SET #key = :key', {
          ...names,
          ExpressionAttributeValues: { ':key': value as unknown as Template },
        }),
        update(label, keyOf(ground, without), 'REMOVE #key', names),
        put(label, keyOf(ground, replaced)),
        remove(label, keyOf(ground, removed)),
        wholeIndex(index, entriesOf({ ...ground, rows }, index), 'after'),
      ],
    }),
  ];
}
