import type { Case } from '../case.ts';
import { from, table } from '../case.ts';
import { sources } from '../sources.ts';

const recovery = 'ContinuousBackupsDescription.PointInTimeRecoveryDescription';

const window: Case = {
  id: 'backup-api/recovery-window',
  title: 'A table can be restored to no time before point-in-time recovery was enabled',
  area: 'backup-api',
  findings: ['restore-parity/pitr-claims'],
  certainty: 'inferred',
  because:
    'Nothing was recorded before. The earliest time therefore stands still at first, where a whole period moves along with the clock.',
  sources: [sources.pointInTimeRecovery],
  tables: { t: table({ hash: ['pk', 'S'] }) },
  steps: [
    {
      // The service enables backups of a new table with a delay.
      repeat: {
        op: 'UpdateContinuousBackups',
        as: 'enabled',
        input: {
          TableName: { $table: 't' },
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      },
      until: { path: `${recovery}.PointInTimeRecoveryStatus`, equals: 'ENABLED' },
      despite: ['ContinuousBackupsUnavailableException'],
      pauseMs: 1000,
      turns: 120,
      observe: [],
    },
    {
      // The answer to the update need not contain the time yet.
      repeat: { op: 'DescribeContinuousBackups', as: 'at first', input: { TableName: { $table: 't' } } },
      until: { path: `${recovery}.EarliestRestorableDateTime`, present: true },
      pauseMs: 100,
      observe: [],
    },
    { wait: 2000, because: 'a window of a fixed length would have moved by then' },
    {
      op: 'DescribeContinuousBackups',
      input: { TableName: { $table: 't' } },
      observe: [],
      expect: {
        ok: {
          ContinuousBackupsDescription: {
            PointInTimeRecoveryDescription: {
              EarliestRestorableDateTime: from('at first', `${recovery}.EarliestRestorableDateTime`),
            },
          },
        },
      },
    },
  ],
};

export const cases: readonly Case[] = [window];
