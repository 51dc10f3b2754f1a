/** BatchExecuteStatement: each statement addresses one item and succeeds or fails on its own. */
import { addUnits, bytesOf, type CapacityAsked, consumed, readUnits, type Units } from '../store/capacity.ts';
import { present } from '../store/descriptions.ts';
import type { RequestContext, Table } from '../store/state.ts';
import { identityOf, storedItem } from '../store/writes.ts';
import { refusalIn, validation } from '../values/refusal.ts';
import type { Item, JsonObject } from '../values/types.ts';
import type { Select } from './ast.ts';
import { conditionOf, type Terms } from './condition.ts';
import { type Parameterized, performWrite, prepared } from './execute.ts';
import { projectionOf } from './projection.ts';
import { tableOf } from './source.ts';
import { singleItem, type Write, writeOf } from './write.ts';

interface BatchRequest {
  Statements: Parameterized[];
  ReturnConsumedCapacity?: CapacityAsked;
}

/** The result of one statement. */
interface Outcome {
  readonly response: JsonObject;
  /** Absent when it failed. */
  readonly spent?: readonly [Table, Units];
}

/** Source: AWS API reference, BatchStatementError, Code. */
const codeOf = (type: string): string =>
  type === 'ValidationException' ? 'ValidationError' : type.replace(/Exception$/, '');

function errorOf(thrown: unknown): JsonObject {
  const { type, ofRequest, older, message } = refusalIn(thrown);
  return { Code: codeOf(type), Message: ofRequest ? older : message };
}

/** A statement ready to run, or the refusal that came before that. */
type Job =
  | { readonly kind: 'refused'; readonly response: JsonObject; readonly reads: boolean | undefined }
  | { readonly kind: 'ready'; readonly reads: boolean; readonly table: Table; readonly key: Item; run(): Outcome };

function jobOf(context: RequestContext, request: Parameterized): Job {
  let reads: boolean | undefined;
  try {
    const { statement, terms } = prepared(context, request);
    if (statement.kind === 'exists') throw validation('EXISTS can only be used in ExecuteTransaction write requests.');
    reads = statement.kind === 'select';
    if (statement.kind === 'select') return reading(context, statement, terms, request.ConsistentRead === true);
    return writing(context, writeOf(context, statement, terms, false));
  } catch (thrown) {
    return { kind: 'refused', response: { Error: errorOf(thrown) }, reads };
  }
}

function reading(context: RequestContext, select: Select, terms: Terms, consistent: boolean): Job {
  const { table, key, projection } = singleRead(context, select, terms, 'BatchExecuteStatement');
  const run = (): Outcome => {
    const item = storedItem(context.store, table, key);
    const shown = item === undefined || projection === undefined ? item : projection.apply(item);
    const units: Units = new Map([['', readUnits(bytesOf(item), consistent)]]);
    return { response: present({ Item: shown, TableName: table.name }), spent: [table, units] };
  };
  return { kind: 'ready', reads: true, table, key, run };
}

/** The table is known here, so an error response also names it. */
function writing(context: RequestContext, write: Write): Job {
  const { table, action } = write;
  const run = (): Outcome => {
    try {
      const { effect, units } = performWrite(context, write);
      return { response: present({ Item: write.shown(effect), TableName: table.name }), spent: [table, units] };
    } catch (thrown) {
      return { response: { Error: errorOf(thrown), TableName: table.name } };
    }
  };
  return { kind: 'ready', reads: false, table, key: action.subject, run };
}

/** A statement that is already refused counts for neither rule. @throws Refusal ValidationException */
function checkTogether(context: RequestContext, jobs: readonly Job[]): void {
  if (jobs.some(({ reads }) => reads === true) && jobs.some(({ reads }) => reads === false))
    throw validation('Read and write requests together in the same batch is not supported.');
  const targets = jobs.flatMap((job) =>
    job.kind === 'ready' ? [JSON.stringify([job.table.name, identityOf(context.store, job.table, job.key)])] : [],
  );
  if (new Set(targets).size < targets.length) throw validation('Provided list of item keys contains duplicates');
}

/** A SELECT of exactly one item by its whole key. @throws Refusal */
export function singleRead(
  context: RequestContext,
  select: Select,
  terms: Terms,
  operation: string,
): { table: Table; key: Item; projection: ReturnType<typeof projectionOf> } {
  const projection = projectionOf(select);
  const clause = select.where === undefined ? undefined : conditionOf(select.where, terms);
  const table = tableOf(context, select.source);
  const target = select.source.length > 1 ? undefined : singleItem(clause, table);
  if (target === undefined || target.rest.length > 0)
    throw validation(`Select statements within ${operation} must specify the primary key in the where clause.`);
  return { table, key: target.key, projection };
}

export function batchExecuteStatement(context: RequestContext, input: JsonObject): JsonObject {
  const request = input as unknown as BatchRequest;
  const jobs = request.Statements.map((statement) => jobOf(context, statement));
  checkTogether(context, jobs);
  const outcomes = jobs.map((job): Outcome => (job.kind === 'ready' ? job.run() : job));
  const units = new Map<string, Units>();
  const tables = new Map<string, Table>();
  for (const [table, some] of outcomes.flatMap(({ spent }) => (spent === undefined ? [] : [spent]))) {
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
