/**
 * Reads that DynamoDB allows to lag behind writes: on a global index, on a stream, and all without `ConsistentRead`
 * (developer guide, "DynamoDB read consistency"). A consistent read gets no tolerance.
 */
import { operations, readsOnly } from '../../../oracles/values/operations.ts';
import type { Json } from '../../../oracles/values/types.ts';
import { isObject } from '../play/path.ts';
import type { Entry } from '../record.ts';

type SentRequest = Pick<Entry, 'op' | 'input'>;

/** Whether a request only reads. For PartiQL the statement decides, otherwise the operation. */
export const isRead = (request: SentRequest): boolean => readsOnly(request.op) || selectsOnly(statementsOf(request));

/** The statements of operations that execute each one separately. A transaction is consistent as a whole. */
const statementsOf = ({ op, input }: SentRequest): Json[] => {
  if (operations[op].lags !== 'as its SELECTs do') return [];
  return Array.isArray(input.Statements) ? input.Statements : [input];
};

const selectsOnly = (statements: Json[]): boolean => statements.length > 0 && statements.every(isSelect);

const isSelect = (statement: Json): boolean =>
  isObject(statement) && typeof statement.Statement === 'string' && /^\s*SELECT\b/i.test(statement.Statement);

const isEventual = (part: Json): boolean => isObject(part) && part.ConsistentRead !== true;

/** Whether the answer may reflect a state before the last write. */
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
