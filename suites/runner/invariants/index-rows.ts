import type { JsonObject } from '../../../oracles/values/types.ts';
import { without } from '../play/canonical.ts';
import { isObject, listAt } from '../play/path.ts';
import { entryOf, type IndexFacts } from './facts.ts';
import type { AuditedTable, Breach, Invariant } from './invariant.ts';
import { plainItem } from './values.ts';

export const indexRows: Invariant = {
  statement:
    'An index has the rows of its table that have its key attributes, each once, with the attributes that it projects.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html',
  needs: 'a table with an index that can be read as a whole',
  lags: true,
  audit: async (table) => {
    const found: Breach[] = [];
    for (const index of table.facts.indexes) found.push(...(await table.inTime(() => faultsOf(table, index))));
    return found;
  },
};

async function faultsOf(table: AuditedTable, index: IndexFacts): Promise<Breach[]> {
  const { exchange, outcome } = await table.ask('Scan', { IndexName: index.name, ReturnConsumedCapacity: 'INDEXES' });
  if (outcome.kind !== 'ok' || outcome.output.LastEvaluatedKey !== undefined) return [];
  // What a lenient store does with keys that DynamoDB refuses says nothing more than that it takes them.
  const rows = listAt(outcome.output, 'Items')
    .filter(isObject)
    .filter((row) => entryOf(table.facts, index, row) !== undefined)
    .map(plainItem);
  const expected = table.rows
    .map((row) => entryOf(table.facts, index, row))
    .filter((row) => row !== undefined)
    .map(plainItem);
  return rowFaults(rows, expected).map((fault) => ({ exchange, ...fault }));
}

/** Lost and added rows; a row that differs is both, and said once. */
export function rowFaults(rows: readonly JsonObject[], expected: readonly JsonObject[]): Omit<Breach, 'exchange'>[] {
  const lost = without(expected, rows);
  const extra = without(rows, expected);
  if (lost.length === 0 && extra.length === 0) return [];
  const kind = extra.length === 0 ? 'rows-missing' : lost.length === 0 ? 'rows-extra' : 'value';
  return [{ class: kind, path: 'Items[]', expected: lost, actual: extra }];
}
