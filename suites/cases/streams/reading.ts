/** GetShardIterator and GetRecords: borders, refusals, limits. */
import type { Call, Case, Template, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, refused, untilActive, untilGone } from '../steps.ts';
import { isTooLarge, isTooLong, isTooShort, isTooSmall } from '../words.ts';
import { arn, described, iterator, read, reads, records, sequenceOf } from './requests.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'], stream: 'KEYS_ONLY' }) };
const row = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const seen = (...sortKeys: number[]): TemplateObject[] =>
  sortKeys.map((sk) => ({ eventName: 'INSERT', dynamodb: { Keys: row(sk) } }));
const written = (count: number): Case['steps'] => {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  return [described, ...all.map((sk) => put('t', row(sk))), records(seen(...all))];
};
const sequence = (at: number): TemplateObject => ({ SequenceNumber: sequenceOf(at) });

const rows: { [slug: string]: { title: string; type: string; more: TemplateObject; error?: string } } = {
  'at-nothing': { title: 'AT_SEQUENCE_NUMBER without a number is refused', type: 'AT_SEQUENCE_NUMBER', more: {} },
  'after-nothing': {
    title: 'AFTER_SEQUENCE_NUMBER without a number is refused',
    type: 'AFTER_SEQUENCE_NUMBER',
    more: {},
  },
  'horizon-with-number': { title: 'TRIM_HORIZON with a number is refused', type: 'TRIM_HORIZON', more: sequence(0) },
  'latest-with-number': { title: 'LATEST with a number is refused', type: 'LATEST', more: sequence(0) },
  'unknown-type': { title: 'An iterator of a type that there is not is refused', type: 'bulle', more: {} },
  'no-number': {
    title: 'A sequence number that is none is refused',
    type: 'AT_SEQUENCE_NUMBER',
    more: { SequenceNumber: 'abcdefghijklmnopqrstuvwxyz' },
  },
  'number-and-letter': {
    title: 'A sequence number with a letter after it is refused',
    type: 'AT_SEQUENCE_NUMBER',
    more: { SequenceNumber: { $text: [sequenceOf(0), 'x'] } },
  },
  'letter-and-number': {
    title: 'A sequence number with a letter before it is refused',
    type: 'AFTER_SEQUENCE_NUMBER',
    more: { SequenceNumber: { $text: ['x', sequenceOf(0)] } },
  },
  'unknown-shard': {
    title: 'A shard that there is not is not found',
    type: 'LATEST',
    more: { ShardId: 'shardId-00000000000000000000-00000000' },
    error: 'ResourceNotFoundException',
  },
  'no-stream': {
    title: 'An ARN that is none is refused',
    type: 'LATEST',
    more: { StreamArn: 'x'.repeat(50) },
  },
  'unknown-stream': {
    title: 'A stream that there is not is not found',
    type: 'LATEST',
    more: { StreamArn: { $arn: arn, suffix: '1' } },
    error: 'ResourceNotFoundException',
  },
};

const iteratorRefusals = family(
  {
    name: 'iterator',
    area: 'streams',
    certainty: 'measured',
    because: 'A malformed request is a ValidationException, and what is not there ResourceNotFoundException.',
    sources: [sources.alternatorStreamTests, sources.shardIterator],
    tables,
  },
  rows,
  ({ type, more, error = 'ValidationException' }) => ({
    steps: [...written(1), refused(iterator(type, more), error)],
  }),
);

const borders: Case = {
  id: 'streams/iterator-borders',
  title: 'AT the last record gives that record, and AFTER it what comes next',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'AT begins with the record of that number, and AFTER right behind it, at both ends of a shard.',
  sources: [sources.shardIterator],
  tables,
  steps: [
    ...written(3),
    iterator('AT_SEQUENCE_NUMBER', sequence(0), 'at first'),
    iterator('AFTER_SEQUENCE_NUMBER', sequence(0), 'after first'),
    iterator('AT_SEQUENCE_NUMBER', sequence(2), 'at last'),
    iterator('AFTER_SEQUENCE_NUMBER', sequence(2), 'after last'),
    { ...read('after last'), expect: { ok: { Records: [], NextShardIterator: { $present: true } } } },
    put('t', row(4)),
    reads('at first', seen(1, 2, 3, 4)),
    reads('after first', seen(2, 3, 4)),
    reads('at last', seen(3, 4)),
    reads('after last', seen(4)),
  ],
};

const polls = ['once', 'twice', 'three times', 'four times'];
const emptyPolls: Case = {
  id: 'streams/iterator-after-empty-pages',
  title: 'However often a reader finds nothing, it misses no record that comes then',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'NextShardIterator of an empty page goes on at the same place.',
  sources: [sources.getRecords, sources.shardIterator],
  tables,
  steps: [
    ...written(1),
    ...(['LATEST', 'AFTER_SEQUENCE_NUMBER'] as const).flatMap((type) => [
      iterator(type, type === 'LATEST' ? {} : sequence(0), `${type}, polled`),
      ...polls.map((turn, at) => ({
        op: 'GetRecords' as const,
        as: `${type}, ${turn}`,
        input: {
          ShardIterator:
            at === 0
              ? from(`${type}, polled`, 'ShardIterator')
              : from(`${type}, ${polls[at - 1]!}`, 'NextShardIterator'),
        },
        observe: [],
        expect: { ok: { Records: [], NextShardIterator: { $present: true } } },
      })),
    ]),
    put('t', row(2)),
    put('t', row(3)),
    ...['LATEST', 'AFTER_SEQUENCE_NUMBER'].map((type) => ({
      ...reads(`${type}, polled`, seen(2, 3)),
      repeat: {
        op: 'GetRecords' as const,
        as: `read ${type}, polled`,
        input: {
          ShardIterator: from(
            `read ${type}, polled`,
            'NextShardIterator',
            from(`${type}, ${polls.at(-1)!}`, 'NextShardIterator'),
          ),
        },
      },
    })),
  ],
};

const page = (of: string, Limit: number, expected: Template[]): Case['steps'][number] => ({
  ...read(of, { Limit }),
  as: `${of}, ${Limit} at most`,
  expect: { ok: { Records: expected, NextShardIterator: { $present: true } } },
});

const limits: Case = {
  id: 'streams/records-limit',
  title: 'GetRecords answers no more than Limit, and the next iterator goes on with the next record',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'An iterator can be used again until it expires, and answers the same; the next one begins after the page.',
  sources: [sources.getRecords],
  tables,
  steps: [
    ...written(3),
    iterator('TRIM_HORIZON'),
    page('TRIM_HORIZON', 1, seen(1)),
    page('TRIM_HORIZON', 2, seen(1, 2)),
    page('TRIM_HORIZON', 3, seen(1, 2, 3)),
    page('TRIM_HORIZON', 1000, seen(1, 2, 3)),
    {
      op: 'GetRecords',
      input: { ShardIterator: from('TRIM_HORIZON, 2 at most', 'NextShardIterator') },
      observe: [],
      expect: { ok: { Records: seen(3) } },
    },
    reads('TRIM_HORIZON', seen(1, 2, 3), { Limit: 1 }),
  ],
};

const recordRefusals: Case = {
  id: 'streams/records-refusals',
  title: 'GetRecords takes a limit of one to a thousand, and an iterator that it gave',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'Everything else is a ValidationException.',
  sources: [sources.getRecords, sources.alternatorStreamTests],
  tables,
  steps: [
    ...written(1),
    iterator('TRIM_HORIZON'),
    refused(read('TRIM_HORIZON', { Limit: 0 }), 'ValidationException', { texts: [isTooSmall('limit', 0, 1)] }),
    refused(read('TRIM_HORIZON', { Limit: 1001 }), 'ValidationException', { texts: [isTooLarge('limit', 1001, 1000)] }),
    refused({ op: 'GetRecords', input: { ShardIterator: 'x'.repeat(2049) }, observe: [] }, 'ValidationException', {
      texts: [isTooLong('shardIterator', 'x'.repeat(2049), 2048)],
    }),
    refused({ op: 'GetRecords', input: { ShardIterator: 'x'.repeat(50) }, observe: [] }, 'ValidationException', {
      certainty: 'measured',
    }),
    ...[
      { $text: ['x|', from('TRIM_HORIZON', 'ShardIterator')] },
      { $text: [from('TRIM_HORIZON', 'ShardIterator'), '!'] },
    ].map((ShardIterator) =>
      refused({ op: 'GetRecords', input: { ShardIterator }, observe: [] }, 'ValidationException'),
    ),
    refused({ op: 'GetRecords', input: { ShardIterator: '' }, observe: [], raw: true }, 'ValidationException', {
      texts: [isTooShort('shardIterator', '', 1)],
    }),
    { ...read('TRIM_HORIZON', { Limit: 1000 }), expect: { ok: { Records: seen(1) } } },
  ],
};

const gone = { $name: 'gone' };
const createStreamed: Call = {
  op: 'CreateTable',
  input: { TableName: gone, ...table({ hash: ['pk', 'S'], stream: 'KEYS_ONLY' }) } as TemplateObject,
  observe: [],
  expect: { ok: {} },
};

const minutes = 60_000;
const hours = 60 * minutes;

const lifetime: Case = {
  id: 'streams/iterator-lifetime',
  title: 'Each iterator lives for 15 minutes of its own: reading on in time is reading for ever',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'NextShardIterator is a new iterator; the one before it expires on its own.',
  sources: [sources.shardIterator, sources.getRecords],
  tables,
  steps: [
    ...written(1),
    iterator('TRIM_HORIZON'),
    { wait: 10 * minutes, because: 'the first iterator is still good' },
    { ...read('TRIM_HORIZON'), as: 'first', expect: { ok: { Records: seen(1) } } },
    { wait: 10 * minutes, because: 'the first iterator has expired, and the second has not' },
    refused(read('TRIM_HORIZON'), 'ExpiredIteratorException'),
    {
      op: 'GetRecords',
      input: { ShardIterator: from('first', 'NextShardIterator') },
      observe: [],
      expect: { ok: { Records: [], NextShardIterator: { $present: true } } },
    },
  ],
};

const trimmed: Case = {
  id: 'streams/iterator-of-trimmed-record',
  title: 'An iterator at a record that is older than a day is refused as trimmed',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'GetShardIterator names TrimmedDataAccessException for a sequence number older than 24 hours.',
  sources: [sources.shardIterator],
  tables,
  steps: [
    ...written(1),
    { wait: 24 * hours - 30_000, because: 'the record is still kept' },
    iterator('AT_SEQUENCE_NUMBER', sequence(0), 'in time'),
    { ...read('in time'), expect: { ok: { Records: seen(1) } } },
    { wait: 60_000, because: 'the record is older than a day' },
    refused(iterator('AT_SEQUENCE_NUMBER', sequence(0), 'too late'), 'TrimmedDataAccessException'),
  ],
};

const outlived: Case = {
  id: 'streams/disabled-for-a-day',
  title: 'A stream that is turned off can be read for a day, and then there is none',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'Data of a disabled stream is readable for 24 hours, and is then removed with the stream.',
  sources: [sources.streams],
  tables,
  steps: [
    ...written(1),
    {
      op: 'UpdateTable',
      input: { TableName: { $table: 't' }, StreamSpecification: { StreamEnabled: false } },
      observe: [],
      expect: { ok: {} },
    },
    { wait: 24 * hours - 30_000, because: 'the stream is still there' },
    iterator('TRIM_HORIZON'),
    { ...read('TRIM_HORIZON'), expect: { ok: { Records: seen(1) } } },
    { wait: 60_000, because: 'the stream is gone' },
    refused({ op: 'DescribeStream', input: { StreamArn: arn }, observe: [] }, 'ResourceNotFoundException'),
    {
      op: 'ListStreams',
      input: { TableName: { $table: 't' } },
      observe: [],
      expect: { ok: { Streams: [] } },
    },
  ],
};

const disabledThenDeleted: Case = {
  id: 'streams/disabled-then-table-deleted',
  title: 'A stream that is turned off ends a day later, whether its table is deleted in between or not',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'The day begins when the stream is disabled, and deleting the table disables nothing more.',
  sources: [sources.streams],
  steps: [
    createStreamed,
    untilActive('created', gone),
    { op: 'DescribeTable', as: 'table', input: { TableName: gone }, observe: [] },
    put(gone, { pk: s('p') }),
    {
      op: 'UpdateTable',
      input: { TableName: gone, StreamSpecification: { StreamEnabled: false } },
      observe: [],
      expect: { ok: {} },
    },
    { wait: 12 * hours, because: 'the table outlives its stream' },
    { op: 'DeleteTable', input: { TableName: gone }, observe: [], expect: { ok: {} } },
    untilGone('deleted', gone),
    { wait: 12 * hours - 120_000, because: 'the stream is still there' },
    { op: 'DescribeStream', input: { StreamArn: arn }, observe: [], expect: { ok: {} } },
    { wait: 240_000, because: 'the stream is gone' },
    refused({ op: 'DescribeStream', input: { StreamArn: arn }, observe: [] }, 'ResourceNotFoundException'),
  ],
};

const closed: Case = {
  id: 'streams/closed-shard-ends',
  title: 'After the last record of a closed shard there is no next iterator',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'NextShardIterator is null once a shard is closed and read to its end.',
  sources: [sources.getRecords],
  tables,
  steps: [
    ...written(2),
    {
      op: 'UpdateTable',
      input: { TableName: { $table: 't' }, StreamSpecification: { StreamEnabled: false } },
      observe: [],
      expect: { ok: {} },
    },
    iterator('TRIM_HORIZON'),
    page('TRIM_HORIZON', 1, seen(1)),
    {
      repeat: {
        op: 'GetRecords',
        as: 'to the end',
        input: {
          ShardIterator: from('to the end', 'NextShardIterator', from('TRIM_HORIZON', 'ShardIterator')),
        },
      },
      until: { path: 'NextShardIterator', absent: true },
      collect: ['Records'],
      pauseMs: 50,
      observe: [],
      expect: { ok: { Records: seen(1, 2) } },
    },
  ],
};

const ofClosed: Case = {
  id: 'streams/closed-shard-positions',
  title: 'A closed shard can be read from each of its records on, and ends after its last',
  area: 'streams',
  findings: [],
  certainty: 'documented',
  because: 'The sequence numbers of its records are those between its first and its last, whether it is closed or not.',
  sources: [sources.shardIterator, sources.getRecords, sources.streams],
  tables,
  steps: [
    ...written(3),
    {
      op: 'UpdateTable',
      input: { TableName: { $table: 't' }, StreamSpecification: { StreamEnabled: false } },
      observe: [],
      expect: { ok: {} },
    },
    ...[0, 1, 2].flatMap((at) => [
      iterator('AT_SEQUENCE_NUMBER', sequence(at), `at ${at}`),
      reads(`at ${at}`, seen(1, 2, 3).slice(at)),
      iterator('AFTER_SEQUENCE_NUMBER', sequence(at), `after ${at}`),
      ...(at < 2 ? [reads(`after ${at}`, seen(1, 2, 3).slice(at + 1))] : []),
    ]),
    {
      repeat: {
        op: 'GetRecords',
        as: 'to the end',
        input: { ShardIterator: from('to the end', 'NextShardIterator', from('after 2', 'ShardIterator')) },
      },
      until: { path: 'NextShardIterator', absent: true },
      collect: ['Records'],
      pauseMs: 50,
      observe: [],
      expect: { ok: { Records: [] } },
    },
  ],
};

export const cases: readonly Case[] = [
  ...iteratorRefusals,
  borders,
  emptyPolls,
  ofClosed,
  limits,
  recordRefusals,
  lifetime,
  trimmed,
  outlived,
  disabledThenDeleted,
  closed,
];
