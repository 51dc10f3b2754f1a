import type { Case, Repeat } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, exactly, put, puts, remove, untilActive, update } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const rows = Array.from({ length: 30 }, (_, at) => ({
  pk: s(`p${at}`),
  ...(at % 3 === 0 ? {} : { g: s(`g${at % 2}`) }),
  at: n(at),
}));
const filed = rows.filter((row) => row.g !== undefined);

const create = {
  TableName: { $table: 't' },
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'g', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexUpdates: [
    {
      Create: {
        IndexName: 'by-g',
        KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    },
  ],
};
/** Waits for the index that UpdateTable's answer names, so that a refused index is not awaited. */
const untilIndexActive = (as: string): Repeat => ({
  repeat: { op: 'DescribeTable', as, input: { TableName: from('added', 'TableDescription.TableName') } },
  until: { path: 'Table.GlobalSecondaryIndexes[0].IndexStatus', equals: 'ACTIVE' },
  pauseMs: 100,
  turns: 300,
  observe: [],
});

const backfill: Case = {
  id: 'secondary-index/backfill',
  passingStates: true,
  title: 'An index added to a table with items is CREATING, and holds all of them once it is ACTIVE',
  area: 'secondary-index',
  findings: ['mongo-rfc/C5', 'mongo-rfc/C5-status'],
  certainty: 'documented',
  because: 'The index is backfilled before it turns ACTIVE, so the first query after that is complete.',
  sources: [sources.gsiOnline],
  tables,
  steps: [
    ...puts('t', rows),
    {
      op: 'UpdateTable',
      as: 'added',
      input: create,
      observe: [],
      expect: {
        ok: { TableDescription: { GlobalSecondaryIndexes: [{ IndexName: 'by-g', IndexStatus: 'CREATING' }] } },
      },
    },
    untilIndexActive('built'),
    // Read once, without repeating: the index has just reported that it is ready.
    {
      op: 'Scan',
      input: { TableName: { $table: 't' }, IndexName: 'by-g' },
      expect: { ok: { Items: { $unordered: filed }, Count: filed.length } },
    },
    untilActive('table', 't'),
  ],
};

const bulky = Array.from({ length: 12 }, (_, at) => ({ pk: s(`p${at}`), g: s('g'), fill: s('x'.repeat(10_000)) }));

const largeBackfill: Case = {
  id: 'secondary-index/backfill-of-large-items',
  title: 'The backfill of an index ends, whatever the size of the items',
  area: 'secondary-index',
  findings: ['restore-parity/cass-gsi-batch-too-large'],
  certainty: 'documented',
  because: 'All items that have the index keys are in the index once it is ACTIVE, 120 KB of them as well as one.',
  sources: [sources.gsiOnline],
  tables,
  steps: [
    ...puts('t', bulky),
    accepted({ op: 'UpdateTable', as: 'added', input: create, observe: [] }),
    untilIndexActive('built'),
    {
      op: 'Scan',
      input: { TableName: { $table: 't' }, IndexName: 'by-g', Select: 'COUNT' },
      expect: { ok: { Count: bulky.length } },
    },
    untilActive('table', 't'),
  ],
};

const late = { pk: s('late'), g: s('late') };

const afterBackfill: Case = {
  id: 'secondary-index/backfill-then-writes',
  title: 'An index that was added later is maintained like any other',
  area: 'secondary-index',
  findings: ['mongo-rfc/C5', 'mongo-rfc/C6', 'mongo-rfc/C1-delete'],
  certainty: 'documented',
  because:
    'Writes during and after the backfill reach the index, and items that the backfill filed are moved and removed.',
  sources: [sources.gsiOnline, sources.gsi],
  tables,
  steps: [
    ...puts('t', rows),
    accepted({ op: 'UpdateTable', as: 'added', input: create, observe: [] }),
    put('t', late),
    untilIndexActive('built'),
    {
      op: 'UpdateItem',
      input: {
        TableName: { $table: 't' },
        Key: { pk: s('p1') },
        UpdateExpression: 'SET g = :g',
        ExpressionAttributeValues: { ':g': s('moved') },
      },
      observe: [],
    },
    { op: 'DeleteItem', input: { TableName: { $table: 't' }, Key: { pk: s('p2') } }, observe: [] },
    {
      repeat: { op: 'Scan', as: 'settled', input: { TableName: { $table: 't' }, IndexName: 'by-g' } },
      until: { path: 'Count', equals: filed.length },
      pauseMs: 50,
      observe: ['Items'],
      unordered: true,
      expect: {
        ok: {
          Items: {
            $unordered: [
              late,
              ...filed
                .filter((row) => row.pk.S !== 'p2')
                .map((row) => (row.pk.S === 'p1' ? { ...row, g: s('moved') } : row)),
            ],
          },
        },
      },
    },
  ],
};

const g = (value: string) => ({ ExpressionAttributeValues: { ':g': s(value) } });
const [moved, touched, dropped, replaced, deleted, inTransaction, inBatch, deletedInBatch, ...untouched] = filed;
const keyOf = (row: { pk: { S: string } } | undefined) => ({ pk: row!.pk });
const unfiled = rows[0]!;

/** Every kind of write, of items that the backfill may have read before it or not. */
const whileBuilding: Case = {
  id: 'secondary-index/writes-during-backfill',
  passingStates: true,
  title: 'An item that is written while an index is CREATING is in the index as it was written last',
  area: 'secondary-index',
  findings: ['mongo-rfc/C5'],
  certainty: 'documented',
  because: 'The table stays available during a backfill, and the backfill does not put back what has changed since.',
  sources: [sources.gsiOnline],
  tables,
  steps: [
    ...puts('t', rows),
    accepted({ op: 'UpdateTable', as: 'added', input: create, observe: [] }),
    update('t', keyOf(moved), 'SET g = :g', g('moved')),
    update('t', keyOf(touched), 'SET touched = :g', g('touched')),
    update('t', keyOf(dropped), 'REMOVE g'),
    put('t', { ...keyOf(replaced), g: s('replaced') }),
    remove('t', keyOf(deleted)),
    {
      op: 'TransactWriteItems',
      input: {
        TransactItems: [
          { Put: { TableName: { $table: 't' }, Item: { ...keyOf(inTransaction), g: s('committed') } } },
          { Put: { TableName: { $table: 't' }, Item: { ...keyOf(unfiled), g: s('filed') } } },
        ],
      },
      observe: [],
      expect: { ok: {} },
    },
    {
      op: 'BatchWriteItem',
      input: {
        RequestItems: {
          '$table:t': [
            { PutRequest: { Item: { ...keyOf(inBatch), g: s('batch') } } },
            { DeleteRequest: { Key: keyOf(deletedInBatch) } },
          ],
        },
      },
      observe: [],
      expect: { ok: { UnprocessedItems: {} } },
    },
    put('t', late),
    remove('t', { pk: late.pk }),
    untilIndexActive('built'),
    {
      op: 'Scan',
      input: { TableName: { $table: 't' }, IndexName: 'by-g' },
      expect: {
        ok: {
          Items: exactly({
            $unordered: [
              { ...moved!, g: s('moved') },
              { ...touched!, touched: s('touched') },
              { ...keyOf(replaced), g: s('replaced') },
              { ...keyOf(inTransaction), g: s('committed') },
              { ...keyOf(unfiled), g: s('filed') },
              { ...keyOf(inBatch), g: s('batch') },
              ...untouched,
            ],
          }),
        },
      },
    },
    untilActive('table', 't'),
  ],
};

export const cases: readonly Case[] = [backfill, afterBackfill, largeBackfill, whileBuilding];
