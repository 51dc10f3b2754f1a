/** Each member of the requests about tables, given as another kind of JSON. */
import type { Call, Template, TemplateObject } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';
import { inWords } from '../words.ts';

/** A value, and the words in which it is refused. */
type Faulty = readonly [value: Template, text?: string | undefined];
const cannotBe = (type: string, kind: string) => `${kind}_VALUE cannot be converted to ${type}`;
const noCollection = (type: string) => `Unrecognized collection type class java.lang.${type}`;
const strayMap = 'Start of structure or map found where not expected';

/** What is no text, no number, and so on. */
const others = {
  text: [
    [5, cannotBe('String', 'NUMBER')],
    [['x'], noCollection('String')],
  ],
  number: [
    ['5', cannotBe('Integer', 'STRING')],
    [[5], noCollection('Integer')],
  ],
  long: [
    ['5', cannotBe('Long', 'STRING')],
    [[5], noCollection('Long')],
  ],
  flag: [
    [['x'], noCollection('Boolean')],
    [{ x: true }, strayMap],
  ],
  list: [
    ['x', 'Unexpected field type'],
    [{ x: 'y' }, strayMap],
  ],
  // The words for a list name the structure by its class.
  object: [['x', 'Unexpected field type'], [['x']]],
} satisfies { [kind: string]: Faulty[] };
type Kind = keyof typeof others;

/** A request as the kinds of its members. */
type Form = Kind | [Form] | { [member: string]: Form };

const units: Form = { ReadCapacityUnits: 'long', WriteCapacityUnits: 'long' };
const ceilings: Form = { MaxReadRequestUnits: 'long', MaxWriteRequestUnits: 'long' };
const keySchema: Form = [{ AttributeName: 'text', KeyType: 'text' }];
const definitions: Form = [{ AttributeName: 'text', AttributeType: 'text' }];
const local = {
  ...{ IndexName: 'text', KeySchema: keySchema },
  Projection: { ProjectionType: 'text', NonKeyAttributes: ['text'] },
} satisfies Form;
const global = { ...local, ProvisionedThroughput: units } satisfies Form;
const stream: Form = { StreamEnabled: 'flag', StreamViewType: 'text' };
const encryption: Form = { Enabled: 'flag', SSEType: 'text', KMSMasterKeyId: 'text' };
const named = { TableName: 'text' } satisfies Form;
const tags: Form = [{ Key: 'text', Value: 'text' }];

const requests: { [op in Call['op']]?: { [member: string]: Form } } = {
  CreateTable: {
    ...{ ...named, BillingMode: 'text', TableClass: 'text', DeletionProtectionEnabled: 'flag' },
    ...{ AttributeDefinitions: definitions, KeySchema: keySchema, ProvisionedThroughput: units },
    ...{ GlobalSecondaryIndexes: [global], LocalSecondaryIndexes: [local], StreamSpecification: stream },
    ...{ OnDemandThroughput: ceilings, SSESpecification: encryption, Tags: tags },
  },
  DescribeTable: named,
  UpdateTable: {
    ...{ ...named, BillingMode: 'text', TableClass: 'text', DeletionProtectionEnabled: 'flag' },
    ...{ AttributeDefinitions: definitions, ProvisionedThroughput: units },
    GlobalSecondaryIndexUpdates: [
      {
        Create: global,
        Update: { IndexName: 'text', ProvisionedThroughput: units },
        Delete: { IndexName: 'text' },
      },
    ],
    ...{ StreamSpecification: stream, OnDemandThroughput: ceilings, SSESpecification: encryption },
  },
  DeleteTable: named,
  ListTables: { ExclusiveStartTableName: 'text', Limit: 'number' },
  UpdateTimeToLive: { ...named, TimeToLiveSpecification: { Enabled: 'flag', AttributeName: 'text' } },
  DescribeTimeToLive: named,
  TagResource: { ResourceArn: 'text', Tags: tags },
  UntagResource: { ResourceArn: 'text', TagKeys: ['text'] },
  ListTagsOfResource: { ResourceArn: 'text', NextToken: 'text' },
  DescribeContinuousBackups: named,
  UpdateContinuousBackups: {
    ...named,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: 'flag', RecoveryPeriodInDays: 'number' },
  },
  CreateBackup: { ...named, BackupName: 'text' },
  DescribeBackup: { BackupArn: 'text' },
  DeleteBackup: { BackupArn: 'text' },
  ListBackups: { ...named, Limit: 'number', ExclusiveStartBackupArn: 'text', BackupType: 'text' },
  RestoreTableFromBackup: {
    ...{ TargetTableName: 'text', BackupArn: 'text', BillingModeOverride: 'text' },
    ...{ GlobalSecondaryIndexOverride: [global], LocalSecondaryIndexOverride: [local] },
    ...{ ProvisionedThroughputOverride: units, OnDemandThroughputOverride: ceilings },
    SSESpecificationOverride: encryption,
  },
  ListStreams: { ...named, Limit: 'number', ExclusiveStartStreamArn: 'text' },
  DescribeStream: { StreamArn: 'text', Limit: 'number', ExclusiveStartShardId: 'text' },
  GetShardIterator: { StreamArn: 'text', ShardId: 'text', ShardIteratorType: 'text', SequenceNumber: 'text' },
  GetRecords: { ShardIterator: 'text', Limit: 'number' },
};

/** Operations of which nothing is recorded; the rule is the same. */
const unrecorded = /TimeToLive|Backup|Stream|Shard|Records/;

/** Requests of which one part is of another kind; what is around it is right. */
function faulty(form: Form): readonly Faulty[] {
  if (typeof form === 'string') return others[form];
  if (Array.isArray(form)) return [...others.list, ...faulty(form[0]).map(([inner, text]): Faulty => [[inner], text])];
  return [...others.object, ...inside(form)];
}
const inside = (form: { [member: string]: Form }): (readonly [TemplateObject, text?: string | undefined])[] =>
  Object.entries(form).flatMap(([member, inner]) =>
    faulty(inner).map(([value, text]) => [{ [member]: value }, text] as const),
  );

export const cases = family(
  {
    name: 'kinds',
    area: 'wire',
    certainty: 'recorded',
    because: 'The kinds of all members are read before anything in them is looked at, and before one is missed.',
    sources: [sources.dynaliteTests],
  },
  Object.fromEntries(
    Object.entries(requests).map(([op, form]) => [
      `of-${op.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}`,
      {
        title: `Any member of ${op} of another kind of JSON is a SerializationException`,
        ...{ op: op as Call['op'], form },
        ...(unrecorded.test(op) && { certainty: 'inferred' as const }),
      },
    ]),
  ),
  ({ op, form }) => ({
    steps: inside(form).map(([input, text]) =>
      refused({ op, input, raw: true, observe: [] }, 'SerializationException', inWords(text)),
    ),
  }),
);
