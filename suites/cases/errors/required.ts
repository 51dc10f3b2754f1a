/** Each required member of each request, left out by itself. */
import { type Call, from, s, type Template, type TemplateObject, table, tableName } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
import { isMissing, memberPath } from '../words.ts';

const t = tableName('t');
export const tables = { t: table({ hash: ['pk', 'S'], stream: 'KEYS_ONLY' }) };
const key = { pk: s('p') };
const never = { $name: 'never' };
const keySchema = (hash: string): TemplateObject[] => [{ AttributeName: hash, KeyType: 'HASH' }];
const all = { ProjectionType: 'ALL' };
const index = { IndexName: 'by-g', KeySchema: keySchema('g'), Projection: all };
const units = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };
const near = {
  IndexName: 'near',
  KeySchema: [...keySchema('pk'), { AttributeName: 'g', KeyType: 'RANGE' }],
  Projection: all,
};
const definitions = (...names: string[]) =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }) as TemplateObject);
const equal = { g: { ComparisonOperator: 'EQ', AttributeValueList: [s('x')] } };
const indexMembers = ['IndexName', 'KeySchema', 'Projection', 'KeySchema.0.AttributeName', 'KeySchema.0.KeyType'];
const unitMembers = ['ReadCapacityUnits', 'WriteCapacityUnits'];
const under = (path: string, members: readonly string[]): string[] => members.map((member) => `${path}.${member}`);

const arn = from('table', 'Table.TableArn');
const stream = from('table', 'Table.LatestStreamArn');
// None of these is looked for, as the request is malformed.
const backup = { $arn: arn, suffix: '/backup/01700000000000-0123abcd' };
const shard = 'shardId-00000000000000000000-00000000';

/** A request that has all of these members, and would be accepted or not found. */
interface Asked {
  input: TemplateObject;
  required: string[];
}
const named: Asked = { input: { TableName: t }, required: ['TableName'] };

export const requests: { readonly [op in Call['op']]?: Asked } = {
  CreateTable: {
    input: {
      ...{ TableName: never, BillingMode: 'PROVISIONED', ProvisionedThroughput: units },
      KeySchema: [...keySchema('pk'), { AttributeName: 'sk', KeyType: 'RANGE' }],
      AttributeDefinitions: definitions('pk', 'sk', 'g'),
      GlobalSecondaryIndexes: [{ ...index, ProvisionedThroughput: units }],
      LocalSecondaryIndexes: [near],
    },
    required: [
      'TableName',
      ...['KeySchema.0.AttributeName', 'KeySchema.0.KeyType', 'KeySchema.1.KeyType'],
      ...under('ProvisionedThroughput', unitMembers),
      ...under('GlobalSecondaryIndexes.0', [...indexMembers, ...under('ProvisionedThroughput', unitMembers)]),
      ...under('LocalSecondaryIndexes.0', [...indexMembers, 'KeySchema.1.AttributeName']),
    ],
  },
  DescribeTable: named,
  DeleteTable: named,
  UpdateTable: {
    input: {
      ...{ TableName: t, BillingMode: 'PROVISIONED', ProvisionedThroughput: units },
      AttributeDefinitions: definitions('pk', 'g'),
      GlobalSecondaryIndexUpdates: [
        { Create: { ...index, ProvisionedThroughput: units } },
        { Update: { IndexName: 'one', ProvisionedThroughput: units } },
        { Delete: { IndexName: 'two' } },
      ],
    },
    required: [
      'TableName',
      ...under('ProvisionedThroughput', unitMembers),
      ...under('AttributeDefinitions.1', ['AttributeName', 'AttributeType']),
      ...under('GlobalSecondaryIndexUpdates.0.Create', [
        ...indexMembers,
        ...under('ProvisionedThroughput', unitMembers),
      ]),
      ...under('GlobalSecondaryIndexUpdates.1.Update', ['IndexName', ...under('ProvisionedThroughput', unitMembers)]),
      'GlobalSecondaryIndexUpdates.2.Delete.IndexName',
    ],
  },
  PutItem: { input: { TableName: t, Item: key }, required: ['TableName', 'Item'] },
  GetItem: { input: { TableName: t, Key: key }, required: ['TableName', 'Key'] },
  UpdateItem: { input: { TableName: t, Key: key }, required: ['TableName', 'Key'] },
  DeleteItem: { input: { TableName: t, Key: key }, required: ['TableName', 'Key'] },
  Query: {
    input: { TableName: t, KeyConditions: { pk: equal.g }, QueryFilter: equal },
    required: ['TableName', 'KeyConditions.pk.ComparisonOperator', 'QueryFilter.g.ComparisonOperator'],
  },
  Scan: { input: { TableName: t, ScanFilter: equal }, required: ['TableName', 'ScanFilter.g.ComparisonOperator'] },
  BatchGetItem: {
    input: { RequestItems: { '$table:t': { Keys: [key] } } },
    required: ['RequestItems', 'RequestItems.$table:t.Keys'],
  },
  BatchWriteItem: {
    input: {
      RequestItems: { '$table:t': [{ PutRequest: { Item: key } }, { DeleteRequest: { Key: { pk: s('q') } } }] },
    },
    required: ['RequestItems', 'RequestItems.$table:t.0.PutRequest.Item', 'RequestItems.$table:t.1.DeleteRequest.Key'],
  },
  TransactGetItems: {
    input: { TransactItems: [{ Get: { TableName: t, Key: key } }] },
    required: ['TransactItems', ...under('TransactItems.0', ['Get', 'Get.TableName', 'Get.Key'])],
  },
  TransactWriteItems: {
    input: {
      TransactItems: [
        { Put: { TableName: t, Item: { pk: s('a') } } },
        { Delete: { TableName: t, Key: { pk: s('b') } } },
        { Update: { TableName: t, Key: { pk: s('c') }, UpdateExpression: 'REMOVE x' } },
        { ConditionCheck: { TableName: t, Key: { pk: s('d') }, ConditionExpression: 'attribute_not_exists(pk)' } },
      ],
    },
    required: [
      'TransactItems',
      ...under('TransactItems.0.Put', ['TableName', 'Item']),
      ...under('TransactItems.1.Delete', ['TableName', 'Key']),
      ...under('TransactItems.2.Update', ['TableName', 'Key', 'UpdateExpression']),
      ...under('TransactItems.3.ConditionCheck', ['TableName', 'Key', 'ConditionExpression']),
    ],
  },
  ExecuteStatement: { input: { Statement: 'x' }, required: ['Statement'] },
  BatchExecuteStatement: {
    input: { Statements: [{ Statement: 'x' }] },
    required: ['Statements', 'Statements.0.Statement'],
  },
  ExecuteTransaction: {
    input: { TransactStatements: [{ Statement: 'x' }] },
    required: ['TransactStatements', 'TransactStatements.0.Statement'],
  },
  DescribeStream: { input: { StreamArn: stream }, required: ['StreamArn'] },
  GetShardIterator: {
    input: { StreamArn: stream, ShardId: shard, ShardIteratorType: 'LATEST' },
    required: ['StreamArn', 'ShardId', 'ShardIteratorType'],
  },
  GetRecords: { input: { ShardIterator: 'x' }, required: ['ShardIterator'] },
  CreateBackup: { input: { TableName: t, BackupName: never }, required: ['TableName', 'BackupName'] },
  DescribeBackup: { input: { BackupArn: backup }, required: ['BackupArn'] },
  DeleteBackup: { input: { BackupArn: backup }, required: ['BackupArn'] },
  RestoreTableFromBackup: {
    input: {
      ...{ BackupArn: backup, TargetTableName: never, BillingModeOverride: 'PROVISIONED' },
      ProvisionedThroughputOverride: units,
      GlobalSecondaryIndexOverride: [{ ...index, ProvisionedThroughput: units }],
      LocalSecondaryIndexOverride: [near],
    },
    required: [
      ...['BackupArn', 'TargetTableName'],
      ...under('ProvisionedThroughputOverride', unitMembers),
      ...under('GlobalSecondaryIndexOverride.0', [...indexMembers, ...under('ProvisionedThroughput', unitMembers)]),
      ...under('LocalSecondaryIndexOverride.0', indexMembers),
    ],
  },
  UpdateTimeToLive: {
    input: { TableName: t, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } },
    required: [
      ...['TableName', 'TimeToLiveSpecification'],
      ...under('TimeToLiveSpecification', ['Enabled', 'AttributeName']),
    ],
  },
  DescribeTimeToLive: named,
  TagResource: { input: { ResourceArn: arn, Tags: [{ Key: 'k', Value: 'v' }] }, required: ['ResourceArn', 'Tags'] },
  UntagResource: { input: { ResourceArn: arn, TagKeys: ['k'] }, required: ['ResourceArn', 'TagKeys'] },
  ListTagsOfResource: { input: { ResourceArn: arn }, required: ['ResourceArn'] },
  DescribeContinuousBackups: named,
  UpdateContinuousBackups: {
    input: { TableName: t, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    required: [
      ...['TableName', 'PointInTimeRecoverySpecification'],
      'PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled',
    ],
  },
};

/** The same without the member at this path. */
function without(value: Template, [step = '', ...rest]: readonly string[]): Template {
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === step ? without(one, rest) : one));
  return Object.fromEntries(
    Object.entries(value as TemplateObject).flatMap(([name, inner]) => {
      if (name !== step) return [[name, inner]];
      return rest.length === 0 ? [] : [[name, without(inner, rest)]];
    }),
  );
}

/** Words with the real name of the table. */
export function inTable(words: string): Template {
  const [before = '', after] = words.split('$table:t');
  return after === undefined ? before : { $text: [before, t, after] };
}

/** The requests refer to this answer. */
export const described: Call = {
  ...{ op: 'DescribeTable', as: 'table', input: { TableName: t }, observe: [] },
  expect: { ok: { Table: { TableName: t } } },
};

export const cases = family(
  {
    name: 'required',
    area: 'errors',
    certainty: 'documented',
    because: 'The API reference calls the member required, and a request without it is a ValidationException.',
    sources: [sources.operations, sources.errorFormat],
    tables,
  },
  Object.fromEntries(
    Object.entries(requests).map(([op, asked]) => [
      op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
      { title: `${op} is refused without any one of its required members`, op: op as Call['op'], ...asked },
    ]),
  ),
  ({ op, input, required }) => ({
    steps: [
      described,
      ...required.map((path) =>
        refused(
          { op, input: without(input, path.split('.')) as TemplateObject, observe: [], raw: true },
          'ValidationException',
          { texts: [inTable(isMissing(memberPath(path)))] },
        ),
      ),
    ],
  }),
);
