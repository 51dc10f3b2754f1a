/** ExecuteStatement. */
import { type ActionKind, checkAgainst, type Effect, evaluate } from '../store/actions.ts';
import { type CapacityAsked, consumed, readUnits, type Units, unitsOfWrite } from '../store/capacity.ts';
import { present } from '../store/descriptions.ts';
import { pick } from '../store/indexes.ts';
import type { RequestContext, Table } from '../store/state.ts';
import { writeItem } from '../store/writes.ts';
import { validation } from '../values/refusal.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import type { Delete, Insert, Select, Statement, Update } from './ast.ts';
import type { Terms } from './condition.ts';
import { parseStatement } from './parser.ts';
import { runSelect, type Selected, type SelectOptions } from './select.ts';
import { positionOf, requestOf, tokenOf } from './tokens.ts';
import { readParameters } from './values.ts';
import { type Write, writeOf } from './write.ts';

export interface Parameterized {
  Statement: string;
  Parameters?: Json[];
  ConsistentRead?: boolean;
  ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

/** A statement with its parameter values. The values are checked before the statement is parsed. @throws Refusal */
export function prepared({ store }: RequestContext, request: Parameterized): { statement: Statement; terms: Terms } {
  const parameters = readParameters(request.Parameters ?? [], store.decisions);
  const { statement, parameters: expected } = parseStatement(request.Statement);
  if (expected !== parameters.length) throw validation('A statement has one parameter for each question mark.');
  return { statement, terms: { parameters, decisions: store.decisions } };
}

/** Executes one write immediately. */
export function performWrite(context: RequestContext, write: Write): { effect: Effect; units: Units } {
  const { store } = context;
  const { action, table } = write;
  checkAgainst(store, table, action);
  const effect = evaluate(store, table, action);
  const units = unitsOfWrite(store, table, effect.before, effect.after);
  writeItem(store, table, effect.before, effect.after, { kind: action.kind as Exclude<ActionKind, 'check'> });
  return { effect, units };
}

/** The read units of a page. Rows fetched from the table are rounded up one by one. Captured 2026-08-15. */
function unitsRead({ rows, read, fetched }: Selected, consistent: boolean): Units {
  const bytes = read.reduce((sum, row) => sum + itemSize(row.shown), 0);
  const fetches = fetched ? read.map((row) => readUnits(itemSize(row.reachable), consistent)) : [];
  return new Map([
    ['', fetches.reduce((sum, units) => sum + units, 0)],
    [rows.index?.definition.name ?? '', readUnits(bytes, consistent)],
  ]);
}

interface ExecuteRequest extends Parameterized {
  NextToken?: string;
  Limit?: number;
  ReturnConsumedCapacity?: CapacityAsked;
}

const answer = (items: readonly Item[], request: ExecuteRequest, table: Table, units: Units, more: JsonObject = {}) =>
  present({ Items: [...items], ...more, ConsumedCapacity: consumed(request.ReturnConsumedCapacity, table, units) });

export function executeStatement(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as ExecuteRequest;
  const { statement, terms } = prepared(context, request);
  if (statement.kind === 'exists') throw validation('EXISTS can only be used in ExecuteTransaction write requests.');
  return statement.kind === 'select'
    ? executeSelect(context, statement, terms, request)
    : executeWrite(context, statement, terms, request);
}

function executeSelect(context: RequestContext, select: Select, terms: Terms, request: ExecuteRequest): JsonObject {
  const consistent = request.ConsistentRead === true;
  const bound = requestOf(request.Statement, request.Parameters ?? []);
  const options: SelectOptions = {
    consistent,
    limit: request.Limit,
    after: (cursor) =>
      request.NextToken === undefined ? undefined : positionOf(context, request.NextToken, bound, cursor),
  };
  const selected = runSelect(context, select, terms, options);
  const { last, rows, items } = selected;
  const keys = last === undefined ? undefined : pick(last.keys, rows.cursor);
  const more = keys === undefined ? {} : { NextToken: tokenOf(context, bound, keys), LastEvaluatedKey: keys };
  return answer(items, request, rows.table, unitsRead(selected, consistent), more);
}

function executeWrite(
  context: RequestContext,
  statement: Insert | Update | Delete,
  terms: Terms,
  request: ExecuteRequest,
): JsonObject {
  const write = writeOf(context, statement, terms, request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD');
  const { effect, units } = performWrite(context, write);
  const shown = write.shown(effect);
  return answer(shown === undefined ? [] : [shown], request, write.table, units);
}
