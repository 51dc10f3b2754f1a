/** BatchGetItem and BatchWriteItem. */

import { checkUnmixed, formsOf } from '../expressions/legacy/bind.ts';
import { bare } from '../values/bare.ts';
import { validation } from '../values/refusal.ts';
import { itemSize, itemSizeMax } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { normaliseItem } from '../values/validate.ts';
import { bindRequest, type ExpressionRequest, itemTooLarge } from './actions.ts';
import { addUnits, bytesOf, type CapacityAsked, consumed, readUnits, type Units, unitsOfWrite } from './capacity.ts';
import { type MetricsAsked, metricsByTable } from './collections.ts';
import { present } from './descriptions.ts';
import { checkIndexKeys, checkScalarKeys } from './index-keys.ts';
import { keyNames, pick } from './indexes.ts';
import { checkKey } from './item-keys.ts';
import type { RequestContext, Table } from './state.ts';
import { usableTable } from './tables.ts';
import { identityOf, storedItem, writeItem } from './writes.ts';

const getKeysMax = 100;
const writesMax = 25;
const answerBytesMax = 16 * 1024 * 1024;

interface KeysRequest extends ExpressionRequest {
  Keys: JsonObject[];
  ConsistentRead?: boolean;
}
interface BatchGetRequest {
  RequestItems: { [table: string]: KeysRequest };
  ReturnConsumedCapacity?: CapacityAsked;
}

/** Compares keys as written: 1000 and 1e3 are two different keys here. Source: the Alternator suite. */
const asWritten = (key: JsonObject): string => JSON.stringify(Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1)));

function checkDistinct(requests: [string, KeysRequest][]): void {
  for (const [, { Keys: keys }] of requests)
    if (new Set(keys.map(asWritten)).size !== keys.length)
      throw validation('Provided list of item keys contains duplicates');
}

/** Expressions and legacy members must not be mixed across tables (measured by the parity suite). */
function checkOneForm(requests: [string, KeysRequest][]): void {
  const forms = requests.map(([, request]) => formsOf(request));
  checkUnmixed({
    expressions: [...new Set(forms.flatMap(({ expressions }) => expressions))],
    legacy: [...new Set(forms.flatMap(({ legacy }) => legacy))],
  });
}

const capacityJson = (asked: CapacityAsked, tables: ReadonlyMap<string, Table>, units: ReadonlyMap<string, Units>) =>
  asked === undefined || asked === 'NONE'
    ? undefined
    : [...units].map(([name, some]) => consumed(asked, tables.get(name)!, some, name)!);

export function batchGetItem(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as BatchGetRequest;
  const requests = Object.entries(request.RequestItems);
  if (requests.reduce((sum, [, { Keys }]) => sum + Keys.length, 0) > getKeysMax)
    throw validation('Too many items requested for the BatchGetItem call');
  checkOneForm(requests);
  const prepared = requests.map(([name, some]) => ({
    name,
    some,
    keys: some.Keys.map((key) => normaliseItem(key, store.decisions)),
    projection: bindRequest(store, some).projection,
  }));
  checkDistinct(requests);
  const tables = new Map(prepared.map(({ name }) => [name, usableTable(context, name)]));
  for (const { name, keys, projection } of prepared) {
    for (const key of keys) checkKey(store, tables.get(name)!, key);
    checkScalarKeys(tables.get(name)!, projection?.nested);
  }
  const responses = bare<{ [table: string]: Json[] }>();
  const unprocessed = bare<JsonObject>();
  const units = new Map<string, Units>();
  let bytes = 0;
  for (const { name, some, keys, projection } of prepared) {
    const found: Json[] = [];
    const left: JsonObject[] = [];
    keys.forEach((key, i) => {
      const item = storedItem(store, tables.get(name)!, key);
      if (bytes + bytesOf(item) > answerBytesMax) {
        left.push(some.Keys[i]!);
        return;
      }
      bytes += bytesOf(item);
      addUnits(units, name, new Map([['', readUnits(bytesOf(item), some.ConsistentRead === true)]]));
      if (item !== undefined) found.push(projection === undefined ? item : projection.apply(item));
    });
    responses[name] = found;
    if (left.length > 0) unprocessed[name] = { ...some, Keys: left } as JsonObject;
  }
  return present({
    Responses: responses,
    UnprocessedKeys: unprocessed,
    ConsumedCapacity: capacityJson(request.ReturnConsumedCapacity, tables, units),
  });
}

interface WriteRequest {
  PutRequest?: { Item: JsonObject };
  DeleteRequest?: { Key: JsonObject };
}
interface BatchWriteRequest {
  RequestItems: { [table: string]: WriteRequest[] };
  ReturnConsumedCapacity?: CapacityAsked;
  ReturnItemCollectionMetrics?: MetricsAsked;
}
interface PreparedWrite {
  readonly name: string;
  readonly put: boolean;
  readonly subject: Item;
}

function prepareWrite(context: RequestContext, name: string, write: WriteRequest): PreparedWrite {
  const { PutRequest: put, DeleteRequest: remove } = write;
  // No member gives the same error as two members. Source: observed on the service by the authors of a public emulator.
  if ((put === undefined) === (remove === undefined))
    throw validation(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  return {
    name,
    put: put !== undefined,
    subject: normaliseItem(put?.Item ?? remove!.Key, context.store.decisions),
  };
}

function checkWrite({ store }: RequestContext, table: Table, { put, subject }: PreparedWrite): void {
  if (!put) {
    checkKey(store, table, subject);
    return;
  }
  // The keys of a put are checked like a key, since the batch has one text for both.
  checkKey(store, table, pick(subject, keyNames(table.definition.schema)));
  checkIndexKeys(store, table, subject);
  if (itemSize(subject) > itemSizeMax) throw itemTooLarge();
}

export function batchWriteItem(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as BatchWriteRequest;
  const writes = Object.entries(request.RequestItems).flatMap(([name, some]) =>
    some.map((write) => prepareWrite(context, name, write)),
  );
  if (writes.length > writesMax) throw validation('Too many items requested for the BatchWriteItem call');
  const tables = new Map(Object.keys(request.RequestItems).map((name) => [name, usableTable(context, name)]));
  for (const write of writes) checkWrite(context, tables.get(write.name)!, write);
  const identities = writes.map((write) =>
    JSON.stringify([tables.get(write.name)!.name, identityOf(store, tables.get(write.name)!, write.subject)]),
  );
  if (new Set(identities).size !== writes.length) throw validation('Provided list of item keys contains duplicates');
  const units = new Map<string, Units>();
  for (const { name, put, subject } of writes) {
    const table = tables.get(name)!;
    const before = storedItem(store, table, subject);
    const after = put ? subject : undefined;
    addUnits(units, name, unitsOfWrite(store, table, before, after));
    writeItem(store, table, before, after, { kind: put ? 'put' : 'delete' });
  }
  return present({
    UnprocessedItems: {},
    ItemCollectionMetrics: metricsByTable(
      store,
      request.ReturnItemCollectionMetrics,
      writes.map(({ name, subject }) => ({ table: tables.get(name)!, item: subject })),
    ),
    ConsumedCapacity: capacityJson(request.ReturnConsumedCapacity, tables, units),
  });
}
