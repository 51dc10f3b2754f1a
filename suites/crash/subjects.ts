/** The requests that are disturbed, each with what must be there before. */
import { randomUUID } from 'node:crypto';
import type { JsonObject, Operation } from '../../oracles/values/types.ts';
import { n, s } from '../cases/case.ts';
import type { Lab } from '../rounds/lab.ts';
import {
  addsIndex,
  done,
  made,
  type Place,
  row,
  rowKey,
  schemaOf,
  settledOrThrow,
  throughputOf,
} from '../rounds/place.ts';
import { valueAt } from '../runner/play/path.ts';

export interface Request {
  readonly operation: Operation;
  readonly input: JsonObject;
}

export interface Subject {
  readonly title: string;
  /** Operations without which there is nothing to disturb. */
  readonly needs: readonly Operation[];
  /** @throws Unprepared */
  prepare(lab: Lab): Promise<Place>;
  request(place: Place, lab: Lab): Request;
  /** Further requests, each of a client of its own and to another row. */
  more?(place: Place): readonly Request[];
  /** It may be done in part: each row is as before or as after. */
  readonly inParts?: true;
  /** Sent again, it does its work a second time. */
  readonly adds?: true;
  /** The stream is not on for the whole life of the table. */
  readonly switchesStream?: true;
}

const rowsFew = 12;
/** Enough that filling an index, a backup or a new table takes some time. */
const rowsMany = 100;

const clients = 64;

const withTable =
  (rows: number) =>
  async (lab: Lab): Promise<Place> => ({ tables: [await made(lab, 'table', rows)] });

async function withBackup(lab: Lab): Promise<Place> {
  const source = await made(lab, 'table', rowsMany);
  const answer = await done(lab, 'CreateBackup', { TableName: source, BackupName: 'kept' });
  const backupArn = String(valueAt(answer, 'BackupDetails.BackupArn'));
  const place = { tables: [source, lab.name('restored')], backupArn };
  await settledOrThrow(lab, place);
  return place;
}

const tableOf = ({ tables: [TableName = ''] }: Place): string => TableName;

/** To one row: a put, an update or a delete. */
function writeTo(TableName: string, at: number): Request {
  if (at % 3 === 0) return { operation: 'PutItem', input: { TableName, Item: { ...row(at), g: s('moved') } } };
  if (at % 3 === 1) return { operation: 'DeleteItem', input: { TableName, Key: rowKey(at) } };
  return { operation: 'UpdateItem', input: { TableName, Key: rowKey(at), ...moves } };
}

const moves = {
  UpdateExpression: 'SET g = :g ADD n :one',
  ExpressionAttributeValues: { ':g': s('moved'), ':one': n(1) },
};

const addIndex = (place: Place): Request => ({
  operation: 'UpdateTable',
  input: addsIndex(tableOf(place), 'by-h', 'h', place.throughput ?? {}),
});

async function withThroughput(lab: Lab): Promise<Place> {
  const throughput = await throughputOf(lab);
  return { ...(await withTable(rowsMany)(lab)), throughput };
}

const streamOn = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };

export const subjects = {
  'create-table': {
    title: 'CreateTable with two indexes and a stream',
    needs: [],
    prepare: async (lab) => ({ tables: [lab.name('table')] }),
    request: (place, lab) => ({ operation: 'CreateTable', input: { ...schemaOf(lab), TableName: tableOf(place) } }),
  },
  'add-index': {
    title: 'UpdateTable that adds an index',
    needs: ['UpdateTable'],
    prepare: withThroughput,
    request: addIndex,
  },
  'drop-index': {
    title: 'UpdateTable that drops an index',
    needs: ['UpdateTable'],
    prepare: withTable(rowsMany),
    request: (place) => ({
      operation: 'UpdateTable',
      input: { TableName: tableOf(place), GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] },
    }),
  },
  're-add-index': {
    title: 'UpdateTable that adds an index of a name that was dropped',
    needs: ['UpdateTable'],
    prepare: async (lab) => {
      const place = await withThroughput(lab);
      const { operation, input } = addIndex(place);
      await done(lab, operation, input);
      await settledOrThrow(lab, place);
      const TableName = tableOf(place);
      await done(lab, operation, { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-h' } }] });
      await settledOrThrow(lab, place);
      await done(lab, 'PutItem', { TableName, Item: { ...row(0), h: s('moved') } });
      return place;
    },
    request: addIndex,
  },
  'stream-on': {
    title: 'UpdateTable that enables a stream',
    needs: ['UpdateTable', 'DescribeStream'],
    switchesStream: true,
    prepare: async (lab) => {
      const { StreamSpecification: _, ...schema } = schemaOf(lab);
      return { tables: [await made(lab, 'table', rowsFew, schema)] };
    },
    request: (place) => ({
      operation: 'UpdateTable',
      input: { TableName: tableOf(place), StreamSpecification: streamOn },
    }),
  },
  'stream-off': {
    title: 'UpdateTable that disables a stream',
    needs: ['UpdateTable', 'DescribeStream'],
    switchesStream: true,
    prepare: withTable(rowsFew),
    request: (place) => ({
      operation: 'UpdateTable',
      input: { TableName: tableOf(place), StreamSpecification: { StreamEnabled: false } },
    }),
  },
  'time-to-live': {
    title: 'UpdateTimeToLive',
    needs: ['UpdateTimeToLive'],
    prepare: async (lab) => ({ ...(await withTable(rowsFew)(lab)), switchesTimeToLive: true }),
    request: (place) => ({
      operation: 'UpdateTimeToLive',
      input: { TableName: tableOf(place), TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' } },
    }),
  },
  'delete-table': {
    title: 'DeleteTable',
    needs: [],
    prepare: withTable(rowsMany),
    request: (place) => ({ operation: 'DeleteTable', input: { TableName: tableOf(place) } }),
  },
  'create-backup': {
    title: 'CreateBackup',
    needs: ['CreateBackup'],
    adds: true,
    prepare: withTable(rowsMany),
    request: (place) => ({ operation: 'CreateBackup', input: { TableName: tableOf(place), BackupName: 'kept' } }),
  },
  restore: {
    title: 'RestoreTableFromBackup',
    needs: ['CreateBackup', 'RestoreTableFromBackup'],
    prepare: withBackup,
    request: ({ tables: [, TargetTableName = ''], backupArn: BackupArn = '' }) => ({
      operation: 'RestoreTableFromBackup',
      input: { TargetTableName, BackupArn },
    }),
  },
  'delete-backup': {
    title: 'DeleteBackup',
    needs: ['CreateBackup', 'DeleteBackup'],
    prepare: withBackup,
    request: ({ backupArn: BackupArn = '' }) => ({ operation: 'DeleteBackup', input: { BackupArn } }),
  },
  put: {
    title: 'PutItem that moves a row in an index',
    needs: [],
    prepare: withTable(rowsFew),
    request: (place) => ({
      operation: 'PutItem',
      input: { TableName: tableOf(place), Item: { ...row(3), g: s('moved'), n: n(-3) } },
    }),
  },
  update: {
    title: 'UpdateItem that adds to a number and moves a row in an index',
    needs: [],
    adds: true,
    prepare: withTable(rowsFew),
    request: (place) => ({
      operation: 'UpdateItem',
      input: { TableName: tableOf(place), Key: rowKey(3), ...moves },
    }),
  },
  delete: {
    title: 'DeleteItem',
    needs: [],
    prepare: withTable(rowsFew),
    request: (place) => ({ operation: 'DeleteItem', input: { TableName: tableOf(place), Key: rowKey(3) } }),
  },
  'many-writes': {
    title: `${clients} clients that write a row each`,
    needs: [],
    inParts: true,
    adds: true,
    prepare: withTable(rowsMany),
    request: (place) => writeTo(tableOf(place), 0),
    more: (place) => Array.from({ length: clients - 1 }, (_, at) => writeTo(tableOf(place), at + 1)),
  },
  'batch-write': {
    title: 'BatchWriteItem of 15 puts and 5 deletes',
    needs: ['BatchWriteItem'],
    inParts: true,
    prepare: withTable(rowsFew),
    request: (place) => ({
      operation: 'BatchWriteItem',
      input: {
        RequestItems: {
          [tableOf(place)]: [
            ...Array.from({ length: 15 }, (_, at) => ({ PutRequest: { Item: { ...row(at + 8), g: s('moved') } } })),
            ...Array.from({ length: 5 }, (_, at) => ({ DeleteRequest: { Key: rowKey(at) } })),
          ],
        },
      },
    }),
  },
  'transact-write': {
    title: 'TransactWriteItems of a put, an update and a delete, with a token',
    needs: ['TransactWriteItems'],
    prepare: withTable(rowsFew),
    request: (place) => {
      const TableName = tableOf(place);
      return {
        operation: 'TransactWriteItems',
        input: {
          ClientRequestToken: randomUUID(),
          TransactItems: [
            { Put: { TableName, Item: { ...row(20), g: s('moved') } } },
            { Update: { TableName, Key: rowKey(3), ...moves } },
            { Delete: { TableName, Key: rowKey(4) } },
          ],
        },
      };
    },
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;
