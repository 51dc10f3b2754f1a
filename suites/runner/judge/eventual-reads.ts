/**
 * Reads that DynamoDB lets lag behind the writes: those of a global index, of a stream, and all that do not ask for
 * `ConsistentRead` (developer guide, "DynamoDB read consistency"). A consistent read is taken at its word.
 */
import { operations, readsOnly } from '../../../oracles/values/operations.ts';
import type { Json } from '../../../oracles/values/types.ts';
import { isObject } from '../play/path.ts';
import type { Entry } from '../record.ts';

type SentRequest = Pick<Entry, 'op' | 'input'>;

/** A statement can be a write; the other operations say it by their names. */
export const isRead = (request: SentRequest): boolean => readsOnly(request.op) || selectsOnly(statementsOf(request));

/** Of the operations that answer as each statement by itself; a transaction is consistent as a whole. */
const statementsOf = ({ op, input }: SentRequest): Json[] => {
  if (operations[op].lags !== 'as its SELECTs do') return [];
  return Array.isArray(input.Statements) ? input.Statements : [input];
};

const selectsOnly = (statements: Json[]): boolean => statements.length > 0 && statements.every(isSelect);

const isSelect = (statement: Json): boolean =>
  isObject(statement) && typeof statement.Statement === 'string' && /^\s*SELECT\b/i.test(statement.Statement);

const isEventual = (part: Json): boolean => isObject(part) && part.ConsistentRead !== true;

/** Whether the answer may be of an earlier state than that after the last write. */
export function isEventualRead(request: SentRequest): boolean {
  const { op, input } = request;
  const { lags } = operations[op];
  switch (lags) {
    case 'never':
    case 'always':
      return lags === 'always';
    case 'unless the request forbids it':
      return isEventual(input);
    case 'unless each table forbids it':
      return isObject(input.RequestItems) && Object.values(input.RequestItems).some(isEventual);
    case 'as its SELECTs do': {
      const statements = statementsOf(request);
      return selectsOnly(statements) && statements.some(isEventual);
    }
    default:
      return lags satisfies never;
  }
}
