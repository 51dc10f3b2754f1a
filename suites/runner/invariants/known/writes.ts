/** What a request would change, if it were accepted. */
import type { Json, JsonObject } from '../../../../oracles/values/types.ts';
import { isRead } from '../../judge/eventual-reads.ts';
import { isObject } from '../../play/path.ts';
import type { Exchange } from '../exchange.ts';

/** An update leaves all attributes that it does not name. `creates`: also where there was no item before. */
type Change =
  | { kind: 'put'; item: JsonObject }
  | { kind: 'delete' }
  | { kind: 'update'; names: ReadonlySet<string>; creates: boolean }
  | { kind: 'nothing' };

export interface Write {
  /** Name or ARN, as in the request. */
  table: Json;
  /** Has the key attributes, perhaps among others. */
  at: JsonObject;
  change: Change;
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** More names than the expression changes do no harm: nothing is said about them. */
function updatedNames(input: JsonObject): Set<string> {
  const text = typeof input.UpdateExpression === 'string' ? input.UpdateExpression : '';
  // Also names that only a lenient store takes for names.
  const words = text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const named = Object.values(objectOf(input.ExpressionAttributeNames)).map(String);
  return new Set([...words, ...named, ...Object.keys(objectOf(input.AttributeUpdates))]);
}

/** A legacy update, and one that only removes, may leave a missing item missing. */
const mayCreate = ({ UpdateExpression: text }: JsonObject): boolean =>
  typeof text === 'string' && /\b(?:SET|ADD)\b/i.test(text);

const put = (input: JsonObject): Write => {
  const item = objectOf(input.Item);
  return { table: input.TableName ?? null, at: item, change: { kind: 'put', item } };
};
const keyed = (input: JsonObject, change: Change): Write => ({
  ...{ table: input.TableName ?? null, at: objectOf(input.Key), change },
});
const update = (input: JsonObject): Write =>
  keyed(input, { kind: 'update', names: updatedNames(input), creates: mayCreate(input) });

function inTransaction(part: Json): Write[] {
  if (!isObject(part)) return [];
  if (isObject(part.Put)) return [put(part.Put)];
  if (isObject(part.Update)) return [update(part.Update)];
  if (isObject(part.Delete)) return [keyed(part.Delete, { kind: 'delete' })];
  return isObject(part.ConditionCheck) ? [keyed(part.ConditionCheck, { kind: 'nothing' })] : [];
}

function inBatch(items: Json | undefined): Write[] {
  return Object.entries(objectOf(items)).flatMap(([table, requests]) =>
    (Array.isArray(requests) ? requests : []).flatMap((one): Write[] => {
      if (!isObject(one)) return [];
      const TableName = table;
      if (isObject(one.PutRequest)) return [put({ ...one.PutRequest, TableName })];
      return isObject(one.DeleteRequest) ? [keyed({ ...one.DeleteRequest, TableName }, { kind: 'delete' })] : [];
    }),
  );
}

/** `anything`: the request says in another language what it writes. */
export function writesOf(exchange: Exchange): Write[] | 'anything' {
  const { op, input, body } = exchange;
  if (body !== undefined) return isRead(exchange) ? [] : 'anything';
  switch (op) {
    case 'PutItem':
      return [put(input)];
    case 'UpdateItem':
      return [update(input)];
    case 'DeleteItem':
      return [keyed(input, { kind: 'delete' })];
    case 'BatchWriteItem':
      return inBatch(input.RequestItems);
    case 'TransactWriteItems':
      return (Array.isArray(input.TransactItems) ? input.TransactItems : []).flatMap(inTransaction);
    case 'ExecuteStatement':
    case 'BatchExecuteStatement':
    case 'ExecuteTransaction':
      return isRead(exchange) ? [] : 'anything';
    default:
      return [];
  }
}

/** The writes that a batch has left undone. */
export const leftUndone = ({ outcome }: Exchange): Write[] =>
  outcome.kind === 'ok' ? inBatch(outcome.output.UnprocessedItems) : [];
