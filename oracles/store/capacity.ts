/** ConsumedCapacity: computes the cost of a request by the documented rules. */
import { deepEqual } from '../values/compare.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { present } from './descriptions.ts';
import { entryOf } from './indexes.ts';
import type { Store, Table } from './state.ts';

export type CapacityAsked = 'INDEXES' | 'TOTAL' | 'NONE' | undefined;

export const isAsked = (asked: CapacityAsked): boolean => asked === 'TOTAL' || asked === 'INDEXES';

export const bytesOf = (item: Item | undefined): number => (item === undefined ? 0 : itemSize(item));

/** Half a unit per 4 KB or part of it, doubled for a consistent read. An empty read costs one block. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);
const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** One unit per KB or part of it, of the larger of the item before and after. */
const writeUnits = (...items: (Item | undefined)[]): number => unitsOf(Math.max(...items.map(bytesOf)));

/** Write units per index. Moving an entry costs a delete and a put; an unchanged entry costs nothing. */
function indexWriteUnits(
  store: Store,
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
): Map<string, number> {
  const units = new Map<string, number>();
  for (const [name, index] of table.indexes) {
    const old = before === undefined ? undefined : entryOf(store, table, index, before);
    const next = after === undefined ? undefined : entryOf(store, table, index, after);
    let cost = 0;
    if (old !== undefined && next !== undefined && old.identity === next.identity)
      cost = deepEqual({ M: old.projected }, { M: next.projected }) ? 0 : writeUnits(old.projected, next.projected);
    else for (const entry of [old, next]) if (entry !== undefined) cost += writeUnits(entry.projected);
    if (cost > 0) units.set(name, cost);
  }
  return units;
}

/** Capacity units of one table by index name. The empty name stands for the table itself. */
export type Units = Map<string, number>;

export function addUnits(all: Map<string, Units>, table: string, more: ReadonlyMap<string, number>): void {
  const units = all.get(table) ?? new Map<string, number>();
  for (const [index, cost] of more) units.set(index, (units.get(index) ?? 0) + cost);
  all.set(table, units);
}

const total = (units: Iterable<number>): number => [...units].reduce((sum, cost) => sum + cost, 0);

/** Transactions also report the kind of unit at every level. */
const capacityJson = (units: number, kind: 'Read' | 'Write' | undefined): JsonObject => ({
  CapacityUnits: units,
  ...(kind === undefined ? {} : { [`${kind}CapacityUnits`]: units }),
});

function indexUnits(
  table: Table,
  units: Units,
  kind: 'global' | 'local',
  write: (cost: number) => Json,
): JsonObject | undefined {
  const some = [...units].filter(([name]) => name !== '' && table.indexes.get(name)?.definition.kind === kind);
  return some.length === 0 ? undefined : Object.fromEntries(some.map(([name, cost]) => [name, write(cost)]));
}

/** The ConsumedCapacity member of one table. @param given the table's name or ARN as written in the request */
export function consumed(
  asked: CapacityAsked,
  table: Table,
  units: Units,
  given: string = table.name,
  kind?: 'Read' | 'Write',
): Json | undefined {
  if (!isAsked(asked)) return undefined;
  const write = (cost: number): JsonObject => capacityJson(cost, kind);
  return present({
    TableName: given,
    ...write(total(units.values())),
    ...(asked === 'INDEXES'
      ? {
          Table: write(units.get('')!),
          GlobalSecondaryIndexes: indexUnits(table, units, 'global', write),
          LocalSecondaryIndexes: indexUnits(table, units, 'local', write),
        }
      : {}),
  });
}

/** The units of one write to the table and its indexes. */
export const unitsOfWrite = (store: Store, table: Table, before: Item | undefined, after: Item | undefined): Units =>
  new Map([['', writeUnits(before, after)], ...indexWriteUnits(store, table, before, after)]);
