/** ExecuteTransaction: either reads of single items, or writes and EXISTS checks, all atomic. */

import type { Action } from '../store/actions.ts';
import type { CapacityAsked } from '../store/capacity.ts';
import type { RequestContext } from '../store/state.ts';
import { fingerprintOf } from '../store/tokens.ts';
import { cancelled, commit, none, type Reading, type Reason, readTogether } from '../store/transactions.ts';
import { Refusal, validation } from '../values/refusal.ts';
import { valueSize } from '../values/size.ts';
import type { AttributeValue, JsonObject } from '../values/types.ts';
import type { Select, Statement } from './ast.ts';
import { singleRead } from './batch.ts';
import type { Terms } from './condition.ts';
import { KeyRefusal } from './errors.ts';
import { type Parameterized, prepared } from './execute.ts';
import { readParameters } from './values.ts';
import { checkOf, writeOf } from './write.ts';

interface TransactionRequest {
  TransactStatements: Parameterized[];
  ClientRequestToken?: string;
  ReturnConsumedCapacity?: CapacityAsked;
}

/**
 * Adds the statement's number to an error. A key error cancels the transaction instead. Parameter values are read
 * before all statements, so their errors carry no number.
 */
function inStatement<T>(i: number, count: number, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof KeyRefusal)
      throw cancelled(
        Array.from(
          { length: count },
          (_, at): Reason => (at === i ? { Code: 'ValidationError', Message: thrown.message } : none),
        ),
      );
    if (!(thrown instanceof Refusal) || thrown.type !== 'ValidationException') throw thrown;
    throw validation(
      `Validation failed in TransactStatements[${i}]: ${thrown.ofRequest ? thrown.older : thrown.message}`,
    );
  }
}

interface Prepared<S extends Statement = Statement> {
  readonly statement: S;
  readonly terms: Terms;
  readonly itemOnFailure: boolean;
}

export function executeTransaction(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as TransactionRequest;
  for (const { Parameters = [] } of request.TransactStatements) readParameters(Parameters, context.store.decisions);
  const statements = request.TransactStatements.map((one, i, all): Prepared => {
    const itemOnFailure = one.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
    return { ...inStatement(i, all.length, () => prepared(context, one)), itemOnFailure };
  });
  const reads = statements.filter(isRead);
  const writes = statements.filter(isWrite);
  if (reads.length > 0 && writes.length > 0)
    throw validation('ExecuteTransaction API does not support both read and write operations in the same request.');
  return reads.length > 0 ? readAll(context, reads, request) : writeAll(context, writes, request);
}

type WriteStatement = Exclude<Statement, Select>;
const isRead = (one: Prepared): one is Prepared<Select> => one.statement.kind === 'select';
const isWrite = (one: Prepared): one is Prepared<WriteStatement> => !isRead(one);

function readAll(context: RequestContext, reads: readonly Prepared<Select>[], request: TransactionRequest): JsonObject {
  const readings = reads.map(({ statement, terms }, i) =>
    inStatement(i, reads.length, (): Reading => {
      if (statement.source.length > 1) throw validation('Reads on indices are not supported within transactions.');
      const { table, key, projection } = singleRead(context, statement, terms, 'ExecuteTransaction');
      return { name: table.name, key, projection };
    }),
  );
  return readTogether(context, readings, request.ReturnConsumedCapacity);
}

/** A transaction of writes returns an empty answer, without an entry per statement. Source: captured, 2026-10. */
function writeAll(
  context: RequestContext,
  statements: readonly Prepared<WriteStatement>[],
  request: TransactionRequest,
): JsonObject {
  const actions = statements.map((one, i) => inStatement(i, statements.length, () => actionOf(context, one)));
  const fingerprint = fingerprintOf(JSON.parse(JSON.stringify(request.TransactStatements)));
  return { Responses: [], ...commit(context, actions, fingerprint, request) };
}

function actionOf(context: RequestContext, { statement, terms, itemOnFailure }: Prepared<WriteStatement>): Action {
  const valueBytes = statement.kind === 'insert' ? 0 : bytesOfAll(terms.parameters);
  if (statement.kind === 'exists') return { ...checkOf(context, statement.of, terms, itemOnFailure), valueBytes };
  if ('returning' in statement) throw validation('RETURNING clause is not supported in ExecuteTransaction.');
  return { ...writeOf(context, statement, terms, itemOnFailure).action, valueBytes };
}

const bytesOfAll = (values: readonly AttributeValue[]): number =>
  values.reduce((sum, value) => sum + valueSize(value), 0);
