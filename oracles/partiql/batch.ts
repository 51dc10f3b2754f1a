/** BatchExecuteStatement: statements of one item each, every one for itself. */
import { addUnits, type CapacityAsked, consumed, readUnits, type Units } from '../store/capacity.ts';
import { present } from '../store/descriptions.ts';
import { bytesOf } from '../store/items.ts';
import type { Context, Table } from '../store/state.ts';
import { usableTable } from '../store/tables.ts';
import { storedItem } from '../store/writes.ts';
import { Fault, validation } from '../values/fault.ts';
import type { Item, JsonObject } from '../values/types.ts';
import type { Select } from './ast.ts';
import { conditionOf, type Terms } from './condition.ts';
import { type Parameterized, performWrite, prepared } from './execute.ts';
import { projectionOf } from './projection.ts';
import { singleItem, writeOf } from './write.ts';

interface BatchRequest {
  Statements: Parameterized[];
  ReturnConsumedCapacity?: CapacityAsked;
}

/** What became of one statement. */
interface Outcome {
  readonly response: JsonObject;
  readonly table?: Table;
  readonly units?: Units;
}

/** Source: AWS API reference, BatchStatementError, Code. */
const codes: { readonly [type: string]: string } = {
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  DuplicateItemException: 'DuplicateItem',
  ResourceNotFoundException: 'ResourceNotFound',
  ValidationException: 'ValidationError',
};

const errorOf = (fault: Fault): JsonObject => ({
  Code: codes[fault.type] ?? fault.type.replace(/Exception$/, ''),
  Message: fault.ofRequest ? fault.older : fault.message,
});

/** The member that names the table is there once the statement has reached it. */
function attempt(work: (reached: (table: Table) => void) => Outcome): Outcome {
  let table: Table | undefined;
  try {
    return work((found) => {
      table = found;
    });
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return { response: present({ Error: errorOf(thrown), TableName: table?.name }) };
  }
}

function statementOutcome(context: Context, request: Parameterized): Outcome {
  return attempt((reached) => {
    const { statement, terms } = prepared(context, request);
    if (statement.kind === 'exists') throw validation('EXISTS can only be used in ExecuteTransaction write requests.');
    if (statement.kind === 'select') return read(context, statement, terms, request.ConsistentRead === true);
    const write = writeOf(context, statement, terms, false);
    reached(write.table);
    const { effect, units } = performWrite(context, write);
    return { response: present({ Item: write.shown(effect), TableName: write.table.name }), table: write.table, units };
  });
}

function read(context: Context, select: Select, terms: Terms, consistent: boolean): Outcome {
  const { table, key, projection } = singleRead(context, select, terms, 'BatchExecuteStatement');
  const item = storedItem(context.store, table, key);
  const shown = item === undefined || projection === undefined ? item : projection.apply(item);
  const units: Units = new Map([['', readUnits(bytesOf(item), consistent)]]);
  return { response: present({ Item: shown, TableName: table.name }), table, units };
}

/** A SELECT of one item by its whole key and nothing else. @throws Fault */
export function singleRead(
  context: Context,
  select: Select,
  terms: Terms,
  operation: string,
): { table: Table; key: Item; projection: ReturnType<typeof projectionOf> } {
  const projection = projectionOf(select);
  const clause = select.where === undefined ? undefined : conditionOf(select.where, terms);
  const table = usableTable(context, select.source[0] ?? '');
  const target = select.source.length > 1 ? undefined : singleItem(clause, table);
  if (target === undefined || target.rest.length > 0)
    throw validation(`Select statements within ${operation} must specify the primary key in the where clause.`);
  return { table, key: target.key, projection };
}

export function batchExecuteStatement(context: Context, input: JsonObject): JsonObject {
  const request = input as unknown as BatchRequest;
  const outcomes = request.Statements.map((statement) => statementOutcome(context, statement));
  const units = new Map<string, Units>();
  const tables = new Map<string, Table>();
  for (const { table, units: some } of outcomes)
    if (table !== undefined && some !== undefined) {
      tables.set(table.name, table);
      addUnits(units, table.name, some);
    }
  const asked = request.ReturnConsumedCapacity;
  return present({
    Responses: outcomes.map(({ response }) => response),
    ConsumedCapacity:
      asked === undefined || asked === 'NONE'
        ? undefined
        : [...units].map(([name, some]) => consumed(asked, tables.get(name)!, some)!),
  });
}
