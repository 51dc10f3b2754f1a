import { rightDecisions } from '../../../oracles/policies/index.ts';
import { compareKeyValues } from '../../../oracles/values/compare.ts';
import type { AttributeValue, Json, JsonObject } from '../../../oracles/values/types.ts';
import { isObject, listAt } from '../play/path.ts';
import type { Exchange } from './exchange.ts';
import type { TableFacts } from './facts.ts';
import type { Breach, Invariant } from './invariant.ts';
import { factsDuring } from './known/contradictions.ts';
import { itemText } from './values.ts';

export const queryOrder: Invariant = {
  statement:
    'A Query returns rows of one partition, in the order of the sort key: numbers by value, texts and binaries by bytes.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.html',
  needs: 'a Query with at least two rows that have the key attributes',
  judge: (seen) => {
    const facts = factsDuring(seen);
    return seen.exchanges.flatMap((exchange) => faultsOf(exchange, facts.get(exchange)));
  },
};

function faultsOf(exchange: Exchange, table: TableFacts | undefined): Breach[] {
  const { op, input, outcome, body } = exchange;
  if (op !== 'Query' || outcome.kind !== 'ok' || body !== undefined) return [];
  const index = table?.indexes.find(({ name }) => name === input.IndexName);
  const [hash, range] = (input.IndexName === undefined ? table?.keys : index?.keys) ?? [];
  if (hash === undefined) return [];
  const rows = listAt(outcome.output, 'Items').filter(isObject);
  const partitions = new Set(rows.flatMap((row) => (row[hash] === undefined ? [] : [itemText({ hash: row[hash] })])));
  const breach = (kind: Breach['class'], path: string, expected: Json, actual: Json): Breach[] => [
    { exchange, class: kind, path, expected, actual },
  ];
  if (partitions.size > 1) return breach('rows-extra', 'Items[]', 'one partition', [...partitions]);
  if (range === undefined || rows.some((row) => row[range] === undefined)) return [];
  const direction = input.ScanIndexForward === false ? -1 : 1;
  const isOrdered = rows.every((row, at) => at === 0 || direction * order(rows[at - 1]!, row, range) <= 0);
  if (isOrdered) return [];
  const seen = rows.map((row) => row[range]!);
  const right = [...rows].sort((a, b) => direction * order(a, b, range)).map((row) => row[range]!);
  return breach('rows-order', 'Items[]', right, seen);
}

/** Zero for values that have no order, which another invariant names. */
function order(a: JsonObject, b: JsonObject, range: string): number {
  try {
    return compareKeyValues(a[range] as AttributeValue, b[range] as AttributeValue, rightDecisions);
  } catch {
    return 0;
  }
}
