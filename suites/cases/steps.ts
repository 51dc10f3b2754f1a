/** Common steps. Everything returned is plain data, like the rest of a case. */
import type { AttributeValue, Item } from '../../oracles/values/types.ts';
import type { Call, Expect, Repeat, Template, TemplateObject, Until } from './case.ts';
import { from, tableName } from './case.ts';

type Extra = TemplateObject;
type TableRef = string | TemplateObject;

/** A declared table by name, or any other reference. */
const tableRef = (table: TableRef): TemplateObject => (typeof table === 'string' ? tableName(table) : table);

/** A write that must be accepted; the rest of the answer is not compared. */
const setUp = (op: Call['op'], input: TemplateObject): Call => ({ op, input, observe: [], expect: { ok: {} } });

export const put = (table: TableRef, item: Item, extra: Extra = {}): Call =>
  setUp('PutItem', { TableName: tableRef(table), Item: item, ...extra });

export const puts = (table: TableRef, items: readonly Item[]): Call[] => items.map((item) => put(table, item));

export const update = (table: TableRef, key: Item, expression: string, extra: Extra = {}): Call =>
  setUp('UpdateItem', { TableName: tableRef(table), Key: key, UpdateExpression: expression, ...extra });

export const remove = (table: TableRef, key: Item, extra: Extra = {}): Call =>
  setUp('DeleteItem', { TableName: tableRef(table), Key: key, ...extra });

export const accepted = (step: Call): Call => ({ ...step, expect: { ok: {} } });
export const refused = (step: Call, type: string | string[], more: Expect = {}): Call => ({
  ...step,
  expect: { rejected: type, ...more },
});

/** A pattern for a value that has no member besides those named, at any depth. */
export const exactly = (value: Template): TemplateObject => ({ $exact: value });

/** A strongly consistent read of one item, which must equal this item or be absent. */
export const get = (table: TableRef, key: Item, item: Item | TemplateObject | 'absent'): Call => ({
  op: 'GetItem',
  input: { TableName: tableRef(table), Key: key, ConsistentRead: true },
  observe: ['Item'],
  expect: { ok: { Item: item === 'absent' ? { $absent: true } : item } },
});

/** The same, of an item that has no other attribute, at any depth. */
export const getExactly = (table: TableRef, key: Item, item: Item | TemplateObject): Call =>
  get(table, key, { $exact: item });

export interface QueryCondition {
  /** `pk = :p AND …` */
  where: string;
  values: { [placeholder: string]: AttributeValue };
  index?: string;
  backward?: true;
  limit?: number;
  extra?: Extra;
}

const queryInput = (table: TableRef, query: QueryCondition): TemplateObject => ({
  TableName: tableRef(table),
  ...(query.index === undefined ? {} : { IndexName: query.index }),
  KeyConditionExpression: query.where,
  ExpressionAttributeValues: query.values,
  ...(query.backward ? { ScanIndexForward: false } : {}),
  ...(query.limit === undefined ? {} : { Limit: query.limit }),
  ...query.extra,
});

/** A strongly consistent query of a table that returns exactly these rows in this order. */
export const query = (table: TableRef, condition: QueryCondition, items: Template[]): Call => ({
  op: 'Query',
  input: { ...queryInput(table, condition), ConsistentRead: true },
  expect: { ok: { Items: items, Count: items.length } },
});

/** All pages of a query, concatenated. `as` names the loop. */
export const queryPages = (
  as: string,
  table: TableRef,
  condition: QueryCondition & { limit: number },
  items: Template[],
): Repeat => ({
  repeat: {
    op: 'Query',
    as,
    input: { ...queryInput(table, condition), ExclusiveStartKey: from(as, 'LastEvaluatedKey') },
  },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Items'],
  expect: { ok: { Items: items } },
});

/** All pages of a scan, concatenated, in any order. */
export const scanPages = (as: string, table: TableRef, items: Template[], extra: Extra = {}): Repeat => ({
  repeat: {
    op: 'Scan',
    as,
    input: { TableName: tableRef(table), ...extra, ExclusiveStartKey: from(as, 'LastEvaluatedKey') },
  },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Items'],
  unordered: true,
  expect: { ok: { Items: { $unordered: items } } },
});

/** Queries an index until it returns the expected number of rows, since it may lag behind its table. */
export const queryIndex = (
  as: string,
  table: TableRef,
  condition: QueryCondition & { index: string },
  items: Template[],
): Repeat => ({
  repeat: { op: 'Query', as, input: queryInput(table, condition) },
  until: { path: 'Count', equals: items.length },
  pauseMs: 50,
  observe: ['Items'],
  // Rows with the same index key have no guaranteed order.
  unordered: true,
  expect: { ok: { Items: { $unordered: items } } },
});

const poll = (as: string, op: Call['op'], input: TemplateObject, until: Until, more: Partial<Repeat> = {}): Repeat => ({
  repeat: { op, as, input },
  until,
  pauseMs: 100,
  turns: 300,
  observe: [],
  ...more,
});

export const untilActive = (as: string, table: TableRef, more: Partial<Repeat> = {}): Repeat =>
  poll(as, 'DescribeTable', { TableName: tableRef(table) }, { path: 'Table.TableStatus', equals: 'ACTIVE' }, more);

export const untilGone = (as: string, table: TableRef): Repeat =>
  poll(
    as,
    'DescribeTable',
    { TableName: tableRef(table) },
    { path: 'Table', rejected: 'ResourceNotFoundException' },
    { expect: { rejected: 'ResourceNotFoundException' } },
  );

/**
 * Backs up a table and waits until the backup is ready. The service enables backups of a new table with a delay, and
 * reports that by its own exception.
 */
export const backUp = (as: string, table: TableRef, name: string): Repeat[] => [
  {
    repeat: { op: 'CreateBackup', as, input: { TableName: tableRef(table), BackupName: { $name: name } } },
    until: { path: 'BackupDetails.BackupArn', present: true },
    despite: ['ContinuousBackupsUnavailableException'],
    pauseMs: 1000,
    turns: 120,
    observe: [],
  },
  poll(
    `${as}, described`,
    'DescribeBackup',
    { BackupArn: backupArn(as) },
    { path: 'BackupDescription.BackupDetails.BackupStatus', equals: 'AVAILABLE' },
  ),
];

/** A moment of these years as answers give it: in seconds since 1970. */
export const moment = { $between: [1_000_000_000, 10_000_000_000] };

export const backupArn = (as: string): TemplateObject => from(as, 'BackupDetails.BackupArn');

/** Restores a backup into a new table and waits until the table is ready. */
export const restore = (backup: string, target: string, extra: Extra = {}): [Call, Repeat] => [
  {
    op: 'RestoreTableFromBackup',
    as: `${target}, begun`,
    input: { BackupArn: backupArn(backup), TargetTableName: { $name: target }, ...extra },
    observe: [],
    expect: { ok: {} },
  },
  untilActive(`${target}, active`, { $name: target }),
];
