import type { streamPolicies } from '../../policies/streams.ts';
import type { Item, Json } from '../../values/types.ts';
import { n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const streamed = { hash: 'pk:S', stream: 'NEW_AND_OLD_IMAGES' } as const;
const key: Item = { pk: s('k') };

function events(driver: OracleDriver): Json[] {
  return driver.records(driver.streamArn('feed')).map(({ eventName, dynamodb: { OldImage, NewImage } }) => ({
    eventName,
    ...(OldImage === undefined ? {} : { OldImage }),
    ...(NewImage === undefined ? {} : { NewImage }),
  }));
}

const enable = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };

export const streamProbes: { readonly [Name in keyof typeof streamPolicies]: Probe } = {
  transactionStream: probe(['INSERT', 'INSERT'], (driver) => {
    driver.table('feed', streamed);
    const put = (pk: string) => ({ Put: { TableName: 'feed', Item: { pk: s(pk) } } });
    driver.ok('TransactWriteItems', { TransactItems: [put('a'), put('b')] });
    return driver.records(driver.streamArn('feed')).map(({ eventName }) => eventName);
  }),
  upsertEvent: probe([{ eventName: 'INSERT', NewImage: { pk: s('k'), a: n(1) } }], (driver) => {
    driver.table('feed', streamed);
    driver.update('feed', key, 'SET a = :a', { ':a': n(1) });
    return events(driver);
  }),
  unchangedRecord: probe(['INSERT'], (driver) => {
    driver.table('feed', streamed);
    driver.put('feed', { pk: s('k'), a: n(1) });
    driver.update('feed', key, 'SET a = :a', { ':a': n('1.0') });
    driver.put('feed', { a: n(1), pk: s('k') });
    return driver.records(driver.streamArn('feed')).map(({ eventName }) => eventName);
  }),
  removeImage: probe({ eventName: 'REMOVE', OldImage: key }, (driver) => {
    driver.table('feed', streamed);
    driver.put('feed', key);
    driver.ok('DeleteItem', { TableName: 'feed', Key: key });
    return events(driver).at(-1)!;
  }),
  streamReenable: probe(['ValidationException', 1, true], (driver) => {
    driver.table('feed', streamed);
    const arn = driver.streamArn('feed');
    const verdict = driver.verdict('UpdateTable', { TableName: 'feed', StreamSpecification: enable });
    driver.wait();
    const same = driver.verdict('DescribeStream', { StreamArn: arn }) === 'ok';
    return [verdict, driver.shards(driver.streamArn('feed')).length, same];
  }),
  recreatedStream: probe([1, 0], (driver) => {
    driver.table('feed', streamed);
    driver.put('feed', key);
    driver.ok('DeleteTable', { TableName: 'feed' });
    driver.wait();
    driver.table('feed', streamed);
    const arn = driver.streamArn('feed');
    return [driver.shards(arn).length, driver.records(arn).length];
  }),
  streamLabel: probe(true, (driver) => {
    driver.table('feed', streamed);
    const { LatestStreamLabel } = driver.describe('feed');
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(LatestStreamLabel as string);
  }),
  streamRetention: probe(['new'], (driver) => {
    driver.table('feed', streamed);
    driver.put('feed', { pk: s('old') });
    driver.wait(24 * 60 * 60 * 1000);
    driver.put('feed', { pk: s('new') });
    return driver.records(driver.streamArn('feed')).map(({ dynamodb }) => (dynamodb.Keys.pk as { S: string }).S);
  }),
  iteratorAt: probe([2, 1], (driver) => {
    driver.table('feed', streamed);
    driver.put('feed', { pk: s('a') }, { pk: s('b') });
    const arn = driver.streamArn('feed');
    const { SequenceNumber } = driver.records(arn)[0]!.dynamodb;
    const from = (ShardIteratorType: string) => driver.records(arn, { ShardIteratorType, SequenceNumber }).length;
    return [from('AT_SEQUENCE_NUMBER'), from('AFTER_SEQUENCE_NUMBER')];
  }),
  streamOwner: probe('ResourceNotFoundException', (driver) => {
    driver.table('feed', streamed, '111111111111');
    const iterator = driver.iterator(driver.streamArn('feed', '111111111111'), {}, '111111111111');
    return driver.verdict('GetRecords', { ShardIterator: iterator }, '222222222222');
  }),
  recordShard: probe([1, ['1', '2', '3']], (driver) => {
    driver.table('feed', { hash: 'pk:S', range: 'sk:N', stream: 'KEYS_ONLY' });
    for (const sk of [1, 2, 3]) driver.put('feed', { pk: s('k'), sk: n(sk) });
    const arn = driver.streamArn('feed');
    const keys = driver.records(arn).map(({ dynamodb }) => (dynamodb.Keys.sk as { N: string }).N);
    return [driver.shards(arn).length, keys];
  }),
  sequenceNumber: probe(2, (driver) => {
    driver.table('feed', streamed);
    driver.put('feed', { pk: s('a') }, { pk: s('b') });
    return new Set(driver.records(driver.streamArn('feed')).map(({ dynamodb }) => dynamodb.SequenceNumber)).size;
  }),
};
