import type { Case } from '../case.ts';
import { backUp, backupArn, put } from '../steps.ts';
import { arn, createBackup as create, describedTable, listBackups as list, row, tables } from '../table-arns.ts';

const tableArn: Case = {
  id: 'backup-api/table-arn',
  title: 'CreateBackup and ListBackups take the table’s ARN for its name',
  area: 'backup-api',
  findings: [
    'restore-parity/create-backup-arn',
    'restore-parity/list-backups-arn-unmeasured',
    'catalog-index/list-backups-arn',
    'catalog-index/measured-matches',
  ],
  certainty: 'measured',
  because: 'TableName may be a name or an ARN of the caller’s own account and region.',
  tables,
  steps: [
    describedTable,
    put('t', row),
    ...backUp('named', 't', 'named'),
    {
      repeat: { ...list(arn), as: 'listed' },
      until: { path: 'BackupSummaries', size: 1 },
      pauseMs: 100,
      turns: 50,
      observe: [],
      expect: { ok: { BackupSummaries: [{ BackupArn: backupArn('named') }] } },
    },
    {
      ...create(arn, 'by arn'),
      as: 'by arn',
      expect: { ok: { BackupDetails: { BackupArn: { $present: true }, BackupName: { $name: 'by arn' } } } },
    },
  ],
};

const trimmed: Case = {
  id: 'backup-api/arn-trimmed',
  title: 'A newline after a BackupArn is trimmed',
  area: 'backup-api',
  findings: ['restore-parity/backup-arn-trim'],
  certainty: 'measured',
  because: 'Measured for a trailing newline, as a shell leaves it behind.',
  tables,
  steps: [
    put('t', row),
    ...backUp('one', 't', 'one'),
    {
      op: 'DescribeBackup',
      input: { BackupArn: { $arn: backupArn('one'), suffix: '\n' } },
      observe: [],
      raw: true,
      expect: { ok: { BackupDescription: { BackupDetails: { BackupArn: backupArn('one') } } } },
    },
  ],
};

export const cases: readonly Case[] = [tableArn, trimmed];
