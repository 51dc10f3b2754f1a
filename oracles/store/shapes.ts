/**
 * The members of each request, in the order in which the service reports violations. That order is neither alphabetical
 * nor the request's. Sources: the service model for lengths and enums, public captures for the orders.
 */
import { operators } from '../expressions/legacy/conditions.ts';
import { partiqlShapes } from '../partiql/shapes.ts';
import type { Operation } from '../values/types.ts';
import type { Rule, Shape } from './rules.ts';
import { encryptionRule, settingShapes, tagList } from './setting-shapes.ts';

const namePattern = '[a-zA-Z0-9_.-]+';
const text = (limits: { min?: number; max?: number; pattern?: string } = {}) => ({
  kind: 'string' as const,
  ...limits,
});
const oneOf = (...values: string[]) => ({ kind: 'string' as const, oneOf: values });
const required = <R extends Rule>(rule: R): R & { required: true } => ({ ...rule, required: true });
const list = (of: Rule, limits: { min?: number; max?: number; generic?: readonly ('min' | 'max')[] } = {}) => ({
  kind: 'list' as const,
  of,
  ...limits,
});
const structure = (members: Shape) => ({ kind: 'structure' as const, members });
const integer = (min?: number, max?: number) => ({
  kind: 'integer' as const,
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
const long = (min?: number) => ({ ...integer(min), long: true as const });
const flag = { kind: 'boolean' as const };
const time = { kind: 'number' as const };
const attributes = { kind: 'map' as const, of: { kind: 'value' as const } };
const anyMap = { kind: 'map' as const, of: { kind: 'string' as const } };

/** Most operations accept names from one character on. UpdateTable does not (public measurements, 2026-10). */
const tableName = { ...required(text({ min: 1, max: 255, pattern: namePattern })), arn: true as const };
const newTableName = { ...required(text({ min: 3, max: 255, pattern: namePattern })), arn: true as const };
/** Single-item writes report an invalid table name alone, before the enums (measured in 31 of 33 regions, 2026-10). */
const aloneTableName = { ...tableName, alone: true as const, generic: ['min'] as const };
const consumed = oneOf('INDEXES', 'TOTAL', 'NONE');
const metrics = oneOf('SIZE', 'NONE');
const onFailure = oneOf('ALL_OLD', 'NONE');
const returnValues = {
  ...oneOf('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW'),
  // Quoted exactly; the service really writes `UPDATE_NEW` without the D (captured in eu-west-2, 2026-09-20).
  newText:
    'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]',
};
/** For the operations on the newer layer. Captured in two regions, 2026-10-09. */
const movedOperator = {
  ...oneOf('OR', 'AND'),
  newText: 'Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]',
  alone: true as const,
};
const bothBounds = ['min', 'max'] as const;
const tableKeys = { min: 3, max: 255, pattern: namePattern, arn: true as const };
const conditionalOperator = oneOf('OR', 'AND');
const comparison = oneOf(...operators);
const values = list({ kind: 'value' });
const mapOf = (members: Shape) => ({ kind: 'map' as const, of: structure(members) });
const conditions = mapOf({ ComparisonOperator: required(comparison), AttributeValueList: values });
const expected = mapOf({
  ComparisonOperator: comparison,
  AttributeValueList: values,
  Value: { kind: 'value' },
  Exists: flag,
});
const attributeUpdates = mapOf({ Action: oneOf('ADD', 'DELETE', 'PUT'), Value: { kind: 'value' } });
const attributesToGet = list(text({ min: 1, max: 65_535 }), { min: 1 });
const expressionMembers: Shape = { ExpressionAttributeNames: anyMap, ExpressionAttributeValues: attributes };
const conditionMembers: Shape = {
  ...expressionMembers,
  ConditionExpression: text(),
  ReturnValuesOnConditionCheckFailure: onFailure,
};

const throughput = structure({
  WriteCapacityUnits: required(long(1)),
  ReadCapacityUnits: required(long(1)),
});
/** The store itself checks the minimum of an index's units, because some backends missed that check. */
const indexThroughput = structure({ WriteCapacityUnits: required(long()), ReadCapacityUnits: required(long()) });
const keySchema = list(
  structure({ AttributeName: required(text({ min: 1, max: 255 })), KeyType: required(oneOf('HASH', 'RANGE')) }),
  { min: 1, max: 2 },
);
const projection = structure({
  ProjectionType: oneOf('ALL', 'INCLUDE', 'KEYS_ONLY'),
  NonKeyAttributes: list(text({ min: 1, max: 255 }), { min: 1 }),
});
const indexName = text({ min: 3, max: 255, pattern: namePattern });
const definitions = list(
  structure({ AttributeName: required(text({ min: 1, max: 255 })), AttributeType: required(oneOf('B', 'N', 'S')) }),
);
const globalIndex = structure({
  IndexName: required(indexName),
  KeySchema: required(keySchema),
  Projection: required(projection),
  ProvisionedThroughput: indexThroughput,
  OnDemandThroughput: structure({}),
});
const localIndex = structure({
  IndexName: required(indexName),
  KeySchema: required(keySchema),
  Projection: required(projection),
});
const onDemand = structure({ MaxReadRequestUnits: long(), MaxWriteRequestUnits: long() });
const stream = structure({
  StreamEnabled: required(flag),
  StreamViewType: oneOf('NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY'),
});
const billing = oneOf('PROVISIONED', 'PAY_PER_REQUEST');
const tableClass = oneOf('STANDARD', 'STANDARD_INFREQUENT_ACCESS');

const select = oneOf('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES');
/** Members that Query and Scan share, apart from those with a known order. */
const readMembers: Shape = {
  ExclusiveStartKey: attributes,
  ConsistentRead: flag,
  FilterExpression: text(),
  ProjectionExpression: text(),
  ...expressionMembers,
};
const action = (members: Shape) => structure({ TableName: tableName, ...members, ...conditionMembers });
/** Only ConditionCheck requires a condition. */
const checkAction = structure({
  TableName: tableName,
  Key: required(attributes),
  ...conditionMembers,
  ConditionExpression: required(text()),
});
const shardId = text({ min: 28, max: 65 });
/** Backup requests accept a table name or an ARN. The name's own rules apply once it is known not to be an ARN. */
const tableNameOrArn = text({ min: 1, max: 1024 });

export const shapes: { readonly [Name in Operation]: Shape } = {
  CreateTable: {
    AttributeDefinitions: required(definitions),
    TableName: newTableName,
    BillingMode: billing,
    ProvisionedThroughput: throughput,
    KeySchema: required(keySchema),
    GlobalSecondaryIndexes: list(globalIndex),
    LocalSecondaryIndexes: list(localIndex),
    StreamSpecification: stream,
    DeletionProtectionEnabled: flag,
    TableClass: tableClass,
    OnDemandThroughput: onDemand,
    SSESpecification: encryptionRule,
    Tags: tagList,
  },
  DescribeTable: { TableName: tableName },
  UpdateTable: {
    TableName: newTableName,
    ProvisionedThroughput: throughput,
    BillingMode: billing,
    AttributeDefinitions: definitions,
    GlobalSecondaryIndexUpdates: list(
      structure({
        Create: globalIndex,
        Delete: structure({ IndexName: required(indexName) }),
        Update: structure({ IndexName: required(indexName), ProvisionedThroughput: indexThroughput }),
      }),
    ),
    StreamSpecification: stream,
    DeletionProtectionEnabled: flag,
    TableClass: tableClass,
    OnDemandThroughput: onDemand,
    SSESpecification: encryptionRule,
  },
  DeleteTable: { TableName: tableName },
  ListTables: { ExclusiveStartTableName: text({ min: 3, max: 255, pattern: namePattern }), Limit: integer(1, 100) },
  PutItem: {
    ReturnConsumedCapacity: consumed,
    TableName: aloneTableName,
    Item: required(attributes),
    ConditionalOperator: movedOperator,
    Expected: expected,
    ReturnValues: returnValues,
    ReturnItemCollectionMetrics: metrics,
    ...conditionMembers,
  },
  GetItem: {
    ReturnConsumedCapacity: consumed,
    AttributesToGet: attributesToGet,
    TableName: tableName,
    Key: required(attributes),
    ConsistentRead: flag,
    ProjectionExpression: text(),
    ExpressionAttributeNames: anyMap,
  },
  UpdateItem: {
    ReturnConsumedCapacity: consumed,
    TableName: aloneTableName,
    ReturnItemCollectionMetrics: metrics,
    // Reported alone, unlike in PutItem and DeleteItem (measured in 31 of 33 regions, 2026-10).
    ReturnValues: { ...returnValues, alone: true },
    // The newer captures report it before the key (2026-10); tests of an older emulator after it.
    ConditionalOperator: movedOperator,
    Key: required(attributes),
    Expected: expected,
    AttributeUpdates: attributeUpdates,
    UpdateExpression: text(),
    ...conditionMembers,
  },
  DeleteItem: {
    ReturnConsumedCapacity: consumed,
    TableName: aloneTableName,
    ReturnValues: returnValues,
    ReturnItemCollectionMetrics: metrics,
    Key: required(attributes),
    ConditionalOperator: movedOperator,
    Expected: expected,
    ...conditionMembers,
  },
  BatchGetItem: {
    RequestItems: required({
      kind: 'map',
      min: 1,
      max: 100,
      generic: ['min'],
      oldText: 'The requestItems parameter is required for BatchGetItem',
      keys: tableKeys,
      echo: 'json',
      of: structure({
        Keys: required({ ...list(attributes, { min: 1, max: 100 }), generic: bothBounds }),
        AttributesToGet: attributesToGet,
        ConsistentRead: flag,
        ProjectionExpression: text(),
        ExpressionAttributeNames: anyMap,
      }),
    }),
    ReturnConsumedCapacity: consumed,
  },
  BatchWriteItem: {
    ReturnConsumedCapacity: consumed,
    ReturnItemCollectionMetrics: metrics,
    RequestItems: required({
      kind: 'map',
      min: 1,
      max: 25,
      generic: ['min'],
      oldText: 'The requestItems parameter is required for BatchWriteItem',
      last: true,
      keys: tableKeys,
      values: { min: 1, max: 25 },
      echo: 'java',
      of: list(
        structure({
          PutRequest: structure({ Item: required(attributes) }),
          DeleteRequest: structure({ Key: required(attributes) }),
        }),
      ),
    }),
  },
  Query: {
    Select: select,
    IndexName: indexName,
    ReturnConsumedCapacity: consumed,
    QueryFilter: conditions,
    TableName: tableName,
    ConditionalOperator: { ...movedOperator, bare: true },
    AttributesToGet: attributesToGet,
    Limit: integer(1),
    KeyConditions: conditions,
    ScanIndexForward: flag,
    KeyConditionExpression: text(),
    ...readMembers,
  },
  Scan: {
    Select: select,
    IndexName: indexName,
    TotalSegments: integer(1, 1_000_000),
    ReturnConsumedCapacity: consumed,
    TableName: tableName,
    ConditionalOperator: conditionalOperator,
    ScanFilter: conditions,
    Segment: integer(0, 999_999),
    Limit: integer(1),
    AttributesToGet: attributesToGet,
    ...readMembers,
  },
  TransactWriteItems: {
    ClientRequestToken: { ...text({ min: 1, max: 36 }), generic: ['max'] },
    ReturnConsumedCapacity: consumed,
    ReturnItemCollectionMetrics: metrics,
    TransactItems: required(
      list(
        structure({
          ConditionCheck: checkAction,
          Put: action({ Item: required(attributes) }),
          Delete: action({ Key: required(attributes) }),
          Update: action({ Key: required(attributes), UpdateExpression: required(text()) }),
        }),
        { min: 1, max: 100, generic: bothBounds },
      ),
    ),
  },
  TransactGetItems: {
    ReturnConsumedCapacity: consumed,
    TransactItems: required(
      list(
        structure({
          Get: required(
            structure({
              TableName: tableName,
              Key: required(attributes),
              ProjectionExpression: text(),
              ExpressionAttributeNames: anyMap,
            }),
          ),
        }),
        { min: 1, max: 100, generic: bothBounds },
      ),
    ),
  },
  ListStreams: {
    TableName: text({ min: 3, max: 255, pattern: namePattern }),
    Limit: integer(1, 100),
    ExclusiveStartStreamArn: text({ min: 37, max: 1024 }),
  },
  DescribeStream: {
    StreamArn: required(text({ min: 37, max: 1024 })),
    Limit: integer(1, 100),
    ExclusiveStartShardId: shardId,
    ShardFilter: structure({ Type: required(oneOf('CHILD_SHARDS')), ShardId: required(shardId) }),
  },
  GetShardIterator: {
    StreamArn: required(text({ min: 37, max: 1024 })),
    ShardId: required(shardId),
    ShardIteratorType: required(oneOf('AFTER_SEQUENCE_NUMBER', 'LATEST', 'AT_SEQUENCE_NUMBER', 'TRIM_HORIZON')),
    SequenceNumber: text({ min: 21, max: 40 }),
  },
  GetRecords: { ShardIterator: required(text({ min: 1, max: 2048 })), Limit: integer(1, 1000) },
  // backups.ts checks BackupName, because some backends missed its rules.
  CreateBackup: { TableName: required(tableNameOrArn), BackupName: required(text()) },
  DescribeBackup: { BackupArn: required(text()) },
  DeleteBackup: { BackupArn: required(text()) },
  ListBackups: {
    TableName: tableNameOrArn,
    Limit: integer(1, 100),
    TimeRangeLowerBound: time,
    TimeRangeUpperBound: time,
    ExclusiveStartBackupArn: text(),
    BackupType: oneOf('USER', 'SYSTEM', 'AWS_BACKUP', 'ALL'),
  },
  RestoreTableFromBackup: {
    // restores.ts checks this name, because the ARN must be checked first.
    TargetTableName: required(text()),
    BackupArn: required(text()),
    BillingModeOverride: billing,
    GlobalSecondaryIndexOverride: list(globalIndex),
    LocalSecondaryIndexOverride: list(localIndex),
    ProvisionedThroughputOverride: throughput,
    OnDemandThroughputOverride: onDemand,
    SSESpecificationOverride: encryptionRule,
  },
  ...settingShapes,
  ...partiqlShapes,
};
