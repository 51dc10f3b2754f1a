import type { Case, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { backUp, backupArn, get, put, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const row = { pk: s('p') };
const restoreInto = (target: TemplateObject | string, more: TemplateObject = {}) => ({
  op: 'RestoreTableFromBackup' as const,
  input: { BackupArn: backupArn('one'), TargetTableName: target, ...more },
  observe: [],
  raw: true,
});
const noBackup = { $arn: backupArn('one'), resource: 'table/some_table/backup/01700000000000-0123abcd' };
const begin = [put('t', row), ...backUp('one', 't', 'one')];

const missingTable: Case = {
  id: 'errors/backup-of-missing-table',
  title: 'A backup of a table that is not there is TableNotFoundException',
  area: 'errors',
  findings: ['restore-parity/create-backup-missing-table'],
  certainty: 'measured',
  because: 'Backups have an exception of their own for this, and not ResourceNotFoundException.',
  steps: [
    refused(
      {
        op: 'CreateBackup',
        input: { TableName: { $name: 'not-there' }, BackupName: { $name: 'never' } },
        observe: [],
      },
      'TableNotFoundException',
    ),
  ],
};

const creatingTable: Case = {
  id: 'errors/backup-of-creating-table',
  passingStates: true,
  title: 'A table cannot be backed up before it is ACTIVE: until then it is not found',
  area: 'errors',
  findings: ['restore-parity/create-backup-creating-table', 'catalog-index/continuous-backups-window'],
  certainty: 'measured',
  because:
    'TableNotFoundException while CREATING, and perhaps a while of ContinuousBackupsUnavailableException after that.',
  steps: [
    { op: 'CreateTable', input: { ...tables.t, TableName: { $name: 'young' } }, observe: [] },
    // However long CREATING lasts: once a backup was accepted, the table must be ACTIVE and cannot go back.
    {
      repeat: {
        op: 'CreateBackup',
        as: 'first',
        input: { TableName: { $name: 'young' }, BackupName: { $name: 'first' } },
      },
      until: { path: 'BackupDetails.BackupArn', present: true },
      despite: ['TableNotFoundException', 'ContinuousBackupsUnavailableException'],
      pauseMs: 50,
      turns: 600,
      observe: [],
    },
    {
      op: 'DescribeTable',
      input: { TableName: { $name: 'young' } },
      observe: [],
      expect: { ok: { Table: { TableStatus: 'ACTIVE' } } },
    },
  ],
};

const existingName: Case = {
  id: 'errors/restore-existing-name',
  title: 'A restore into the name of a table is TableAlreadyExistsException, whatever the overrides',
  area: 'errors',
  findings: ['restore-parity/restore-existing-name', 'catalog-index/existing-name-beats-overrides'],
  certainty: 'measured',
  because: 'The name is checked before the overrides, and the table is left as it was.',
  tables,
  steps: [
    ...begin,
    refused(restoreInto({ $table: 't' }), 'TableAlreadyExistsException'),
    refused(restoreInto({ $table: 't' }, { BillingModeOverride: 'PROVISIONED' }), 'TableAlreadyExistsException'),
    get('t', { pk: row.pk }, row),
  ],
};

const backupFirst: Case = {
  id: 'errors/restore-missing-backup-first',
  title: 'A missing backup is reported before an existing target name',
  area: 'errors',
  findings: ['catalog-index/service-restore-order', 'restore-parity/wire-backup-before-name'],
  certainty: 'measured',
  because: 'Order of checks: the backup, then the target name, then the overrides.',
  tables,
  steps: [
    ...begin,
    refused(restoreInto({ $table: 't' }, { BackupArn: noBackup }), 'BackupNotFoundException'),
    refused(
      restoreInto({ $table: 't' }, { BackupArn: noBackup, BillingModeOverride: 'PROVISIONED' }),
      'BackupNotFoundException',
    ),
  ],
};

const arnFirst: Case = {
  id: 'errors/restore-arn-before-name',
  title: 'The account of the backup’s ARN is checked before the target name',
  area: 'errors',
  findings: ['restore-parity/arn-before-target-name'],
  certainty: 'measured',
  because: 'Of two invalid inputs the ARN is the one reported.',
  tables,
  steps: [
    ...begin,
    refused(
      restoreInto('not a name!', { BackupArn: { $arn: backupArn('one'), account: '999999999999' } }),
      'AccessDeniedException',
    ),
    refused(
      restoreInto({ $table: 't' }, { BackupArn: { $arn: backupArn('one'), account: '999999999999' } }),
      'AccessDeniedException',
    ),
  ],
};

const clauses = [
  "Value 'a b' at 'tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
  "Value '!' at 'backupName' failed to satisfy constraint: Member must have length greater than or equal to 3",
  "Value '!' at 'backupName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
];

const twoFaults: Case = {
  id: 'errors/two-constraints',
  title: 'Constraints that fail together are reported together',
  area: 'errors',
  findings: [
    'restore-parity/two-validation-errors',
    'restore-parity/table-name-rules',
    'restore-parity/backup-name-rules',
  ],
  certainty: 'measured',
  because: 'One ValidationException says how many there are and names each; their order has not been measured.',
  tables,
  steps: [
    refused(
      { op: 'CreateBackup', input: { TableName: { $table: 't' }, BackupName: '!' }, observe: [], raw: true },
      'ValidationException',
      {
        texts: [
          `2 validation errors detected: ${clauses[1]}; ${clauses[2]}`,
          `2 validation errors detected: ${clauses[2]}; ${clauses[1]}`,
        ],
      },
    ),
    refused(
      { op: 'CreateBackup', input: { TableName: 'a b', BackupName: 'fine' }, observe: [], raw: true },
      'ValidationException',
      { texts: [`1 validation error detected: ${clauses[0]}`] },
    ),
    refused({ op: 'ListBackups', input: { TableName: 'a b' }, observe: [], raw: true }, 'ValidationException', {
      texts: [`1 validation error detected: ${clauses[0]}`],
    }),
  ],
};

export const cases: readonly Case[] = [missingTable, creatingTable, existingName, backupFirst, arnFirst, twoFaults];
