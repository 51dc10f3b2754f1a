import type { Call, Case, Repeat } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';

const tables = { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'], stream: 'KEYS_ONLY' }) };
// One partition key, therefore one shard.
const row = (sk: number) => ({ pk: s('p'), sk: n(sk) });
const expected = (sortKeys: number[]) => ({
  ok: { Records: sortKeys.map((sk) => ({ eventName: 'INSERT', dynamodb: { Keys: row(sk) } })) },
});

const written = (count: number): Case['steps'] => [
  { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
  ...Array.from({ length: count }, (_, at) => put('t', row(at + 1))),
  {
    readStream: from('table', 'Table.LatestStreamArn'),
    as: 'all',
    until: { records: count },
    pauseMs: 50,
    observe: ['Records[].dynamodb.Keys'],
    expect: expected(Array.from({ length: count }, (_, at) => at + 1)),
  },
];
const iterator = (type: string, at?: number): Call => ({
  op: 'GetShardIterator',
  as: type,
  input: {
    StreamArn: from('table', 'Table.LatestStreamArn'),
    ShardId: from('all', 'ShardIds[0]'),
    ShardIteratorType: type,
    ...(at === undefined ? {} : { SequenceNumber: from('all', `Records[${at}].dynamodb.SequenceNumber`) }),
  },
  observe: [],
  expect: { ok: { ShardIterator: { $present: true } } },
});
const reads = (type: string, sortKeys: number[]): Repeat => ({
  repeat: {
    op: 'GetRecords',
    as: `read ${type}`,
    input: { ShardIterator: from(`read ${type}`, 'NextShardIterator', from(type, 'ShardIterator')) },
  },
  until: { path: 'Records', size: sortKeys.length },
  collect: ['Records'],
  pauseMs: 50,
  observe: ['Records[].dynamodb.Keys'],
  expect: expected(sortKeys),
});

const types: Case = {
  id: 'streams/iterator-types',
  title: 'Each type of shard iterator begins where it says',
  area: 'streams',
  findings: ['mongo-rfc/VC-iterators'],
  certainty: 'documented',
  because:
    'AT begins with the record of that sequence number, AFTER with the next, TRIM_HORIZON with the oldest, LATEST with what comes.',
  sources: [sources.shardIterator],
  tables,
  steps: [
    ...written(4),
    iterator('LATEST'),
    iterator('AT_SEQUENCE_NUMBER', 1),
    reads('AT_SEQUENCE_NUMBER', [2, 3, 4]),
    iterator('AFTER_SEQUENCE_NUMBER', 1),
    reads('AFTER_SEQUENCE_NUMBER', [3, 4]),
    iterator('TRIM_HORIZON'),
    reads('TRIM_HORIZON', [1, 2, 3, 4]),
    put('t', row(5)),
    reads('LATEST', [5]),
  ],
};

const minutes = 60_000;
const used: Call = {
  op: 'GetRecords',
  input: { ShardIterator: from('TRIM_HORIZON', 'ShardIterator') },
  observe: ['Records[].dynamodb.Keys'],
};

const expiry: Case = {
  id: 'streams/iterator-expires',
  title: 'A shard iterator can be used for 15 minutes, and not longer',
  area: 'streams',
  findings: ['mongo-rfc/VC-iterators'],
  certainty: 'documented',
  because: 'GetShardIterator says that an iterator expires 15 minutes after it was handed out.',
  sources: [sources.shardIterator],
  tables,
  steps: [
    ...written(1),
    iterator('TRIM_HORIZON'),
    { wait: 15 * minutes - 500, because: 'it is still good' },
    { ...used, expect: expected([1]) },
    { wait: 1000, because: 'it has expired' },
    refused(used, 'ExpiredIteratorException'),
  ],
};

export const cases: readonly Case[] = [types, expiry];
