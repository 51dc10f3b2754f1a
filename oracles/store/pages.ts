/** Reads one page: takes rows up to Limit or 1 MB, then filters and projects them. */
import type { Bound } from '../expressions/bind.ts';
import { validation } from '../values/refusal.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';
import type { ExpressionRequest } from './actions.ts';
import { type CapacityAsked, consumed, readUnits, type Units } from './capacity.ts';
import { present } from './descriptions.ts';
import { pick } from './indexes.ts';
import type { Row, RowSource } from './rows.ts';
import type { Projection, Store } from './state.ts';

export interface ReadRequest extends ExpressionRequest {
  TableName: string;
  IndexName?: string;
  Select?: 'SPECIFIC_ATTRIBUTES' | 'COUNT' | 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES';
  Limit?: number;
  ExclusiveStartKey?: JsonObject;
  ConsistentRead?: boolean;
  ScanIndexForward?: boolean;
  Segment?: number;
  TotalSegments?: number;
  ReturnConsumedCapacity?: CapacityAsked;
}

const pageBytesMax = 1_048_576;

/** Checks `Select` before the table is known. Query wraps the error in an envelope, Scan does not. @throws Refusal */
export function checkSelect(request: ReadRequest, operation: 'Query' | 'Scan'): void {
  const { Select: select, IndexName: index } = request;
  const member = request.AttributesToGet === undefined ? 'ProjectionExpression' : 'AttributesToGet';
  const projection = request[member];
  const fail = (text: string) => validation(operation === 'Query' ? `1 validation error detected: ${text}` : text);
  if (select === 'SPECIFIC_ATTRIBUTES' && projection === undefined)
    throw fail('Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES');
  if (projection !== undefined && select !== undefined && select !== 'SPECIFIC_ATTRIBUTES')
    throw fail(`Cannot specify the ${member} when choosing to get ${select === 'COUNT' ? 'only the Count' : select}`);
  if (select === 'ALL_PROJECTED_ATTRIBUTES' && index === undefined)
    throw fail('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
}

const heldBy = (source: RowSource, projection: Projection): ReadonlySet<string> =>
  new Set([...source.cursor, ...(projection.type === 'INCLUDE' ? projection.attributes : [])]);

/** Whether a local index must fetch attributes from its table. */
function fetches({ index, ...rest }: RowSource, request: ReadRequest, bound: Bound): boolean {
  if (index?.definition.kind !== 'local' || index.definition.projection.type === 'ALL') return false;
  if (request.Select === 'ALL_ATTRIBUTES') return true;
  const held = heldBy({ index, ...rest }, index.definition.projection);
  const asked = [...(bound.projection?.attributes ?? []), ...(bound.filter?.attributes ?? [])];
  return asked.some((attribute) => !held.has(attribute));
}

/**
 * A page's bytes are rounded up once. Each item that a local index fetches from its table is rounded up separately.
 * Source: developer guide, local secondary indexes, provisioned throughput considerations.
 */
function unitsOfPage(source: RowSource, request: ReadRequest, bound: Bound, page: PageRows): Units {
  const consistent = request.ConsistentRead === true;
  const bytes = page.read.reduce((sum, row) => sum + itemSize(row.shown), 0);
  const read = readUnits(bytes, consistent);
  if (source.index === undefined) return new Map([['', read]]);
  const fetched = fetches(source, request, bound) ? page.read : [];
  const looked = fetched.reduce((sum, row) => sum + readUnits(itemSize(row.reachable), consistent), 0);
  return new Map([
    ['', looked],
    [source.index.definition.name, read],
  ]);
}

/** Refuses what a global index cannot return. @throws Refusal */
export function checkReach(store: Store, source: RowSource, request: ReadRequest, bound: Bound): void {
  const { index } = source;
  if (index?.definition.kind !== 'global') return;
  const { name, projection } = index.definition;
  if (request.ConsistentRead === true && store.decisions.gsiConsistentRead === 'refused')
    throw validation('Consistent reads are not supported on global secondary indexes');
  if (projection.type === 'ALL') return;
  if (request.Select === 'ALL_ATTRIBUTES')
    throw validation(
      `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${name} because its projection type is not ALL`,
    );
  const held = heldBy(source, projection);
  const missing = [...(bound.projection?.attributes ?? [])].filter((attribute) => !held.has(attribute));
  if (missing.length > 0)
    throw validation(
      `One or more parameter values were invalid: Global secondary index ${name} does not project [${missing.join(', ')}]`,
    );
}

export interface PageRows {
  readonly read: readonly Row[];
  /** The row for LastEvaluatedKey; undefined at the end. */
  readonly last: Row | undefined;
}

/** @param counts whether a row counts towards the limit */
export function takePage(rows: readonly Row[], limit: number | undefined, counts: (row: Row) => boolean): PageRows {
  const read: Row[] = [];
  let counted = 0;
  let bytes = 0;
  for (const row of rows) {
    read.push(row);
    bytes += itemSize(row.shown);
    if (counts(row)) counted += 1;
    // A page that ends exactly at the last row still has a cursor: DynamoDB does not look ahead.
    if ((limit !== undefined && counted >= limit) || bytes >= pageBytesMax) return { read, last: row };
  }
  return { read, last: undefined };
}

export const passes = (bound: Bound, row: Row): boolean =>
  bound.filter === undefined || bound.filter.holds(row.reachable);

export function readPage(store: Store, rows: readonly Row[], request: ReadRequest, bound: Bound): PageRows {
  const matchesOnly = store.decisions.limitCounts === 'items-returned';
  return takePage(rows, request.Limit, (row) => !matchesOnly || passes(bound, row));
}

function shownItem(source: RowSource, request: ReadRequest, bound: Bound, row: Row): Item {
  if (bound.projection !== undefined) return bound.projection.apply(row.reachable);
  return request.Select === 'ALL_ATTRIBUTES' && source.index !== undefined ? row.reachable : row.shown;
}

/** Builds the answer: Items, Count, ScannedCount, LastEvaluatedKey, ConsumedCapacity. */
export function pageAnswer(
  source: RowSource,
  request: ReadRequest,
  bound: Bound,
  page: PageRows,
  cursor: readonly string[] = source.cursor,
): JsonObject {
  const matching = page.read.filter((row) => passes(bound, row));
  const items: Json[] = matching.map((row) => shownItem(source, request, bound, row));
  const asked = request.ReturnConsumedCapacity;
  return present({
    Items: request.Select === 'COUNT' ? undefined : items,
    Count: items.length,
    ScannedCount: page.read.length,
    LastEvaluatedKey: page.last === undefined ? undefined : pick(page.last.keys, cursor),
    ConsumedCapacity: consumed(asked, source.table, unitsOfPage(source, request, bound, page), request.TableName),
  });
}
