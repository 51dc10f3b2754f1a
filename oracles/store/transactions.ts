/** TransactWriteItems and TransactGetItems: atomic. */
import { Refusal, validation } from '../values/refusal.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { attributeOf, descriptorOf, normaliseItem } from '../values/validate.ts';
import {
  type Action,
  type ActionKind,
  type ActionRequest,
  bindRequest,
  checkAgainst,
  type Effect,
  type ExpressionRequest,
  evaluate,
  itemTooLarge,
  oversizedPut,
  prepare,
} from './actions.ts';
import { addUnits, bytesOf, type CapacityAsked, consumed, readUnits, type Units, unitsOfWrite } from './capacity.ts';
import { type MetricsAsked, metricsByTable } from './collections.ts';
import { present } from './descriptions.ts';
import { checkScalarKeys, EmptyIndexKey } from './index-keys.ts';
import { checkKey, checkNoEmptyKey, partsOf } from './item-keys.ts';
import type { RequestContext, Table } from './state.ts';
import { usableTable } from './tables.ts';
import { fingerprintOf, imagesOf, isReplay, rememberToken } from './tokens.ts';
import { identityOf, storedItem, writeItem } from './writes.ts';

interface ActionMembers {
  ConditionCheck?: ActionRequest;
  Put?: ActionRequest;
  Delete?: ActionRequest;
  Update?: ActionRequest;
}
interface TransactWriteRequest extends TransactionOptions {
  TransactItems: ActionMembers[];
}

function actionOf(context: RequestContext, members: ActionMembers): Action {
  const kinds: [ActionKind, ActionRequest | undefined][] = [
    ['check', members.ConditionCheck],
    ['put', members.Put],
    ['delete', members.Delete],
    ['update', members.Update],
  ];
  const given = kinds.filter((pair): pair is [ActionKind, ActionRequest] => pair[1] !== undefined);
  const [only] = given;
  if (only === undefined || given.length > 1)
    throw validation('TransactItems can only contain one of Check, Put, Update or Delete');
  const [kind, request] = only;
  // For a put, values are checked first. For the others an unparsable condition is reported before a key that is nested
  // too deep (measured in ten regions, 2026-10-09).
  const action = prepare(context.store, kind, request, kind === 'put' ? 'values' : 'expressions');
  const { ExpressionAttributeValues: values } = request;
  return values === undefined
    ? action
    : { ...action, valueBytes: bytesOf(normaliseItem(values, context.store.decisions)) };
}

/** One entry of CancellationReasons. */
export type Reason = { Code: string; Message?: string; Item?: Item };

export const none: Reason = { Code: 'None' };

/** Turns an error of one item into a cancellation reason; rethrows everything else. */
function attempt<T>(run: () => T): { value: T } | { reason: Reason } {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown instanceof EmptyIndexKey) throw thrown;
    const { type, message, members } = thrown;
    if (type === 'ConditionalCheckFailedException')
      return { reason: { Code: 'ConditionalCheckFailed', Message: message, ...members } };
    if (type === 'DuplicateItemException') return { reason: { Code: 'DuplicateItem', Message: message } };
    if (type === 'ValidationException') return { reason: { Code: 'ValidationError', Message: message } };
    throw thrown;
  }
}

export function cancelled(reasons: readonly Reason[]): Refusal {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return new Refusal(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons as unknown as Json },
  );
}

/** @throws Refusal TransactionCanceledException when any result is a reason. */
function allOf<T>(results: readonly ({ value: T } | { reason: Reason })[]): T[] {
  if (results.some((result) => 'reason' in result))
    throw cancelled(results.map((result) => ('reason' in result ? result.reason : none)));
  return results.map((result) => (result as { value: T }).value);
}

/**
 * Checks each action before any condition is evaluated. Only the first error is reported; the other actions have no
 * reason. Source: the Alternator suite, verified on the service.
 * @throws Refusal TransactionCanceledException
 */
function checkEach<T>(placed: readonly T[], check: (one: T) => void): void {
  const results = placed.map((one) => attempt(() => check(one)));
  const first = results.findIndex((result) => 'reason' in result);
  allOf(results.map((result, i) => (i === first ? result : { value: undefined })));
}

/** Refuses a transaction that names an item twice. Items with malformed keys are ignored. @throws Refusal */
function checkDistinct(context: RequestContext, named: { table: Table; key: Item }[]): void {
  const identities = named.flatMap(({ table, key }) => {
    const complete = partsOf(table.definition.schema).every((part) => {
      const value = attributeOf(key, part.name);
      return value !== undefined && descriptorOf(value) === part.type;
    });
    return complete ? [JSON.stringify([table.name, identityOf(context.store, table, key)])] : [];
  });
  if (new Set(identities).size !== identities.length)
    throw validation('Transaction request cannot include multiple operations on one item');
}

interface Placed {
  readonly action: Action;
  readonly table: Table;
}

/** A table and its name or ARN in the request. */
interface Named {
  readonly table: Table;
  readonly given: string;
}

function capacity(asked: CapacityAsked, named: readonly Named[], units: Map<string, Units>, kind: 'Read' | 'Write') {
  if (asked === undefined || asked === 'NONE') return undefined;
  const byName = new Map(named.map((one) => [one.table.name, one]));
  return [...units].map(([name, some]) => {
    const { table, given } = byName.get(name)!;
    return consumed(asked, table, some, given, kind)!;
  });
}
const bytesMax = 4 * 1024 * 1024;

/**
 * A write counts what the request holds, not the items that it names: small requests may delete more than 4 MB. Source:
 * the Alternator suite, verified on the service; only a part of the text is known. A read counts its items.
 * @throws Refusal
 */
function checkTogether(bytes: readonly number[]): void {
  if (bytes.reduce((sum, some) => sum + some, 0) > bytesMax)
    throw validation('Transaction payload size cannot exceed 4 MB');
}

/** A transaction prepares and commits, so the table costs twice; an index does not (measured in eu-west-2, 2026-08). */
const doubled = (units: Units): Units =>
  new Map([...units].map(([index, cost]) => [index, index === '' ? cost * 2 : cost]));

function place(context: RequestContext, actions: readonly Action[]): Placed[] {
  const placed = actions.map((action) => ({ action, table: usableTable(context, action.tableName) }));
  for (const { action, table } of placed) {
    checkNoEmptyKey(table, action.subject);
    if (oversizedPut(action)) throw itemTooLarge();
  }
  checkDistinct(
    context,
    placed.map(({ action, table }) => ({ table, key: action.subject })),
  );
  checkTogether(actions.map(({ subject, valueBytes = 0 }) => bytesOf(subject) + valueBytes));
  return placed;
}

function withoutItems(context: RequestContext, placed: readonly Placed[]): readonly Placed[] {
  if (context.store.decisions.failureItem === 'held') return placed;
  return placed.map(({ action, table }) => ({ table, action: { ...action, itemOnFailure: false } }));
}

interface TransactionOptions {
  ClientRequestToken?: string;
  ReturnConsumedCapacity?: CapacityAsked;
  ReturnItemCollectionMetrics?: MetricsAsked;
}

/**
 * Executes all actions atomically, or repeats the answer of the token's earlier call.
 *
 * @param fingerprint identifies the request, to detect another one under the same token
 * @throws Refusal TransactionCanceledException, or any refusal of the whole request
 */
export function commit(
  context: RequestContext,
  actions: readonly Action[],
  fingerprint: string,
  request: TransactionOptions,
): JsonObject {
  const { store } = context;
  const placed = place(context, actions);
  const named = placed.map(({ table, action }) => ({ table, given: action.tableName }));
  if (isReplay(context, request.ClientRequestToken, fingerprint)) {
    const units = new Map<string, Units>();
    imagesOf(context, request.ClientRequestToken).forEach((bytes, i) => {
      addUnits(units, named[i]!.table.name, new Map([['', 2 * readUnits(bytes, true)]]));
    });
    return present({ ConsumedCapacity: capacity(request.ReturnConsumedCapacity, named, units, 'Read') });
  }
  checkEach(placed, ({ action, table }) => checkAgainst(store, table, action));
  const effects: Effect[] = allOf(
    withoutItems(context, placed).map(({ action, table }) => attempt(() => evaluate(store, table, action))),
  );
  const units = new Map<string, Units>();
  placed.forEach(({ action, table }, i) => {
    const { before, after } = effects[i]!;
    addUnits(units, table.name, doubled(unitsOfWrite(store, table, before, after)));
    if (action.kind !== 'check') writeItem(store, table, before, after, { kind: 'transaction' });
  });
  const images = effects.map(({ before, after }) => Math.max(bytesOf(before), bytesOf(after)));
  rememberToken(context, request.ClientRequestToken, fingerprint, images);
  const changed = placed.flatMap(({ action, table }) =>
    action.kind === 'check' ? [] : [{ table, item: action.subject }],
  );
  return present({
    ConsumedCapacity: capacity(request.ReturnConsumedCapacity, named, units, 'Write'),
    ItemCollectionMetrics: metricsByTable(store, request.ReturnItemCollectionMetrics, changed),
  });
}

export function transactWriteItems(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as TransactWriteRequest;
  const actions = request.TransactItems.map((members) => actionOf(context, members));
  return commit(context, actions, fingerprintOf(input.TransactItems!), request);
}

interface GetRequest extends ExpressionRequest {
  TableName: string;
  Key: JsonObject;
}
interface TransactGetRequest {
  TransactItems: { Get: GetRequest }[];
  ReturnConsumedCapacity?: CapacityAsked;
}

/** One read of a transaction. */
export interface Reading {
  readonly name: string;
  readonly key: Item;
  readonly projection: { readonly nested?: ReadonlySet<string>; apply(item: Item): Item } | undefined;
}

/** Reads all items atomically. @throws Refusal */
export function readTogether(context: RequestContext, gets: readonly Reading[], asked: CapacityAsked): JsonObject {
  const { store } = context;
  const placed = gets.map((get) => ({ ...get, table: usableTable(context, get.name) }));
  for (const { table, key } of placed) checkNoEmptyKey(table, key);
  checkDistinct(context, placed);
  checkEach(placed, ({ table, key, projection }) => {
    checkKey(store, table, key);
    checkScalarKeys(table, projection?.nested);
  });
  checkTogether(placed.map(({ table, key }) => bytesOf(storedItem(store, table, key))));
  const units = new Map<string, Units>();
  const responses = placed.map(({ table, key, projection }): JsonObject => {
    const item = storedItem(store, table, key);
    addUnits(units, table.name, new Map([['', 2 * readUnits(bytesOf(item), true)]]));
    const shown = item === undefined || projection === undefined ? item : projection.apply(item);
    // A projection that selects nothing leaves the member out, unlike GetItem. Source: measured by a public reporter.
    const empty = shown === undefined || (projection !== undefined && Object.keys(shown).length === 0);
    return empty ? {} : { Item: shown };
  });
  const kept =
    store.decisions.transactGetMissing === 'as-an-empty-entry' ? responses : responses.filter((r) => 'Item' in r);
  return present({
    Responses: kept,
    ConsumedCapacity: capacity(
      asked,
      placed.map(({ table, name: given }) => ({ table, given })),
      units,
      'Read',
    ),
  });
}

export function transactGetItems(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as TransactGetRequest;
  const gets = request.TransactItems.map(({ Get: get }) => ({
    name: get.TableName,
    key: normaliseItem(get.Key, store.decisions),
    projection: bindRequest(store, get).projection,
  }));
  return readTogether(context, gets, request.ReturnConsumedCapacity);
}
