/** ListStreams and DescribeStream. */
import type { Call, Case, Repeat, Step, Template, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { accepted, moment, put, refused, untilActive } from '../steps.ts';
import { isNoName, isTooLarge, isTooLong, isTooShort, isTooSmall } from '../words.ts';
import { arn, described } from './requests.ts';

const schema = { hash: ['pk', 'S'] as [string, 'S'], range: ['sk', 'N'] as [string, 'N'] };
const tables = { t: table({ ...schema, stream: 'NEW_IMAGE' }) };
const plain = { t: table(schema) };
const describeStream = (input: TemplateObject): Call => ({
  op: 'DescribeStream',
  input: { StreamArn: arn, ...input },
  observe: [],
});
const sequence = { $matches: '[0-9]{21,40}' };
const stream = {
  ...{ StreamArn: arn, StreamLabel: from('table', 'Table.LatestStreamLabel'), TableName: { $table: 't' } },
  ...{ StreamStatus: 'ENABLED', StreamViewType: 'NEW_IMAGE', KeySchema: tables.t.KeySchema! },
  CreationRequestDateTime: moment,
};
const openShard = {
  ShardId: { $matches: '.{28,65}' },
  SequenceNumberRange: { StartingSequenceNumber: sequence, EndingSequenceNumber: { $absent: true } },
};

const enabled: Case = {
  id: 'streams/described',
  title: 'DescribeStream describes the stream and its open shards',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'An open shard has a first sequence number and no last one; how many shards there are is not promised.',
  sources: [sources.describeStream, sources.streamDescription, sources.alternatorStreamTests],
  tables,
  steps: [
    described,
    put('t', { pk: s('p'), sk: { N: '1' } }),
    {
      ...describeStream({}),
      expect: {
        ok: { StreamDescription: { ...stream, Shards: { $present: true }, LastEvaluatedShardId: { $absent: true } } },
      },
    },
    { ...describeStream({ Limit: 1 }), expect: { ok: { StreamDescription: { ...stream, Shards: [openShard] } } } },
  ],
};

const shardPages: Case = {
  id: 'streams/described-pages',
  title: 'The pages of DescribeStream hold each shard once, and after the last one there is none',
  area: 'streams',
  findings: [],
  certainty: 'measured',
  because: 'A page goes on after the shard that it is given, and names its last shard where there are more.',
  sources: [sources.alternatorStreamTests, sources.describeStream],
  tables,
  steps: [
    described,
    { ...describeStream({ Limit: 100 }), as: 'whole', expect: { ok: { StreamDescription: { StreamArn: arn } } } },
    {
      repeat: {
        op: 'DescribeStream',
        as: 'page',
        input: {
          ...{ StreamArn: arn, Limit: 1 },
          ExclusiveStartShardId: from('page', 'StreamDescription.LastEvaluatedShardId'),
        },
      },
      until: { path: 'StreamDescription.LastEvaluatedShardId', absent: true },
      collect: ['StreamDescription.Shards'],
      observe: [],
      expect: { ok: { 'StreamDescription.Shards': from('whole', 'StreamDescription.Shards') } },
    },
    {
      ...describeStream({ ExclusiveStartShardId: from('page', 'StreamDescription.Shards[0].ShardId') }),
      expect: { ok: { StreamDescription: { Shards: [], LastEvaluatedShardId: { $absent: true } } } },
    },
  ],
};

// Long enough for an ARN, and none.
const noArn = 'x'.repeat(50);
const refusals: Case = {
  id: 'streams/described-refusals',
  title: 'DescribeStream refuses a limit over a hundred and what is no stream ARN, and finds no other stream',
  area: 'streams',
  findings: [],
  certainty: 'measured',
  because: 'A malformed request is a ValidationException, and a stream that there is not ResourceNotFoundException.',
  sources: [sources.alternatorStreamTests, sources.describeStream],
  tables,
  steps: [
    described,
    refused(describeStream({ Limit: 101 }), 'ValidationException', {
      certainty: 'documented',
      texts: [isTooLarge('limit', 101, 100)],
    }),
    refused(describeStream({ StreamArn: noArn }), 'ValidationException'),
    refused(describeStream({ StreamArn: 'arn:aws:dynamodb' }), 'ValidationException', {
      texts: [isTooShort('streamArn', 'arn:aws:dynamodb', 37)],
    }),
    refused(describeStream({ StreamArn: { $arn: arn, suffix: '1' } }), 'ResourceNotFoundException', {
      certainty: 'documented',
    }),
    refused(describeStream({ ExclusiveStartShardId: 'short' }), 'ValidationException', {
      certainty: 'documented',
      texts: [isTooShort('exclusiveStartShardId', 'short', 28)],
    }),
  ],
};

const list = (input: TemplateObject): Call => ({ op: 'ListStreams', input, observe: [] });
const summary = (as: string): Template => ({
  StreamArn: from(as, 'Table.LatestStreamArn'),
  StreamLabel: from(as, 'Table.LatestStreamLabel'),
  TableName: { $table: 't' },
});
const ofTable = { TableName: { $table: 't' } };

const listed: Case = {
  id: 'streams/listed',
  title: 'ListStreams of a table has its stream and no other, and of a table without one nothing',
  area: 'streams',
  findings: [],
  certainty: 'measured',
  because: 'The listing of a table is limited to that table, and has no cursor where there is no more.',
  sources: [sources.alternatorStreamTests, sources.listStreams],
  tables: { ...tables, without: plain.t },
  steps: [
    described,
    {
      ...list(ofTable),
      expect: { ok: { Streams: [summary('table')], LastEvaluatedStreamArn: { $absent: true } } },
    },
    {
      ...list({ TableName: { $table: 'without' } }),
      expect: { ok: { Streams: [], LastEvaluatedStreamArn: { $absent: true } } },
    },
  ],
};

const change = (StreamSpecification: TemplateObject): Call => ({
  op: 'UpdateTable',
  input: { ...ofTable, StreamSpecification },
  observe: [],
});
const wholeSecond = { wait: 1000, because: 'the labels of some stores are whole seconds' };
const switched = (view: string): Step[] => [
  accepted(change({ StreamEnabled: false })),
  untilActive(`off before ${view}`, 't'),
  wholeSecond,
  accepted(change({ StreamEnabled: true, StreamViewType: view })),
  untilActive(view, 't'),
];
const pages = (limit: number): Repeat => ({
  repeat: {
    op: 'ListStreams',
    as: `by ${limit}`,
    input: {
      ...ofTable,
      Limit: limit,
      ExclusiveStartStreamArn: from(`by ${limit}`, 'LastEvaluatedStreamArn'),
    },
  },
  until: { path: 'LastEvaluatedStreamArn', absent: true },
  collect: ['Streams'],
  observe: [],
  expect: { ok: { Streams: { $unordered: ['table', 'OLD_IMAGE', 'KEYS_ONLY'].map(summary) } } },
});

const listedPages: Case = {
  id: 'streams/listed-pages',
  title: 'A table that had several streams lists each of them once, page by page',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'A stream that was turned off is listed until its records are gone; each enabling is a stream of its own.',
  sources: [sources.listStreams, sources.streams, sources.alternatorStreamTests],
  tables,
  steps: [
    described,
    ...switched('OLD_IMAGE'),
    ...switched('KEYS_ONLY'),
    {
      ...list({ ...ofTable, Limit: 1 }),
      expect: { ok: { Streams: { $size: 1 }, LastEvaluatedStreamArn: { $present: true } } },
    },
    ...[1, 2, 100].map(pages),
  ],
};

const longArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/none/stream/2'.padEnd(1025, '0');
const listRefusals: Case = {
  id: 'streams/listed-refusals',
  title: 'ListStreams refuses a limit outside of one to a hundred, and a cursor that is no stream',
  area: 'streams',
  findings: [],
  certainty: 'measured',
  because: 'Both are ValidationExceptions.',
  sources: [sources.alternatorStreamTests, sources.listStreams],
  tables,
  steps: [
    refused(list({ ...ofTable, Limit: 0 }), 'ValidationException', { texts: [isTooSmall('limit', 0, 1)] }),
    refused(list({ ...ofTable, Limit: 101 }), 'ValidationException', { texts: [isTooLarge('limit', 101, 100)] }),
    refused(list({ ...ofTable, ExclusiveStartStreamArn: noArn }), 'ValidationException'),
    refused(list({ ...ofTable, ExclusiveStartStreamArn: 'short' }), 'ValidationException', {
      certainty: 'documented',
      texts: [isTooShort('exclusiveStartStreamArn', 'short', 37)],
    }),
    refused(list({ ...ofTable, ExclusiveStartStreamArn: longArn }), 'ValidationException', {
      certainty: 'documented',
      texts: [isTooLong('exclusiveStartStreamArn', longArn, 1024)],
    }),
    ...[
      ['ab', isTooShort('tableName', 'ab', 3)] as const,
      ['n'.repeat(256), isTooLong('tableName', 'n'.repeat(256), 255)] as const,
      ['a b', isNoName('tableName', 'a b')] as const,
    ].map(([TableName, text]) =>
      refused({ ...list({ TableName }), raw: true }, 'ValidationException', {
        certainty: 'documented',
        texts: [text],
      }),
    ),
  ],
};

const recreated: Case = {
  id: 'streams/enabled-again-differs',
  title: 'A stream that is turned off and on again has another ARN and label, and may have another view type',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'The new stream is described by the table; the old one keeps its view type, and is DISABLED.',
  sources: [sources.streams, sources.describeStream],
  tables,
  steps: [
    described,
    accepted(change({ StreamEnabled: false })),
    untilActive('off', 't'),
    {
      op: 'DescribeTable',
      input: ofTable,
      observe: [],
      expect: {
        ok: {
          Table: { LatestStreamArn: arn },
        },
      },
    },
    wholeSecond,
    accepted(change({ StreamEnabled: true, StreamViewType: 'OLD_IMAGE' })),
    untilActive('on', 't'),
    {
      ...describeStream({}),
      expect: { ok: { StreamDescription: { StreamStatus: 'DISABLED', StreamViewType: 'NEW_IMAGE' } } },
    },
    {
      ...describeStream({ StreamArn: from('on', 'Table.LatestStreamArn') }),
      expect: { ok: { StreamDescription: { StreamStatus: 'ENABLED', StreamViewType: 'OLD_IMAGE' } } },
    },
  ],
};

const closed: Case = {
  id: 'streams/described-closed-shards',
  title: 'The shards of a stream that was turned off have a last sequence number, also where they have no records',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'A shard that has no last sequence number is open, and takes more records.',
  sources: [sources.describeStream, sources.streams],
  tables,
  steps: [
    described,
    accepted(change({ StreamEnabled: false })),
    untilActive('off', 't'),
    {
      repeat: { op: 'DescribeStream', as: 'closed', input: { StreamArn: arn, Limit: 1 } },
      until: { path: 'StreamDescription.Shards[0].SequenceNumberRange.EndingSequenceNumber', present: true },
      pauseMs: 100,
      turns: 100,
      observe: [],
      expect: {
        ok: {
          StreamDescription: {
            ...{ ...stream, StreamStatus: { $oneOf: ['DISABLING', 'DISABLED'] } },
            Shards: [
              {
                ...openShard,
                SequenceNumberRange: { StartingSequenceNumber: sequence, EndingSequenceNumber: sequence },
              },
            ],
          },
        },
      },
    },
  ],
};

export const cases: readonly Case[] = [
  ...[enabled, shardPages, refusals, listed, listedPages, listRefusals, recreated],
  closed,
];
