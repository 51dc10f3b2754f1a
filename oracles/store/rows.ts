/** The rows that Query and Scan read from a table or an index, in order. */

import { compareByRange, type KeySchema, keyIdentity } from '../values/keys.ts';
import { validation } from '../values/refusal.ts';
import type { Item } from '../values/types.ts';
import { attributeOf, descriptorOf } from '../values/validate.ts';
import { keyNames, pick } from './indexes.ts';
import { partsOf } from './item-keys.ts';
import type { Index, IndexEntry, Store, Table } from './state.ts';

export interface Row {
  /** The keys used to order and resume: those of the index, if any, and those of the table. */
  readonly keys: Item;
  /** The attributes returned by default. */
  readonly shown: Item;
  /** The attributes a request can ask for: a local index fetches from its table, a global one cannot. */
  readonly reachable: Item;
}
export interface RowSource {
  readonly table: Table;
  readonly index: Index | undefined;
  /** The keys that partition and sort the rows. */
  readonly schema: KeySchema;
  /** All attribute names of a start key. */
  readonly cursor: readonly string[];
  readonly rows: readonly Row[];
  /** The rows whose keys are accepted. */
  where(accepts: (keys: Item) => boolean): Row[];
}

function indexNamed(table: Table, name: string): Index {
  const index = table.indexes.get(name);
  if (index === undefined || index.status === 'DELETING')
    throw validation(`The table does not have the specified index: ${name}`);
  if (index.status === 'CREATING') throw validation(`Cannot read from backfilling global secondary index: ${name}`);
  return index;
}

const tableRow = (item: Item, names: readonly string[]): Row => ({
  keys: pick(item, names),
  shown: item,
  reachable: item,
});

function indexRow(table: Table, { definition }: Index, entry: IndexEntry, identify: (keys: Item) => string): Row {
  const base = definition.kind === 'local' ? table.items.get(identify(entry.keys)) : undefined;
  return { keys: entry.keys, shown: entry.projected, reachable: base ?? entry.projected };
}

/** @throws Refusal ValidationException when the index does not exist or is not ready */
export function sourceOf(table: Table, indexName: string | undefined, identify: (keys: Item) => string): RowSource {
  const index = indexName === undefined ? undefined : indexNamed(table, indexName);
  const schema = index?.definition.schema ?? table.definition.schema;
  const cursor = [...new Set([...keyNames(table.definition.schema), ...keyNames(schema)])];
  const where = (accepts: (keys: Item) => boolean): Row[] => {
    if (index === undefined) return [...table.items.values()].filter(accepts).map((item) => tableRow(item, cursor));
    const entries = [...index.entries.values()].filter(({ keys }) => accepts(keys));
    return entries.map((entry) => indexRow(table, index, entry, identify));
  };
  return {
    ...{ table, index, schema, cursor, where },
    get rows() {
      return where(() => true);
    },
  };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function partitionText(schema: KeySchema, keys: Item, store: Store): string {
  const value = attributeOf(keys, schema.hash.name);
  return value === undefined ? '' : keyIdentity(value, store.decisions);
}

/** Rows without a sort key come first; only a mutant has them. */
function compareRange(a: Item, b: Item, schema: KeySchema, store: Store): number {
  if (schema.range === undefined) return 0;
  const [held, other] = [a, b].map((item) => attributeOf(item, schema.range!.name) !== undefined);
  if (held && other) return compareByRange(a, b, schema, store.decisions);
  return Number(held) - Number(other);
}

/** Partitions sort by their identity. The service promises no order; this one is the same in every run. */
export const compareByKeys = (a: Item, b: Item, schema: KeySchema, store: Store): number =>
  compareTexts(partitionText(schema, a, store), partitionText(schema, b, store)) || compareRange(a, b, schema, store);

/** Index rows with equal index keys sort by the table's keys. */
export function compareRows(a: Item, b: Item, source: RowSource, store: Store): number {
  const byKeys = compareByKeys(a, b, source.schema, store);
  if (byKeys !== 0 || source.index === undefined) return byKeys;
  return compareByKeys(a, b, source.table.definition.schema, store);
}

/** Whether a start key has exactly the cursor's attributes, each with the right type. */
export function isCursor(source: RowSource, key: Item, names: readonly string[] = source.cursor): boolean {
  const types = new Map(
    [...partsOf(source.schema), ...partsOf(source.table.definition.schema)].map((p) => [p.name, p.type]),
  );
  return (
    Object.keys(key).length === names.length &&
    names.every((name) => {
      const value = attributeOf(key, name);
      return value !== undefined && descriptorOf(value) === types.get(name);
    })
  );
}
