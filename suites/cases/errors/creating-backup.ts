/**
 * A backup that is still being made. Each request is judged only when the backup was CREATING before it and not AVAILABLE
 * after it; where backups are made at once there is nothing to judge.
 */
import type { Call, Case, Template } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { backupArn, put, refused } from '../steps.ts';

const backup = { BackupArn: backupArn('young') };
const status = 'BackupDescription.BackupDetails.BackupStatus';
const whileCreating = (op: Call['op'], input: Template, more: Call['expect'] = {}): Call =>
  refused(
    {
      op,
      input,
      observe: [],
      during: { op: 'DescribeBackup', input: backup, path: status, equals: 'CREATING', over: 'AVAILABLE' },
    },
    'BackupInUseException',
    more,
  );

export const inUse: Case = {
  id: 'errors/creating-backup-in-use',
  title: 'A backup that is being made is in use: for a restore, whatever its target, and for a deletion',
  area: 'errors',
  findings: ['catalog-index/row-state-first', 'catalog-index/delete-of-creating-row'],
  certainty: 'inferred',
  because:
    'The state of the backup is looked at before the target name; DeleteBackup lists a backup being created among those in use.',
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [
    put('t', { pk: s('p') }),
    {
      repeat: {
        op: 'CreateBackup',
        as: 'young',
        input: { TableName: { $table: 't' }, BackupName: { $name: 'young' } },
      },
      until: { path: 'BackupDetails.BackupArn', present: true },
      despite: ['ContinuousBackupsUnavailableException'],
      pauseMs: 1000,
      turns: 120,
      observe: [],
    },
    whileCreating('RestoreTableFromBackup', { ...backup, TargetTableName: { $table: 't' } }),
    whileCreating('DeleteBackup', backup, { certainty: 'documented', source: sources.deleteBackup }),
    {
      repeat: { op: 'DescribeBackup', as: 'made', input: backup },
      until: { path: status, equals: 'AVAILABLE' },
      pauseMs: 100,
      turns: 300,
      observe: [],
    },
    refused(
      {
        op: 'RestoreTableFromBackup',
        input: { ...backup, TargetTableName: { $table: 't' } },
        observe: [],
      },
      'TableAlreadyExistsException',
    ),
    {
      op: 'DeleteBackup',
      input: backup,
      observe: [],
      expect: { ok: { BackupDescription: { BackupDetails: { BackupStatus: 'DELETED' } } } },
    },
  ],
};
