/** Changes that UpdateTable refuses, after which the table is as it was. */
import type { Case, Template, TemplateObject } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused, untilActive } from '../steps.ts';
import { invalidValues, inWords, isNoneOf, isTooShort, isTooSmall, tableNotFound } from '../words.ts';
import {
  change,
  defined,
  index,
  keys,
  keysOnly,
  made,
  making,
  onDemand,
  provisioned,
  type TableRequest,
  unchanged,
  units,
} from './requests.ts';

const indexed = {
  ...onDemand,
  KeySchema: keys('pk', 'sk'),
  AttributeDefinitions: defined('pk', 'sk', 'g', 'l'),
  GlobalSecondaryIndexes: [index('by-g', keys('g')), index('by-sk', keys('sk'), keysOnly)],
  LocalSecondaryIndexes: [index('near', keys('pk', 'l'))],
} satisfies TableRequest;
const streamed = {
  ...onDemand,
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
} satisfies TableRequest;
const indexes = (...GlobalSecondaryIndexUpdates: TemplateObject[]) => ({ GlobalSecondaryIndexUpdates });
const byX = index('by-x', keys('x'));
const adding = (Create: TemplateObject, ...names: string[]) => ({
  ...indexes({ Create }),
  AttributeDefinitions: defined(...names),
});
const dropping = (IndexName: string) => ({ Delete: { IndexName } });
const stream = (StreamEnabled: boolean, StreamViewType?: string) => ({
  StreamSpecification: { StreamEnabled, ...(StreamViewType === undefined ? {} : { StreamViewType }) },
});

interface Row {
  title: string;
  request: TableRequest;
  changes: TemplateObject;
  error?: string | string[];
  text?: Template;
}
const noUnits =
  'One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: by-g when BillingMode is PAY_PER_REQUEST';

const recorded: { [slug: string]: Row } = {
  nothing: {
    title: 'no change at all',
    request: onDemand,
    changes: {},
    text: 'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required',
  },
  'definitions-alone': {
    title: 'definitions and no change',
    request: onDemand,
    changes: { AttributeDefinitions: defined('pk') },
    text: 'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required',
  },
  'no-index-updates': {
    title: 'an empty list of index updates',
    request: indexed,
    changes: indexes(),
    text: 'At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required',
  },
  'empty-index-update': {
    title: 'an index update of nothing',
    request: indexed,
    changes: indexes({}),
    text: invalidValues(
      'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
    ),
  },
  'one-index-twice': {
    title: 'two updates of one index',
    request: indexed,
    changes: indexes(dropping('by-g'), dropping('by-g')),
    text: invalidValues('Only one global secondary index update per index is allowed simultaneously. Index: by-g'),
  },
  'same-units': {
    title: 'the units that the table has',
    request: provisioned,
    changes: { ProvisionedThroughput: units(1, 2) },
    text: 'The provisioned throughput for the table will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the table: 1. Requested ReadCapacityUnits: 1. Current WriteCapacityUnits provisioned for the table: 2. Requested WriteCapacityUnits: 2. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  },
  'same-units-and-mode': {
    title: 'the billing mode and units that the table has',
    request: provisioned,
    changes: { BillingMode: 'PROVISIONED', ProvisionedThroughput: units(1, 2) },
    text: 'The provisioned throughput for the table will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the table: 1. Requested ReadCapacityUnits: 1. Current WriteCapacityUnits provisioned for the table: 2. Requested WriteCapacityUnits: 2. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  },
  'no-read-units': {
    title: 'zero read units',
    request: provisioned,
    changes: { ProvisionedThroughput: units(0, 1) },
    text: isTooSmall('provisionedThroughput.readCapacityUnits', 0, 1),
  },
  'no-write-units': {
    title: 'zero write units',
    request: provisioned,
    changes: { ProvisionedThroughput: units(1, 0) },
    text: isTooSmall('provisionedThroughput.writeCapacityUnits', 0, 1),
  },
  'read-units-out-of-bounds': {
    title: 'read units beyond all bounds',
    request: provisioned,
    changes: { ProvisionedThroughput: units(1_000_000_000_001, 1) },
    text: 'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
  },
  'write-units-out-of-bounds': {
    title: 'write units beyond all bounds',
    request: provisioned,
    changes: { ProvisionedThroughput: units(1, 1_000_000_000_001) },
    text: 'Given value 1000000000001 for WriteCapacityUnits is out of bounds',
  },
  'units-on-demand': {
    title: 'units for a table on demand',
    request: onDemand,
    changes: { ProvisionedThroughput: units(1, 1) },
    text: invalidValues(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ),
  },
  'units-and-on-demand': {
    title: 'units together with the billing mode that has none',
    request: provisioned,
    changes: { BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: units(1, 1) },
    text: invalidValues('ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST'),
  },
  'same-units-and-on-demand': {
    title: 'the units that it has together with the billing mode that has none',
    request: provisioned,
    changes: { BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: units(1, 2) },
    text: invalidValues('ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST'),
  },
  'provisioned-without-units': {
    title: 'the provisioned mode without units',
    request: onDemand,
    changes: { BillingMode: 'PROVISIONED' },
    text: invalidValues('ProvisionedThroughput must be specified when BillingMode is PROVISIONED'),
  },
  'several-dropped': {
    title: 'two indexes dropped at once',
    request: indexed,
    changes: indexes(dropping('by-g'), dropping('by-sk')),
    error: 'LimitExceededException',
    text: 'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  },
};

const measured: { [slug: string]: Row } = {
  'several-added': {
    title: 'two indexes added at once',
    request: indexed,
    changes: {
      ...indexes({ Create: byX }, { Create: index('by-y', keys('x')) }),
      AttributeDefinitions: defined('x'),
    },
    error: 'LimitExceededException',
    text: 'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  },
  'added-and-dropped': {
    title: 'one index added and another dropped at once',
    request: indexed,
    changes: { ...indexes({ Create: byX }, dropping('by-g')), AttributeDefinitions: defined('x') },
    error: 'LimitExceededException',
    text: 'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
  },
  'two-in-one-update': {
    title: 'an index update that both adds and drops',
    request: indexed,
    changes: { ...indexes({ Create: byX, ...dropping('by-g') }), AttributeDefinitions: defined('x') },
    text: invalidValues('Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object'),
  },
  'index-there-already': {
    title: 'another index of a name that is taken',
    request: indexed,
    changes: adding(index('by-g', keys('x')), 'x'),
    text: 'Attempting to create an index which already exists',
  },
  'name-of-a-local-index': {
    title: 'a global index of the name of a local one',
    request: indexed,
    changes: adding(index('near', keys('x')), 'x'),
    text: 'Attempting to create an index which already exists',
  },
  'unknown-index': {
    title: 'the removal of an index that is not there',
    request: indexed,
    changes: indexes(dropping('by-x')),
    error: 'ResourceNotFoundException',
    text: { $text: ['Requested resource not found: Index by-x for table ', made] },
  },
  'local-index': {
    title: 'the removal of a local index',
    request: indexed,
    changes: indexes(dropping('near')),
    text: 'Cannot delete an index that is not a GlobalSecondaryIndex: near',
  },
  'key-undefined': {
    title: 'an index on an attribute without a definition',
    request: indexed,
    changes: adding(byX, 'g'),
    text: invalidValues(
      'Some index key attributes are not defined in AttributeDefinitions. Keys: [x], AttributeDefinitions: [g]',
    ),
  },
  'known-key-undefined': {
    title: 'an index on an attribute that only the table defines',
    request: indexed,
    changes: indexes({ Create: index('by-l', keys('l')) }),
    text: invalidValues('AttributeDefinitions is not specified for index: by-l'),
  },
  'key-of-another-type': {
    title: 'an index on an attribute as of another type',
    request: indexed,
    changes: adding(index('by-l', keys('l')), 'l:N'),
    text: invalidValues(
      'Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: Schema:[SchemaElement: key{l:S:HASH}] New schema: Schema:[SchemaElement: key{l:N:HASH}]',
    ),
  },
  'stream-on-again': {
    title: 'a stream where one is on',
    request: streamed,
    changes: stream(true, 'NEW_IMAGE'),
    text: { $text: ['Table already has an enabled stream: TableName: ', made] },
  },
  'stream-of-another-view': {
    title: 'another view type of a stream that is on',
    request: streamed,
    changes: stream(true, 'OLD_IMAGE'),
    text: { $text: ['Table already has an enabled stream: TableName: ', made] },
  },
  'stream-off-again': {
    title: 'the end of a stream where there is none',
    request: onDemand,
    changes: stream(false),
    text: { $text: ['Table has no stream to disable: TableName: ', made] },
  },
  'stream-of-unknown-view': {
    title: 'a stream of a view type that there is not',
    request: onDemand,
    changes: stream(true, 'Fisk'),
  },
  'class-unknown': {
    title: 'a table class that there is not',
    request: onDemand,
    changes: { TableClass: 'junk' },
  },
};

const documented: { [slug: string]: Row } = {
  'stream-without-view': {
    title: 'a stream without a view type',
    request: onDemand,
    changes: stream(true),
    text: invalidValues('If stream is being enabled then UpdateViewType is required'),
  },
  'view-without-stream': {
    title: 'a view type of a stream that is to be off',
    request: streamed,
    changes: stream(false, 'NEW_IMAGE'),
    text: invalidValues('If stream is being disabled, then UpdateViewType must not be specified'),
  },
  'units-of-local-index': {
    title: 'units of a local index',
    request: indexed,
    changes: indexes({ Update: { IndexName: 'near', ProvisionedThroughput: units(1, 1) } }),
    text: 'Cannot update an index that is not a GlobalSecondaryIndex: near',
  },
  'projection-missing': {
    title: 'an index that includes, and does not say what',
    request: indexed,
    changes: adding(index('by-x', keys('x'), { Projection: { ProjectionType: 'INCLUDE' } }), 'x'),
    text: invalidValues('ProjectionType is INCLUDE, but NonKeyAttributes is not specified'),
  },
  'name-too-short': {
    title: 'an index with a name of two characters',
    request: indexed,
    changes: adding(index('by', keys('x')), 'x'),
    text: isTooShort('globalSecondaryIndexUpdates.1.member.create.indexName', 'by', 3),
  },
  'index-units-on-demand': {
    title: 'units of a new index of a table on demand',
    request: indexed,
    changes: adding(index('by-x', keys('x'), { ProvisionedThroughput: units(1, 1) }), 'x'),
    text: invalidValues(
      'ProvisionedThroughput should not be specified for index: by-x when BillingMode is PAY_PER_REQUEST',
    ),
  },
  'units-of-index-on-demand': {
    title: 'units of an index of a table on demand',
    request: indexed,
    changes: indexes({ Update: { IndexName: 'by-g', ProvisionedThroughput: units(1, 1) } }),
    text: noUnits,
  },
  'units-of-index-and-on-demand': {
    title: 'units of an index together with the billing mode that has none',
    request: {
      ...provisioned,
      AttributeDefinitions: defined('pk', 'g'),
      GlobalSecondaryIndexes: [index('by-g', keys('g'), { ProvisionedThroughput: units(1, 1) })],
    },
    changes: {
      BillingMode: 'PAY_PER_REQUEST',
      ...indexes({ Update: { IndexName: 'by-g', ProvisionedThroughput: units(2, 2) } }),
    },
    text: invalidValues(
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: by-g when BillingMode is PAY_PER_REQUEST',
    ),
  },
  'ceiling-of-zero': {
    title: 'a ceiling of zero',
    request: onDemand,
    changes: { OnDemandThroughput: { MaxWriteRequestUnits: 0 } },
    text: invalidValues('Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range'),
  },
  'read-ceiling-over-quota': {
    title: 'a ceiling of reads over the quota of a table',
    request: onDemand,
    changes: { OnDemandThroughput: { MaxReadRequestUnits: 100_000_000 } },
    error: 'LimitExceededException',
  },
  'write-ceiling-over-quota': {
    title: 'a ceiling of writes over the quota of a table',
    request: onDemand,
    changes: { OnDemandThroughput: { MaxWriteRequestUnits: 100_000_000 } },
    error: 'LimitExceededException',
  },
  'encryption-of-aes': {
    title: 'encryption of another type than KMS',
    request: onDemand,
    changes: { SSESpecification: { Enabled: true, SSEType: 'AES256' } },
    text: invalidValues('SSEType AES256 is not supported'),
  },
  'encryption-unknown': {
    title: 'encryption of a type that there is not',
    request: onDemand,
    changes: { SSESpecification: { Enabled: true, SSEType: 'kms' } },
    text: isNoneOf('sSESpecification.sSEType', 'kms', 'AES256', 'KMS'),
  },
  'ceilings-of-provisioned': {
    title: 'ceilings of a provisioned table',
    request: provisioned,
    changes: { OnDemandThroughput: { MaxReadRequestUnits: 1 } },
    text: invalidValues(
      'MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED',
    ),
  },
};

const refusals = (certainty: 'recorded' | 'measured' | 'documented', from: string[], rows: { [slug: string]: Row }) =>
  family(
    {
      name: 'update-refused',
      area: 'table-lifecycle',
      certainty,
      because: 'The change is refused as a whole, and DescribeTable says the same as before.',
      sources: from,
    },
    Object.fromEntries(
      Object.entries(rows).map(([slug, row]) => [slug, { ...row, title: `UpdateTable refuses ${row.title}` }]),
    ),
    ({ request, changes, error = 'ValidationException', text }) => ({
      steps: [
        ...making(request),
        refused(change(changes), error, inWords(text)),
        // A store that takes the change may need time for it.
        untilActive('after', made, { observe: [], expect: { ok: { Table: unchanged(request) } } }),
      ],
    }),
  );

const growing = { ProvisionedThroughput: units(3, 3) };
const protecting = { DeletionProtectionEnabled: true };
const rarely = { TableClass: 'STANDARD_INFREQUENT_ACCESS' };
const ceiling = { OnDemandThroughput: { MaxReadRequestUnits: 10 } };
const sealing = { SSESpecification: { Enabled: true, SSEType: 'KMS' } };
const byG = {
  ...indexes({ Create: index('by-g', keys('g'), growing) }),
  AttributeDefinitions: defined('pk', 'g'),
};
/** The words of what excludes any other change. The first of these that is asked for is named. */
const wordsOf = (changes: TemplateObject): string => {
  const invalid = 'One or more parameter values were invalid: ';
  for (const [member, name] of [
    ['SSESpecification', 'Server-Side Encryption'],
    ['TableClass', 'TableClass'],
    ['DeletionProtectionEnabled', 'DeletionProtection'],
  ] as const)
    if (changes[member] !== undefined)
      return `${invalid}${name} modification must be the only operation in the request`;
  if (changes.OnDemandThroughput !== undefined)
    return `${invalid}OnDemandThroughput can only be combined with BillingMode in an UpdateTable request`;
  const { StreamSpecification: stream, ProvisionedThroughput: units } = changes;
  if (stream !== undefined && units !== undefined)
    return `${invalid}You cannot modify stream status while updating table IOPS`;
  const busy = stream === undefined ? 'updating table IOPS' : 'changing stream status';
  return `${invalid}You cannot create or delete index while ${busy}`;
};
const dropped = {
  ...provisioned,
  AttributeDefinitions: defined('pk', 'h'),
  GlobalSecondaryIndexes: [index('by-h', keys('h'), { ProvisionedThroughput: units(1, 1) })],
} satisfies TableRequest;
const pairs: { [slug: string]: Row } = Object.fromEntries(
  Object.entries({
    'protection-and-stream': [protecting, stream(true, 'KEYS_ONLY')],
    'protection-and-units': [protecting, growing],
    'protection-and-index': [protecting, byG],
    'protection-and-mode': [protecting, { BillingMode: 'PAY_PER_REQUEST' }],
    'class-and-mode': [rarely, { BillingMode: 'PAY_PER_REQUEST' }],
    'class-and-protection': [rarely, protecting],
    'class-and-units': [rarely, growing],
    'class-and-stream': [rarely, stream(true, 'KEYS_ONLY')],
    'class-and-index': [rarely, byG],
    'encryption-and-index': [sealing, byG],
    'encryption-and-class': [sealing, rarely],
    'encryption-and-units': [sealing, growing],
    'encryption-and-stream': [sealing, stream(true, 'KEYS_ONLY')],
    'ceilings-and-stream': [ceiling, stream(true, 'KEYS_ONLY')],
    'ceilings-and-protection': [ceiling, protecting],
    'units-and-stream': [growing, stream(true, 'KEYS_ONLY')],
    'units-and-index': [growing, byG],
    'units-and-dropped-index': [growing, indexes(dropping('by-h'))],
    'stream-and-index': [stream(true, 'KEYS_ONLY'), byG],
    'stream-and-dropped-index': [stream(true, 'KEYS_ONLY'), indexes(dropping('by-h'))],
    'ceilings-and-units': [ceiling, growing],
    'ceilings-and-index': [ceiling, byG],
    'ceilings-and-dropped-index': [ceiling, indexes(dropping('by-h'))],
    'encryption-and-mode': [sealing, { BillingMode: 'PAY_PER_REQUEST' }],
    'encryption-and-protection': [sealing, protecting],
    'encryption-and-ceilings': [sealing, ceiling],
    'class-and-ceilings': [rarely, ceiling],
    'class-and-dropped-index': [rarely, indexes(dropping('by-h'))],
    'protection-and-dropped-index': [protecting, indexes(dropping('by-h'))],
  } satisfies { [slug: string]: TemplateObject[] }).map(([slug, parts]) => {
    const changes = Object.assign({}, ...parts) as TemplateObject;
    const title = `two changes at once: ${slug.replace('-and-', ' and ')}`;
    return [
      slug,
      { title, request: slug.includes('dropped') ? dropped : provisioned, changes, text: wordsOf(changes) },
    ];
  }),
);

const missing: Case = {
  id: 'table-lifecycle/update-refused-missing-table',
  title: 'UpdateTable does not find a table that is not there, whatever is asked of it',
  area: 'table-lifecycle',
  findings: [],
  certainty: 'recorded',
  because: 'It is ResourceNotFoundException, also where the change would be refused.',
  sources: [sources.dynaliteUpdateTableTests, sources.alternatorTableTests],
  steps: [
    { BillingMode: 'PAY_PER_REQUEST' },
    { ProvisionedThroughput: units(1, 1) },
    indexes({ Update: { IndexName: 'abc', ProvisionedThroughput: units(1_000_000_000_001, 1_000_000_000_001) } }),
  ].map((changes) => refused(change(changes, made), 'ResourceNotFoundException', { texts: [tableNotFound(made)] })),
};

export const cases: readonly Case[] = [
  ...refusals('recorded', [sources.dynaliteUpdateTableTests], recorded),
  ...refusals(
    'measured',
    [sources.alternatorIndexUpdateTests, sources.alternatorStreamTests, sources.alternatorTableClassTests],
    measured,
  ),
  ...refusals('documented', [sources.updateTable], pairs),
  ...refusals(
    'documented',
    [sources.updateTable, sources.projection, sources.streamSpecification, sources.encryption],
    documented,
  ),
  missing,
];
