/**
 * One row per operation: what the oracle and the suites need to know. Add a new operation here first. Every other table
 * of operations then fails to compile until it has the new one.
 */
import type { JsonObject } from './json.ts';

/** Names of things that do not exist, for a probe's request. */
export interface Absent {
  readonly table: string;
  readonly tableArn: string;
  readonly streamArn: string;
  readonly backupArn: string;
}

interface OperationRow {
  /** Streams are a separate service with its own host at AWS. */
  readonly service: 'dynamodb' | 'streams';
  /** What a success may change. For statements this depends on their text. */
  readonly effect:
    | 'reads'
    | 'writes items'
    | 'runs statements'
    | 'makes a table'
    | 'changes a table'
    | 'deletes a table'
    | 'makes a backup'
    | 'deletes a backup';
  /**
   * Whether a table that has seen only such operations holds nothing but items, so that it can be emptied and reused.
   */
  readonly leavesOnlyItems: boolean;
  /**
   * When an answer may be older than the last write. `ConsistentRead` prevents it: on the request, on one of its
   * tables, or on each of its statements. Source: developer guide, "DynamoDB read consistency".
   */
  readonly lags:
    | 'never'
    | 'always'
    | 'unless the request forbids it'
    | 'unless each table forbids it'
    | 'as its SELECTs do';
  /** Whether the rows in the answer have no guaranteed order. */
  readonly unorderedRows: boolean;
  /** Other lists in the answer, at any depth, without a guaranteed order. */
  readonly unorderedLists: readonly string[];
  /** Whether a success has an empty body, without even `{}`. Source: the Alternator suite, verified on the service. */
  readonly isSilent: boolean;
  /**
   * The validation layer that words refusals of the request alone: the newer one, the newer one with an envelope around
   * the text, or still the older one (captured in four regions, 2026-10-09).
   */
  readonly wording: 'newer' | 'newer in an envelope' | 'older';
  /**
   * The expressions that the older layer reports as missing when only values are given; null where it reports nothing.
   */
  readonly missedExpressions: string | null;
  /** A well-formed request about things that do not exist; null where even that would change something. */
  readonly probe: ((absent: Absent) => JsonObject) | null;
}

const control = {
  service: 'dynamodb',
  leavesOnlyItems: false,
  lags: 'never',
  isSilent: false,
  unorderedRows: false,
  unorderedLists: [],
  wording: 'newer',
  missedExpressions: null,
} as const;
const items = { ...control, leavesOnlyItems: true } as const;
const statements = { ...control, effect: 'runs statements' } as const;
const streams = { ...control, service: 'streams', effect: 'reads' } as const;
/** In a description of a table or of a backup's source table. */
const inTables = [
  'AttributeDefinitions',
  'GlobalSecondaryIndexes',
  'LocalSecondaryIndexes',
  'NonKeyAttributes',
] as const;
const tables = { ...control, unorderedLists: inTables } as const;

const Key = { pk: { S: 'a' } };
const TableName = ({ table }: Absent) => ({ TableName: table });
const keyed = ({ table }: Absent) => ({ TableName: table, Key });
const BackupArn = ({ backupArn }: Absent) => ({ BackupArn: backupArn });
const ResourceArn = ({ tableArn }: Absent) => ({ ResourceArn: tableArn });
const statement = ({ table }: Absent) => ({ Statement: `SELECT * FROM "${table}" WHERE pk = 'a'` });

const rows = {
  // No probe: a well-formed CreateTable creates a table. The first case shows whether the target supports it.
  CreateTable: { ...tables, effect: 'makes a table', probe: null },
  DescribeTable: { ...tables, effect: 'reads', leavesOnlyItems: true, probe: TableName },
  UpdateTable: {
    ...tables,
    effect: 'changes a table',
    probe: ({ table }) => ({ TableName: table, BillingMode: 'PAY_PER_REQUEST' }),
  },
  DeleteTable: { ...tables, effect: 'deletes a table', probe: TableName },
  ListTables: {
    ...control,
    effect: 'reads',
    leavesOnlyItems: true,
    unorderedLists: ['TableNames'],
    probe: () => ({ Limit: 1 }),
  },
  PutItem: {
    ...items,
    effect: 'writes items',
    wording: 'newer in an envelope',
    missedExpressions: 'ConditionExpression is null',
    probe: ({ table }) => ({ TableName: table, Item: Key }),
  },
  GetItem: { ...items, effect: 'reads', lags: 'unless the request forbids it', probe: keyed },
  UpdateItem: {
    ...items,
    effect: 'writes items',
    wording: 'newer in an envelope',
    missedExpressions: 'UpdateExpression and ConditionExpression are null',
    probe: keyed,
  },
  DeleteItem: {
    ...items,
    effect: 'writes items',
    wording: 'newer in an envelope',
    missedExpressions: 'ConditionExpression is null',
    probe: keyed,
  },
  BatchGetItem: {
    ...items,
    effect: 'reads',
    lags: 'unless each table forbids it',
    unorderedRows: true,
    probe: ({ table }) => ({ RequestItems: { [table]: { Keys: [Key] } } }),
  },
  BatchWriteItem: {
    ...items,
    effect: 'writes items',
    wording: 'older',
    probe: ({ table }) => ({ RequestItems: { [table]: [{ DeleteRequest: { Key } }] } }),
  },
  Query: {
    ...items,
    effect: 'reads',
    lags: 'unless the request forbids it',
    missedExpressions: 'FilterExpression and KeyConditionExpression are null',
    probe: ({ table }) => ({
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': Key.pk },
    }),
  },
  Scan: {
    ...items,
    effect: 'reads',
    lags: 'unless the request forbids it',
    unorderedRows: true,
    wording: 'older',
    missedExpressions: 'FilterExpression is null',
    probe: TableName,
  },
  TransactWriteItems: {
    ...items,
    effect: 'writes items',
    probe: (absent) => ({ TransactItems: [{ Delete: keyed(absent) }] }),
  },
  TransactGetItems: {
    ...items,
    effect: 'reads',
    probe: (absent) => ({ TransactItems: [{ Get: keyed(absent) }] }),
  },
  ListStreams: { ...streams, probe: () => ({ Limit: 1 }) },
  DescribeStream: { ...streams, probe: ({ streamArn }) => ({ StreamArn: streamArn }) },
  GetShardIterator: {
    ...streams,
    probe: ({ streamArn }) => ({
      StreamArn: streamArn,
      ShardId: 'shardId-00000001700000000000-00000000',
      ShardIteratorType: 'TRIM_HORIZON',
    }),
  },
  GetRecords: {
    ...streams,
    lags: 'always',
    probe: ({ streamArn }) => ({ ShardIterator: `${streamArn}|1|AAAAAAAAAAE=` }),
  },
  CreateBackup: {
    ...control,
    effect: 'makes a backup',
    probe: ({ table }) => ({ TableName: table, BackupName: table }),
  },
  DescribeBackup: { ...tables, effect: 'reads', probe: BackupArn },
  ListBackups: { ...control, effect: 'reads', probe: () => ({ Limit: 1 }) },
  DeleteBackup: { ...tables, effect: 'deletes a backup', probe: BackupArn },
  RestoreTableFromBackup: {
    ...tables,
    effect: 'makes a table',
    probe: ({ table, backupArn }) => ({ TargetTableName: table, BackupArn: backupArn }),
  },
  DescribeContinuousBackups: { ...control, effect: 'reads', probe: TableName },
  UpdateContinuousBackups: {
    ...control,
    effect: 'changes a table',
    probe: ({ table }) => ({
      TableName: table,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    }),
  },
  UpdateTimeToLive: {
    ...control,
    effect: 'changes a table',
    probe: ({ table }) => ({
      TableName: table,
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: false },
    }),
  },
  DescribeTimeToLive: { ...control, effect: 'reads', probe: TableName },
  TagResource: {
    ...control,
    effect: 'changes a table',
    isSilent: true,
    probe: (absent) => ({ ...ResourceArn(absent), Tags: [{ Key: 'a', Value: 'a' }] }),
  },
  UntagResource: {
    ...control,
    effect: 'changes a table',
    isSilent: true,
    probe: (absent) => ({ ...ResourceArn(absent), TagKeys: ['a'] }),
  },
  ListTagsOfResource: { ...control, effect: 'reads', unorderedLists: ['Tags'], lags: 'always', probe: ResourceArn },
  ExecuteStatement: { ...statements, lags: 'as its SELECTs do', wording: 'older', probe: statement },
  BatchExecuteStatement: {
    ...statements,
    lags: 'as its SELECTs do',
    probe: (absent) => ({ Statements: [statement(absent)] }),
  },
  // A transaction reads consistently as a whole.
  ExecuteTransaction: {
    ...statements,
    wording: 'older',
    probe: (absent) => ({ TransactStatements: [statement(absent)] }),
  },
  DescribeLimits: { ...control, effect: 'reads', probe: () => ({}) },
  DescribeEndpoints: { ...control, effect: 'reads', probe: () => ({}) },
} as const satisfies { readonly [name: string]: OperationRow };

/** The part of `X-Amz-Target` after the dot. */
export type Operation = keyof typeof rows;
/** The operations of one service. */
export type OperationOf<Service extends OperationRow['service']> = {
  [Name in Operation]: (typeof rows)[Name]['service'] extends Service ? Name : never;
}[Operation];

export const operations: { readonly [Name in Operation]: OperationRow } = rows;
export const operationNames = Object.keys(operations) as readonly Operation[];

export const isOperation = (name: string): name is Operation => Object.hasOwn(operations, name);

/** Whether the operation never changes anything. */
export const readsOnly = (operation: Operation): boolean => operations[operation].effect === 'reads';

/** Whether a success may change stored items. */
export const mayWriteItems = (operation: Operation): boolean =>
  operations[operation].effect === 'writes items' || operations[operation].effect === 'runs statements';

/** The whole `X-Amz-Target` header. */
export const amzTarget = (operation: Operation): string =>
  `${operations[operation].service === 'streams' ? 'DynamoDBStreams' : 'DynamoDB'}_20120810.${operation}`;

const byTarget: ReadonlyMap<string, Operation> = new Map(operationNames.map((name) => [amzTarget(name), name]));
/** `DynamoDB_20120810.PutItem` → `PutItem`; undefined for an unknown target. */
export const operationOf = (target: string | undefined): Operation | undefined => byTarget.get(target ?? '');
