import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { sameJson } from '../play/canonical.ts';
import { isObject, listAt } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import type { IndexFacts } from './facts.ts';
import { rowFaults } from './index-rows.ts';
import type { AuditedTable, Breach, Invariant } from './invariant.ts';
import { itemText, plainItem } from './values.ts';

export const pageSizes: Invariant = {
  statement:
    'A Query and a Scan in pages return what they return in one read, in the same order, whatever the page size and direction.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html',
  needs: 'two rows, in a table or in an index, that can be read as a whole',
  lags: true,
  audit: async (table) => {
    const found: Breach[] = [];
    for (const read of readsOf(table)) found.push(...(await table.inTime(() => faultsOf(table, read))));
    return found;
  },
};

/** A read of several rows, and the page sizes to repeat it with. */
interface Read {
  op: 'Query' | 'Scan';
  input: JsonObject;
  limits: readonly number[];
}

/** By default one page size for the largest partition of the table and of each index. */
function readsOf(table: AuditedTable): Read[] {
  const { facts, rows, deep } = table;
  const half = (count: number): number => Math.ceil(count / 2);
  const limits = (count: number): number[] => (deep ? [...new Set([1, half(count), count])] : [half(count)]);
  const scan: Read = { op: 'Scan', input: { ConsistentRead: true }, limits: limits(rows.length) };
  const ofKeys = (index?: IndexFacts): Read[] =>
    largest(rows, index?.keys ?? facts.keys, deep ? 3 : 1).flatMap(({ input, count }) =>
      (deep ? [true, false] : [false]).map((forward): Read => {
        const more = { ScanIndexForward: forward, ...(index && { IndexName: index.name }) };
        return { op: 'Query', input: { ...input, ...more }, limits: limits(count) };
      }),
    );
  const ofIndexes = facts.indexes.flatMap((index): Read[] => [
    ...ofKeys(index),
    ...(deep && rows.length > 1
      ? [{ op: 'Scan' as const, input: { IndexName: index.name }, limits: limits(rows.length) }]
      : []),
  ]);
  return [...(rows.length > 1 ? [scan] : []), ...ofKeys(), ...ofIndexes];
}

/** Queries of the partitions with most rows, of those with at least two. */
function largest(rows: readonly JsonObject[], [hash]: readonly string[], most: number) {
  const partitions = new Map<string, { value: Json; count: number }>();
  for (const row of rows) {
    const value = hash === undefined ? undefined : row[hash];
    if (value === undefined) continue;
    const key = itemText({ value });
    partitions.set(key, { value, count: (partitions.get(key)?.count ?? 0) + 1 });
  }
  return [...partitions.values()]
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(({ value, count }) => ({
      count,
      input: {
        KeyConditionExpression: '#h = :h',
        ExpressionAttributeNames: { '#h': hash! },
        ExpressionAttributeValues: { ':h': value },
      },
    }));
}

async function faultsOf(table: AuditedTable, { op, input, limits }: Read): Promise<Breach[]> {
  const { outcome } = await table.ask(op, input);
  if (outcome.kind !== 'ok' || outcome.output.LastEvaluatedKey !== undefined) return [];
  const whole = rowsIn(outcome.output);
  for (const limit of limits) {
    const found = await inPages(table, { op, input: { ...input, Limit: limit } }, whole);
    if (found.length > 0) return found;
  }
  return [];
}

const rowsIn = (output: JsonObject): JsonObject[] => listAt(output, 'Items').filter(isObject).map(plainItem);

/** One page more than rows, since the last page may be empty. */
async function inPages(
  table: AuditedTable,
  { op, input }: Omit<Read, 'limits'>,
  whole: readonly JsonObject[],
): Promise<Breach[]> {
  const rows: JsonObject[] = [];
  let cursor: Json | undefined;
  let last: Exchange | undefined;
  for (let page = 0; page <= whole.length + 1; page++) {
    const asked = { ...input, ...(cursor !== undefined && { ExclusiveStartKey: cursor }) };
    const { exchange, outcome } = await table.ask(op, asked);
    last = exchange;
    if (outcome.kind === 'rejected')
      return [
        { exchange, class: 'refused', path: '', expected: 'a page', actual: `${outcome.type}: ${outcome.message}` },
      ];
    if (outcome.kind !== 'ok') return [];
    rows.push(...rowsIn(outcome.output));
    cursor = outcome.output.LastEvaluatedKey;
    if (cursor === undefined) return compared(exchange, rows, whole);
  }
  return last
    ? [{ exchange: last, class: 'endless', path: '', expected: 'an end: no LastEvaluatedKey', actual: 'none' }]
    : [];
}

function compared(exchange: Exchange, rows: JsonObject[], whole: readonly JsonObject[]): Breach[] {
  const found = rowFaults(rows, whole).map((fault) => ({ exchange, ...fault }));
  if (found.length > 0 || sameJson(rows, [...whole])) return found;
  return [{ exchange, class: 'rows-order', path: 'Items[]', expected: [...whole], actual: rows }];
}
