import type { Case } from '../case.ts';
import { from } from '../case.ts';
import { backupArn, untilActive } from '../steps.ts';
import { begin, restoring, tables, target } from './source.ts';

const absent = { $absent: true };
const summary = {
  RestoreInProgress: true,
  RestoreDateTime: from('kept', 'BackupDetails.BackupCreationDateTime'),
  SourceBackupArn: backupArn('kept'),
  SourceTableArn: from('table', 'Table.TableArn'),
};

const restoreSummary: Case = {
  id: 'restore-api/summary',
  passingStates: true,
  title: 'The answer of a restore is CREATING, with the time and the source of the backup',
  area: 'restore-api',
  findings: [
    'restore-parity/restore-summary-datetime',
    'restore-parity/restore-summary-source-table-arn',
    'restore-parity/restore-active-on-response',
    'restore-parity/restore-async-response',
  ],
  certainty: 'measured',
  because:
    'RestoreDateTime is the moment that is restored, when the backup was made, and not when the restore was asked for.',
  tables,
  steps: [
    ...begin,
    {
      ...restoring,
      expect: { ok: { TableDescription: { TableStatus: 'CREATING', TableName: target, RestoreSummary: summary } } },
    },
    untilActive('active', target),
  ],
};

const answerShape: Case = {
  id: 'restore-api/answer-shape',
  title: 'The answer of a restore leaves out what it does not know yet',
  area: 'restore-api',
  findings: [
    'restore-parity/restore-response-index-status',
    'restore-parity/restore-response-deletion-protection',
    'restore-parity/restore-response-decreases',
    'restore-parity/restore-response-ppr-datetime',
  ],
  certainty: 'measured',
  because:
    'While CREATING there is no status of an index, no deletion protection, no decrease and no date of a billing mode.',
  tables,
  steps: [
    ...begin,
    {
      ...restoring,
      expect: {
        ok: {
          TableDescription: {
            DeletionProtectionEnabled: absent,
            OnDemandThroughput: absent,
            ProvisionedThroughput: { NumberOfDecreasesToday: absent },
            BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: absent },
            GlobalSecondaryIndexes: [{ IndexName: 'by-g', IndexStatus: absent }],
          },
        },
      },
    },
    untilActive('active', target),
    {
      op: 'DescribeTable',
      input: { TableName: target },
      observe: [],
      expect: { ok: { Table: { TableName: target, OnDemandThroughput: absent } } },
    },
  ],
};

export const cases: readonly Case[] = [restoreSummary, answerShape];
