/** What a history tells of its tables: keys, indexes, and the writes to each item. */
import { rightDecisions } from '../policies/index.ts';
import { fingerprintOf } from '../store/tokens.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { normaliseItem } from '../values/validate.ts';
import { grouped } from './grouped.ts';
import type { Call, History, Request } from './history.ts';

/** Indexes of the calls, in the order of their starts. */
export const byStart = (calls: readonly Call[]): number[] =>
  [...calls.keys()].sort((a, b) => calls[a]!.startUs - calls[b]!.startUs || a - b);

export interface IndexFacts {
  readonly name: string;
  readonly keys: readonly string[];
  /** Undefined for all attributes. */
  readonly projected: readonly string[] | undefined;
}
export interface TableFacts {
  readonly name: string;
  readonly keys: readonly string[];
  readonly indexes: readonly IndexFacts[];
}

const keysOf = (schema: Json | undefined): string[] =>
  ((schema ?? []) as JsonObject[]).map(({ AttributeName }) => String(AttributeName));

function indexFacts({ IndexName, KeySchema, Projection }: JsonObject): IndexFacts {
  const { ProjectionType, NonKeyAttributes } = (Projection ?? {}) as JsonObject;
  const projected = ProjectionType === 'ALL' ? undefined : ((NonKeyAttributes ?? []) as string[]);
  return { name: String(IndexName), keys: keysOf(KeySchema), projected };
}

/** From CreateTable and UpdateTable, of the set-up and of the calls that were not refused. */
export function tablesOf({ setup, calls }: History): Map<string, TableFacts> {
  const tables = new Map<string, TableFacts>();
  const requests: Request[] = [...setup, ...calls.filter(({ outcome }) => outcome.kind !== 'rejected')];
  for (const { operation, input } of requests) {
    const request = input as JsonObject;
    const name = String(request.TableName);
    if (operation === 'CreateTable') {
      const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = request;
      const indexes = [GlobalSecondaryIndexes, LocalSecondaryIndexes].flatMap((list) => (list ?? []) as JsonObject[]);
      tables.set(name, { name, keys: keysOf(request.KeySchema), indexes: indexes.map(indexFacts) });
    }
    const known = tables.get(name);
    if (operation !== 'UpdateTable' || known === undefined) continue;
    const made = ((request.GlobalSecondaryIndexUpdates ?? []) as JsonObject[]).flatMap(({ Create }) =>
      Create === undefined ? [] : [indexFacts(Create as JsonObject)],
    );
    const others = known.indexes.filter(({ name: one }) => made.every((index) => index.name !== one));
    tables.set(name, { ...known, indexes: [...others, ...made] });
  }
  return tables;
}

/** Calls after which the items of a table follow from more than the writes to them, with the member that names the table. */
const lifecycle: Readonly<Record<string, string>> = {
  CreateTable: 'TableName',
  DeleteTable: 'TableName',
  RestoreTableFromBackup: 'TargetTableName',
  UpdateTimeToLive: 'TableName',
};

/** Tables whose life changes among the calls, each with the last such operation. */
export function remadeTables({ calls }: History): Map<string, string> {
  const remade = new Map<string, string>();
  for (const { operation, input } of calls) {
    const member = lifecycle[operation];
    if (member !== undefined) remade.set(String(input[member]), operation);
  }
  return remade;
}

/** An item in its one form: numbers trimmed, sets in order. */
function plainItem(item: Json): Item {
  try {
    return normaliseItem(item, rightDecisions);
  } catch {
    return item as Item;
  }
}
export const itemText = (item: Json): string => fingerprintOf(plainItem(item));
export const picked = (item: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));

/** One item's part in a write. */
export interface ItemWrite {
  /** Index of the call; -1 in the set-up. */
  readonly call: number;
  readonly table: string;
  /** Equal for equal keys of one table. */
  readonly key: string;
  readonly kind: 'put' | 'update' | 'delete';
  /** The member of the request: Item or Key, expressions. */
  readonly request: JsonObject;
  readonly outcome: 'done' | 'perhaps' | 'refused';
  readonly token: string | undefined;
  readonly startUs: number;
  /** Infinity without an answer. */
  readonly endUs: number;
}

const single: Readonly<Record<string, ItemWrite['kind']>> = {
  PutItem: 'put',
  UpdateItem: 'update',
  DeleteItem: 'delete',
};
const inTransaction: Readonly<Record<string, ItemWrite['kind']>> = { Put: 'put', Update: 'update', Delete: 'delete' };

/** After these a write may have happened. */
export const isServerError = (name: string): boolean =>
  /^(InternalServerError|InternalFailure|ServiceUnavailable)/.test(name);

function outcomeOf({ outcome }: Call): ItemWrite['outcome'] {
  if (outcome.kind === 'ok') return 'done';
  return outcome.kind === 'unknown' || isServerError(outcome.name) ? 'perhaps' : 'refused';
}

type Member = readonly [kind: ItemWrite['kind'], request: JsonObject];

function membersOf({ operation, input }: Request): Member[] {
  const { TransactItems, RequestItems } = input as JsonObject;
  const kind = single[operation];
  if (kind !== undefined) return [[kind, input as JsonObject]];
  if (operation === 'TransactWriteItems')
    return (TransactItems as JsonObject[]).flatMap((one) =>
      Object.entries(one).flatMap(([name, request]): Member[] => {
        const member = inTransaction[name];
        return member === undefined ? [] : [[member, request as JsonObject]];
      }),
    );
  if (operation !== 'BatchWriteItem') return [];
  return Object.entries(RequestItems as JsonObject).flatMap(([TableName, writes]) =>
    (writes as JsonObject[]).map(({ PutRequest, DeleteRequest }): Member => {
      const kind = PutRequest === undefined ? 'delete' : 'put';
      return [kind, { TableName, ...((PutRequest ?? DeleteRequest) as JsonObject) }];
    }),
  );
}

/** All writes of known tables, the set-up's first. An unprocessed write of a batch is refused. */
export function writesOf(history: History, tables: ReadonlyMap<string, TableFacts>): ItemWrite[] {
  const { setup, calls } = history;
  const before = setup.flatMap((one) => {
    const call = { ...one, client: -1, startUs: -1, endUs: -1, outcome: { kind: 'ok', output: {} } } as const;
    return writesOfCall(call, -1, tables);
  });
  return [...before, ...calls.flatMap((call, at) => writesOfCall(call, at, tables))];
}

function writesOfCall(call: Call, at: number, tables: ReadonlyMap<string, TableFacts>): ItemWrite[] {
  const left = unprocessed(call);
  const token = call.input.ClientRequestToken;
  return membersOf(call).flatMap(([kind, request]): ItemWrite[] => {
    const table = String(request.TableName);
    const facts = tables.get(table);
    if (facts === undefined) return [];
    const key = itemText(picked((request.Key ?? request.Item) as JsonObject, facts.keys));
    const outcome = left.has(`${table} ${key}`) ? 'refused' : outcomeOf(call);
    const endUs = outcome === 'perhaps' ? Number.POSITIVE_INFINITY : (call.endUs ?? Number.POSITIVE_INFINITY);
    const known = typeof token === 'string' ? token : undefined;
    return [{ call: at, table, key, kind, request, outcome, token: known, startUs: call.startUs, endUs }];
  });

  function unprocessed({ operation, outcome }: Call): Set<string> {
    const items = operation === 'BatchWriteItem' && outcome.kind === 'ok' ? outcome.output.UnprocessedItems : undefined;
    return new Set(
      Object.entries((items ?? {}) as JsonObject).flatMap(([table, writes]) =>
        (writes as JsonObject[]).map(({ PutRequest, DeleteRequest }) => {
          const { Item, Key } = (PutRequest ?? DeleteRequest) as JsonObject;
          return `${table} ${itemText(picked((Item ?? Key) as JsonObject, tables.get(table)?.keys ?? []))}`;
        }),
      ),
    );
  }
}

/** The writes of each item, by table and key. */
export const byItem = (writes: readonly ItemWrite[]): Map<string, ItemWrite[]> =>
  grouped(writes, ({ table, key }) => `${table} ${key}`);
