import type { Call, Case, Repeat, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, put, queryIndex, remove, untilActive, untilGone } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } });
const named = { $name: 'again' };
const old = { pk: s('old'), g: s('g') };
const left = { pk: s('left'), g: s('g') };
const young = { pk: s('new'), g: s('g') };

const rowsOf = (as: string, of: typeof named | string, items: (typeof old)[]): Repeat =>
  queryIndex(as, of, { index: 'by-g', where: 'g = :g', values: { ':g': s('g') } }, items);
const createTable: Call = { op: 'CreateTable', input: { ...schema, TableName: named }, observe: [] };

const tableRecreated: Case = {
  id: 'secondary-index/table-recreated',
  title: 'An index of a table made anew under an old name knows nothing of the rows before',
  area: 'secondary-index',
  findings: ['mongo-rfc/m7', 'mongo-rfc/R2-nb-index-orphans'],
  certainty: 'documented',
  because: 'DeleteTable takes the indexes of the table along, with all that they hold.',
  sources: [sources.deleteTable],
  steps: [
    accepted(createTable),
    untilActive('first, active', named),
    put(named, old),
    rowsOf('before', named, [old]),
    accepted({ op: 'DeleteTable', input: { TableName: named }, observe: [] }),
    untilGone('gone', named),
    accepted(createTable),
    untilActive('second, active', named),
    // Once the new row appears, an index that lags cannot be mistaken for an empty one.
    put(named, young),
    rowsOf('after', named, [young]),
    {
      op: 'Scan',
      input: { TableName: named, IndexName: 'by-g' },
      expect: { ok: { Items: [young], Count: 1 } },
    },
  ],
};

const index = {
  IndexName: 'by-g',
  KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
};
const changeIndex = (change: TemplateObject, more: TemplateObject = {}): Call => ({
  op: 'UpdateTable',
  input: { TableName: { $table: 't' }, GlobalSecondaryIndexUpdates: [change], ...more },
  observe: [],
});
const untilIndex = (as: string, until: Omit<Repeat['until'], 'path'>, path: string): Repeat => ({
  repeat: { op: 'DescribeTable', as, input: { TableName: { $table: 't' } } },
  until: { path: `Table.GlobalSecondaryIndexes${path}`, ...until },
  pauseMs: 100,
  turns: 60,
  observe: [],
});

const indexRecreated: Case = {
  id: 'secondary-index/index-recreated',
  title: 'An index made anew under an old name holds what the table holds by then',
  area: 'secondary-index',
  findings: ['mongo-rfc/m7', 'mongo-rfc/R2-nb-index-orphans'],
  certainty: 'documented',
  because: 'A new index is filled from the table; an item deleted while there was no index is in neither.',
  sources: [sources.gsiOnline],
  tables: { t: schema },
  steps: [
    put('t', old),
    put('t', left),
    rowsOf('before', 't', [old, left]),
    accepted(changeIndex({ Delete: { IndexName: 'by-g' } })),
    untilIndex('dropped', { absent: true }, '[0]'),
    untilActive('without', 't'),
    remove('t', { pk: old.pk }),
    accepted(changeIndex({ Create: index }, { AttributeDefinitions: schema.AttributeDefinitions ?? [] })),
    untilIndex('built', { equals: 'ACTIVE' }, '[0].IndexStatus'),
    {
      op: 'Scan',
      input: { TableName: { $table: 't' }, IndexName: 'by-g' },
      expect: { ok: { Items: [left], Count: 1 } },
    },
    untilActive('table', 't'),
  ],
};

export const cases: readonly Case[] = [tableRecreated, indexRecreated];
