import type { Case, Repeat } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { puts, scanPages } from '../steps.ts';

const pairTable = table({ hash: ['pk', 'S'], range: ['sk', 'S'] });
const row = (pk: string, sk: string) => ({ pk: s(pk), sk: s(sk) });

/** All splits of `a#b#c#d` at a delimiter, for two delimiters. Joined again, all are the same text. */
const cuts = ['#', '\u0000'].flatMap((delimiter) => {
  const letters = ['a', 'b', 'c', 'd'];
  return [1, 2, 3].map((at) => row(letters.slice(0, at).join(delimiter), letters.slice(at).join(delimiter)));
});
const sameText = [...cuts, row('a', 'b'), row('a#', 'b'), row('a', '#b'), row('#', '#'), row('##', '#')];

const delimiters: Case = {
  id: 'scan/delimiters',
  title: 'A scan in pages of one visits each item once, whatever its key holds',
  area: 'scan',
  findings: ['mongo-rfc/C9-scan', 'mongo-rfc/C9'],
  certainty: 'documented',
  because: 'The next page begins after the item whose key is given, and a key is a pair, not a joined text.',
  sources: [sources.scan, sources.coreComponents],
  tables: { t: pairTable },
  steps: [
    ...puts('t', sameText),
    scanPages('one at a time', 't', sameText, { Limit: 1 }),
    scanPages('two at a time', 't', sameText, { Limit: 2 }),
  ],
};

const indexTable = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'], range: ['h', 'N'] } },
});
// Index order is the reverse of table order, so a cursor with only the table's key resumes at the wrong place.
const indexRows = Array.from({ length: 12 }, (_, at) => ({
  pk: s(`p${at % 3}`),
  sk: n(at),
  g: s(`g${3 - (at % 4)}`),
  h: n(Math.floor((11 - at) / 6)),
}));

const indexPages: Case = {
  id: 'scan/index-pages',
  title: 'A scan of an index in pages visits every entry once, also those that share their index key',
  area: 'scan',
  findings: ['mongo-rfc/M13', 'mongo-rfc/M9-index-esk'],
  certainty: 'measured',
  because: 'The cursor of an index holds the index key and the table key, and the scan goes on strictly after both.',
  sources: [sources.motoIndexPaging, sources.dynaliteIndexPaging],
  tables: { t: indexTable },
  steps: [
    ...puts('t', indexRows),
    {
      repeat: { op: 'Scan', as: 'whole', input: { TableName: { $table: 't' }, IndexName: 'by-g' } },
      until: { path: 'Count', equals: indexRows.length },
      pauseMs: 50,
      observe: ['Items'],
      unordered: true,
      expect: { ok: { Items: { $unordered: indexRows } } },
    },
    ...[1, 2, 5].map((limit) => scanPages(`pages of ${limit}`, 't', indexRows, { IndexName: 'by-g', Limit: limit })),
  ],
};

const indexCursor: Case = {
  id: 'scan/index-cursor',
  title: 'The cursor of an index scan carries the index key and the table key',
  area: 'scan',
  findings: ['mongo-rfc/M13'],
  certainty: 'measured',
  because: 'An index entry is identified by both keys, so its cursor needs both.',
  sources: [sources.motoIndexPaging, 'https://github.com/ExtendDB/extenddb/issues/63'],
  tables: { t: indexTable },
  steps: [
    ...puts('t', indexRows),
    {
      repeat: { op: 'Scan', as: 'page', input: { TableName: { $table: 't' }, IndexName: 'by-g', Limit: 1 } },
      until: { path: 'Count', equals: 1 },
      pauseMs: 50,
      observe: [],
      expect: {
        ok: {
          LastEvaluatedKey: {
            pk: { $present: true },
            sk: { $present: true },
            g: { $present: true },
            h: { $present: true },
          },
        },
      },
    },
  ],
};

const segments = 4;
const rows = Array.from({ length: 8 }, (_, hash) => hash).flatMap((hash) =>
  Array.from({ length: 6 }, (_, sort) => ({ pk: s(`p${hash}`), sk: n(sort) })),
);
const segment = (at: number): Repeat => ({
  repeat: {
    op: 'Scan',
    as: `segment ${at}`,
    input: {
      TableName: { $table: 't' },
      Segment: at,
      TotalSegments: segments,
      Limit: 4,
      ExclusiveStartKey: from(`segment ${at}`, 'LastEvaluatedKey'),
    },
  },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Items'],
  unordered: true,
  // The assignment of items to segments is not guaranteed, so only all segments together are compared.
  observe: [],
  ...(at > 0 ? { continues: `segment ${at - 1}` } : {}),
  ...(at === segments - 1 ? { observe: ['Items'], expect: { ok: { Items: { $unordered: rows } } } } : {}),
});

const parallel: Case = {
  id: 'scan/parallel-segments',
  title: 'The segments of a parallel scan, paged to the end, hold each item exactly once',
  area: 'scan',
  findings: ['mongo-rfc/M7'],
  certainty: 'documented',
  because: 'Segments divide the table: their union is the table, whatever the distribution of keys and the Limit.',
  sources: [sources.parallelScan],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [...puts('t', rows), ...Array.from({ length: segments }, (_, at) => segment(at))],
};

export const cases: readonly Case[] = [delimiters, indexPages, indexCursor, parallel];
