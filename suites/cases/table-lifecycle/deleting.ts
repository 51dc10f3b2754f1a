import type { Case, Repeat } from '../case.ts';
import { s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { untilActive } from '../steps.ts';

const name = { $name: 'made' };

const writing = (pk: string): Repeat => ({
  repeat: { op: 'PutItem', as: `write ${pk}`, input: { TableName: name, Item: { pk: s(pk) } } },
  until: { path: 'Attributes', rejected: 'ResourceNotFoundException' },
  pauseMs: 1,
  turns: 30_000,
  observe: [],
  expect: { rejected: 'ResourceNotFoundException' },
});

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
    // The writers begin ahead of the deletion, so that some write is under way at any moment of it.
    {
      parallel: [
        ...['a', 'b', 'c', 'd'].map((pk) => [writing(pk)]),
        [{ op: 'DeleteTable', input: { TableName: name }, observe: [], expect: { ok: {} } }],
      ],
    },
  ],
};

export const cases: readonly Case[] = [dataPlane];
