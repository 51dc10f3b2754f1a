import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { isObject } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import { rowKeys, type TableFacts } from './facts.ts';
import type { Breach, Invariant } from './invariant.ts';
import { factsDuring } from './known/contradictions.ts';
import { itemText, picked } from './values.ts';

export const pageCounts: Invariant = {
  statement:
    'Count is the number of Items, ScannedCount at least that and at most the Limit, and LastEvaluatedKey the key of the last row.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html',
  needs: 'an answer of Query or Scan',
  judge: (seen) => {
    const facts = factsDuring(seen);
    return seen.exchanges.flatMap((exchange) => {
      const { op, outcome, body } = exchange;
      if (outcome.kind !== 'ok' || (op !== 'Query' && op !== 'Scan') || body !== undefined) return [];
      return [...ofCounts(exchange, outcome.output), ...ofCursor(exchange, outcome.output, facts.get(exchange))];
    });
  },
};

const filters = ['FilterExpression', 'QueryFilter', 'ScanFilter'] as const;
const isFiltered = (input: JsonObject): boolean => filters.some((name) => input[name] !== undefined);

function ofCounts(exchange: Exchange, { Count, ScannedCount, Items }: JsonObject): Breach[] {
  const { input } = exchange;
  const breach = (path: string, expected: Json, actual: Json | undefined): Breach => ({
    ...{ exchange, path, expected },
    ...(actual === undefined
      ? { class: 'member-missing' as const, actual: 'absent' }
      : { class: 'value' as const, actual }),
  });
  if (typeof Count !== 'number') return [breach('Count', 'a number', Count)];
  if (typeof ScannedCount !== 'number') return [breach('ScannedCount', 'a number', ScannedCount)];
  const rows = Array.isArray(Items) ? Items.length : undefined;
  const isFull = isFiltered(input) ? ScannedCount >= Count : ScannedCount === Count;
  const limit = typeof input.Limit === 'number' ? input.Limit : Number.POSITIVE_INFINITY;
  return [
    ...(input.Select === 'COUNT' || rows === Count ? [] : [breach('Count', `the ${rows} of Items`, Count)]),
    ...(input.Select === 'COUNT' && rows !== undefined ? [breach('Items', 'absent', rows)] : []),
    ...(isFull ? [] : [breach('ScannedCount', `${isFiltered(input) ? 'at least ' : ''}${Count}`, ScannedCount)]),
    ...(ScannedCount <= limit ? [] : [breach('ScannedCount', `at most ${limit}`, ScannedCount)]),
  ];
}

/** The cursor of a page in which nothing is filtered and no key attribute projected away. */
function ofCursor(exchange: Exchange, output: JsonObject, table: TableFacts | undefined): Breach[] {
  const { input } = exchange;
  const { LastEvaluatedKey: cursor, Items } = output;
  if (cursor === undefined || table === undefined || isFiltered(input)) return [];
  const index = table.indexes.find(({ name }) => name === input.IndexName);
  if (input.IndexName !== undefined && index === undefined) return [];
  const keys = rowKeys(table, index);
  const last = Array.isArray(Items) ? Items.at(-1) : undefined;
  if (!isObject(last) || !keys.every((name) => Object.hasOwn(last, name))) return [];
  const expected = picked(last, keys);
  if (itemText(expected) === itemText(cursor)) return [];
  return [{ exchange, class: 'value', path: 'LastEvaluatedKey', expected, actual: cursor }];
}
