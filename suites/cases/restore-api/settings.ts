/** What a restored table has of its source, and what it has to be given again. */
import type { Call, Case, Step, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, backUp, backupArn, put, refused, restore, untilActive } from '../steps.ts';
import { isNoName, isNoneOf, isTooLong, isTooShort, isTooSmall } from '../words.ts';

const plain = table({ hash: ['pk', 'S'] });
const target = { $name: 'copy' };
const absent = { $absent: true };
const named = { TableName: { $table: 't' } };
const begin: Step[] = [put('t', { pk: s('p') }), ...backUp('kept', 't', 'kept'), ...restore('kept', 'copy')];
const shows = (Table: Template): Call => ({
  op: 'DescribeTable',
  input: { TableName: target },
  observe: [],
  expect: { ok: { Table } },
});
const units = (read: number, write: number) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const setting = (op: Call['op'], input: TemplateObject): Call => accepted({ op, input, observe: [] });

const rows: { [slug: string]: { title: string; schema?: TemplateObject; before?: Step[]; after: Call[] } } = {
  'time-to-live': {
    title: 'Time to live is not restored',
    before: [
      setting('UpdateTimeToLive', { ...named, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }),
    ],
    after: [
      {
        op: 'DescribeTimeToLive',
        input: { TableName: target },
        observe: [],
        expect: { ok: { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED', AttributeName: absent } } },
      },
    ],
  },
  tags: {
    title: 'Tags are not restored',
    schema: { Tags: [{ Key: 'team', Value: 'a' }] },
    after: [
      {
        op: 'ListTagsOfResource',
        input: { ResourceArn: from('copy, active', 'Table.TableArn') },
        observe: [],
        expect: { ok: { Tags: [] } },
      },
    ],
  },
  stream: {
    title: 'A stream is not restored',
    schema: { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } },
    after: [shows({ StreamSpecification: absent, LatestStreamArn: absent, LatestStreamLabel: absent })],
  },
  recovery: {
    title: 'Point-in-time recovery is not restored',
    before: [
      {
        repeat: {
          op: 'UpdateContinuousBackups',
          as: 'recovery',
          input: { ...named, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
        },
        until: { path: 'ContinuousBackupsDescription', present: true },
        despite: ['ContinuousBackupsUnavailableException'],
        pauseMs: 1000,
        turns: 120,
        observe: [],
      },
    ],
    after: [
      {
        op: 'DescribeContinuousBackups',
        input: { TableName: target },
        observe: [],
        expect: {
          ok: {
            ContinuousBackupsDescription: {
              PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
            },
          },
        },
      },
    ],
  },
};

const left = family(
  {
    name: 'not-restored',
    area: 'restore-api',
    certainty: 'documented',
    because: 'The guide lists what has to be set up again on a restored table.',
    sources: [sources.backupRestore],
  },
  rows,
  ({ schema = {}, before = [], after }) => ({
    tables: { t: { ...plain, ...(schema as typeof plain) } },
    steps: [...before, ...begin, ...after],
  }),
);

const provisioned = { ...plain, BillingMode: 'PROVISIONED', ProvisionedThroughput: units(3, 4) };
const carried: Case = {
  id: 'restore-api/provisioned',
  title: 'A provisioned table is restored with its units, another id and ARN, and the size of its items',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'The target has the settings of the source at the time of the backup, and is a table of its own.',
  sources: [sources.restoreTable, sources.backupRestore],
  tables: { t: provisioned },
  steps: [
    ...begin,
    shows({
      ...{ TableName: target, TableStatus: 'ACTIVE', KeySchema: plain.KeySchema! },
      AttributeDefinitions: plain.AttributeDefinitions!,
      ProvisionedThroughput: { ...units(3, 4), NumberOfDecreasesToday: 0 },
      BillingModeSummary: absent,
      ...{ GlobalSecondaryIndexes: absent, LocalSecondaryIndexes: absent },
      DeletionProtectionEnabled: false,
      TableArn: { $matches: { $text: ['arn:aws[^:]*:dynamodb:[^:]+:[^:]+:table/', target] } },
    }),
    { op: 'Scan', input: { TableName: target, ConsistentRead: true }, expect: { ok: { Items: [{ pk: s('p') }] } } },
  ],
};

const toOnDemand: Case = {
  id: 'restore-api/override-to-on-demand',
  title: 'A provisioned table can be restored as one on demand, without units',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'BillingModeOverride is the billing mode of the restored table.',
  sources: [sources.restoreTable],
  tables: {
    t: {
      ...table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }),
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units(3, 4),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-g',
          KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
          ProvisionedThroughput: units(5, 6),
        },
      ],
    },
  },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy', { BillingModeOverride: 'PAY_PER_REQUEST' }),
    shows({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      ProvisionedThroughput: units(0, 0),
      GlobalSecondaryIndexes: [{ IndexName: 'by-g', ProvisionedThroughput: units(0, 0) }],
    }),
  ],
};

const near = {
  IndexName: 'near',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'l', KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' },
};
const globals = [['by-g', units(5, 6)] as const, ['by-h', units(7, 8)] as const].map(
  ([IndexName, ProvisionedThroughput]) => ({
    ...{ IndexName, ProvisionedThroughput },
    KeySchema: [{ AttributeName: IndexName.slice(-1), KeyType: 'HASH' }],
    Projection: { ProjectionType: 'ALL' },
  }),
);
const ofIndexes: Case = {
  id: 'restore-api/provisioned-indexes',
  title: 'A provisioned table is restored with its indexes, and each of them with its own units',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'Indexes and the provisioned capacity of both are restored as they were at the time of the backup.',
  sources: [sources.restoreTable, sources.backupRestore],
  tables: {
    t: {
      ...provisioned,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: ['pk', 'sk', 'g', 'h', 'l'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexes: globals,
      LocalSecondaryIndexes: [near],
    },
  },
  steps: [
    put('t', { pk: s('p'), sk: s('s'), g: s('g'), h: s('h'), l: s('l') }),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy'),
    shows({
      ProvisionedThroughput: units(3, 4),
      GlobalSecondaryIndexes: { $unordered: globals.map((one) => ({ ...one, IndexStatus: 'ACTIVE' })) },
      LocalSecondaryIndexes: [near],
    }),
  ],
};

const withoutCeilings: Case = {
  id: 'restore-api/override-to-provisioned',
  title: 'A table on demand that is restored as a provisioned one has units, and its ceilings no more',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'Ceilings are those of a table on demand; a provisioned one cannot have any.',
  sources: [sources.restoreTable, sources.tableDescription],
  tables: { t: { ...plain, OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 } } },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy', { BillingModeOverride: 'PROVISIONED', ProvisionedThroughputOverride: units(1, 2) }),
    shows({ ProvisionedThroughput: units(1, 2), OnDemandThroughput: absent }),
  ],
};

const otherUnits: Case = {
  id: 'restore-api/override-units',
  title: 'A provisioned table can be restored with other units',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'ProvisionedThroughputOverride is the throughput of the restored table.',
  sources: [sources.restoreTable],
  tables: { t: provisioned },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy', { ProvisionedThroughputOverride: units(8, 7) }),
    shows({ ProvisionedThroughput: units(8, 7), BillingModeSummary: absent }),
  ],
};

const locals = table({
  hash: ['pk', 'S'],
  range: ['sk', 'S'],
  lsi: {
    near: { hash: ['pk', 'S'], range: ['l', 'S'] },
    far: { hash: ['pk', 'S'], range: ['m', 'S'], projection: 'KEYS_ONLY' },
  },
});
const localSubset: Case = {
  id: 'restore-api/override-local-subset',
  title: 'A list of some of the local indexes restores those and no others',
  area: 'restore-api',
  findings: ['restore-parity/override-index-subset'],
  certainty: 'documented',
  because: 'Indexes can be left out of a restore; the definitions that only they needed go with them.',
  sources: [sources.restoreTable],
  tables: { t: locals },
  steps: [
    put('t', { pk: s('p'), sk: s('s'), l: s('l'), m: s('m') }),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy', {
      LocalSecondaryIndexOverride: [
        {
          IndexName: 'far',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'm', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    }),
    shows({
      LocalSecondaryIndexes: [{ IndexName: 'far', Projection: { ProjectionType: 'KEYS_ONLY' } }],
      AttributeDefinitions: {
        $unordered: ['pk', 'sk', 'm'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      },
    }),
    {
      op: 'Scan',
      input: { TableName: target, IndexName: 'far', ConsistentRead: true },
      expect: { ok: { Items: [{ pk: s('p'), sk: s('s'), m: s('m') }] } },
    },
  ],
};

const refusals = family(
  {
    name: 'refused',
    area: 'restore-api',
    certainty: 'documented',
    because: 'It is a ValidationException, and no table of the target’s name comes into being.',
    sources: [sources.restoreTable],
    tables: { t: plain },
  },
  {
    'billing-mode-unknown': {
      text: isNoneOf('billingModeOverride', 'FREE', 'PROVISIONED', 'PAY_PER_REQUEST'),
      title: 'A billing mode that there is not is refused',
      more: { BillingModeOverride: 'FREE' },
    },
    'zero-read-units': {
      text: isTooSmall('provisionedThroughputOverride.readCapacityUnits', 0, 1),
      title: 'Read units of zero are refused',
      more: { BillingModeOverride: 'PROVISIONED', ProvisionedThroughputOverride: units(0, 1) },
    },
    'zero-write-units': {
      text: isTooSmall('provisionedThroughputOverride.writeCapacityUnits', 0, 1),
      title: 'Write units of zero are refused',
      more: { BillingModeOverride: 'PROVISIONED', ProvisionedThroughputOverride: units(1, 0) },
    },
    'index-name-too-short': {
      text: isTooShort('globalSecondaryIndexOverride.1.member.indexName', 'by', 3),
      title: 'An index with a name of two characters is refused',
      more: {
        GlobalSecondaryIndexOverride: [
          {
            IndexName: 'by',
            KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      },
    },
  },
  ({ more, text }) => ({
    steps: [
      put('t', { pk: s('p') }),
      ...backUp('kept', 't', 'kept'),
      refused(
        {
          op: 'RestoreTableFromBackup',
          input: { BackupArn: backupArn('kept'), TargetTableName: target, ...(more as TemplateObject) },
          observe: [],
        },
        'ValidationException',
        { texts: [text] },
      ),
      refused({ op: 'DescribeTable', input: { TableName: target }, observe: [] }, 'ResourceNotFoundException'),
    ],
  }),
);

const targetNames: Case = {
  id: 'restore-api/target-names',
  title: 'The target’s name has the form of a table’s name',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'TargetTableName has 3 to 255 characters of the pattern of table names.',
  sources: [sources.restoreTable],
  tables: { t: plain },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    ...(
      [
        ['ab', isTooShort('targetTableName', 'ab', 3)],
        ['n'.repeat(256), isTooLong('targetTableName', 'n'.repeat(256), 255)],
        ['a copy', isNoName('targetTableName', 'a copy')],
        ['copy!', isNoName('targetTableName', 'copy!')],
      ] as const
    ).map(([TargetTableName, text]) =>
      refused(
        {
          ...{ op: 'RestoreTableFromBackup' as const, observe: [], raw: true },
          input: { BackupArn: backupArn('kept'), TargetTableName },
        },
        'ValidationException',
        { texts: [text] },
      ),
    ),
  ],
};

const unprotected: Case = {
  id: 'restore-api/not-restored-protection',
  title: 'A restored table is not protected, and can be deleted, whatever its source',
  area: 'restore-api',
  findings: [],
  certainty: 'documented',
  because: 'Deletion protection is off for a restored table unless it is turned on afterwards.',
  sources: [sources.backupRestore, sources.workingWithTables],
  tables: { t: plain },
  steps: [
    put('t', { pk: s('p') }),
    setting('UpdateTable', { ...named, DeletionProtectionEnabled: true }),
    untilActive('protected', 't'),
    ...backUp('kept', 't', 'kept'),
    ...restore('kept', 'copy'),
    setting('UpdateTable', { ...named, DeletionProtectionEnabled: false }),
    untilActive('unprotected', 't'),
    shows({ DeletionProtectionEnabled: false }),
    accepted({ op: 'DeleteTable', input: { TableName: target }, observe: [] }),
  ],
};

export const cases: readonly Case[] = [
  ...left,
  carried,
  toOnDemand,
  ofIndexes,
  withoutCeilings,
  otherUnits,
  localSubset,
  ...refusals,
  targetNames,
  unprotected,
];
