/** ItemCollectionMetrics: the total size of the items with one partition key, for tables with a local index. */
import { bare } from '../values/bare.ts';
import { keyIdentity } from '../values/keys.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import { pick } from './indexes.ts';
import type { Store, Table } from './state.ts';

export type MetricsAsked = 'SIZE' | 'NONE' | undefined;

const gigabyte = 2 ** 30;

/** A collection holds the table's items and their entries in local indexes. Source: developer guide, local indexes. */
function bytesOfCollection(store: Store, table: Table, item: Item): number {
  const { name } = table.definition.schema.hash;
  const wanted = keyIdentity(attributeOf(item, name)!, store.decisions);
  const isMember = (other: Item): boolean => keyIdentity(attributeOf(other, name)!, store.decisions) === wanted;
  const local = [...table.indexes.values()].filter(({ definition }) => definition.kind === 'local');
  const entries = local.flatMap((index) => [...index.entries.values()]).filter(({ keys }) => isMember(keys));
  const stored = [...table.items.values()].filter(isMember);
  return [...stored, ...entries.map(({ projected }) => projected)].reduce((sum, one) => sum + itemSize(one), 0);
}

/**
 * The size range of the item's collection in whole gigabytes; undefined when not requested or without a local index.
 */
export function collectionMetrics(store: Store, table: Table, asked: MetricsAsked, item: Item): JsonObject | undefined {
  const hasLocal = table.definition.indexes.some(({ kind }) => kind === 'local');
  if (asked !== 'SIZE' || !hasLocal) return undefined;
  const low = Math.floor(bytesOfCollection(store, table, item) / gigabyte);
  return { ItemCollectionKey: pick(item, [table.definition.schema.hash.name]), SizeEstimateRangeGB: [low, low + 1] };
}

/** Metrics of several writes by table, one entry per collection; undefined when there is none. */
export function metricsByTable(
  store: Store,
  asked: MetricsAsked,
  writes: readonly { table: Table; item: Item }[],
): Json | undefined {
  const byTable = bare<{ [table: string]: Json[] }>();
  const seen = new Set<string>();
  for (const { table, item } of writes) {
    const metrics = collectionMetrics(store, table, asked, item);
    const identity = JSON.stringify([table.name, metrics?.ItemCollectionKey ?? null]);
    if (metrics === undefined || seen.has(identity)) continue;
    seen.add(identity);
    byTable[table.name] = [...(byTable[table.name] ?? []), metrics];
  }
  return Object.keys(byTable).length === 0 ? undefined : byTable;
}
