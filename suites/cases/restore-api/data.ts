import type { Case, Repeat, Template } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import {
  backUp,
  backupArn,
  get,
  put,
  puts,
  query,
  queryIndex,
  remove,
  restore,
  scanPages,
  untilActive,
  untilGone,
  update,
} from '../steps.ts';

const indexed = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: {
    all: { hash: ['g', 'S'], range: ['h', 'N'] },
    keys: { hash: ['g', 'S'], projection: 'KEYS_ONLY' },
    some: { hash: ['h', 'N'], projection: ['x'] },
  },
  lsi: {
    'local-all': { hash: ['pk', 'S'], range: ['h', 'N'] },
    'local-keys': { hash: ['pk', 'S'], range: ['g', 'S'], projection: 'KEYS_ONLY' },
  },
});
const rows = Array.from({ length: 12 }, (_, at) => ({
  pk: s(`p${at % 2}`),
  sk: n(at),
  // Some items share an index key, others have none.
  ...(at % 4 === 3 ? {} : { g: s(`g${at % 3}`), h: n(at % 2) }),
  x: s(`x${at}`),
  y: { M: { l: { L: [n(at), { NULL: true as const }] }, ss: { SS: ['a', 'b'] } } },
}));
const target = { $name: 'copy' };
const absent = { $absent: true };
type Row = (typeof rows)[number];
const keysOf = (row: Row) => ({ pk: row.pk, sk: row.sk, x: absent, y: absent });
const filed = rows.filter((row) => row.g !== undefined);
const withG = (g: string) => filed.filter((row) => row.g?.S === g);
const withH = (h: string) => filed.filter((row) => row.h?.N === h);
const inIndex = (index: string, where: string, value: Template, items: Template[]): Repeat =>
  queryIndex(index, target, { index, where, values: { ':v': value as never } }, items);
const inLocal = (index: string, items: Template[]) => ({
  ...query(target, { where: 'pk = :p', values: { ':p': s('p0') }, extra: { IndexName: index } }, []),
  observe: [],
  unordered: true,
  expect: { ok: { Items: { $unordered: items } } },
});

const itemsAndIndexes: Case = {
  id: 'restore-api/items-and-indexes',
  title: 'A restored table has every item, and every index of every projection holds what it should',
  area: 'restore-api',
  findings: ['restore-parity/restored-data-matches', 'restore-parity/cassandra-indexes-dropped', 'mongo-rfc/C1'],
  certainty: 'measured',
  because: 'A backup holds items and index definitions; the indexes of the target are filled like those of any table.',
  tables: { t: indexed },
  steps: [
    ...puts('t', rows),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy'),
    scanPages('items', target, rows, { Limit: 5, ConsistentRead: true }),
    inIndex('all', 'g = :v', s('g0'), withG('g0')),
    inIndex(
      'keys',
      'g = :v',
      s('g1'),
      withG('g1').map((row) => ({ ...keysOf(row), g: row.g! })),
    ),
    inIndex(
      'some',
      'h = :v',
      n(1),
      withH('1').map((row) => ({ ...keysOf(row), x: row.x, h: row.h!, g: absent })),
    ),
    inLocal(
      'local-all',
      filed.filter((row) => row.pk.S === 'p0'),
    ),
    inLocal(
      'local-keys',
      filed.filter((row) => row.pk.S === 'p0').map((row) => ({ ...keysOf(row), g: row.g!, h: absent })),
    ),
  ],
};

const plain = table({ hash: ['pk', 'S'] });
const item = (pk: string, a: number) => ({ pk: s(pk), a: n(a) });

const snapshot: Case = {
  id: 'restore-api/snapshot',
  title: 'A restore brings back the table as it was at the backup, and leaves the source alone',
  area: 'restore-api',
  findings: ['restore-parity/restored-data-matches'],
  certainty: 'documented',
  because:
    'What is written, changed or deleted after the backup is not in it; writes to the copy do not reach the source.',
  sources: [sources.backupRestore, sources.restoreTable],
  tables: { t: plain },
  steps: [
    ...puts('t', [item('changed', 1), item('deleted', 1), item('left', 1)]),
    ...backUp('kept', 't', 'kept'),
    update('t', { pk: s('changed') }, 'SET a = :a', { ExpressionAttributeValues: { ':a': n(2) } }),
    remove('t', { pk: s('deleted') }),
    put('t', item('added', 2)),
    ...restore('kept', 'copy'),
    scanPages('copied', target, [item('changed', 1), item('deleted', 1), item('left', 1)], { ConsistentRead: true }),
    put(target, item('left', 3)),
    get('t', { pk: s('left') }, item('left', 1)),
    scanPages('source', 't', [item('changed', 2), item('added', 2), item('left', 1)], { ConsistentRead: true }),
  ],
};

const gone = { $name: 'gone' };

const sourceDeleted: Case = {
  id: 'restore-api/source-deleted',
  title: 'A backup outlives its table and can be restored under the old name',
  area: 'restore-api',
  findings: ['restore-parity/restored-data-matches'],
  certainty: 'documented',
  because: 'A backup is independent of its table; once that is gone its name is free.',
  sources: [sources.backupRestore],
  steps: [
    { op: 'CreateTable', input: { ...plain, TableName: gone }, observe: [] },
    untilActive('made', gone),
    put(gone, item('p', 1)),
    ...backUp('kept', gone, 'kept'),
    { op: 'DeleteTable', input: { TableName: gone }, observe: [] },
    untilGone('deleted', gone),
    {
      op: 'DescribeBackup',
      input: { BackupArn: backupArn('kept') },
      observe: [],
      expect: { ok: { BackupDescription: { BackupDetails: { BackupStatus: 'AVAILABLE' } } } },
    },
    ...restore('kept', 'gone'),
    get(gone, { pk: s('p') }, item('p', 1)),
  ],
};

export const cases: readonly Case[] = [itemsAndIndexes, snapshot, sourceDeleted];
