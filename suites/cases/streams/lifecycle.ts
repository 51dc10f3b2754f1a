import type { Case, ReadStream, Template } from '../case.ts';
import { n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put, refused, untilActive, untilGone } from '../steps.ts';

const schema = table({ hash: ['pk', 'S'], range: ['sk', 'N'], stream: 'NEW_IMAGE' });
const row = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const describe = (as: string, name: Template) => ({
  op: 'DescribeTable' as const,
  as,
  input: { TableName: name },
  observe: [],
});
const inserted = (as: string, numbers: number[]): ReadStream => ({
  readStream: { $from: as, path: 'Table.LatestStreamArn' },
  until: { records: numbers.length },
  pauseMs: 50,
  observe: ['Records[].eventName', 'Records[].dynamodb.NewImage'],
  expect: { ok: { Records: numbers.map((sk) => ({ eventName: 'INSERT', dynamodb: { NewImage: row(sk) } })) } },
});
const shards = (as: string) => ({
  op: 'DescribeStream' as const,
  as,
  input: { StreamArn: { $from: 'before', path: 'Table.LatestStreamArn' } },
  observe: [],
});
const enable = (view: string) => ({
  op: 'UpdateTable' as const,
  input: { TableName: { $table: 't' }, StreamSpecification: { StreamEnabled: true, StreamViewType: view } },
  observe: [],
});

const enabledTwice: Case = {
  id: 'streams/enabled-twice',
  title: 'Enabling a stream that is enabled is refused and changes nothing',
  area: 'streams',
  findings: ['mongo-rfc/M12', 'mongo-rfc/M12-shards', 'mongo-rfc/M12-arn'],
  certainty: 'documented',
  because: 'UpdateTable refuses to enable a stream on a table that has one; its ARN, its shards and its records stay.',
  sources: [sources.updateTable],
  tables: { t: schema },
  steps: [
    describe('before', { $table: 't' }),
    shards('shards before'),
    put('t', row(1)),
    refused(enable('NEW_IMAGE'), 'ValidationException'),
    refused(enable('NEW_AND_OLD_IMAGES'), 'ValidationException'),
    {
      ...describe('after', { $table: 't' }),
      expect: {
        ok: {
          Table: {
            LatestStreamArn: { $from: 'before', path: 'Table.LatestStreamArn' },
            StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
          },
        },
      },
    },
    {
      ...shards('shards after'),
      expect: {
        ok: { StreamDescription: { Shards: { $from: 'shards before', path: 'StreamDescription.Shards' } } },
      },
    },
    put('t', row(2)),
    inserted('before', [1, 2]),
  ],
};

const created = (as: string) => [
  { op: 'CreateTable' as const, input: { ...schema, TableName: { $name: 'again' } }, observe: [] },
  untilActive(`${as}, active`, { $name: 'again' }),
  describe(as, { $name: 'again' }),
];

const recreated: Case = {
  id: 'streams/recreated-table',
  title: 'A table made again under the same name starts a stream of its own',
  area: 'streams',
  findings: ['mongo-rfc/C7-recreate'],
  certainty: 'documented',
  because: 'A stream belongs to the table it was made with; the new one holds nothing of the old one’s records.',
  sources: [sources.streams],
  steps: [
    ...created('first'),
    ...[1, 2].map((sk) => put({ $name: 'again' }, row(sk))),
    inserted('first', [1, 2]),
    { op: 'DeleteTable', input: { TableName: { $name: 'again' } }, observe: [] },
    untilGone('gone', { $name: 'again' }),
    ...created('second'),
    ...[3, 4].map((sk) => put({ $name: 'again' }, row(sk))),
    inserted('second', [3, 4]),
  ],
};

export const cases: readonly Case[] = [enabledTwice, recreated];
