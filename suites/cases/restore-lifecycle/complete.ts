import type { Case, Repeat } from '../case.ts';
import { backUp, backupArn } from '../steps.ts';
import { counted, filled, manyItems, perBatch } from './many-items.ts';

const batches = 800;
const total = perBatch * batches;

/** Polls from before the table exists: before the first ACTIVE only "not found" and CREATING may appear. */
const observed = (as: string): Repeat => ({
  repeat: { op: 'DescribeTable', as, input: { TableName: { $name: 'copy' } } },
  until: { path: 'Table.TableStatus', equals: 'ACTIVE' },
  despite: ['ResourceNotFoundException'],
  // Short, so that the scan starts within moments of the change, while a copy would still be running.
  pauseMs: 5,
  turns: 12_000,
  observe: [],
});

const activeOnlyWhenComplete: Case = {
  id: 'restore-lifecycle/active-only-when-complete',
  passingStates: true,
  title: 'The moment a restored table shows ACTIVE, a scan counts every item',
  area: 'restore-lifecycle',
  findings: [
    'mongo-rfc/R3-restore-race',
    'mongo-rfc/R3-restore-race-postgres',
    'mongo-rfc/R3-atomic-flip',
    'mongo-rfc/R3-restore-small-blind',
  ],
  certainty: 'documented',
  because:
    'ACTIVE is set by the end of the copy and not by a clock; a client that waits for it then reads all of the backup.',
  sources: ['https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Restore.Tutorial.html'],
  heavy: true,
  tables: { t: manyItems },
  steps: [
    filled(batches),
    counted('source', { $table: 't' }, total),
    ...backUp('kept', 't', 'kept'),
    {
      parallel: [
        [
          {
            op: 'RestoreTableFromBackup',
            input: { BackupArn: backupArn('kept'), TargetTableName: { $name: 'copy' } },
            observe: [],
            expect: { ok: { TableDescription: { TableStatus: 'CREATING' } } },
          },
        ],
        [observed('observer'), counted('at the first ACTIVE', { $name: 'copy' }, total)],
      ],
    },
    counted('afterwards', { $name: 'copy' }, total),
  ],
};

export const cases: readonly Case[] = [activeOnlyWhenComplete];
