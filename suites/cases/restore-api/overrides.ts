import type { Case, Template, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { backUp, backupArn, put, refused, restore } from '../steps.ts';

const tables = {
  t: table({
    hash: ['pk', 'S'],
    range: ['sk', 'S'],
    gsi: { one: { hash: ['g', 'S'] }, two: { hash: ['h', 'S'], projection: 'KEYS_ONLY' } },
    lsi: { near: { hash: ['pk', 'S'], range: ['l', 'S'] } },
  }),
};
const row = { pk: s('p'), sk: s('s'), g: s('g'), h: s('h'), l: s('l') };
const target = { $name: 'copy' };
const begin = [put('t', row), ...backUp('kept', 't', 'kept')];
const described = (expected: Template) => ({
  op: 'DescribeTable' as const,
  input: { TableName: target },
  observe: [],
  expect: { ok: { Table: expected } },
});
const absent = { $absent: true };
const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const one = {
  IndexName: 'one',
  KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
};
const two = {
  IndexName: 'two',
  KeySchema: [{ AttributeName: 'h', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'KEYS_ONLY' },
};

const noIndexes: Case = {
  id: 'restore-api/override-no-indexes',
  title: 'An empty list of indexes restores none of that kind',
  area: 'restore-api',
  findings: ['restore-parity/override-empty-index-list', 'restore-parity/override-index-subset'],
  certainty: 'measured',
  because: 'The list replaces the one of the backup; attribute definitions that nothing needs go with their indexes.',
  tables,
  steps: [
    ...begin,
    ...restore('kept', 'copy', { GlobalSecondaryIndexOverride: [], LocalSecondaryIndexOverride: [] }),
    described({
      GlobalSecondaryIndexes: absent,
      LocalSecondaryIndexes: absent,
      AttributeDefinitions: { $unordered: ['pk', 'sk'].map(attribute) },
    }),
  ],
};

const subset: Case = {
  id: 'restore-api/override-index-subset',
  title: 'A list of some of the indexes restores those, filled, and no others',
  area: 'restore-api',
  findings: ['restore-parity/override-index-subset', 'restore-parity/restored-data-matches'],
  certainty: 'measured',
  because: 'Indexes that are not listed are left out, and so are the definitions that only they needed.',
  tables,
  steps: [
    ...begin,
    ...restore('kept', 'copy', { GlobalSecondaryIndexOverride: [one] }),
    described({
      GlobalSecondaryIndexes: [{ IndexName: 'one', IndexStatus: 'ACTIVE' }],
      LocalSecondaryIndexes: [{ IndexName: 'near' }],
      AttributeDefinitions: { $unordered: ['pk', 'sk', 'g', 'l'].map(attribute) },
    }),
    {
      op: 'Scan',
      input: { TableName: target, IndexName: 'one' },
      expect: { ok: { Items: [row] } },
    },
  ],
};

const units = (read: number, write: number) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const provisioned = {
  BillingModeOverride: 'PROVISIONED',
  ProvisionedThroughputOverride: units(3, 4),
  LocalSecondaryIndexOverride: [],
};
const refusedRestore = (name: string, more: TemplateObject, texts?: string[]) => [
  refused(
    {
      op: 'RestoreTableFromBackup',
      input: { BackupArn: backupArn('kept'), TargetTableName: { $name: name }, ...more },
      observe: [],
    },
    'ValidationException',
    texts === undefined ? {} : { texts },
  ),
  refused({ op: 'DescribeTable', input: { TableName: { $name: name } }, observe: [] }, 'ResourceNotFoundException'),
];
const mustOverride = (index: string): string =>
  `Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED for index ${index}`;

const billingMode: Case = {
  id: 'restore-api/override-billing-mode',
  title: 'A restore can turn an on-demand table into a provisioned one, with units for each index',
  area: 'restore-api',
  findings: [
    'restore-parity/override-billing-mode',
    'restore-parity/override-gsi-throughput',
    'restore-parity/override-provisioned-gsi-missing',
    'restore-parity/override-throughput-contradiction',
  ],
  certainty: 'measured',
  because:
    'Without units for an index it is refused and leaves no table behind; so are units that contradict the billing mode.',
  tables,
  steps: [
    ...begin,
    ...refusedRestore('no-units', provisioned, [mustOverride('one'), mustOverride('two')]),
    ...refusedRestore('one-without', { ...provisioned, GlobalSecondaryIndexOverride: [one] }, [mustOverride('one')]),
    ...refusedRestore('on-demand', { ProvisionedThroughputOverride: units(3, 4) }),
    ...refusedRestore('zero', {
      ...provisioned,
      ProvisionedThroughputOverride: units(0, 0),
      GlobalSecondaryIndexOverride: [{ ...one, ProvisionedThroughput: units(1, 2) }],
    }),
    ...restore('kept', 'copy', {
      ...provisioned,
      GlobalSecondaryIndexOverride: [
        { ...one, ProvisionedThroughput: units(1, 2) },
        { ...two, ProvisionedThroughput: units(5, 6) },
      ],
    }),
    described({
      ProvisionedThroughput: units(3, 4),
      GlobalSecondaryIndexes: {
        $unordered: [
          { IndexName: 'one', ProvisionedThroughput: units(1, 2) },
          { IndexName: 'two', ProvisionedThroughput: units(5, 6) },
        ],
      },
    }),
  ],
};

export const cases: readonly Case[] = [noIndexes, subset, billingMode];
