/** Two accounts that know nothing of each other’s tables. */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { family } from '../family.ts';
import { byOther, created, nameOf } from '../other-account.ts';
import { sources } from '../sources.ts';
import { backUp, backupArn, get, put, refused } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'] });
const key = { pk: s('p') };
const own = nameOf('own');
const foreign = nameOf('foreign');
const shared = { $name: 'shared' };
const both = [...created('own', shared, schema), ...created('foreign', shared, schema).map(byOther)];

const items: Case = {
  id: 'tenancy-security/items-of-one-name',
  title: 'Two accounts with a table of one name each have their own items',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'Names of tables are unique within an account and a region only.',
  sources: [sources.createTable],
  steps: [
    ...both,
    put(own, { ...key, a: s('own') }),
    byOther(get(foreign, key, 'absent')),
    byOther(put(foreign, { ...key, a: s('foreign') })),
    get(own, key, { ...key, a: s('own') }),
    byOther(get(foreign, key, { ...key, a: s('foreign') })),
    byOther({ op: 'DeleteItem', input: { TableName: foreign, Key: key }, observe: [], expect: { ok: {} } }),
    get(own, key, { ...key, a: s('own') }),
  ],
};

const differing: Case = {
  id: 'tenancy-security/definitions-of-one-name',
  title: 'Tables of one name in two accounts have keys, ids and ARNs of their own, and go one by one',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'They are two tables: describing or deleting the one says nothing of the other.',
  sources: [sources.createTable, sources.deleteTable],
  steps: [
    ...created('own', shared, schema),
    ...created('foreign', shared, table({ hash: ['id', 'N'] })).map(byOther),
    byOther({
      op: 'DescribeTable',
      input: { TableName: shared },
      observe: [],
      expect: {
        ok: {
          Table: {
            KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
            AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
          },
        },
      },
    }),
    byOther({ op: 'DeleteTable', input: { TableName: shared }, observe: [], expect: { ok: {} } }),
    {
      op: 'DescribeTable',
      input: { TableName: shared },
      observe: [],
      expect: {
        ok: {
          Table: {
            TableStatus: 'ACTIVE',
            TableId: from('own', 'Table.TableId'),
            TableArn: from('own', 'Table.TableArn'),
            KeySchema: schema.KeySchema!,
          },
        },
      },
    },
    put(own, key),
  ],
};

const named = (op: Call['op'], more: TemplateObject = {}): Call => ({
  op,
  input: { TableName: own, ...more },
  observe: [],
});
const specification = { Enabled: true, AttributeName: 'ttl' };

const unseen = family(
  {
    name: 'unseen',
    area: 'tenancy-security',
    certainty: 'documented',
    because: 'A name stands for a table of the caller’s account; there is none there.',
    sources: [sources.createTable, sources.crossAccount],
  },
  {
    described: { title: 'A table is described to its account only', call: named('DescribeTable') },
    read: { title: 'Another account does not find a table to read from', call: named('GetItem', { Key: key }) },
    written: { title: 'Another account does not find a table to write to', call: named('PutItem', { Item: key }) },
    scanned: { title: 'Another account does not find a table to scan', call: named('Scan') },
    changed: {
      title: 'Another account does not find a table to change',
      call: named('UpdateTable', { DeletionProtectionEnabled: true }),
    },
    deleted: { title: 'Another account does not find a table to delete', call: named('DeleteTable') },
    'time-to-live': {
      title: 'Another account does not find a table whose items shall expire',
      call: named('UpdateTimeToLive', { TimeToLiveSpecification: specification }),
    },
    'backed-up': {
      title: 'Another account does not find a table to back up',
      call: named('CreateBackup', { BackupName: 'theirs' }),
      error: 'TableNotFoundException',
    },
    'continuous-backups': {
      title: 'Another account does not find a table with continuous backups',
      call: named('DescribeContinuousBackups'),
      error: 'TableNotFoundException',
    },
  },
  ({ call, error = 'ResourceNotFoundException' }: { title: string; call: Call; error?: string }) => ({
    steps: [
      ...created('own', { $name: 'own' }, schema),
      put(own, key),
      refused(byOther(call), error),
      get(own, key, key),
    ],
  }),
);

const arn = from('own', 'Table.TableArn');
const tags = [{ Key: 'team', Value: 'a' }];
const tagged: Case = {
  id: 'tenancy-security/tags',
  title: 'Another account can neither read nor change the tags of a table',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'The ARN names the account, and without a policy of that account the access is denied.',
  sources: [sources.crossAccount],
  steps: [
    ...created('own', { $name: 'own' }, { ...schema, Tags: tags }),
    ...[
      { op: 'ListTagsOfResource' as const, input: { ResourceArn: arn }, observe: [] },
      { op: 'TagResource' as const, input: { ResourceArn: arn, Tags: [{ Key: 'x', Value: 'y' }] }, observe: [] },
      { op: 'UntagResource' as const, input: { ResourceArn: arn, TagKeys: ['team'] }, observe: [] },
    ].map((call) => refused(byOther(call), ['AccessDeniedException', 'ResourceNotFoundException'])),
    {
      op: 'ListTagsOfResource',
      input: { ResourceArn: arn },
      observe: [],
      expect: { ok: { Tags: tags } },
    },
  ],
};

// Between these names no other case makes tables.
const first = { $name: 'account-a' };
const second = { $name: 'account-b' };
const third = { $name: 'account-c' };
const lists = (ExclusiveStartTableName: TemplateObject, TableNames: Template): Call => ({
  op: 'ListTables',
  input: { ExclusiveStartTableName, Limit: 1 },
  observe: [],
  expect: { ok: { TableNames } },
});
const listed: Case = {
  id: 'tenancy-security/list-tables',
  title: 'ListTables lists the tables of the caller’s account',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'It answers with the tables of the current account and endpoint.',
  sources: [sources.listTables],
  steps: [
    ...created('b', second, schema),
    ...created('c', third, schema).map(byOther),
    lists(first, [second]),
    byOther(lists(first, [third])),
  ],
};

const streamed = table({ hash: ['pk', 'S'], stream: 'NEW_IMAGE' });
const streams: Case = {
  id: 'tenancy-security/list-streams',
  title: 'ListStreams lists the streams of the caller’s account, also of a name that both have',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'It answers with the stream ARNs of the current account.',
  sources: [sources.listStreams],
  steps: [
    ...created('own', { $name: 'feed' }, streamed),
    byOther({ op: 'ListStreams', input: { TableName: own }, observe: [], expect: { ok: { Streams: [] } } }),
    ...created('foreign', { $name: 'feed' }, streamed).map(byOther),
    byOther({
      op: 'ListStreams',
      input: { TableName: foreign },
      observe: [],
      expect: { ok: { Streams: [{ StreamArn: from('foreign', 'Table.LatestStreamArn') }] } },
    }),
    {
      op: 'ListStreams',
      input: { TableName: own },
      observe: [],
      expect: { ok: { Streams: [{ StreamArn: from('own', 'Table.LatestStreamArn') }] } },
    },
  ],
};

const backups: Case = {
  id: 'tenancy-security/list-backups',
  title: 'ListBackups lists the backups of the caller’s account, also of a table whose name both have',
  area: 'tenancy-security',
  findings: [],
  certainty: 'documented',
  because: 'A backup belongs to the account of its table.',
  sources: [sources.listBackups],
  steps: [
    ...both,
    put(own, key),
    ...backUp('kept', own, 'kept'),
    byOther({ op: 'ListBackups', input: { TableName: foreign }, observe: [], expect: { ok: { BackupSummaries: [] } } }),
    {
      repeat: { op: 'ListBackups', as: 'listed', input: { TableName: own } },
      until: { path: 'BackupSummaries', size: 1 },
      pauseMs: 100,
      turns: 50,
      observe: [],
      expect: { ok: { BackupSummaries: [{ BackupArn: backupArn('kept') }] } },
    },
  ],
};

export const cases: readonly Case[] = [items, differing, ...unseen, tagged, listed, streams, backups];
