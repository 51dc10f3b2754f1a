/** Scan: all rows or one segment of them, page by page. */
import type { Bound } from '../expressions/bind.ts';
import { keyIdentity } from '../values/keys.ts';
import { validation } from '../values/refusal.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { attributeOf, normaliseItem } from '../values/validate.ts';
import { bindRequest } from './actions.ts';
import { checkScalarKeys } from './index-keys.ts';
import { keyNames } from './indexes.ts';
import { checkStartKey } from './item-keys.ts';
import { checkReach, checkSelect, type PageRows, pageAnswer, type ReadRequest, readPage } from './pages.ts';
import { compareByKeys, compareRows, isCursor, type Row, type RowSource, sourceOf } from './rows.ts';
import type { RequestContext, Store } from './state.ts';
import { usableTable } from './tables.ts';
import { identityOf } from './writes.ts';

/** FNV-1a over UTF-16 units. Any hash works, as long as all items of a partition get the same segment. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

function segmentOf(store: Store, source: RowSource, keys: Item, total: number): number {
  const value = attributeOf(keys, source.schema.hash.name);
  return value === undefined ? 0 : hashOf(keyIdentity(value, store.decisions)) % total;
}

function checkSegments({ Segment: segment, TotalSegments: total }: ReadRequest): void {
  if (segment === undefined && total === undefined) return;
  if (total === undefined)
    throw validation(
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    );
  if (segment === undefined)
    throw validation(
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    );
  if (segment >= total)
    throw validation(
      `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${segment} is not less than TotalSegments: ${total}`,
    );
}

/** The attribute names of this scan's cursor. */
const cursorOf = (store: Store, source: RowSource): readonly string[] =>
  source.index !== undefined && store.decisions.indexScanCursor === 'table-keys'
    ? keyNames(source.table.definition.schema)
    : source.cursor;

function startOf(store: Store, source: RowSource, request: ReadRequest): Item | undefined {
  if (request.ExclusiveStartKey === undefined) return undefined;
  const start = normaliseItem(request.ExclusiveStartKey, store.decisions);
  if (!isCursor(source, start, cursorOf(store, source)))
    throw validation('The provided starting key is invalid: The provided key element does not match the schema');
  checkStartKey(store, source.table, start);
  const { Segment: segment, TotalSegments: total } = request;
  const ownSegment = source.index === undefined || store.decisions.indexScanCursor === 'index-and-table-keys';
  if (total !== undefined && ownSegment && segmentOf(store, source, start, total) !== segment)
    throw validation(
      `The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: ${total} Segment: ${segment}`,
    );
  return start;
}

function rowsAfter(store: Store, source: RowSource, start: Item | undefined): Row[] {
  const sorted = [...source.rows].sort((a, b) => compareRows(a.keys, b.keys, source, store));
  if (start === undefined) return sorted;
  if (source.index !== undefined && store.decisions.indexScanCursor === 'table-keys')
    return sorted.filter((row) => compareByKeys(row.keys, start, source.table.definition.schema, store) > 0);
  return sorted.filter((row) => compareRows(row.keys, start, source, store) > 0);
}

function page(store: Store, source: RowSource, request: ReadRequest, bound: Bound): PageRows {
  const rows = rowsAfter(store, source, startOf(store, source, request));
  const { Segment: segment, TotalSegments: total, Limit: limit } = request;
  if (total === undefined) return readPage(store, rows, request, bound);
  const mine = (row: Row): boolean => segmentOf(store, source, row.keys, total) === segment;
  if (limit === undefined || store.decisions.parallelScan === 'it-reads-its-own')
    return readPage(store, rows.filter(mine), request, bound);
  const window = rows.slice(0, (limit + 1) * total).filter(mine);
  const read = window.slice(0, limit);
  return { read, last: window.length > limit ? read.at(-1) : undefined };
}

export function scan(context: RequestContext, input: JsonObject): JsonObject {
  const { store } = context;
  const request = input as unknown as ReadRequest;
  checkSelect(request, 'Scan');
  checkSegments(request);
  const bound = bindRequest(store, request);
  const table = usableTable(context, request.TableName);
  const source = sourceOf(table, request.IndexName, (keys) => identityOf(store, table, keys));
  checkReach(store, source, request, bound);
  checkScalarKeys(table, bound.projection?.nested);
  checkScalarKeys(table, bound.filter?.nested);
  return pageAnswer(source, request, bound, page(store, source, request, bound), cursorOf(store, source));
}
