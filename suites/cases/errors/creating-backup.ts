/**
 * A backup that is still CREATING. The service finishes a small one in milliseconds, some stores before they answer.
 */
import type { Case, Repeat } from '../case.ts';
import { s, table } from '../case.ts';
import { backupArn, put, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'] }) };
const backup = { BackupArn: backupArn('young') };
const status = 'BackupDescription.BackupDetails.BackupStatus';
const begun: Repeat = {
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
};
const beforeName: Case = {
  id: 'errors/creating-backup-before-name',
  passingStates: true,
  title: 'A backup that is being made is reported before an existing target name',
  area: 'errors',
  findings: ['catalog-index/restore-of-creating-backup'],
  certainty: 'inferred',
  because: 'Its state comes before the name, as a missing backup does; no measurement ever met a backup in that state.',
  tables,
  steps: [
    put('t', { pk: s('p') }),
    begun,
    // However long CREATING lasts: once the error is about the name, the backup must be made and cannot go back.
    {
      repeat: {
        op: 'RestoreTableFromBackup',
        as: 'asked',
        input: { ...backup, TargetTableName: { $table: 't' } },
      },
      until: { path: 'TableDescription', rejected: 'TableAlreadyExistsException' },
      despite: ['BackupInUseException'],
      pauseMs: 20,
      turns: 1500,
      observe: [],
    },
    {
      op: 'DescribeBackup',
      input: backup,
      observe: [],
      expect: { ok: { BackupDescription: { BackupDetails: { BackupStatus: 'AVAILABLE' } } } },
    },
  ],
};

const deletion: Case = {
  id: 'errors/creating-backup-deleted',
  passingStates: true,
  title: 'CreateBackup answers CREATING, and a backup cannot be deleted while it is so',
  area: 'errors',
  findings: ['catalog-index/create-response-status', 'catalog-index/delete-of-creating-row'],
  certainty: 'measured',
  because:
    'The answer was measured; the refusal is that of DeleteBackup’s list of uses, and too short-lived on the service to be seen.',
  tables,
  steps: [
    put('t', { pk: s('p') }),
    { ...begun, expect: { ok: { BackupDetails: { BackupStatus: 'CREATING' } } } },
    // The backup may become AVAILABLE between the look at its state and the deletion, so this is only `inferred`.
    refused(
      {
        op: 'DeleteBackup',
        input: backup,
        observe: [],
        during: { op: 'DescribeBackup', input: backup, path: status, equals: 'CREATING', over: 'AVAILABLE' },
      },
      'BackupInUseException',
      { certainty: 'inferred' },
    ),
  ],
};

export const cases: readonly Case[] = [beforeName, deletion];
