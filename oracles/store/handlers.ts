import { batchExecuteStatement } from '../partiql/batch.ts';
import { executeStatement } from '../partiql/execute.ts';
import { executeTransaction } from '../partiql/transaction.ts';
import type { Operation } from '../values/types.ts';
import * as backups from './backups.ts';
import { batchGetItem, batchWriteItem } from './batches.ts';
import { describeContinuousBackups, updateContinuousBackups } from './continuous-backups.ts';
import { deleteItem, getItem, putItem, updateItem } from './items.ts';
import { query } from './query.ts';
import { restoreTable } from './restores.ts';
import { scan } from './scan.ts';
import { describeEndpoints, describeLimits } from './service.ts';
import type { Handler } from './state.ts';
import { describeStream, getRecords, getShardIterator, listStreams } from './streams.ts';
import { updateTable } from './table-updates.ts';
import { createTable, deleteTable, describe, listTables } from './tables.ts';
import { listTagsOfResource, tagResource, untagResource } from './tags.ts';
import { describeTimeToLive, updateTimeToLive } from './time-to-live.ts';
import { transactGetItems, transactWriteItems } from './transactions.ts';

export const handlers: { readonly [Name in Operation]: Handler } = {
  CreateTable: createTable,
  DescribeTable: describe,
  UpdateTable: updateTable,
  DeleteTable: deleteTable,
  ListTables: listTables,
  PutItem: putItem,
  GetItem: getItem,
  UpdateItem: updateItem,
  DeleteItem: deleteItem,
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  Query: query,
  Scan: scan,
  TransactWriteItems: transactWriteItems,
  TransactGetItems: transactGetItems,
  ListStreams: listStreams,
  DescribeStream: describeStream,
  GetShardIterator: getShardIterator,
  GetRecords: getRecords,
  CreateBackup: backups.createBackup,
  DescribeBackup: backups.describe,
  ListBackups: backups.listBackups,
  DeleteBackup: backups.deleteBackup,
  RestoreTableFromBackup: restoreTable,
  DescribeContinuousBackups: describeContinuousBackups,
  UpdateContinuousBackups: updateContinuousBackups,
  UpdateTimeToLive: updateTimeToLive,
  DescribeTimeToLive: describeTimeToLive,
  TagResource: tagResource,
  UntagResource: untagResource,
  ListTagsOfResource: listTagsOfResource,
  ExecuteStatement: executeStatement,
  BatchExecuteStatement: batchExecuteStatement,
  ExecuteTransaction: executeTransaction,
  DescribeLimits: describeLimits,
  DescribeEndpoints: describeEndpoints,
};
