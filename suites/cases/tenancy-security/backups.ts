import type { Call, Case, Template } from '../case.ts';
import { s, table } from '../case.ts';
import { byOther, created, nameOf } from '../other-account.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, put, refused } from '../steps.ts';

const plain = table({ hash: ['pk', 'S'] });
const tagging: Call[] = [
  {
    op: 'TagResource',
    input: { ResourceArn: backupArn('kept'), Tags: [{ Key: 'team', Value: 'a' }] },
    observe: [],
  },
  { op: 'UntagResource', input: { ResourceArn: backupArn('kept'), TagKeys: ['team'] }, observe: [] },
  { op: 'ListTagsOfResource', input: { ResourceArn: backupArn('kept') }, observe: [] },
];

const tags: Case = {
  id: 'tenancy-security/backup-tags',
  title: 'A backup cannot be tagged',
  area: 'tenancy-security',
  findings: ['restore-parity/authz-backup-tags'],
  certainty: 'inferred',
  because: 'Where a policy lets a user at what bears a tag, a user who can tag a backup gives the permission away.',
  tables: { t: plain },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...tagging.map((step) => refused(step, 'ValidationException')),
  ],
};

const about = (backup: Template): Call[] => [
  { op: 'DescribeBackup', input: { BackupArn: backup }, observe: [] },
  {
    op: 'RestoreTableFromBackup',
    input: { BackupArn: backup, TargetTableName: { $name: 'never' } },
    observe: [],
  },
  { op: 'DeleteBackup', input: { BackupArn: backup }, observe: [] },
];
const still = (as: string): Call => ({
  op: 'DescribeBackup',
  input: { BackupArn: backupArn(as) },
  observe: [],
  expect: { ok: { BackupDescription: { BackupDetails: { BackupArn: backupArn(as), BackupStatus: 'AVAILABLE' } } } },
});
const shared = { $name: 'shared' };

const foreign: Case = {
  id: 'tenancy-security/foreign-backup',
  title: 'A backup cannot be seen, restored or deleted by another account, under its ARN or under one of their own',
  area: 'tenancy-security',
  findings: [
    'restore-parity/cross-account-backups',
    'mongo-rfc/R3-backup-lookup-account',
    'restore-parity/backup-arn-other-account',
    'catalog-index/key-scoping',
  ],
  certainty: 'measured',
  because: 'The ARN of another account is denied. With the account changed it names a backup that never was.',
  sources: [sources.crossAccount],
  steps: [
    ...created('own', shared, plain),
    ...created('foreign', shared, plain).map(byOther),
    put(nameOf('own'), { pk: s('own') }),
    ...backUp('kept', nameOf('own'), 'kept'),
    ...backUp('theirs', nameOf('foreign'), 'theirs').map(byOther),
    ...about(backupArn('kept')).map((step) => refused(byOther(step), 'AccessDeniedException')),
    ...about({ $arn: backupArn('kept'), account: backupArn('theirs') }).map((step) =>
      refused(byOther(step), 'BackupNotFoundException'),
    ),
    still('kept'),
    byOther(still('theirs')),
  ],
};

const otherTable: Case = {
  id: 'tenancy-security/backup-of-another-table',
  title: 'The id of a backup under the name of another table names no backup',
  area: 'tenancy-security',
  findings: ['catalog-index/key-scoping'],
  certainty: 'documented',
  because: 'An ARN names one backup of one table: an id alone opens nothing.',
  sources: [sources.deleteBackup, sources.restoreTable],
  tables: { t: plain },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...about({ $arn: backupArn('kept'), table: 'some_table' }).map((step) => refused(step, 'BackupNotFoundException')),
    still('kept'),
  ],
};

export const cases: readonly Case[] = [tags, foreign, otherTable];
