import type { Case } from '../case.ts';
import { s } from '../case.ts';
import { begin, restoring, rows, tables, target } from '../restore-api/source.ts';
import { restore, untilActive } from '../steps.ts';

const absent = { $absent: true };

const summaryGone: Case = {
  id: 'restore-lifecycle/summary-gone-when-active',
  passingStates: true,
  title: 'RestoreSummary is gone once the table is ACTIVE',
  area: 'restore-lifecycle',
  findings: ['restore-parity/restore-summary-absent-when-active'],
  certainty: 'measured',
  because: 'Measured at the first ACTIVE and half a minute later: it is there only while the restore is in progress.',
  tables,
  steps: [
    ...begin,
    {
      ...restoring,
      expect: { ok: { TableDescription: { RestoreSummary: { RestoreInProgress: true } } } },
    },
    // The very answer that reports ACTIVE must not contain the summary.
    untilActive('active', target, { expect: { ok: { Table: { TableStatus: 'ACTIVE', RestoreSummary: absent } } } }),
    {
      op: 'DeleteTable',
      input: { TableName: target },
      observe: [],
      expect: { ok: { TableDescription: { RestoreSummary: absent } } },
    },
  ],
};

const firstRead: Case = {
  id: 'restore-lifecycle/first-read',
  passingStates: true,
  title: 'The first read after a restored table shows ACTIVE succeeds, on the table and on its index',
  area: 'restore-lifecycle',
  findings: ['restore-parity/first-read-after-active', 'mongo-rfc/R3-restore-race'],
  certainty: 'measured',
  because: 'ACTIVE is a promise: what was not found while CREATING must be found now, and all of it.',
  tables,
  steps: [
    ...begin,
    ...restore('kept', 'copy'),
    {
      op: 'Scan',
      input: { TableName: target, ConsistentRead: true },
      expect: { ok: { Items: { $unordered: rows }, Count: rows.length } },
    },
    {
      op: 'Query',
      input: {
        TableName: target,
        IndexName: 'by-g',
        KeyConditionExpression: 'g = :g',
        ExpressionAttributeValues: { ':g': s('g') },
      },
      unordered: true,
      expect: { ok: { Items: { $unordered: rows }, Count: rows.length } },
    },
  ],
};

export const cases: readonly Case[] = [summaryGone, firstRead];
