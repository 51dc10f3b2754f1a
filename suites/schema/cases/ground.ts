/** Common parts of the cases for one table of a user: its keys, its rows, and the right answers. */
import { rightDecisions } from '../../../oracles/policies/index.ts';
import { compareKeyValues } from '../../../oracles/values/compare.ts';
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step, Template, TemplateObject } from '../../cases/case.ts';
import type { Index, Schema } from '../../fuzz/generators/schemas.ts';
import { anchorsOf, edgesOf, type Key } from '../../fuzz/generators/values.ts';
import { nameFor } from '../../fuzz/generators/words.ts';
import type { OwnTable } from '../table.ts';
import { poolOf, shapeOf, stored, wordsOf } from '../vocabulary.ts';

export interface OwnGround extends Schema {
  /** The table's name in the file. */
  name: string;
  /** Part of the case ids: `[a-z0-9-]+`. */
  slug: string;
  /** Rows in canonical form, each with a distinct key. */
  rows: readonly Item[];
  /** A free attribute that updates change. */
  changed: string;
}

const generatedCount = 24;
const givenMax = 24;
const rowBytesMax = 8_192;

/** The label of the only table in each case. */
export const label = 't';

export function groundOf(table: OwnTable, given: readonly Item[], slug: string): OwnGround {
  const shape = shapeOf(table);
  const few = given.filter((row) => JSON.stringify(row).length <= rowBytesMax).slice(0, givenMax);
  const words = wordsOf(table, few, few);
  const schema: Schema = { ...shape, words };
  const rows = stored(table, [...generatedRows(schema, few), ...few]);
  return { ...schema, name: table.name, slug, rows, changed: nameFor('beta', words) };
}

/** Two values from rows and a neighbour, then the ends of the order, the last first. */
function edgePool(key: Key, given: readonly Item[]): AttributeValue[] {
  const all = [...poolOf(key, given).slice(0, 3), ...edgesOf(key.type).reverse()];
  return all.filter((value, at) => all.findIndex((one) => sameKey(one, value)) === at);
}

/** Deterministic rows that share partitions and index keys, and lack some optional attributes. */
function generatedRows(schema: Schema, given: readonly Item[]): Item[] {
  const { hash, range, indexes, words } = schema;
  const own = new Set([hash.name, range?.name]);
  const indexKeys = [...indexes.map(({ hash: key }) => key), ...indexes.flatMap((index) => index.range ?? [])];
  const pools = new Map([...keysOf(schema), ...indexKeys].map((key) => [key.name, edgePool(key, given)]));
  return Array.from({ length: generatedCount }, (_, at): Item => {
    const of = (key: Key, place: number): AttributeValue =>
      pools.get(key.name)!.at(place % pools.get(key.name)!.length)!;
    const item: Item = { [hash.name]: of(hash, range ? at % 3 : at) };
    if (range) item[range.name] = of(range, Math.floor(at / 3));
    for (const [place, key] of indexKeys.entries()) {
      if (!own.has(key.name) && (at + place) % 5 !== 4) item[key.name] = of(key, Math.floor(at / (place + 1)) % 3);
    }
    for (const [place, name] of [...words.kinds.keys()].entries()) {
      const values = anchorsOf(words, name);
      if ((at + place) % 3 !== 0) item[name] = values[(at + place) % values.length]!;
    }
    return item;
  });
}

export const keysOf = ({ hash, range }: { hash: Key; range?: Key | undefined }): Key[] => [
  hash,
  ...(range ? [range] : []),
];

export const picked = (item: Item, names: Iterable<string>): Item =>
  Object.fromEntries([...names].flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]!]] : [])));

export const keyOf = (ground: Schema, item: Item): Item =>
  picked(
    item,
    keysOf(ground).map(({ name }) => name),
  );

/** A pattern for exactly this item: no other attribute of `whole` may appear. */
export const exactly = (item: Item, whole: Item): TemplateObject => ({
  ...Object.fromEntries(Object.keys(whole).map((name) => [name, { $absent: true }])),
  ...(item as unknown as TemplateObject),
});

const sameKey = (a: AttributeValue, b: AttributeValue): boolean => JSON.stringify(a) === JSON.stringify(b);

export const compareKeys = (a: AttributeValue, b: AttributeValue): number => compareKeyValues(a, b, rightDecisions);

/** Rows grouped by partition of a table or index, each in sort key order; largest partitions first. */
export function partitions(rows: readonly Item[], { hash, range }: { hash: Key; range?: Key | undefined }): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const key = JSON.stringify(row[hash.name]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const inOrder = range
    ? [...groups.values()].map((group) => group.toSorted((a, b) => compareKeys(a[range.name]!, b[range.name]!)))
    : [...groups.values()];
  return inOrder.sort((a, b) => b.length - a.length);
}

/** The entries of an index: each row that has all its keys, with the projected attributes. */
export function entriesOf(ground: OwnGround, index: Index): { row: Item; entry: Item }[] {
  const names = new Set([...keysOf(ground), ...keysOf(index)].map(({ name }) => name));
  for (const name of includedIn(ground, index)) names.add(name);
  return ground.rows
    .filter((row) => keysOf(index).every(({ name }) => Object.hasOwn(row, name)))
    .map((row) => ({ row, entry: index.projection === 'ALL' ? row : picked(row, names) }));
}

function includedIn({ table }: OwnGround, { name, projection }: Index): string[] {
  if (projection !== 'INCLUDE') return [];
  const all = [table.GlobalSecondaryIndexes, table.LocalSecondaryIndexes].flatMap((list) => list ?? []);
  const found = all.find((one) => (one as { IndexName: string }).IndexName === name);
  return (found as unknown as { Projection: { NonKeyAttributes: string[] } }).Projection.NonKeyAttributes;
}

interface Parts {
  slug: string;
  title: string;
  because: string;
  sources: string[];
  steps: Step[];
}

/** A case on this table. Its right answers follow from its own writes and AWS documentation. */
export const caseOf = (ground: OwnGround, { slug, title, because, sources, steps }: Parts): Case => ({
  id: `own/${ground.slug}-${slug}`,
  title: `${ground.name}: ${title}`,
  area: 'own',
  findings: [],
  certainty: 'documented',
  ...{ because, sources },
  tables: { [label]: ground.table },
  steps,
});

export const unordered = (items: readonly Template[]): TemplateObject => ({ $unordered: [...items] });
