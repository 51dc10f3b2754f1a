/**
 * One write: a single-item request or one action of a transaction. It is prepared from the request alone, checked
 * against its table, and evaluated against the stored item. Nothing here changes the store.
 */
import { type Bound, type BoundUpdate, bind, type ExpressionTexts, type Updated } from '../expressions/bind.ts';
import { bindLegacy, checkUnmixed, formsOf, type LegacyRequest } from '../expressions/legacy/bind.ts';
import { Refusal, validation } from '../values/refusal.ts';
import { itemSize, itemSizeMax, nestingDepth } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import { attributeOf, normaliseItem, tooDeep, wrapsMax } from '../values/validate.ts';
import { type Contender, contended } from './contention.ts';
import { present } from './descriptions.ts';
import { checkAssignedTypes, checkIndexKeys, checkScalarKeys, checkUpdatedIndexKeys } from './index-keys.ts';
import { checkItemKeys, checkKey, partsOf } from './item-keys.ts';
import type { Store, Table } from './state.ts';
import { identityOf, storedItem } from './writes.ts';

export type ActionKind = Contender['kind'];

export interface ExpressionRequest extends LegacyRequest {
  ConditionExpression?: string;
  UpdateExpression?: string;
  FilterExpression?: string;
  KeyConditionExpression?: string;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Json;
  ExpressionAttributeValues?: Json;
}

/** Binds the expressions of a request, or its legacy members. @throws Refusal */
export function bindRequest(store: Store, request: ExpressionRequest): Bound {
  const forms = formsOf(request);
  checkUnmixed(forms);
  const texts: ExpressionTexts = present({
    update: request.UpdateExpression,
    condition: request.ConditionExpression,
    keyCondition: request.KeyConditionExpression,
    filter: request.FilterExpression,
    projection: request.ProjectionExpression,
  });
  const bound = bind(texts, request.ExpressionAttributeNames, request.ExpressionAttributeValues, {
    decisions: store.decisions,
  });
  return forms.legacy.length === 0 ? bound : { ...bindLegacy(request, store.decisions), ...bound };
}

export interface ActionRequest extends ExpressionRequest {
  TableName: string;
  Item?: JsonObject;
  Key?: JsonObject;
  ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

export interface Action extends Contender {
  readonly tableName: string;
  /** The item of a put; the key of every other action. */
  readonly subject: Item;
  readonly bound: Bound;
  readonly itemOnFailure: boolean;
  /** Bytes that the request holds beside the subject; counted in a transaction only. */
  readonly valueBytes?: number;
  /** Replaces ConditionalCheckFailedException when the condition fails. */
  readonly refusal?: Refusal;
  /** The put does nothing if the item already exists. */
  readonly keepsExisting?: true;
}

/**
 * Does all checks that need no table. `first` is the order of values and expressions; it matters only when both are
 * wrong.
 * @throws Refusal
 */
export function prepare(
  store: Store,
  kind: ActionKind,
  request: ActionRequest,
  first: 'values' | 'expressions',
): Action {
  const read = (): Item => normaliseItem((kind === 'put' ? request.Item : request.Key)!, store.decisions);
  const early = first === 'values' ? read() : undefined;
  const bound = bindRequest(store, request);
  const itemOnFailure = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  return { kind, tableName: request.TableName, subject: early ?? read(), bound, itemOnFailure };
}

/** Does all checks that need the table, but not the stored item. @throws Refusal ValidationException */
export function checkAgainst(store: Store, table: Table, action: Action): void {
  if (action.kind === 'put') {
    checkItemKeys(store, table, action.subject);
    if (oversizedPut(action)) throw itemTooLarge();
    checkIndexKeys(store, table, action.subject);
    return;
  }
  checkKey(store, table, action.subject);
  if (action.bound.update !== undefined) checkUpdate(store, table, action.bound.update);
}

function checkUpdate(store: Store, table: Table, { attributes, types, nested }: BoundUpdate): void {
  for (const { name } of partsOf(table.definition.schema))
    if (attributes.has(name))
      throw validation(
        `One or more parameter values were invalid: Cannot update attribute ${name}. This attribute is part of the key`,
      );
  checkAssignedTypes(store, table, types);
  checkScalarKeys(table, nested);
}

export const oversizedPut = (action: Action): boolean =>
  action.kind === 'put' && itemSize(action.subject) > itemSizeMax;
export const itemTooLarge = (): Refusal => validation('Item size has exceeded the maximum allowed size');

const updateTooLarge = (): Refusal => validation('Item size to update has exceeded the maximum allowed size');

/**
 * Only UpdateItem also limits the statement, before its condition; transactions and PartiQL do not. Source: the parity
 * suite; 22 regions do this, ten limit the item alone (2026-10).
 * @throws Refusal ValidationException
 */
export function checkStatement(store: Store, table: Table, { subject, bound }: Action): void {
  const before = storedItem(store, table, subject);
  if ((bound.update?.cost?.(before) ?? 0) > itemSizeMax) throw updateTooLarge();
}

export interface Effect {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** Set for an update. */
  readonly updated?: Updated;
}

/** A value that is valid alone may be nested too deep where an update stores it. @throws Refusal */
function checkDepth(item: Item, written: ReadonlySet<string>): void {
  for (const name of written) {
    const value = attributeOf(item, name);
    if (value !== undefined && nestingDepth(value) > wrapsMax) throw validation(tooDeep);
  }
}

function updateEffect(store: Store, table: Table, action: Action, before: Item | undefined): Effect {
  const { update } = action.bound;
  const base = before ?? action.subject;
  if (update === undefined) {
    if (before === undefined) checkUpdatedIndexKeys(store, table, base, undefined);
    return { before, after: base };
  }
  const updated = update.apply(base, before === undefined);
  // An update that only removes does not create the item. Source: measured on DynamoDB by the Alternator suite.
  const onlyKeys = Object.keys(updated.item).length === Object.keys(action.subject).length;
  if (before === undefined && onlyKeys) return { before, after: undefined, updated };
  checkUpdatedIndexKeys(store, table, updated.item, before === undefined ? undefined : update.attributes);
  checkDepth(updated.item, update.attributes);
  if (itemSize(updated.item) > itemSizeMax) throw updateTooLarge();
  return { before, after: updated.item, updated };
}

/**
 * Computes the effect of the write on the current item.
 * @throws Refusal ConditionalCheckFailedException (with `Item` if requested), ValidationException
 */
export function evaluate(store: Store, table: Table, action: Action): Effect {
  const before = contended(store, table, identityOf(store, table, action.subject), action);
  if (action.keepsExisting && before !== undefined) return { before, after: before };
  const wanted = store.decisions.conditionOutcome === 'when-it-holds';
  if (action.bound.condition !== undefined && action.bound.condition.holds(before) !== wanted) {
    if (action.refusal !== undefined) throw action.refusal;
    const members: JsonObject = action.itemOnFailure && before !== undefined ? { Item: before } : {};
    throw new Refusal('ConditionalCheckFailedException', 'The conditional request failed', members);
  }
  switch (action.kind) {
    case 'put':
      return { before, after: action.subject };
    case 'delete':
      return { before, after: undefined };
    case 'check':
      return { before, after: before };
    case 'update':
      return updateEffect(store, table, action, before);
    default:
      return action.kind satisfies never;
  }
}
