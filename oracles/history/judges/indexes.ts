import type { JsonObject } from '../../values/types.ts';
import type { History } from '../history.ts';
import { type Anomaly, type Judge, judgementOf } from '../judge.ts';
import { type Reading, readingsOf } from '../readings.ts';
import { type IndexFacts, itemText, picked, type TableFacts, tablesOf, writesOf } from '../tables.ts';
import { timeline } from '../timeline.ts';

const needs = 'after the last write, a whole scan of a table and one of its index';

export const indexes: Judge = {
  statement: 'After the last write an index comes to have the rows of its table that have its keys, and no others.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html',
  needs,
  judge(history) {
    const tables = tablesOf(history);
    const pairs = [...tables.values()].flatMap((table) => pairsOf(history, table));
    return judgementOf(
      pairs.length,
      pairs.flatMap((pair) => faultsOf(history, pair)),
      [],
      needs,
    );
  },
};

interface Pair {
  readonly table: TableFacts;
  readonly index: IndexFacts;
  readonly rows: Reading;
  readonly entries: Reading;
}

/** The last scans after the last write. An index may lag, so that earlier ones say nothing. */
function pairsOf(history: History, table: TableFacts): Pair[] {
  const writes = writesOf(history, new Map([[table.name, table]])).filter(({ outcome }) => outcome !== 'refused');
  const quietUs = Math.max(
    -1,
    ...writes.map(({ startUs, endUs }) => (endUs === Number.POSITIVE_INFINITY ? startUs : endUs)),
  );
  const scans = readingsOf(history).filter((one) => one.isWhole && one.table === table.name && one.startUs > quietUs);
  const rows = scans.findLast(({ index }) => index === undefined);
  return table.indexes.flatMap((index) => {
    const entries = scans.findLast((one) => one.index === index.name);
    return rows === undefined || entries === undefined ? [] : [{ table, index, rows, entries }];
  });
}

function faultsOf(history: History, { table, index, rows, entries }: Pair): Anomaly[] {
  const expected = rows.rows.filter((row) => index.keys.every((name) => row[name] !== undefined)).map(entryOf);
  const actual = entries.rows.map(entryOf);
  const lost = without(expected, actual);
  const ghosts = without(actual, expected);
  if (lost.length === 0 && ghosts.length === 0) return [];
  const calls = [...rows.calls, ...entries.calls];
  const text = `The index ${index.name} of ${table.name} lacks ${lost.length} rows and has ${ghosts.length} that the table has not.`;
  const list = [...lost.map((row) => `lost   ${row}`), ...ghosts.map((row) => `ghost  ${row}`)].slice(0, 20);
  return [{ kind: 'index', text, calls, shown: [...list, '', timeline(history, calls)].join('\n') }];

  function entryOf(row: JsonObject): string {
    const names = index.projected && [...table.keys, ...index.keys, ...index.projected];
    return itemText(names === undefined ? row : picked(row, names));
  }
}

/** Elements of `left` that `right` lacks, each as often as it does. */
function without(left: readonly string[], right: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of right) counts.set(one, (counts.get(one) ?? 0) + 1);
  return left.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}
