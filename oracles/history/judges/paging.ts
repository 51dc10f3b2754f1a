import type { JsonObject } from '../../values/types.ts';
import type { History } from '../history.ts';
import { type Anomaly, type Judge, judgementOf } from '../judge.ts';
import { covers, type Reading, readingsOf } from '../readings.ts';
import {
  byItem,
  type ItemWrite,
  itemText,
  picked,
  remadeTables,
  type TableFacts,
  tablesOf,
  writesOf,
} from '../tables.ts';
import { timeline } from '../timeline.ts';

const needs = 'a scan of a whole table, or a query of a whole partition, that was read to its end';

export const paging: Judge = {
  statement: 'Pages neither lose a row that stayed while they were read, nor show one twice.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html',
  needs,
  judge(history) {
    const tables = tablesOf(history);
    const items = byItem(writesOf(history, tables));
    const remade = remadeTables(history);
    const isJudged = ({ table, isWhole, partition }: Reading): boolean =>
      (isWhole || partition !== undefined) && tables.has(table) && !remade.has(table);
    const judged = readingsOf(history).filter(isJudged);
    const anomalies = judged.flatMap((one) => faultsOf(history, one, tables.get(one.table)!, items));
    return judgementOf(judged.length, anomalies, [], needs);
  },
};

type Items = ReadonlyMap<string, readonly ItemWrite[]>;

function faultsOf(history: History, reading: Reading, table: TableFacts, items: Items): Anomaly[] {
  const { rows, calls, index } = reading;
  const shown = new Map<string, number>();
  for (const row of rows) {
    const key = itemText(picked(row, table.keys));
    shown.set(key, (shown.get(key) ?? 0) + 1);
  }
  const anomaly = (kind: string, key: string, text: string): Anomaly => ({
    ...{ kind, text: `${text} ${key}` },
    ...{ calls, shown: `${key}\n\n${timeline(history, [...calls, ...callsOn(items, table, key)].slice(0, 24))}` },
  });
  const twice = [...shown]
    // A changed key moves an entry of an index, perhaps to a page that is still to come.
    .filter(([key, count]) => count > 1 && (index === undefined || isUntouched(items, table, key, reading)))
    .map(([key]) => anomaly('row twice', key, 'The pages show one row twice:'));
  const stayed =
    index === undefined ? staying(items, table, reading, (row) => covers(reading, row)) : entriesThatStayed();
  const lost = stayed
    .filter((key) => !shown.has(key))
    .map((key) => anomaly('row lost', key, 'The pages lack a row that was there before, and stayed:'));
  return [...twice, ...lost];

  /** An index may lag, so only what the set-up has written and nothing has touched since. */
  function entriesThatStayed(): string[] {
    const keys = table.indexes.find(({ name }) => name === index)?.keys ?? [];
    const isMade = history.setup.some(
      ({ operation, input }) => operation === 'CreateTable' && input.TableName === table.name,
    );
    const isChanged = history.calls.some(
      ({ operation, input }) => operation === 'UpdateTable' && input.TableName === table.name,
    );
    if (!isMade || isChanged || keys.length === 0) return [];
    return [...items.values()].flatMap((writes) => {
      const last = writes.findLast(({ call }) => call === -1);
      const row = last?.kind === 'put' ? (last.request.Item as JsonObject) : {};
      const isEntry =
        last?.table === table.name && keys.every((name) => row[name] !== undefined) && covers(reading, row);
      return isEntry && isUntouched(items, table, last.key, reading) ? [last.key] : [];
    });
  }
}

const callsOn = (items: Items, table: TableFacts, key: string): number[] =>
  (items.get(`${table.name} ${key}`) ?? []).flatMap(({ call }) => (call === -1 ? [] : [call]));

/** Written in the set-up only, or not by this history. */
const isUntouched = (items: Items, table: TableFacts, key: string, { endUs }: Reading): boolean =>
  (items.get(`${table.name} ${key}`) ?? []).every(({ call, startUs }) => call === -1 || startUs > endUs);

/** Keys of items that must be shown. */
export function staying(
  items: Items,
  table: TableFacts,
  { startUs, endUs, index }: Pick<Reading, 'startUs' | 'endUs' | 'index'>,
  isAsked: (row: JsonObject) => boolean = () => true,
): string[] {
  if (index !== undefined) return [];
  return [...items.values()].flatMap((writes) => {
    const { table: name, key, request } = writes[0]!;
    if (name !== table.name || !isAsked((request.Key ?? request.Item) as JsonObject)) return [];
    const made = writes.filter(
      (one) => one.outcome === 'done' && one.kind !== 'delete' && makes(one) && one.endUs < startUs,
    );
    const last = Math.max(...made.map((one) => one.startUs));
    const isSafe = writes.every(
      (one) => one.outcome === 'refused' || one.kind !== 'delete' || one.startUs > endUs || one.endUs < last,
    );
    return made.length > 0 && isSafe ? [key] : [];
  });
}

/** An update that only removes creates nothing. */
const makes = ({ kind, request }: ItemWrite): boolean =>
  kind === 'put' || /\b(SET|ADD)\b/i.test(String(request.UpdateExpression ?? ''));
