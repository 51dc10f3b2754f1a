/** PutItem, GetItem, UpdateItem, DeleteItem. */
import { requestRefusal } from '../values/refusal.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { normaliseItem } from '../values/validate.ts';
import {
  type Action,
  type ActionKind,
  type ActionRequest,
  bindRequest,
  checkAgainst,
  checkStatement,
  type Effect,
  type ExpressionRequest,
  evaluate,
  prepare,
} from './actions.ts';
import { bytesOf, type CapacityAsked, consumed, isAsked, readUnits, unitsOfWrite } from './capacity.ts';
import { collectionMetrics, type MetricsAsked } from './collections.ts';
import { present } from './descriptions.ts';
import { checkScalarKeys } from './index-keys.ts';
import { checkKey } from './item-keys.ts';
import type { RequestContext, Table } from './state.ts';
import { usableTable } from './tables.ts';
import { seenItem, writeItem } from './writes.ts';

type ReturnValues = 'NONE' | 'ALL_OLD' | 'ALL_NEW' | 'UPDATED_OLD' | 'UPDATED_NEW';
interface WriteRequest extends ActionRequest {
  ReturnValues?: ReturnValues;
  ReturnConsumedCapacity?: CapacityAsked;
  ReturnItemCollectionMetrics?: MetricsAsked;
}

const whenAny = (item: Item | undefined): Item | undefined =>
  item === undefined || Object.keys(item).length === 0 ? undefined : item;

function attributesFor(returnValues: ReturnValues | undefined, effect: Effect): Json | undefined {
  switch (returnValues) {
    case 'ALL_OLD':
      return effect.before;
    case 'ALL_NEW':
      return effect.after;
    case 'UPDATED_OLD':
      return effect.before === undefined ? undefined : whenAny(effect.updated?.updatedOld);
    case 'UPDATED_NEW':
      return whenAny(effect.updated?.updatedNew);
    default:
      return undefined;
  }
}

function perform(context: RequestContext, action: Action, request: WriteRequest): JsonObject {
  const { store } = context;
  const table = usableTable(context, action.tableName);
  checkAgainst(store, table, action);
  checkStatement(store, table, action);
  const effect = evaluate(store, table, action);
  const asked = request.ReturnConsumedCapacity;
  const units = isAsked(asked) ? unitsOfWrite(store, table, effect.before, effect.after) : undefined;
  const kind = action.kind as Exclude<ActionKind, 'check'>;
  writeItem(store, table, effect.before, effect.after, { kind, oldImageAsked: request.ReturnValues === 'ALL_OLD' });
  return present({
    Attributes: attributesFor(request.ReturnValues, effect),
    ConsumedCapacity: units && consumed(asked, table, units, request.TableName),
    ItemCollectionMetrics: collectionMetrics(store, table, request.ReturnItemCollectionMetrics, action.subject),
  });
}

const checkReturnValues = (request: WriteRequest): void => {
  if (request.ReturnValues !== undefined && request.ReturnValues !== 'NONE' && request.ReturnValues !== 'ALL_OLD')
    throw requestRefusal('ReturnValues can only be ALL_OLD or NONE');
};

export function putItem(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as WriteRequest;
  checkReturnValues(request);
  return perform(context, prepare(context.store, 'put', request, 'values'), request);
}

export function deleteItem(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as WriteRequest;
  checkReturnValues(request);
  return perform(context, prepare(context.store, 'delete', request, 'values'), request);
}

export function updateItem(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as WriteRequest;
  return perform(context, prepare(context.store, 'update', request, 'values'), request);
}

interface GetRequest extends ExpressionRequest {
  TableName: string;
  Key: JsonObject;
  ConsistentRead?: boolean;
  ReturnConsumedCapacity?: CapacityAsked;
}

/** The stored item under a validated key. @throws Refusal */
function readItem(context: RequestContext, table: Table, key: Item, consistent: boolean): Item | undefined {
  checkKey(context.store, table, key);
  return seenItem(context.store, table, key, consistent);
}

export function getItem(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as GetRequest;
  const key = normaliseItem(request.Key, context.store.decisions);
  const { projection } = bindRequest(context.store, request);
  const table = usableTable(context, request.TableName);
  checkScalarKeys(table, projection?.nested);
  const item = readItem(context, table, key, request.ConsistentRead === true);
  const asked = request.ReturnConsumedCapacity;
  const units = new Map([['', readUnits(bytesOf(item), request.ConsistentRead === true)]]);
  return present({
    Item: item === undefined || projection === undefined ? item : projection.apply(item),
    ConsumedCapacity: consumed(asked, table, units, request.TableName),
  });
}
