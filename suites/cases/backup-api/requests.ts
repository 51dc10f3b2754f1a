import type { Call, Case, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, refused, restore } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const describe = { op: 'DescribeBackup' as const, input: { BackupArn: backupArn('kept') }, observe: [] };

const idShape: Case = {
  id: 'backup-api/id-shape',
  title: 'The id of a backup is 14 digits, a hyphen and 8 hexadecimal digits',
  area: 'backup-api',
  findings: ['restore-parity/backup-id-shape'],
  certainty: 'measured',
  because: 'The digits are the millisecond of the request, which has 13 of them: the service puts a zero in front.',
  tables,
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    {
      ...describe,
      expect: {
        ok: {
          BackupDescription: {
            BackupDetails: { BackupArn: { $matches: 'arn:[^/]+:table/[^/]+/backup/[0-9]{14}-[0-9a-f]{8}' } },
          },
        },
      },
    },
  ],
};

const dotsOnly: Case = {
  id: 'backup-api/dots-only-name',
  title: 'A table name of nothing but dots is looked up like any other',
  area: 'backup-api',
  findings: ['catalog-index/dot-only-name', 'restore-parity/create-backup-missing-table'],
  // Measured one by one: a backup of a table named `...`, and the answer for a missing table. The case does not create
  // the table, because such a name cannot carry the run's prefix.
  certainty: 'measured',
  because: 'A table of that name can be backed up, so there is nothing wrong with the name: it is only not found.',
  steps: [
    refused(
      {
        op: 'CreateBackup',
        input: { TableName: '.'.repeat(201), BackupName: { $name: 'never' } },
        observe: [],
      },
      'TableNotFoundException',
    ),
  ],
};

const hours = 3_600_000;
/** The size of an item is that of its names and values: `pk` and `a`, `v` and `xy`. */
const sized = { pk: s('a'), v: s('xy') };
const sizeBytes = 6;

const size: Case = {
  id: 'backup-api/size',
  title: 'A backup reports the size of what it holds, within a day at the latest',
  area: 'backup-api',
  findings: ['restore-parity/mongo-size-zero'],
  certainty: 'inferred',
  because: 'BackupSizeBytes is brought up to date about every six hours; that overhead does not count is our reading.',
  sources: [sources.backupDetails],
  tables,
  steps: [
    put('t', sized),
    { wait: 24 * hours, because: 'the size of the table is known by then' },
    ...backUp('kept', 't', 'kept'),
    { wait: 24 * hours, because: 'the size of the backup is known by then' },
    { ...describe, expect: { ok: { BackupDescription: { BackupDetails: { BackupSizeBytes: sizeBytes } } } } },
    {
      op: 'ListBackups',
      input: { TableName: { $table: 't' } },
      observe: [],
      expect: { ok: { BackupSummaries: [{ BackupArn: backupArn('kept'), BackupSizeBytes: sizeBytes }] } },
    },
  ],
};

const moments = 120;
const copied = { $name: 'copy' };
const [begun, ready] = backUp('kept', 't', 'kept') as [ReturnType<typeof backUp>[0], ReturnType<typeof backUp>[0]];
const numbered: TemplateObject = { pk: s('p'), sk: { N: { $i: 'number' } } };
const found = (as: string, extra: TemplateObject): Call => ({
  op: 'Query',
  as,
  input: {
    TableName: copied,
    KeyConditionExpression: 'pk = :p',
    ExpressionAttributeValues: { ':p': s('p') },
    ConsistentRead: true,
    ...extra,
  },
  observe: [],
});

const oneMoment: Case = {
  id: 'backup-api/one-moment',
  title: 'A backup made while items are removed holds the others, and none that was removed before another',
  area: 'backup-api',
  findings: ['restore-parity/sql-backup-pit'],
  certainty: 'documented',
  because:
    'A backup is full. That it is of one moment, which cannot show an effect without its cause, is more than DynamoDB promises.',
  sources: [sources.createBackup],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [
    {
      times: moments,
      step: { op: 'PutItem', input: { TableName: { $table: 't' }, Item: numbered }, observe: [] },
    },
    // Nobody removes it, so that each moment has a first row.
    put('t', { pk: s('p'), sk: n(moments) }),
    {
      parallel: [
        [
          {
            times: moments,
            step: { op: 'DeleteItem', input: { TableName: { $table: 't' }, Key: numbered }, observe: [] },
          },
        ],
        [begun],
      ],
    },
    ready,
    ...restore('kept', 'copy'),
    {
      op: 'GetItem',
      input: { TableName: copied, Key: { pk: s('p'), sk: n(moments) }, ConsistentRead: true },
      observe: ['Item'],
      expect: { ok: { Item: { sk: n(moments) } } },
    },
    found('first', { Limit: 1 }),
    found('captured', { Select: 'COUNT' }),
    // They were removed in the order of their numbers, so a moment holds all from its first row to the last.
    {
      op: 'PutItem',
      input: {
        TableName: copied,
        Item: {
          pk: s('counted'),
          sk: n(0),
          end: { N: { $sum: [from('first', 'Items[0].sk.N'), from('captured', 'Count')] } },
        },
      },
      observe: [],
      expect: { ok: {} },
    },
    {
      op: 'DeleteItem',
      input: { TableName: copied, Key: { pk: s('counted'), sk: n(0) }, ReturnValues: 'ALL_OLD' },
      observe: [],
      expect: { ok: { Attributes: { end: n(moments + 1) } }, certainty: 'inferred' },
    },
  ],
};

export const cases: readonly Case[] = [idShape, dotsOnly, size, oneMoment];
