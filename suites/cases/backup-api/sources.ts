/** What a backup says of the table it was made of, and how long. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, backUp, backupArn, put, refused, untilActive, untilGone } from '../steps.ts';

const plain = table({ hash: ['pk', 'S'] });
const absent = { $absent: true };
const units = (read: number, write: number) => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const describe = (as: string): Call => ({ op: 'DescribeBackup', input: { BackupArn: backupArn(as) }, observe: [] });
const described: Call = { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] };

const byG = (more: TemplateObject = {}) => ({
  ...{ IndexName: 'by-g', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }] },
  Projection: { ProjectionType: 'KEYS_ONLY' },
  ...more,
});
const ranged = table({ hash: ['pk', 'S'], range: ['sk', 'N'] });
const provisioned = {
  ...ranged,
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'g', AttributeType: 'S' },
  ],
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: units(3, 4),
  GlobalSecondaryIndexes: [byG({ ProvisionedThroughput: units(5, 6) })],
};

const source: Case = {
  id: 'backup-api/source-provisioned',
  title: 'A backup names its table, with its id, keys and units, and the units of its indexes',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'SourceTableDetails describes the table as it was when the backup was asked for.',
  sources: [sources.sourceTableDetails, sources.backupDetails],
  tables: { t: provisioned },
  steps: [
    described,
    ...backUp('kept', 't', 'kept'),
    {
      ...describe('kept'),
      expect: {
        ok: {
          BackupDescription: {
            BackupDetails: {
              ...{ BackupArn: backupArn('kept'), BackupName: { $name: 'kept' } },
              ...{ BackupStatus: 'AVAILABLE', BackupType: 'USER', BackupExpiryDateTime: absent },
              BackupCreationDateTime: from('kept', 'BackupDetails.BackupCreationDateTime'),
            },
            SourceTableDetails: {
              TableName: { $table: 't' },
              TableId: from('table', 'Table.TableId'),
              TableArn: from('table', 'Table.TableArn'),
              KeySchema: ranged.KeySchema!,
              ProvisionedThroughput: units(3, 4),
            },
            SourceTableFeatureDetails: {
              GlobalSecondaryIndexes: [byG({ ProvisionedThroughput: units(5, 6) })],
              ...{ LocalSecondaryIndexes: absent, StreamDescription: absent, TimeToLiveDescription: absent },
            },
          },
        },
      },
    },
  ],
};

const created: Case = {
  id: 'backup-api/source-created',
  title: 'A backup says when its table was made, and not only when it was made itself',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'TableCreationDateTime is the time at which the source table was created.',
  sources: [sources.sourceTableDetails],
  tables: { t: plain },
  steps: [
    described,
    { wait: 1100, because: 'the backup is of a later second than the table' },
    ...backUp('kept', 't', 'kept'),
    {
      ...describe('kept'),
      expect: {
        ok: {
          BackupDescription: {
            SourceTableDetails: { TableCreationDateTime: from('table', 'Table.CreationDateTime') },
          },
        },
      },
    },
  ],
};

const timeToLive: Case = {
  id: 'backup-api/features-time-to-live',
  title: 'A backup names the attribute of time to live',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'TimeToLiveDescription is among the features of the source table when the backup was made.',
  sources: [sources.sourceTableFeatures],
  tables: { t: plain },
  steps: [
    accepted({
      op: 'UpdateTimeToLive',
      input: { TableName: { $table: 't' }, TimeToLiveSpecification: { Enabled: true, AttributeName: 'expires' } },
      observe: [],
    }),
    {
      repeat: { op: 'DescribeTimeToLive', as: 'enabled', input: { TableName: { $table: 't' } } },
      until: { path: 'TimeToLiveDescription.TimeToLiveStatus', equals: 'ENABLED' },
      pauseMs: 100,
      turns: 300,
      observe: [],
    },
    ...backUp('kept', 't', 'kept'),
    {
      ...describe('kept'),
      expect: {
        ok: {
          BackupDescription: {
            SourceTableFeatureDetails: {
              TimeToLiveDescription: { AttributeName: 'expires', TimeToLiveStatus: 'ENABLED' },
            },
          },
        },
      },
    },
  ],
};

const onDemand: Case = {
  id: 'backup-api/source-on-demand',
  title: 'A backup names the ceilings of its table, and the KMS key that the table is encrypted with',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'OnDemandThroughput is among the details of the source table, SSEDescription among its features.',
  sources: [sources.sourceTableDetails, sources.sourceTableFeatures],
  tables: {
    t: {
      ...plain,
      OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 },
      SSESpecification: { Enabled: true, SSEType: 'KMS' },
    },
  },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('kept', 't', 'kept'),
    {
      ...describe('kept'),
      expect: {
        ok: {
          BackupDescription: {
            SourceTableDetails: { OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 6 } },
            SourceTableFeatureDetails: {
              SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: { $startsWith: 'arn:' } },
            },
          },
        },
      },
    },
  ],
};

const sameName: Case = {
  id: 'backup-api/one-name-twice',
  title: 'Two backups may have one name: each has its own ARN, and is deleted by that',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'A backup is identified by its ARN.',
  sources: [sources.createBackup, sources.deleteBackup],
  tables: { t: plain },
  steps: [
    put('t', { pk: s('p') }),
    ...backUp('first', 't', 'same'),
    ...backUp('second', 't', 'same'),
    accepted({ op: 'DeleteBackup', input: { BackupArn: backupArn('first') }, observe: [] }),
    refused(describe('first'), 'BackupNotFoundException'),
    {
      ...describe('second'),
      expect: {
        ok: {
          BackupDescription: {
            BackupDetails: {
              BackupArn: backupArn('second'),
              BackupName: { $name: 'same' },
              BackupStatus: 'AVAILABLE',
            },
          },
        },
      },
    },
  ],
};

const made = { $name: 'made' };
const orphans: Case = {
  id: 'backup-api/listed-without-table',
  title: 'Backups of a deleted table are listed by its name, and those of a new table of that name beside them',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'A backup is independent of its table; a listing by name tells the two tables apart by their ids.',
  sources: [sources.backupRestore, sources.listBackups],
  steps: [
    accepted({ op: 'CreateTable', input: { ...plain, TableName: made }, observe: [] }),
    untilActive('first', made),
    ...backUp('old', made, 'old'),
    accepted({ op: 'DeleteTable', input: { TableName: made }, observe: [] }),
    untilGone('gone', made),
    accepted({ op: 'CreateTable', input: { ...plain, TableName: made }, observe: [] }),
    untilActive('second', made),
    ...backUp('new', made, 'new'),
    {
      repeat: { op: 'ListBackups', as: 'listed', input: { TableName: made } },
      until: { path: 'BackupSummaries', size: 2 },
      pauseMs: 100,
      turns: 50,
      observe: [],
      expect: {
        ok: {
          BackupSummaries: {
            $unordered: [
              { BackupArn: backupArn('old'), TableId: from('first', 'Table.TableId'), BackupStatus: 'AVAILABLE' },
              { BackupArn: backupArn('new'), TableId: from('second', 'Table.TableId'), BackupStatus: 'AVAILABLE' },
            ],
          },
        },
      },
    },
  ],
};

const listing = (more: TemplateObject): TemplateObject => ({ TableName: { $table: 't' }, ...more });
const createdAt = (of: string) => from(of, 'BackupDetails.BackupCreationDateTime');
const bounds: Case = {
  id: 'backup-api/list-bounds',
  title: 'The lower bound of a listing takes in its time, and the upper one leaves it out',
  area: 'backup-api',
  findings: ['restore-parity/list-backups-time-range'],
  certainty: 'documented',
  because: 'TimeRangeLowerBound is inclusive, TimeRangeUpperBound exclusive.',
  sources: [sources.listBackups],
  tables: { t: plain },
  steps: [
    described,
    put('t', { pk: s('p') }),
    ...backUp('one', 't', 'one'),
    ...(
      [
        ['all', {}, true],
        ['from its time', { TimeRangeLowerBound: createdAt('one') }, true],
        ['to its time', { TimeRangeUpperBound: createdAt('one') }, false],
        ['since the table', { TimeRangeLowerBound: 1_600_000_000 }, true],
        ['long ago', { TimeRangeUpperBound: 1_600_000_000 }, false],
        ['far ahead', { TimeRangeLowerBound: 4_000_000_000 }, false],
        ['before far ahead', { TimeRangeUpperBound: 4_000_000_000 }, true],
      ] as const
    ).map(([as, more, shown]) => ({
      repeat: { op: 'ListBackups' as const, as, input: listing(more) },
      until: shown ? { path: 'BackupSummaries', size: 1 } : { path: 'BackupSummaries', present: true as const },
      pauseMs: 100,
      turns: 50,
      observe: [],
      expect: { ok: { BackupSummaries: shown ? [{ BackupArn: backupArn('one') }] : [] } },
    })),
  ],
};

const copied: Case = {
  id: 'backup-api/unaffected-by-changes',
  title: 'A backup says of its table what that was, whatever it has become',
  area: 'backup-api',
  findings: [],
  certainty: 'documented',
  because: 'The details are those of the time when the backup was asked for.',
  sources: [sources.sourceTableDetails, sources.sourceTableFeatures],
  tables: { t: provisioned },
  steps: [
    put('t', { pk: s('p'), sk: n(1) }),
    ...backUp('kept', 't', 'kept'),
    accepted({
      op: 'UpdateTable',
      input: { TableName: { $table: 't' }, ProvisionedThroughput: units(9, 9) },
      observe: [],
    }),
    untilActive('changed', 't'),
    accepted({
      op: 'UpdateTable',
      input: { TableName: { $table: 't' }, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] },
      observe: [],
    }),
    untilActive('without index', 't'),
    {
      ...describe('kept'),
      expect: {
        ok: {
          BackupDescription: {
            SourceTableDetails: { ProvisionedThroughput: units(3, 4) },
            SourceTableFeatureDetails: {
              GlobalSecondaryIndexes: [byG({ ProvisionedThroughput: units(5, 6) })],
            },
          },
        },
      },
    },
  ],
};

export const cases: readonly Case[] = [source, created, onDemand, timeToLive, sameName, orphans, bounds, copied];
