/** What happens minutes, hours or days later. Only a target whose clock can be moved plays these. */
import { from, type TemplateObject } from '../../../cases/case.ts';
import { anyItem, newPlan, primaryKey, views } from './plan.ts';
import { readEverything, write } from './rows.ts';
import type { Script } from './script.ts';
import { data, type Made, make } from './tables.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const yearSeconds = (365 * day) / second;

const wait = (script: Script, ms: number): void => {
  script.steps.push({ wait: ms, because: 'the effect takes this time' });
};

const set = (script: Script, Enabled: boolean, AttributeName = 'ttl'): void =>
  script.call('UpdateTimeToLive', { TableName: script.name('a'), TimeToLiveSpecification: { Enabled, AttributeName } });

const describeTtl = (script: Script): void => script.call('DescribeTimeToLive', { TableName: script.name('a') });

function timeToLive(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', { ...newPlan(draw), isProtected: false, stream: draw.pick(views) });
  data(script, made);
  set(script, true);
  if (draw.chance(50)) set(script, false);
  wait(script, second);
  describeTtl(script);
  const late = draw.pick([30 * minute, hour - second, hour, 2 * hour]);
  wait(script, late);
  set(script, draw.chance(15), draw.pick(['ttl', 'ttl', 'ttl', 'other']));
  describeTtl(script);
  wait(script, second);
  describeTtl(script);
  set(script, true, draw.pick(['ttl', 'other']));
  wait(script, hour);
  set(script, true, draw.pick(['ttl', 'other']));
  wait(script, second);
  describeTtl(script);
  readEverything(script, 'a', made.plan);
}

/** Around the borders of expiry: now, and five years ago. */
const offsets = [-10, -1, 0, 1, 100, 4_000, -5 * yearSeconds, 5_000 - 5 * yearSeconds, -6 * yearSeconds];

/** Two targets' clocks differ, so the times themselves are never read. */
function expiry(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', { ...newPlan(draw), isProtected: false, stream: 'NEW_AND_OLD_IMAGES', indexes: [] });
  const TableName = script.name('a');
  const start = from(script.label('a'), 'Table.CreationDateTime');
  const expiring = (): TemplateObject => {
    const ttl = { $sum: [start, draw.pick(offsets)] };
    return { ...primaryKey(draw, made.plan), alpha: { N: '1' }, ttl: draw.chance(85) ? { N: ttl } : { S: ttl } };
  };
  const read = (): void =>
    script.call('Scan', {
      ...{ TableName, ConsistentRead: true, ProjectionExpression: made.plan.range ? 'pk, sk, alpha' : 'pk, alpha' },
    });
  for (let left = 4; left > 0; left--) script.call('PutItem', { TableName, Item: expiring() });
  if (draw.chance(80)) set(script, true);
  for (const ms of draw.some([second, 61 * second, 2 * minute, 2 * hour], 3)) {
    wait(script, ms);
    read();
    if (draw.chance(50)) script.call('PutItem', { TableName, Item: expiring() });
  }
  script.call('DescribeTable', { TableName }, { as: 'described', observe: ['Table'] });
  script.steps.push({
    readStream: from('described', 'Table.LatestStreamArn'),
    ...{ until: { records: 1 }, unordered: true },
    observe: ['Records[].dynamodb.Keys', 'Records[].eventName', 'Records[].userIdentity'],
  });
}

/** Stream records are kept for a day, iterators for fifteen minutes. */
function streamAge(script: Script): void {
  const { draw } = script;
  const made = make(script, 'a', { ...newPlan(draw), isProtected: false, stream: draw.pick(views) });
  script.call('DescribeTable', { TableName: script.name('a') }, { as: 'described', observe: ['Table'] });
  const StreamArn = from('described', 'Table.LatestStreamArn');
  for (let left = 2; left > 0; left--)
    script.call('PutItem', { TableName: script.name('a'), Item: anyItem(draw, made.plan) });
  script.steps.push({
    readStream: StreamArn,
    until: { records: 0 },
    as: 'read',
    observe: ['Records'],
    unordered: true,
  });
  script.call('DescribeStream', { StreamArn }, { as: 'shards' });
  const ShardId = from('shards', 'StreamDescription.Shards[0].ShardId');
  const iterate = (type: string, as: string, more: TemplateObject = {}): void =>
    script.call('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: type, ...more }, { as });
  iterate('TRIM_HORIZON', 'iterator');
  wait(script, draw.pick([14 * minute, 15 * minute - second, 15 * minute, 16 * minute]));
  script.call('GetRecords', { ShardIterator: from('iterator', 'ShardIterator') });
  if (draw.chance(50))
    script.call('UpdateTable', { TableName: script.name('a'), StreamSpecification: { StreamEnabled: false } });
  wait(script, draw.pick([23 * hour, day, day + hour]));
  write(script, 'a', made.plan, made.rows);
  script.call('DescribeStream', { StreamArn });
  script.call('ListStreams', { TableName: script.name('a') });
  iterate('AT_SEQUENCE_NUMBER', 'again', { SequenceNumber: from('read', 'Records[0].dynamodb.SequenceNumber') });
  iterate('TRIM_HORIZON', 'oldest');
  script.call('GetRecords', { ShardIterator: from('oldest', 'ShardIterator') });
}

/** A token is remembered for ten minutes. */
function tokens(script: Script): void {
  const { draw } = script;
  const made: Made = make(script, 'a', { ...newPlan(draw), isProtected: false });
  const Key = primaryKey(draw, made.plan);
  const input = (value: string): TemplateObject => ({
    ClientRequestToken: { $token: script.label('token') },
    TransactItems: [
      {
        Update: {
          ...{ TableName: script.name('a'), Key, UpdateExpression: 'ADD alpha :v' },
          ExpressionAttributeValues: { ':v': { N: value } },
        },
      },
    ],
  });
  const send = (value: string): void => {
    script.call('TransactWriteItems', input(value));
    script.call('GetItem', { TableName: script.name('a'), Key, ConsistentRead: true });
  };
  send('1');
  wait(script, draw.pick([second, 5 * minute, 10 * minute - second]));
  send(draw.pick(['1', '1', '2']));
  wait(script, draw.pick([second, 5 * minute, 10 * minute, 11 * minute]));
  send(draw.pick(['1', '1', '2']));
}

export const later = [timeToLive, expiry, streamAge, tokens] as const;
