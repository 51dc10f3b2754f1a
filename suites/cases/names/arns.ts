/** Tables that requests name by their ARN. The SDK's pattern for names excludes ARNs, so these are sent raw. */
import type { Call, Case, Step, Template, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { accepted, get, put, refused, scanPages, untilActive, untilGone } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } }) };
const described: Call = { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] };
const arn = from('table', 'Table.TableArn');
const key = { pk: s('p') };
const row = { ...key, g: s('g'), a: n(1) };
const call = (op: Call['op'], input: TemplateObject, ok: Template = {}): Call => ({
  ...{ op, input, observe: [], raw: true },
  expect: { ok },
});
const one = (op: Call['op'], more: TemplateObject = {}, ok: Template = {}): Call =>
  call(op, { TableName: arn, ...more }, ok);

const rows: { [slug: string]: { title: string; call: Call; after?: Step[] } } = {
  'describe-table': {
    title: 'DescribeTable takes an ARN, and names the table by its name',
    call: one('DescribeTable', {}, { Table: { TableName: { $table: 't' }, TableArn: arn } }),
  },
  'get-item': {
    title: 'GetItem takes an ARN',
    call: one('GetItem', { Key: key, ConsistentRead: true }, { Item: row }),
  },
  'put-item': {
    title: 'PutItem takes an ARN',
    call: one('PutItem', { Item: { ...row, a: n(2) } }),
    after: [get('t', key, { ...row, a: n(2) })],
  },
  'update-item': {
    title: 'UpdateItem takes an ARN',
    call: one('UpdateItem', { Key: key, UpdateExpression: 'REMOVE a' }),
    after: [get('t', key, { ...key, g: s('g'), a: { $absent: true } })],
  },
  'delete-item': {
    title: 'DeleteItem takes an ARN',
    call: one('DeleteItem', { Key: key }),
    after: [get('t', key, 'absent')],
  },
  query: {
    title: 'Query takes an ARN',
    call: one(
      'Query',
      { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') }, ConsistentRead: true },
      { Items: [row], Count: 1 },
    ),
  },
  scan: {
    title: 'Scan takes an ARN',
    call: one('Scan', { ConsistentRead: true }, { Items: [row], Count: 1 }),
  },
  'transact-get': {
    title: 'TransactGetItems takes an ARN',
    call: call(
      'TransactGetItems',
      { TransactItems: [{ Get: { TableName: arn, Key: key } }] },
      { Responses: [{ Item: row }] },
    ),
  },
  'transact-write': {
    title: 'TransactWriteItems takes an ARN in each kind of action',
    call: call('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: arn, Item: { pk: s('new') } } },
        { Update: { TableName: arn, Key: key, UpdateExpression: 'REMOVE a, g' } },
        { Delete: { TableName: arn, Key: { pk: s('absent') } } },
        { ConditionCheck: { TableName: arn, Key: { pk: s('none') }, ConditionExpression: 'attribute_not_exists(pk)' } },
      ],
    }),
    after: [scanPages('after', 't', [key, { pk: s('new') }], { ConsistentRead: true })],
  },
  'describe-time-to-live': {
    title: 'DescribeTimeToLive takes an ARN',
    call: one('DescribeTimeToLive', {}, { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }),
  },
  'update-time-to-live': {
    title: 'UpdateTimeToLive takes an ARN',
    call: one('UpdateTimeToLive', { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }),
    after: [
      {
        op: 'DescribeTimeToLive',
        input: { TableName: { $table: 't' } },
        observe: [],
        expect: { ok: { TimeToLiveDescription: { AttributeName: 'ttl' } } },
      },
    ],
  },
  'describe-continuous-backups': {
    title: 'DescribeContinuousBackups takes an ARN',
    call: one(
      'DescribeContinuousBackups',
      {},
      { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' } } },
    ),
  },
  'update-table': {
    title: 'UpdateTable takes an ARN',
    call: one('UpdateTable', { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } }),
    after: [
      untilActive('changed', 't'),
      {
        op: 'DescribeTable',
        input: { TableName: { $table: 't' } },
        observe: [],
        expect: { ok: { Table: { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } } } },
      },
    ],
  },
};

const byArn = family(
  {
    name: 'arn',
    area: 'names',
    certainty: 'documented',
    because: 'TableName may be the ARN of the table, which stands for its name.',
    sources: [sources.tableNameOrArn, sources.describeTable],
    tables,
  },
  rows,
  ({ call: asked, after = [] }) => ({ steps: [described, put('t', row), asked, ...after] }),
);

const made = { $name: 'made' };
const deleted: Case = {
  id: 'names/arn-delete-table',
  title: 'DeleteTable takes an ARN',
  area: 'names',
  findings: [],
  certainty: 'documented',
  because: 'TableName may be the ARN of the table, which stands for its name.',
  sources: [sources.deleteTable],
  steps: [
    accepted({ op: 'CreateTable', input: { ...table({ hash: ['pk', 'S'] }), TableName: made }, observe: [] }),
    untilActive('made', made),
    {
      ...{ op: 'DeleteTable', as: 'deleted' },
      input: { TableName: from('made', 'Table.TableArn') },
      ...{ observe: [], raw: true },
      expect: { ok: { TableDescription: { TableName: made } } },
    },
    // Named by the answer, so that nobody waits for a deletion that was refused.
    untilGone('gone', from('deleted', 'TableDescription.TableName')),
  ],
};

type Malformed = { title: string; op: Call['op']; more: TemplateObject };
const malformed = family<Malformed>(
  {
    name: 'arn-malformed-of',
    area: 'names',
    certainty: 'documented',
    because: 'A text that only holds an ARN is neither an ARN nor a name: names have no colons.',
    sources: [sources.tableNameOrArn, sources.dataTypes],
    tables,
  },
  {
    'describe-table': { title: 'DescribeTable refuses a text that only holds an ARN', op: 'DescribeTable', more: {} },
    'update-table': {
      title: 'UpdateTable refuses a text that only holds an ARN',
      op: 'UpdateTable',
      more: { BillingMode: 'PAY_PER_REQUEST' },
    },
    'delete-table': { title: 'DeleteTable refuses a text that only holds an ARN', op: 'DeleteTable', more: {} },
    'put-item': { title: 'PutItem refuses a text that only holds an ARN', op: 'PutItem', more: { Item: row } },
    'get-item': { title: 'GetItem refuses a text that only holds an ARN', op: 'GetItem', more: { Key: key } },
    'update-item': { title: 'UpdateItem refuses a text that only holds an ARN', op: 'UpdateItem', more: { Key: key } },
    'delete-item': { title: 'DeleteItem refuses a text that only holds an ARN', op: 'DeleteItem', more: { Key: key } },
    query: {
      title: 'Query refuses a text that only holds an ARN',
      op: 'Query',
      more: { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } },
    },
    scan: { title: 'Scan refuses a text that only holds an ARN', op: 'Scan', more: {} },
    'describe-time-to-live': {
      title: 'DescribeTimeToLive refuses a text that only holds an ARN',
      op: 'DescribeTimeToLive',
      more: {},
    },
    'update-time-to-live': {
      title: 'UpdateTimeToLive refuses a text that only holds an ARN',
      op: 'UpdateTimeToLive',
      more: { TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } },
    },
    'create-backup': {
      title: 'CreateBackup refuses a text that only holds an ARN',
      op: 'CreateBackup',
      more: { BackupName: { $name: 'never' } },
    },
    'list-backups': { title: 'ListBackups refuses a text that only holds an ARN', op: 'ListBackups', more: {} },
  },
  ({ op, more }: Malformed) => ({
    steps: [
      described,
      put('t', row),
      ...[{ $text: ['x', arn] }, { $text: [arn, '\n'] }, { $text: [arn, ' '] }].map((TableName) =>
        refused({ op, input: { TableName, ...more }, observe: [], raw: true }, 'ValidationException'),
      ),
      get('t', key, row),
    ],
  }),
);

const foreign = 'arn:aws:dynamodb:us-east-1:111122223333:table/of-nobody-here';
const inBatches: Case = {
  id: 'names/arn-in-batches',
  title: 'A batch takes an ARN in the place of a table’s name, also a long one',
  area: 'names',
  findings: [],
  certainty: 'documented',
  because:
    'The ARN of a table that is not there, or is another account’s, is well-formed: it is not found, or not allowed.',
  sources: [sources.batchGet, sources.batchWrite, sources.crossAccount],
  steps: [foreign, foreign.padEnd(290, '-a')].flatMap((name) =>
    (
      [
        ['BatchGetItem', { Keys: [key] }],
        ['BatchWriteItem', [{ DeleteRequest: { Key: key } }]],
      ] as const
    ).map(([op, of]) =>
      refused({ op, input: { RequestItems: { [name]: of as unknown as Template } }, observe: [], raw: true }, [
        'ResourceNotFoundException',
        'AccessDeniedException',
      ]),
    ),
  ),
};

const missing: Case = {
  id: 'names/arn-of-missing-table',
  title: 'The ARN of a table that is not there is not found',
  area: 'names',
  findings: [],
  certainty: 'documented',
  because: 'It stands for a name that no table has.',
  sources: [sources.tableNameOrArn, sources.describeTable],
  tables,
  steps: [
    described,
    ...(
      [
        ['DescribeTable', {}],
        ['GetItem', { Key: key }],
        ['PutItem', { Item: row }],
        ['Scan', {}],
        ['DeleteTable', {}],
      ] as const
    ).map(([op, more]) =>
      refused(
        { op, input: { TableName: { $arn: arn, suffix: 'x' }, ...(more as TemplateObject) }, observe: [], raw: true },
        'ResourceNotFoundException',
      ),
    ),
  ],
};

export const cases: readonly Case[] = [...byArn, deleted, ...malformed, inBatches, missing];
