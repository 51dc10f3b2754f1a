/** What an answer says about the items of a table at the moment of the request. */
import type { Json, JsonObject } from '../../../../oracles/values/types.ts';
import { isObject, listAt, valueAt } from '../../play/path.ts';
import type { Exchange } from '../exchange.ts';
import { flagOf } from '../values.ts';

export interface Observation {
  /** Name or ARN, as in the request. */
  table: Json;
  /** The key that was asked for, or the row itself. */
  at: JsonObject;
  /** The whole item, or null if there is none. */
  item: JsonObject | null;
  /** Where the answer says it. */
  path: string;
}

/** A read of all rows: none is missing in the answer. */
interface Everything {
  table: Json;
  rows: readonly JsonObject[];
}

/** Members with which an answer has only a part of each item. */
const narrowing = ['ProjectionExpression', 'AttributesToGet', 'IndexName', 'Select'] as const;
const isWhole = (input: JsonObject): boolean => narrowing.every((name) => input[name] === undefined);
const isConsistent = (input: Json | undefined): boolean =>
  isObject(input) && flagOf(input.ConsistentRead ?? false) === true;

const objects = (list: Json[]): JsonObject[] => list.filter(isObject);
const found = (table: Json, at: Json | undefined, item: Json | undefined, path: string): Observation[] =>
  isObject(at) ? [{ table, at, item: isObject(item) ? item : null, path }] : [];

function ofGet(input: JsonObject, output: JsonObject): Observation[] {
  if (!isConsistent(input) || !isWhole(input)) return [];
  return found(input.TableName ?? null, input.Key, output.Item, 'Item');
}

function ofRows(input: JsonObject, output: JsonObject): Observation[] {
  if (!isConsistent(input) || !isWhole(input)) return [];
  return objects(listAt(output, 'Items')).flatMap((row) => found(input.TableName ?? null, row, row, 'Items[]'));
}

/** Keys without an item in the answer are known to be absent only if none is left for later. */
function ofBatch(input: JsonObject, output: JsonObject): Observation[] {
  const asked = isObject(input.RequestItems) ? Object.entries(input.RequestItems) : [];
  return asked.flatMap(([table, part]) => {
    if (!isObject(part) || !isConsistent(part) || !isWhole(part)) return [];
    const rows = objects(listIn(output.Responses, table));
    const seen = rows.flatMap((row) => found(table, row, row, 'Responses[]'));
    const left = listIn(valueAt(output, ['UnprocessedKeys', table]), 'Keys').length > 0;
    const same = (row: JsonObject, key: JsonObject): boolean =>
      Object.entries(key).every(([name, value]) => JSON.stringify(row[name]) === JSON.stringify(value));
    const missing = left ? [] : objects(listIn(part, 'Keys')).filter((key) => !rows.some((row) => same(row, key)));
    // A number may come back in another spelling, so such a key is not said to be missing.
    const sure = missing.filter((key) => Object.values(key).every((value) => isObject(value) && !('N' in value)));
    return [...seen, ...sure.flatMap((key) => found(table, key, undefined, 'Responses[]'))];
  });
}

const listIn = (object: Json | undefined, member: string): Json[] => {
  const list = isObject(object) ? object[member] : undefined;
  return Array.isArray(list) ? list : [];
};

function ofTransaction(input: JsonObject, output: JsonObject): Observation[] {
  const answers = listAt(output, 'Responses');
  return listIn(input, 'TransactItems').flatMap((part, at) => {
    const get = isObject(part) ? part.Get : undefined;
    if (!isObject(get) || !isWhole(get) || answers[at] === undefined) return [];
    return found(get.TableName ?? null, get.Key, valueAt(answers[at], 'Item'), 'Responses[].Item');
  });
}

/** The item before a write, where it was asked for. */
function ofWrite({ op, input }: Exchange, output: JsonObject): Observation[] {
  if (input.ReturnValues !== 'ALL_OLD') return [];
  const at = op === 'PutItem' ? input.Item : input.Key;
  return found(input.TableName ?? null, at, output.Attributes, 'Attributes');
}

/** Observations of the items before the request. */
export function observedIn(exchange: Exchange): Observation[] {
  const { op, input, body, outcome } = exchange;
  if (body !== undefined || exchange.account !== undefined) return [];
  if (outcome.kind === 'rejected') return ofRefusal(exchange);
  if (outcome.kind !== 'ok') return [];
  switch (op) {
    case 'GetItem':
      return ofGet(input, outcome.output);
    case 'Query':
    case 'Scan':
      return ofRows(input, outcome.output);
    case 'BatchGetItem':
      return ofBatch(input, outcome.output);
    case 'TransactGetItems':
      return ofTransaction(input, outcome.output);
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return ofWrite(exchange, outcome.output);
    default:
      return [];
  }
}

/** The item on which a condition failed. A refusal without it says nothing, since a missing item looks the same. */
function ofRefusal({ op, input, outcome }: Exchange): Observation[] {
  if (outcome.kind !== 'rejected' || outcome.type !== 'ConditionalCheckFailedException') return [];
  const { Item: item } = outcome.members;
  const at = op === 'PutItem' ? input.Item : input.Key;
  return item === undefined ? [] : found(input.TableName ?? null, at, item, 'Item');
}

/** All rows of a table, if the request asked for them and the answer is complete. */
export function everythingIn({ op, input, body, account, outcome }: Exchange): Everything | undefined {
  if (op !== 'Scan' || body !== undefined || account !== undefined || outcome.kind !== 'ok') return undefined;
  const asked = ['ExclusiveStartKey', 'FilterExpression', 'ScanFilter', 'Segment', 'TotalSegments'];
  const isAll = isConsistent(input) && isWhole(input) && asked.every((name) => input[name] === undefined);
  if (!isAll || outcome.output.LastEvaluatedKey !== undefined) return undefined;
  return { table: input.TableName ?? null, rows: objects(listAt(outcome.output, 'Items')) };
}
