/**
 * Reads that DynamoDB lets lag behind the writes: those of a global index, of a stream, and all that do not ask for
 * `ConsistentRead` (developer guide, "DynamoDB read consistency"). A consistent read is taken at its word.
 */
import type { Json, JsonObject, Operation } from '../../../oracles/values/types.ts';
import { isObject } from '../play/path.ts';
import type { Entry } from '../record.ts';
import { readsOnly } from './severity.ts';

type SentRequest = Pick<Entry, 'op' | 'input'>;

/** A statement can be a write; the other operations say it by their names. */
export const isRead = ({ op, input }: SentRequest): boolean => readsOnly(op) || selectsOnly(statementsOf(op, input));

const selectsOnly = (statements: Json[]): boolean => statements.length > 0 && statements.every(isSelect);

const isSelect = (statement: Json): boolean =>
  isObject(statement) && typeof statement.Statement === 'string' && /^\s*SELECT\b/i.test(statement.Statement);

const isEventual = (part: Json): boolean => isObject(part) && part.ConsistentRead !== true;

/** Whether the answer may be of an earlier state than that after the last write. */
export function isEventualRead({ op, input }: SentRequest): boolean {
  switch (op) {
    case 'GetItem':
    case 'Query':
    case 'Scan':
      return isEventual(input);
    case 'BatchGetItem':
      return isObject(input.RequestItems) && Object.values(input.RequestItems).some(isEventual);
    case 'GetRecords':
      return true;
    default: {
      const statements = statementsOf(op, input);
      return selectsOnly(statements) && statements.some(isEventual);
    }
  }
}

/** Of the operations that answer as each statement by itself; a transaction is consistent as a whole. */
function statementsOf(op: Operation, input: JsonObject): Json[] {
  if (op === 'ExecuteStatement') return [input];
  return op === 'BatchExecuteStatement' && Array.isArray(input.Statements) ? input.Statements : [];
}
