/**
 * The rows of consistent pages as consistent reads of single items: a page has no isolation of its own, but each of its rows is the item as it
 * was at a moment between request and answer. A row that a whole reading lacks was absent at some moment of that reading.
 */
import type { JsonObject } from '../values/types.ts';
import type { History } from './history.ts';
import { covers, readingsOf, showsWholeRows } from './readings.ts';
import { byItem, itemText, picked, type TableFacts, tablesOf, writesOf } from './tables.ts';

/** What a page says of one item. */
export interface PageRead {
  /** Index of the call in the history; the last one for an absence that several pages show together. */
  readonly call: number;
  readonly table: string;
  readonly Key: JsonObject;
  /** Undefined for its absence. */
  readonly Item: JsonObject | undefined;
  readonly startUs: number;
  readonly endUs: number;
}

export function pageReads(history: History): PageRead[] {
  const tables = tablesOf(history);
  return [...shownRows(history, tables), ...absences(history, tables)];
}

const isConsistentPage = (operation: string, input: JsonObject): boolean =>
  (operation === 'Scan' || operation === 'Query') && input.ConsistentRead === true && input.IndexName === undefined;

const shownRows = ({ calls }: History, tables: ReadonlyMap<string, TableFacts>): PageRead[] =>
  calls.flatMap(({ operation, input, outcome, startUs, endUs }, call) => {
    const facts = tables.get(String(input.TableName));
    const isJudged = isConsistentPage(operation, input as JsonObject) && showsWholeRows(input as JsonObject);
    if (facts === undefined || !isJudged || outcome.kind !== 'ok' || endUs === undefined) return [];
    const rows = (outcome.output.Items ?? []) as JsonObject[];
    return rows.map((Item) => ({ call, table: facts.name, Key: picked(Item, facts.keys), Item, startUs, endUs }));
  });

/** Of items that the history writes at some time. */
function absences(history: History, tables: ReadonlyMap<string, TableFacts>): PageRead[] {
  const readings = readingsOf(history).filter(({ index, isConsistent }) => index === undefined && isConsistent);
  if (readings.length === 0) return [];
  const known = [...byItem(writesOf(history, tables)).values()].map(([first]) => first!);
  return readings.flatMap((reading) => {
    const facts = tables.get(reading.table);
    if (facts === undefined) return [];
    const shown = new Set(reading.rows.map((row) => itemText(picked(row, facts.keys))));
    return known.flatMap(({ table, key, request }): PageRead[] => {
      const row = (request.Key ?? request.Item) as JsonObject;
      if (table !== facts.name || shown.has(key) || !covers(reading, row)) return [];
      const { startUs, endUs, calls } = reading;
      return [{ call: calls.at(-1)!, table, Key: picked(row, facts.keys), Item: undefined, startUs, endUs }];
    });
  });
}
