import type { Case, Template } from '../case.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, refused } from '../steps.ts';
import { arn, createBackup as create, describedTable, listBackups as list, row, tables } from '../table-arns.ts';

const elsewhere = { $arn: arn, region: 'xx-nowhere-9' };
const anothers = { $arn: arn, account: '999999999999' };

const tableArnRefused: Case = {
  id: 'errors/backup-table-arn',
  title: 'A table ARN of another region is refused, and one of another account before that',
  area: 'errors',
  findings: ['catalog-index/table-arn-region', 'catalog-index/table-arn-account-first'],
  certainty: 'measured',
  because: 'The account is checked before the region, and neither ends in the table of the same name here.',
  tables,
  steps: [
    describedTable,
    ...[create(elsewhere, 'elsewhere'), list(elsewhere)].map((step) => refused(step, 'ValidationException')),
    ...[create(anothers, 'anothers'), list(anothers)].map((step) =>
      refused(step, 'AccessDeniedException', { texts: ['Access is denied'] }),
    ),
    ...[create({ ...elsewhere, account: '999999999999' }, 'both'), list({ ...elsewhere, account: '999999999999' })].map(
      (step) => refused(step, 'AccessDeniedException', { texts: ['Access is denied'] }),
    ),
  ],
};

const about = (backup: Template) => [
  { op: 'DescribeBackup' as const, input: { BackupArn: backup }, observe: [], raw: true },
  { op: 'DeleteBackup' as const, input: { BackupArn: backup }, observe: [], raw: true },
  {
    op: 'RestoreTableFromBackup' as const,
    input: { BackupArn: backup, TargetTableName: { $name: 'never' } },
    observe: [],
    raw: true,
  },
];
const notValid = ['Invalid Request: BackupArn is not valid', 'Invalid Backup ARN'];
const own = (resource: string) => ({ $arn: backupArn('one'), resource });

const malformed: Case = {
  id: 'errors/backup-arn-malformed',
  title: 'A BackupArn that is not one is a ValidationException, on Describe, Delete and Restore',
  area: 'errors',
  findings: [
    'restore-parity/backup-arn-malformed',
    'restore-parity/backup-arn-bad-id',
    'restore-parity/backup-arn-text-pairing',
  ],
  certainty: 'measured',
  because: 'Its form is checked before anything is looked up, so it is neither not found nor somebody else’s.',
  tables,
  steps: [
    put('t', row),
    ...backUp('one', 't', 'one'),
    ...[
      'a text that is no arn and has more than 37 characters',
      own('table/some_table'),
      own('table/some_table/backup/'),
      own('table/some table/backup/01700000000000-0123abcd'),
      own('table/some_table/backup/0170000000000'),
      own('table/some_table/stream/01700000000000-0123abcd'),
      { $arn: backupArn('one'), account: 'not-digits' },
      { $arn: backupArn('one'), suffix: '\u0000' },
      { $arn: backupArn('one'), suffix: 'é' },
      { $arn: backupArn('one'), service: 's3' },
    ].flatMap((value) => about(value).map((step) => refused(step, 'ValidationException', { texts: notValid }))),
    ...about(own(`table/${'x'.repeat(1024)}/backup/01700000000000-0123abcd`)).map((step) =>
      refused(step, 'ValidationException', { certainty: 'documented', source: sources.deleteBackup }),
    ),
    ...about({ $text: ['x', backupArn('one')] }).map((step) =>
      refused(step, 'ValidationException', { texts: notValid }),
    ),
  ],
};

const foreign: Case = {
  id: 'errors/backup-arn-foreign-account',
  title: 'A BackupArn of another account is denied, on Describe, Delete and Restore',
  area: 'errors',
  findings: ['restore-parity/backup-arn-other-account', 'catalog-index/measured-matches'],
  certainty: 'measured',
  because: 'Whether such a backup exists is nobody else’s to learn.',
  tables,
  steps: [
    put('t', row),
    ...backUp('one', 't', 'one'),
    ...about({ $arn: backupArn('one'), account: '999999999999' }).map((step) => refused(step, 'AccessDeniedException')),
    {
      op: 'DescribeBackup',
      input: { BackupArn: backupArn('one') },
      observe: [],
      expect: { ok: { BackupDescription: { BackupDetails: { BackupStatus: 'AVAILABLE' } } } },
    },
  ],
};

const unknown: Case = {
  id: 'errors/backup-unknown',
  title: 'A well-formed BackupArn of no backup is not found, on Describe, Delete and Restore',
  area: 'errors',
  findings: ['restore-parity/wire-backup-before-name', 'catalog-index/measured-matches'],
  certainty: 'measured',
  because: 'BackupNotFoundException is the answer to a backup that never was and to one that has been deleted.',
  tables,
  steps: [
    put('t', row),
    ...backUp('one', 't', 'one'),
    { op: 'DeleteBackup', input: { BackupArn: backupArn('one') }, observe: [], expect: { ok: {} } },
    ...about(backupArn('one')).map((step) => refused(step, 'BackupNotFoundException')),
    ...['some_table', 'x'.repeat(255)].flatMap((name) =>
      about(own(`table/${name}/backup/01700000000000-0123abcd`)).map((step) =>
        refused(step, 'BackupNotFoundException'),
      ),
    ),
  ],
};

export const cases: readonly Case[] = [tableArnRefused, malformed, foreign, unknown];
