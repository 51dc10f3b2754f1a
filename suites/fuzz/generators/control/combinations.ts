/** Members that are right alone and wrong together, by operation. */
import type { Operation } from '../../../../oracles/values/types.ts';
import type { Template, TemplateObject } from '../../../cases/case.ts';
import { isMap } from '../mutations/mutation.ts';
import { both, type Combination, having, oneOf, without } from './combine.ts';
import { definition, index, indexFaults, key, schemaFaults, units } from './schema-faults.ts';

const ceilings: readonly TemplateObject[] = [
  { MaxReadRequestUnits: 0 },
  { MaxReadRequestUnits: -1 },
  { MaxWriteRequestUnits: -1 },
  { MaxWriteRequestUnits: -2 },
  { MaxReadRequestUnits: 40_001 },
  { MaxWriteRequestUnits: 40_001 },
  { MaxWriteRequestUnits: 40_000 },
];
const tooMany = 1_000_000_000_001;
const anyUnits: readonly TemplateObject[] = [
  { ...units, ReadCapacityUnits: tooMany },
  { ...units, WriteCapacityUnits: tooMany },
  { ReadCapacityUnits: 0, WriteCapacityUnits: 1 },
  { ReadCapacityUnits: 1, WriteCapacityUnits: 0 },
];

const tag = (Key: Template, Value: Template = 'v'): TemplateObject => ({ Key, Value });
const tagLists: readonly Template[] = [
  [tag('aws:owner')],
  [tag('AWS:owner')],
  [tag('')],
  [tag('x'.repeat(128))],
  [tag('x'.repeat(129))],
  [tag('a', 'x'.repeat(256))],
  [tag('a', 'x'.repeat(257))],
  [tag('a*b')],
  [tag('a', 'b|c')],
  [tag('a'), tag('b'), tag('a', 'w')],
  [{ Key: 'a' }],
  [{ Value: 'a' }],
  [tag('team', '')],
  Array.from({ length: 50 }, (_, at) => tag(`many ${at}`)),
  Array.from({ length: 51 }, (_, at) => tag(`many ${at}`)),
];
const streams: readonly TemplateObject[] = [
  { StreamEnabled: true },
  { StreamEnabled: false, StreamViewType: 'KEYS_ONLY' },
  { StreamEnabled: false },
  { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
];
const encryptions: readonly TemplateObject[] = [
  { Enabled: true, SSEType: 'AES256' },
  { Enabled: false },
  { SSEType: 'AES256' },
  { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias-of-a-key' },
];

const arnChanges: readonly TemplateObject[] = [
  { account: '222222222222' },
  { region: 'eu-west-1' },
  { partition: 'aws-cn' },
  { partition: 'no' },
  { service: 's3' },
  { resource: 'table/absent' },
  { suffix: 'x' },
  { suffix: '/index/first' },
  { suffix: ' ' },
  { suffix: 'x'.repeat(1_000) },
];
/** An ARN member with one part changed, or another text. */
const otherArn =
  (member: string): Combination =>
  (input, draw) => {
    const value = input[member];
    if (!isMap(value) || '$arn' in value || draw.chance(15))
      return { ...input, [member]: draw.pick(['arn:aws', 'absent', '']) };
    return { ...input, [member]: { $arn: value, ...draw.pick(arnChanges) } };
  };
const otherTable = oneOf('TableName', [
  'absent-table',
  'ab',
  'a b',
  '',
  'arn:aws:dynamodb:us-east-1:222222222222:table/absent',
  '...',
]);

const update = (...updates: TemplateObject[]): TemplateObject => ({ GlobalSecondaryIndexUpdates: updates });
const created = (name: string): TemplateObject => ({ Create: index(name) });

/** Changes of UpdateTable, of which each pair goes into one request. */
const changes: readonly TemplateObject[] = [
  { ProvisionedThroughput: units },
  { BillingMode: 'PAY_PER_REQUEST' },
  { BillingMode: 'PROVISIONED' },
  { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
  { DeletionProtectionEnabled: false },
  { TableClass: 'STANDARD' },
  { OnDemandThroughput: { MaxReadRequestUnits: 5 } },
  { SSESpecification: { Enabled: false } },
  { AttributeDefinitions: [definition('pk')], ...update(created('paired')) },
  update({ Delete: { IndexName: 'first' } }),
  update({ Update: { IndexName: 'first', ProvisionedThroughput: units } }),
];

const pair: Combination = (input, draw) => ({
  TableName: input.TableName!,
  ...(Object.assign({}, ...draw.some(changes, draw.pick([2, 2, 3]))) as TemplateObject),
});

export const combinations: { readonly [operation in Operation]?: readonly Combination[] } = {
  CreateTable: [
    ...schemaFaults,
    ...indexFaults,
    without('BillingMode', 'ProvisionedThroughput'),
    having({ BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: units }),
    both(without('ProvisionedThroughput'), having({ BillingMode: 'PROVISIONED' })),
    both(having({ BillingMode: 'PROVISIONED', ProvisionedThroughput: units }), oneOf('OnDemandThroughput', ceilings)),
    both(
      without('ProvisionedThroughput'),
      having({ BillingMode: 'PAY_PER_REQUEST' }),
      oneOf('OnDemandThroughput', ceilings),
    ),
    both(having({ BillingMode: 'PROVISIONED' }), oneOf('ProvisionedThroughput', anyUnits)),
    oneOf('StreamSpecification', streams),
    oneOf('SSESpecification', encryptions),
    oneOf('Tags', tagLists),
  ],
  UpdateTable: [
    ...indexFaults,
    // There are many pairs.
    ...Array<Combination>(18).fill(pair),
    (input) => ({ TableName: input.TableName! }),
    (input) => ({ TableName: input.TableName!, AttributeDefinitions: [definition('pk')] }),
    (input) => ({ TableName: input.TableName!, BillingMode: 'PROVISIONED' }),
    (input, draw) => ({ TableName: input.TableName!, ProvisionedThroughput: draw.pick(anyUnits) }),
    (input, draw) => ({ TableName: input.TableName!, StreamSpecification: draw.pick(streams) }),
    (input, draw) => ({ TableName: input.TableName!, OnDemandThroughput: draw.pick(ceilings) }),
    (input, draw) => ({ TableName: input.TableName!, SSESpecification: draw.pick(encryptions) }),
    ...[
      update({}),
      update({ Delete: { IndexName: 'absent' } }),
      update({ Update: { IndexName: 'absent', ProvisionedThroughput: units } }),
      update(created('one'), created('two')),
      update(created('one'), { Delete: { IndexName: 'one' } }),
      update({ Delete: { IndexName: 'first' } }, { Delete: { IndexName: 'second' } }),
      update({ Update: { IndexName: 'first', ProvisionedThroughput: units } }, { Delete: { IndexName: 'first' } }),
      { AttributeDefinitions: [definition('pk'), definition('unused')], ...update(created('one')) },
      update(created('first')),
    ].map(
      (members): Combination =>
        (input) => ({ TableName: input.TableName!, ...members }),
    ),
    otherTable,
  ],
  DescribeTable: [otherTable, otherArn('TableName')],
  DeleteTable: [otherTable],
  DescribeTimeToLive: [otherTable, otherArn('TableName')],
  UpdateTimeToLive: [
    otherTable,
    otherArn('TableName'),
    having({ TimeToLiveSpecification: { Enabled: true, AttributeName: 'other' } }),
    having({ TimeToLiveSpecification: { Enabled: false, AttributeName: 'other' } }),
  ],
  TagResource: [oneOf('Tags', tagLists), oneOf('Tags', tagLists), otherArn('ResourceArn')],
  UntagResource: [
    oneOf('TagKeys', [[], [''], ['aws:a'], ['a*b'], ['absent'], Array.from({ length: 51 }, (_, at) => `many ${at}`)]),
    otherArn('ResourceArn'),
  ],
  ListTagsOfResource: [otherArn('ResourceArn')],
  DescribeContinuousBackups: [otherTable, otherArn('TableName')],
  UpdateContinuousBackups: [
    otherTable,
    having({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false, RecoveryPeriodInDays: 5 } }),
    oneOf(
      'PointInTimeRecoverySpecification',
      [1, 35, 36, 0].map((RecoveryPeriodInDays) => ({ PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays })),
    ),
  ],
  CreateBackup: [otherTable, oneOf('BackupName', ['ab', 'a b', '', 'x'.repeat(255), 'x'.repeat(256), 'a!'])],
  DescribeBackup: [otherArn('BackupArn'), otherArn('BackupArn')],
  DeleteBackup: [otherArn('BackupArn'), otherArn('BackupArn')],
  ListBackups: [
    otherTable,
    otherArn('ExclusiveStartBackupArn'),
    having({ TimeRangeLowerBound: -1 }),
    having({ TimeRangeUpperBound: -1 }),
    having({ TimeRangeLowerBound: 20, TimeRangeUpperBound: 10 }),
    having({ TimeRangeLowerBound: 10, TimeRangeUpperBound: 10 }),
    oneOf('BackupType', ['SYSTEM', 'AWS_BACKUP', 'ALL', 'USER']),
  ],
  RestoreTableFromBackup: [
    otherArn('BackupArn'),
    oneOf('TargetTableName', ['ab', 'a b', '', 'x'.repeat(256)]),
    ...indexFaults,
    having({ BillingModeOverride: 'PAY_PER_REQUEST', ProvisionedThroughputOverride: units }),
    both(without('ProvisionedThroughputOverride'), having({ BillingModeOverride: 'PROVISIONED' })),
    having({
      BillingModeOverride: 'PROVISIONED',
      ProvisionedThroughputOverride: units,
      OnDemandThroughputOverride: { MaxReadRequestUnits: 5 },
    }),
    oneOf('SSESpecificationOverride', encryptions),
    having({ GlobalSecondaryIndexOverride: [index('other', [key('undefined')])] }),
    having({ GlobalSecondaryIndexOverride: [index('same'), index('same')] }),
    having({ LocalSecondaryIndexOverride: [index('other', [key('pk')])] }),
  ],
  DescribeStream: [otherArn('StreamArn')],
  GetShardIterator: [
    otherArn('StreamArn'),
    oneOf('ShardId', ['shardId-00000001700000000000-00000000', 'shard']),
    oneOf('ShardIteratorType', ['AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER', 'LATEST', 'TRIM_HORIZON']),
    oneOf('SequenceNumber', ['1'.repeat(20), '1'.repeat(21), '9'.repeat(40), '9'.repeat(41), 'x'.repeat(21)]),
  ],
  GetRecords: [oneOf('ShardIterator', ['', 'absent', 'a|1|b', 'x'.repeat(2049)])],
  ListStreams: [oneOf('TableName', ['ab', 'a b', 'absent-table']), oneOf('Limit', [0, 1, 100, 101])],
};
