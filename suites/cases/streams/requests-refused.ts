/** Shard filters, and ARNs that are none. */
import type { Call, Step, TemplateObject } from '../case.ts';
import { from, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';
import { isMissing, isNoneOf, isTooLong, isTooShort } from '../words.ts';

const tables = { t: table({ hash: ['pk', 'S'], stream: 'KEYS_ONLY' }) };
const arn = from('table', 'Table.LatestStreamArn');
const shard = from('described', 'StreamDescription.Shards[0].ShardId');
const described: Step[] = [
  { op: 'DescribeTable', as: 'table', input: { TableName: { $table: 't' } }, observe: [] },
  put('t', { pk: s('p') }),
  {
    repeat: { op: 'DescribeStream', as: 'described', input: { StreamArn: arn } },
    until: { path: 'StreamDescription.Shards[0].ShardId', present: true },
    pauseMs: 50,
    observe: [],
  },
];
const describe = (input: TemplateObject): Call => ({ op: 'DescribeStream', input, observe: [] });
const filtered = (ShardFilter: TemplateObject): Call => describe({ StreamArn: arn, ShardFilter });

const longShard = 'shardId-'.padEnd(66, '0');
const filters = family(
  {
    area: 'streams',
    name: 'shard-filter',
    certainty: 'measured',
    because: 'A filter names the children of one shard: its type is CHILD_SHARDS, and the shard has an id.',
    sources: [sources.alternatorStreamTests, sources.describeStream],
    tables,
  },
  {
    'no-children': {
      title: 'A shard that has not been split has no child shards',
      certainty: 'measured' as const,
      call: {
        ...filtered({ Type: 'CHILD_SHARDS', ShardId: shard }),
        expect: {
          ok: {
            StreamDescription: { StreamArn: arn, TableName: { $table: 't' }, StreamViewType: 'KEYS_ONLY', Shards: [] },
          },
        },
      },
    },
    type: {
      title: 'A shard filter of another type is refused',
      call: refused(filtered({ Type: 'foo', ShardId: shard }), 'ValidationException', {
        texts: [isNoneOf('shardFilter.type', 'foo', 'CHILD_SHARDS')],
      }),
    },
    'without-type': {
      title: 'A shard filter without a type is refused',
      call: refused(filtered({ ShardId: shard }), 'ValidationException', { texts: [isMissing('shardFilter.type')] }),
    },
    'without-shard': {
      title: 'A shard filter without a shard is refused',
      call: refused(filtered({ Type: 'CHILD_SHARDS' }), 'ValidationException', {
        texts: [isMissing('shardFilter.shardId')],
      }),
    },
    'long-shard': {
      title: 'A shard filter with a shard id of 66 characters is refused',
      call: refused(filtered({ Type: 'CHILD_SHARDS', ShardId: longShard }), 'ValidationException', {
        texts: [isTooLong('shardFilter.shardId', longShard, 65)],
      }),
    },
    'short-shard': {
      title: 'A shard filter with a shard id of six characters is refused',
      call: refused(filtered({ Type: 'CHILD_SHARDS', ShardId: 'qwerty' }), 'ValidationException', {
        texts: [isTooShort('shardFilter.shardId', 'qwerty', 28)],
      }),
    },
  },
  ({ call }: { title: string; call: Call }) => ({ steps: [...described, call] }),
);

const nonsense = 'sdfadfsdfnlfkajakfgjalksfgklasjklasdjfklasdfasdfgasf';
const other = { $arn: arn, suffix: '-and-more' };

const arns = family(
  {
    area: 'streams',
    name: 'arn',
    certainty: 'measured',
    because: 'A text that is no ARN of a stream is malformed; that of a stream that is not there is not found.',
    sources: [sources.alternatorStreamTests],
    tables,
  },
  {
    described: {
      title: 'DescribeStream refuses a text that is no ARN as malformed',
      calls: [refused(describe({ StreamArn: nonsense }), 'ValidationException')],
    },
    'described-with-prefix': {
      title: 'DescribeStream refuses a text that only ends with an ARN as malformed',
      calls: [refused(describe({ StreamArn: { $text: ['x', arn] } }), 'ValidationException')],
    },
    'described-elsewhere': {
      title: 'DescribeStream does not find a stream of another table or label',
      calls: [refused(describe({ StreamArn: other }), 'ResourceNotFoundException')],
    },
    iterated: {
      title: 'GetShardIterator refuses a text that is no ARN as malformed',
      calls: [
        refused(
          {
            op: 'GetShardIterator',
            input: { StreamArn: nonsense, ShardId: shard, ShardIteratorType: 'LATEST' },
            observe: [],
          },
          'ValidationException',
        ),
      ],
    },
    listed: {
      title: 'ListStreams refuses to start behind a text that is no ARN',
      calls: [
        refused(
          {
            op: 'ListStreams',
            input: { TableName: { $table: 't' }, ExclusiveStartStreamArn: nonsense },
            observe: [],
          },
          'ValidationException',
        ),
      ],
    },
  },
  ({ calls }: { title: string; calls: Call[] }) => ({ steps: [...described, ...calls] }),
);

export const cases = [...filters, ...arns];
