import type { Case, Repeat, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, refused } from '../steps.ts';
import { isTooLarge, isTooSmall } from '../words.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const made = ['one', 'two', 'three'];
const three = [put('t', { pk: s('p') }), ...made.flatMap((name) => backUp(name, 't', name))];
const summary = (name: string): TemplateObject => ({
  BackupArn: backupArn(name),
  BackupName: { $name: name },
  BackupStatus: 'AVAILABLE',
  BackupType: 'USER',
  TableName: { $table: 't' },
});

/** Listings are eventually consistent, so the case repeats the call until the list is complete. */
const listed = (as: string, expected: Template[], more: TemplateObject = {}): Repeat => ({
  repeat: { op: 'ListBackups', as, input: { TableName: { $table: 't' }, ...more } },
  until: { path: 'BackupSummaries', size: expected.length },
  pauseMs: 100,
  turns: 50,
  observe: [],
  expect: { ok: { BackupSummaries: { $unordered: expected } } },
});

const pages = (as: string, limit: number): Repeat => ({
  repeat: {
    op: 'ListBackups',
    as,
    input: {
      TableName: { $table: 't' },
      Limit: limit,
      ExclusiveStartBackupArn: from(as, 'LastEvaluatedBackupArn'),
    },
  },
  until: { path: 'LastEvaluatedBackupArn', absent: true },
  collect: ['BackupSummaries'],
  observe: [],
  expect: { ok: { BackupSummaries: { $unordered: made.map(summary) } } },
});

// That Limit is honoured is measured; its range is from the API reference.
const documented = { certainty: 'documented' as const };

const paged: Case = {
  id: 'backup-api/list-pages',
  title: 'The pages of ListBackups hold each backup once, and none holds more than Limit',
  area: 'backup-api',
  findings: [
    'restore-parity/list-backups-limit',
    'restore-parity/list-backups-token',
    'restore-parity/list-backups-last-page-cursor',
    'catalog-index/listing-order',
    'catalog-index/list-merge',
  ],
  certainty: 'measured',
  because: 'Limit bounds a page and the cursor goes on without gap or repeat; the last page may carry a cursor too.',
  sources: [sources.listBackups],
  tables,
  steps: [
    ...three,
    listed('all', made.map(summary)),
    {
      op: 'ListBackups',
      input: { TableName: { $table: 't' }, Limit: 1 },
      observe: [],
      expect: { ok: { BackupSummaries: { $size: 1 }, LastEvaluatedBackupArn: { $present: true } } },
    },
    pages('one by one', 1),
    pages('two by two', 2),
    refused(
      { op: 'ListBackups', input: { TableName: { $table: 't' }, Limit: 101 }, observe: [], raw: true },
      'ValidationException',
      { ...documented, texts: [isTooLarge('limit', 101, 100)] },
    ),
    refused(
      { op: 'ListBackups', input: { TableName: { $table: 't' }, Limit: 0 }, observe: [], raw: true },
      'ValidationException',
      { ...documented, texts: [isTooSmall('limit', 0, 1)] },
    ),
  ],
};

const filters: Case = {
  id: 'backup-api/list-filters',
  title: 'ListBackups filters by kind, and each summary names its table by id and ARN too',
  area: 'backup-api',
  findings: ['restore-parity/list-backups-type-filter', 'restore-parity/list-backups-table-id'],
  certainty: 'documented',
  because: 'USER is the default and what CreateBackup makes; ALL holds it too, SYSTEM and AWS_BACKUP do not.',
  sources: [sources.listBackups],
  tables,
  steps: [
    { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
    put('t', { pk: s('p') }),
    ...backUp('one', 't', 'one'),
    {
      ...listed('by default', [
        {
          ...summary('one'),
          TableId: from('table', 'Table.TableId'),
          TableArn: from('table', 'Table.TableArn'),
          BackupCreationDateTime: from('one', 'BackupDetails.BackupCreationDateTime'),
        },
      ]),
    },
    listed('of users', [summary('one')], { BackupType: 'USER' }),
    listed('of all kinds', [summary('one')], { BackupType: 'ALL' }),
    ...['SYSTEM', 'AWS_BACKUP'].map((kind) => ({
      op: 'ListBackups' as const,
      input: { TableName: { $table: 't' }, BackupType: kind },
      observe: [],
      expect: { ok: { BackupSummaries: [] } },
    })),
  ],
};

const otherAccount = (arn: Template): TemplateObject => ({ $arn: arn, account: '999999999999' });
const bad = (input: TemplateObject, texts: string[] = []) =>
  refused(
    { op: 'ListBackups', input: { TableName: { $table: 't' }, ...input }, observe: [], raw: true },
    'ValidationException',
    {
      ...(texts.length > 0 ? { texts } : {}),
    },
  );

const refusals: Case = {
  id: 'backup-api/list-refusals',
  title: 'ListBackups refuses an inverted time range, and a cursor of another account, region or table',
  area: 'backup-api',
  findings: [
    'restore-parity/list-backups-time-order',
    'restore-parity/list-backups-epoch',
    'restore-parity/cursor-account',
    'restore-parity/cursor-region',
    'restore-parity/cursor-table',
  ],
  certainty: 'measured',
  because: 'A cursor is only good where it came from; each of these is a ValidationException and no empty listing.',
  tables: { ...tables, other: table({ hash: ['pk', 'N'] }) },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('one', 't', 'one'),
    bad({ TimeRangeLowerBound: 1_700_000_000, TimeRangeUpperBound: 1_600_000_000 }, [
      'Time range lower bound must be less than or equal to upper bound',
    ]),
    bad({ TimeRangeLowerBound: -1 }),
    bad({ ExclusiveStartBackupArn: otherAccount(backupArn('one')) }, [
      'Invalid Request: The supplied ExclusiveStartBackupArn does not match the account',
    ]),
    bad({ ExclusiveStartBackupArn: { $arn: backupArn('one'), region: 'xx-nowhere-9' } }),
    bad({ TableName: { $table: 'other' }, ExclusiveStartBackupArn: backupArn('one') }),
    bad({ ExclusiveStartBackupArn: 'not an arn at all, but long enough for the limit' }),
    bad({ TimeRangeLowerBound: -2, TimeRangeUpperBound: -1 }),
  ],
};

export const cases: readonly Case[] = [paged, filters, refusals];
