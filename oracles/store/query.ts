/** Query: selects a partition and a sort key range, orders the rows, and returns one page. */
import { type Bound, type KeySelection, type RangeCondition, rangeMatches } from '../expressions/bind.ts';
import { keyIdentity } from '../values/keys.ts';
import { validation } from '../values/refusal.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { attributeOf, normaliseItem } from '../values/validate.ts';
import { bindRequest } from './actions.ts';
import { checkScalarKeys } from './index-keys.ts';
import { checkStartKey } from './item-keys.ts';
import { checkReach, checkSelect, type PageRows, pageAnswer, passes, type ReadRequest, readPage } from './pages.ts';
import { compareByKeys, compareRows, isCursor, type Row, type RowSource, sourceOf } from './rows.ts';
import type { RequestContext, Store } from './state.ts';
import { usableTable } from './tables.ts';
import { identityOf } from './writes.ts';

function checkPaths(source: RowSource, request: ReadRequest, bound: Bound): void {
  checkScalarKeys(source.table, bound.projection?.nested);
  const filter = request.QueryFilter === undefined ? 'Filter Expression' : 'QueryFilter';
  for (const name of [source.schema.hash.name, source.schema.range?.name])
    if (name !== undefined && bound.filter?.attributes.has(name))
      throw validation(`${filter} can only contain non-primary key attributes: Primary key attribute: ${name}`);
  checkScalarKeys(source.table, bound.filter?.nested);
}

/** Whether keys belong to the requested partition. */
function partition(store: Store, source: RowSource, selection: KeySelection): (keys: Item) => boolean {
  const { name } = source.schema.hash;
  const wanted = keyIdentity(selection.hash, store.decisions);
  return (keys) => {
    const value = attributeOf(keys, name);
    return value !== undefined && keyIdentity(value, store.decisions) === wanted;
  };
}

const rangeValue = (source: RowSource, keys: Item) =>
  source.schema.range === undefined ? undefined : attributeOf(keys, source.schema.range.name);

/** The range condition of a page. Some backends lost it when resuming, which mutants reproduce. */
function rangeOf(
  store: Store,
  selection: KeySelection,
  resumed: boolean,
  forward: boolean,
): RangeCondition | undefined {
  const { range } = selection;
  if (!resumed || range === undefined) return range;
  if (range.op === 'begins_with') return store.decisions.resumePrefix === 'the-prefix' ? range : undefined;
  if (forward) return store.decisions.resumeRange === 'both-bounds' ? range : undefined;
  return store.decisions.backwardResumeBound === 'kept' ? range : undefined;
}

/**
 * The range is checked before the partition, which has another text then. Source: dynalite, checked on the service.
 * @throws Refusal
 */
function checkBounds(store: Store, source: RowSource, selection: KeySelection, start: Item, range?: RangeCondition) {
  const inside = partition(store, source, selection)(start);
  if (range === undefined && !inside)
    throw validation('The provided starting key is outside query boundaries based on provided conditions');
  if (!rangeMatches(range, rangeValue(source, start), store.decisions))
    throw validation('The provided starting key does not match the range key predicate');
  if (!inside) throw validation('The query can return at most one row and cannot be restarted');
}

/** A partition of a table without sort keys holds one row, so there is nothing to resume. */
const isSingle = ({ index, schema }: RowSource): boolean => index === undefined && schema.range === undefined;

function startOf(
  store: Store,
  source: RowSource,
  request: ReadRequest,
  selection: KeySelection,
  range: RangeCondition | undefined,
): Item | undefined {
  if (request.ExclusiveStartKey === undefined) return undefined;
  const start = normaliseItem(request.ExclusiveStartKey, store.decisions);
  if (!isCursor(source, start)) throw validation('The provided starting key is invalid');
  checkStartKey(store, source.table, start);
  if (isSingle(source)) {
    // Source: the Alternator suite, verified on the service.
    const [[name, value] = []] = Object.entries(start);
    const [[type, content] = []] = Object.entries(value!);
    throw validation(
      `The provided exclusive start key is invalid: ExclusiveStartKey: {${name}=AttributeValue: {${type}:${content}}}`,
    );
  }
  checkBounds(store, source, selection, start, range);
  return start;
}

function isAfter(store: Store, source: RowSource, start: Item, keys: Item, forward: boolean): boolean {
  const order =
    store.decisions.indexResume === 'the-one-named-by-all-keys' || source.index === undefined
      ? compareRows(keys, start, source, store)
      : compareByKeys(keys, start, source.schema, store);
  return forward ? order > 0 : order < 0;
}

/** A mutant's paging of a prefix: fetches a bounded number of rows, then filters them. */
function boundedFetch(
  store: Store,
  source: RowSource,
  rows: readonly Row[],
  range: RangeCondition,
  limit: number,
): PageRows {
  const fetched = rows.slice(0, limit + 1);
  const matching = fetched.filter((row) => rangeMatches(range, rangeValue(source, row.keys), store.decisions));
  const read = matching.slice(0, limit);
  return { read, last: matching.length > limit ? read.at(-1) : undefined };
}

function page(store: Store, source: RowSource, request: ReadRequest, bound: Bound, selection: KeySelection): PageRows {
  const forward = request.ScanIndexForward !== false;
  const range = rangeOf(store, selection, request.ExclusiveStartKey !== undefined, forward);
  const start = startOf(store, source, request, selection, range);
  const ahead = source
    .where(partition(store, source, selection))
    .sort((a, b) => compareRows(a.keys, b.keys, source, store) * (forward ? 1 : -1))
    .filter((row) => start === undefined || isAfter(store, source, start, row.keys, forward));
  const binaryPrefix = range?.op === 'begins_with' && 'B' in range.value;
  if (binaryPrefix && request.Limit !== undefined && store.decisions.pageCursor !== 'when-the-limit-was-reached')
    return boundedFetch(store, source, ahead, range, request.Limit);
  const within = ahead.filter((row) => rangeMatches(range, rangeValue(source, row.keys), store.decisions));
  return readPage(store, within, request, bound);
}

/** A single row has no cursor, since no query could go on from it. A mutant ends the rows of an index too early. */
function ended(
  store: Store,
  source: RowSource,
  { Limit: limit = 0 }: ReadRequest,
  bound: Bound,
  rows: PageRows,
): PageRows {
  if (isSingle(source)) return { ...rows, last: undefined };
  if (store.decisions.indexPageEnd === 'when-nothing-was-cut-off' || source.index === undefined) return rows;
  return rows.read.filter((row) => passes(bound, row)).length < limit ? { ...rows, last: undefined } : rows;
}

export function query(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as ReadRequest;
  checkSelect(request, 'Query');
  if (request.KeyConditionExpression === undefined && request.KeyConditions === undefined)
    throw validation('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
  const bound = bindRequest(store, request);
  const table = usableTable(context, request.TableName);
  const source = sourceOf(table, request.IndexName, (keys) => identityOf(store, table, keys));
  checkReach(store, source, request, bound);
  const selection = bound.keyCondition!.select(source.schema);
  checkPaths(source, request, bound);
  return pageAnswer(
    source,
    request,
    bound,
    ended(store, source, request, bound, page(store, source, request, bound, selection)),
  );
}
