import type { Case } from '../case.ts';
import { n, s, table } from '../case.ts';
import { backUp, backupArn, put, refused } from '../steps.ts';

const plain = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
const rich = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { 'by-g': { hash: ['g', 'S'], projection: ['x'] } },
  lsi: { 'by-l': { hash: ['pk', 'S'], range: ['l', 'S'], projection: 'KEYS_ONLY' } },
  stream: 'NEW_IMAGE',
});
const item = { pk: s('p'), sk: n(1), g: s('g'), l: s('l'), x: s('x') };
const absent = { $absent: true };

const details = (status: string) => ({
  BackupName: { $name: 'kept' },
  BackupArn: backupArn('kept'),
  BackupStatus: status,
  BackupType: 'USER',
});
const source = {
  TableName: { $table: 't' },
  KeySchema: plain.KeySchema!,
  ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
};
const indexFeatures = {
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-g',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x'] },
    },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'by-l',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'l', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamDescription: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
};
const describe = { op: 'DescribeBackup' as const, input: { BackupArn: backupArn('kept') }, observe: [] };

const described: Case = {
  id: 'backup-api/describe',
  title: 'DescribeBackup has the source table’s throughput, and its features even when there are none',
  area: 'backup-api',
  findings: ['restore-parity/describe-backup-provisioned-throughput', 'catalog-index/feature-details-always'],
  certainty: 'measured',
  because:
    'ProvisionedThroughput is a required member, zero for an on-demand table; the features are an empty map at least.',
  tables: { t: plain },
  steps: [
    put('t', item),
    ...backUp('kept', 't', 'kept'),
    {
      ...describe,
      expect: {
        ok: {
          BackupDescription: {
            BackupDetails: details('AVAILABLE'),
            SourceTableDetails: source,
            SourceTableFeatureDetails: {
              GlobalSecondaryIndexes: absent,
              LocalSecondaryIndexes: absent,
              StreamDescription: absent,
            },
          },
        },
      },
    },
    // The API reference does not require this member, and nobody measured it.
    {
      ...describe,
      expect: {
        ok: { BackupDescription: { SourceTableDetails: { BillingMode: 'PAY_PER_REQUEST' } } },
        certainty: 'inferred',
      },
    },
  ],
};

const features: Case = {
  id: 'backup-api/features',
  title: 'DescribeBackup reports the indexes and the stream of the source table',
  area: 'backup-api',
  findings: ['restore-parity/describe-backup-feature-details'],
  certainty: 'measured',
  because: 'SourceTableFeatureDetails is what a restore is made from and what a console shows.',
  tables: { t: rich },
  steps: [
    put('t', item),
    ...backUp('kept', 't', 'kept'),
    { ...describe, expect: { ok: { BackupDescription: { SourceTableFeatureDetails: indexFeatures } } } },
  ],
};

const deleted: Case = {
  id: 'backup-api/delete',
  title: 'DeleteBackup answers with the whole description, and the backup is gone',
  area: 'backup-api',
  findings: ['restore-parity/delete-backup-full-description'],
  certainty: 'measured',
  because: 'The answer holds the same three parts as DescribeBackup, with the status DELETED.',
  tables: { t: rich },
  steps: [
    put('t', item),
    ...backUp('kept', 't', 'kept'),
    {
      op: 'DeleteBackup',
      input: { BackupArn: backupArn('kept') },
      observe: [],
      expect: {
        ok: {
          BackupDescription: {
            BackupDetails: details('DELETED'),
            SourceTableDetails: source,
            SourceTableFeatureDetails: indexFeatures,
          },
        },
      },
    },
    refused(describe, 'BackupNotFoundException'),
    refused({ ...describe, op: 'DeleteBackup' }, 'BackupNotFoundException'),
  ],
};

const constraint = (value: string, rule: string): string =>
  `1 validation error detected: Value '${value}' at 'backupName' failed to satisfy constraint: ${rule}`;
const pattern = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+';

const names: Case = {
  id: 'backup-api/names',
  title: 'A backup name has 3 to 255 characters of a-z, A-Z, 0-9, _, . and -',
  area: 'backup-api',
  findings: ['restore-parity/backup-name-rules'],
  certainty: 'measured',
  because: 'Anything else is a ValidationException, and neither kept nor an internal error.',
  tables: { t: plain },
  steps: (
    [
      ['ab', [constraint('ab', 'Member must have length greater than or equal to 3')]],
      ['x'.repeat(256), [constraint('x'.repeat(256), 'Member must have length less than or equal to 255')]],
      ['with space', [constraint('with space', pattern)]],
      ['a/b/c', [constraint('a/b/c', pattern)]],
      ['nul\u0000nul', [constraint('nul\u0000nul', pattern)]],
      ['naïve', [constraint('naïve', pattern)]],
    ] as const
  ).map(([name, texts]) =>
    refused(
      { op: 'CreateBackup', input: { TableName: { $table: 't' }, BackupName: name }, observe: [], raw: true },
      'ValidationException',
      { texts: [...texts] },
    ),
  ),
};

export const cases: readonly Case[] = [described, features, deleted, names];
