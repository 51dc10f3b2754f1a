/** What simulated clients do: each family of keys is written as one of the judges needs it. */
import type { JsonObject } from '../../values/types.ts';
import type { Request } from '../history.ts';
import { readCall } from '../notation-calls.ts';
import { indexedTable } from './indexed-table.ts';
import type { Random } from './random.ts';
import type { Client } from './simulate.ts';

export const setup: readonly Request[] = [
  indexedTable('ALL', { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  ...['stay0', 'stay1', 'stay2', 'r0'].map((key) => said(`put ${key} 0`)),
];

function said(words: string): Request {
  const { operation, input } = readCall(words);
  return { operation, input };
}
const asking = (words: string, ReturnValues: string): Request => {
  const { operation, input } = said(words);
  return { operation, input: { ...input, ReturnValues } };
};

const keys = { registers: 3, counters: 2, lists: 3, contests: 6, logged: 3 };

/** @param id its values are its own */
export function* client(random: Random, id: number, calls: number): Client {
  for (let i = 0; i < calls; i++) {
    const value = id * 1000 + i;
    const key = (family: keyof typeof keys): string => `${family[0]}${random.below(keys[family])}`;
    const kind = random.below(12);
    if (kind === 0) yield* scanning(1 + random.below(3));
    else if (kind === 1) yield* tokened(random, value);
    else if (kind === 2) yield asking(`add ${key('counters')} 1`, 'UPDATED_NEW');
    else if (kind === 3) yield said(`put x${random.below(keys.contests)} ${value} if absent`);
    else if (kind === 4) yield indexed(key('logged'), value, random.below(3));
    else if (kind === 5) yield said(`tx put l0-${value} 1 & put l1-${value} 1`);
    else if (kind <= 7) yield listed(random, value);
    else yield register(random, key('registers'), value);
  }
}

function register(random: Random, key: string, value: number): Request {
  const words = [
    ...[`put ${key} ${value}`, `put ${key} ${value} if absent`, `put ${key} ${value} if present`, `del ${key}`],
    ...[`get ${key}`, `get ${key}`, `peek ${key}`, `batch put ${key} ${value} & del r9`, `batch get ${key} & get r9`],
  ];
  const chosen = random.pick(words);
  return chosen.startsWith('put') && random.below(2) === 0 ? asking(chosen, 'ALL_OLD') : said(chosen);
}

function listed(random: Random, value: number): Request {
  const one = random.below(keys.lists);
  const other = (one + 1 + random.below(keys.lists - 1)) % keys.lists;
  switch (random.below(4)) {
    case 0:
      return said(`tx append a${one} ${value} & append a${other} ${value}`);
    case 1:
      return asking(`append a${one} ${value}`, random.pick(['UPDATED_NEW', 'UPDATED_OLD']));
    case 2:
      return said(`tx get a${one} & get a${other}`);
    default:
      return said(`get a${one}`);
  }
}

function indexed(key: string, value: number, partition: number): Request {
  const Item = { pk: { S: key }, v: { N: `${value}` }, g: { S: `g${partition}` } };
  return { operation: 'PutItem', input: { TableName: 'tab', Item } };
}

/** Sent again when there was no answer, and sometimes when there was. */
function* tokened(random: Random, value: number): Client {
  const request = said(`tx#t${value} add t0 1 & add t1 1`);
  const { kind } = yield request;
  if (kind === 'unknown' || random.below(3) === 0) yield request;
}

function* scanning(Limit: number, IndexName?: string): Client {
  for (let cursor: unknown; ; ) {
    const input = { TableName: 'tab', Limit, ...(IndexName ? { IndexName } : { ConsistentRead: true }) };
    const outcome = yield { operation: 'Scan', input: { ...input, ...(cursor ? { ExclusiveStartKey: cursor } : {}) } };
    cursor = outcome.kind === 'ok' ? outcome.output.LastEvaluatedKey : undefined;
    if (cursor === undefined) return;
  }
}

/** Reads all that the others have left. */
export function* inspector(): Client {
  for (let i = 0; i < keys.counters; i++) yield said(`get c${i}`);
  for (const key of ['t0', 't1', 'r0', 'r1', 'r2']) yield said(`get ${key}`);
  for (let i = 0; i < keys.lists; i++) yield said(`get a${i}`);
  yield* scanning(1000);
  yield* scanning(2, 'by-g');
  const described = yield { operation: 'DescribeTable', input: { TableName: 'tab' } };
  const { LatestStreamArn: StreamArn } = outputOf(described).Table as JsonObject;
  const stream = outputOf(yield { operation: 'DescribeStream', input: { StreamArn: StreamArn! } })
    .StreamDescription as JsonObject;
  for (const { ShardId } of stream.Shards as JsonObject[])
    yield* reading({ StreamArn: StreamArn!, ShardId: ShardId!, ShardIteratorType: 'TRIM_HORIZON' });
}

const outputOf = (outcome: { readonly kind: string; readonly output?: unknown }): JsonObject =>
  (outcome.kind === 'ok' ? outcome.output : {}) as JsonObject;

function* reading(input: JsonObject): Client {
  let next = outputOf(yield { operation: 'GetShardIterator', input }).ShardIterator;
  while (next) {
    const { Records, NextShardIterator } = outputOf(yield { operation: 'GetRecords', input: { ShardIterator: next } });
    if ((Records as unknown[]).length === 0) return;
    next = NextShardIterator;
  }
}
