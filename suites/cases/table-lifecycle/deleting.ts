import type { Case } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { untilActive } from '../steps.ts';

const name = { $name: 'made' };

const dataPlane: Case = {
  id: 'table-lifecycle/data-plane-while-deleting',
  passingStates: true,
  title: 'A write to a table that is being deleted is taken, or the table is not found',
  area: 'table-lifecycle',
  findings: ['restore-parity/write-vs-delete-table'],
  certainty: 'documented',
  because: 'A table in the DELETING state may go on taking writes until it is gone, and then it is not found.',
  sources: [sources.deleteTable],
  steps: [
    { op: 'CreateTable', input: { ...table({ hash: ['pk', 'S'] }), TableName: name }, observe: [] },
    untilActive('active', name),
    { op: 'DeleteTable', input: { TableName: name }, observe: [], expect: { ok: {} } },
    {
      repeat: { op: 'PutItem', as: 'write', input: { TableName: name, Item: { pk: s('p') } } },
      until: { path: 'Attributes', rejected: 'ResourceNotFoundException' },
      pauseMs: 50,
      turns: 600,
      observe: [],
      expect: { rejected: 'ResourceNotFoundException' },
    },
  ],
};

export const cases: readonly Case[] = [dataPlane];
