import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { get, refused, untilActive, untilGone } from '../steps.ts';

const name = { $name: 'made' };
const create = { op: 'CreateTable' as const, input: { ...table({ hash: ['pk', 'S'] }), TableName: name }, observe: [] };
const row = { pk: s('p'), a: n(1) };

const creatingFirst: Case = {
  id: 'table-lifecycle/creating-first',
  passingStates: true,
  title: 'A new table is CREATING, then ACTIVE; a deleted one is DELETING, then gone',
  area: 'table-lifecycle',
  findings: ['mongo-rfc/R2-1-creating', 'mongo-rfc/R3-deleting-status'],
  certainty: 'documented',
  because: 'CreateTable and DeleteTable answer with the state that begins, and DescribeTable shows where it ends.',
  sources: [sources.createTable, sources.deleteTable],
  steps: [
    { ...create, expect: { ok: { TableDescription: { TableStatus: 'CREATING', TableName: name } } } },
    untilActive('active', name),
    {
      op: 'DeleteTable',
      input: { TableName: name },
      observe: [],
      expect: { ok: { TableDescription: { TableStatus: 'DELETING', TableName: name } } },
    },
    untilGone('gone', name),
    refused(
      { op: 'GetItem', input: { TableName: name, Key: { pk: row.pk } }, observe: [] },
      'ResourceNotFoundException',
    ),
  ],
};

const dataPlane: Case = {
  id: 'table-lifecycle/data-plane-while-creating',
  passingStates: true,
  title: 'A table takes no write before it is ACTIVE: until then it is not found',
  area: 'table-lifecycle',
  findings: ['mongo-rfc/R2-1-dataplane', 'mongo-rfc/R2-1-creating'],
  certainty: 'documented',
  because: 'Operations on items are for ACTIVE tables; on any other they answer ResourceNotFoundException.',
  sources: [sources.createTable],
  steps: [
    create,
    // However long CREATING lasts: once a write was accepted, the table must be ACTIVE and cannot go back.
    {
      repeat: {
        op: 'PutItem',
        as: 'first write',
        input: { TableName: name, Item: row, ReturnConsumedCapacity: 'TOTAL' },
      },
      until: { path: 'ConsumedCapacity', present: true },
      despite: ['ResourceNotFoundException'],
      pauseMs: 20,
      turns: 1500,
      observe: [],
    },
    {
      op: 'DescribeTable',
      input: { TableName: name },
      observe: [],
      expect: { ok: { Table: { TableStatus: 'ACTIVE' } } },
    },
    get(name, { pk: row.pk }, row),
  ],
};

export const cases: readonly Case[] = [creatingFirst, dataPlane];
