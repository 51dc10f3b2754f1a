import type { Case } from '../case.ts';
import { s, table } from '../case.ts';
import { backUp, backupArn, put, refused } from '../steps.ts';

const elsewhere = { $arn: backupArn('one'), partition: 'aws-cn' };

const partition: Case = {
  id: 'errors/backup-arn-partition',
  title: 'A BackupArn of another partition is a ValidationException, on Describe, Delete and Restore',
  area: 'errors',
  findings: ['restore-parity/backup-arn-other-partition'],
  certainty: 'inferred',
  because: 'No ARN of another partition can name anything here, so it is malformed and not merely not found.',
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('one', 't', 'one'),
    ...[
      { op: 'DescribeBackup' as const, input: { BackupArn: elsewhere } },
      { op: 'DeleteBackup' as const, input: { BackupArn: elsewhere } },
      { op: 'RestoreTableFromBackup' as const, input: { BackupArn: elsewhere, TargetTableName: { $name: 'never' } } },
    ].map((step) => refused({ ...step, observe: [], raw: true }, 'ValidationException')),
  ],
};

export const cases: readonly Case[] = [partition];
