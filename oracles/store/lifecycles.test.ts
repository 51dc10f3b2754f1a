/** Tables, indexes and streams as virtual time passes. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { indexRequest, n, OracleDriver, s, tableRequest } from '../testing/probes/driver.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';

const fresh = (): OracleDriver => new OracleDriver(createOracle());
const hours = (count: number): number => count * 60 * 60 * 1000;

describe('tables', () => {
  const plain = tableRequest('rows', { hash: 'pk:S' });
  const named = { TableName: 'rows' };

  test('CREATING, ACTIVE, UPDATING, ACTIVE, DELETING, gone', () => {
    const driver = fresh();
    const status = () => driver.call('DescribeTable', named).error ?? driver.describe('rows').TableStatus;
    driver.ok('CreateTable', plain);
    const seen = [status()];
    expect(driver.verdict('DeleteTable', named)).toBe('ResourceInUseException');
    expect(driver.verdict('UpdateTable', { ...named, TableClass: 'STANDARD' })).toBe('ResourceInUseException');
    driver.wait(249);
    seen.push(status());
    driver.wait(1);
    seen.push(status());
    driver.ok('UpdateTable', { ...named, TableClass: 'STANDARD' });
    driver.put('rows', { pk: s('written while UPDATING') });
    seen.push(status());
    driver.wait(250);
    seen.push(status());
    driver.ok('DeleteTable', named);
    expect(driver.verdict('PutItem', { ...named, Item: { pk: s('a') } })).toBe('ResourceNotFoundException');
    expect(driver.verdict('CreateTable', plain)).toBe('ResourceInUseException');
    seen.push(status());
    driver.wait(250);
    seen.push(status());
    expect(seen).toEqual([
      'CREATING',
      'CREATING',
      'ACTIVE',
      'UPDATING',
      'ACTIVE',
      'DELETING',
      'ResourceNotFoundException',
    ]);
  });

  test('a table that was on demand reports that for ever, and a change of mode shows immediately', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const units = { ReadCapacityUnits: 3, WriteCapacityUnits: 3 };
    driver.ok('UpdateTable', { ...named, BillingMode: 'PROVISIONED', ProvisionedThroughput: units });
    const since = Date.UTC(2026, 0, 1) / 1000;
    for (const status of ['UPDATING', 'ACTIVE']) {
      expect(driver.describe('rows')).toMatchObject({
        TableStatus: status,
        ProvisionedThroughput: units,
        BillingModeSummary: { BillingMode: 'PROVISIONED', LastUpdateToPayPerRequestDateTime: since },
      });
      driver.wait();
    }
    expect(
      driver.message('UpdateTable', { ...named, BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: units }),
    ).toBe(
      'One or more parameter values were invalid: ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST',
    );
  });

  test('an update to the current units is refused', () => {
    const driver = fresh();
    const units = (count: number) => ({ ReadCapacityUnits: count, WriteCapacityUnits: count });
    const { BillingMode: _, ...provisioned } = plain;
    driver.ok('CreateTable', { ...provisioned, ProvisionedThroughput: units(5) });
    driver.wait();
    const update = (more: JsonObject) => driver.message('UpdateTable', { ...named, ...more });
    for (const mode of [{}, { BillingMode: 'PROVISIONED' }])
      expect(update({ ...mode, ProvisionedThroughput: units(5) })).toMatch(
        /^The provisioned throughput for the table will not change\. The requested value equals the current value\./,
      );
    expect(update({ ProvisionedThroughput: units(6) })).toBe('no refusal');
  });

  test('the old units and class are shown until the update ends', () => {
    const driver = new OracleDriver(createOracle());
    const units = (count: number) => ({ ReadCapacityUnits: count, WriteCapacityUnits: count });
    const { BillingMode: _, ...provisioned } = tableRequest('rows', { hash: 'pk:S' });
    driver.ok('CreateTable', { ...provisioned, ProvisionedThroughput: units(1) });
    driver.wait();
    const seen = () => driver.describe('rows');
    const answer = driver.ok('UpdateTable', { TableName: 'rows', ProvisionedThroughput: units(2) }).TableDescription;
    for (const description of [answer, seen()])
      expect(description).toMatchObject({ TableStatus: 'UPDATING', ProvisionedThroughput: units(1) });
    driver.wait();
    expect(seen()).toMatchObject({ TableStatus: 'ACTIVE', ProvisionedThroughput: units(2) });
    driver.ok('UpdateTable', { TableName: 'rows', TableClass: 'STANDARD_INFREQUENT_ACCESS' });
    expect(seen().TableClassSummary).toBeUndefined();
    driver.wait();
    expect(seen().TableClassSummary).toEqual({ TableClass: 'STANDARD_INFREQUENT_ACCESS' });
  });

  test('a transition of a deleted table does not affect a new table of that name', () => {
    const driver = new OracleDriver(createOracle({ timing: { tableUpdateMs: 10_000, tableDeletionMs: 0 } }));
    driver.table('rows', { hash: 'pk:S' });
    driver.ok('UpdateTable', {
      ...named,
      AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-g', { hash: 'g:S' }) }],
    });
    driver.wait(10_000);
    driver.ok('DeleteTable', named);
    driver.ok('CreateTable', plain);
    expect(driver.describe('rows').TableStatus).toBe('CREATING');
    expect(driver.describe('rows').GlobalSecondaryIndexes).toBeUndefined();
  });

  test('a protected table is not deleted', () => {
    const driver = fresh();
    driver.ok('CreateTable', { ...plain, DeletionProtectionEnabled: true });
    driver.wait();
    expect(driver.verdict('DeleteTable', named)).toBe('ValidationException');
  });

  test('names are listed in pages', () => {
    const driver = fresh();
    for (const name of ['ccc', 'aaa', 'bbb']) driver.table(name, { hash: 'pk:S' });
    expect(driver.ok('ListTables', { Limit: 2 })).toEqual({
      TableNames: ['aaa', 'bbb'],
      LastEvaluatedTableName: 'bbb',
    });
    expect(driver.ok('ListTables', { ExclusiveStartTableName: 'bbb' })).toEqual({ TableNames: ['ccc'] });
  });
});

describe('an index on a live table', () => {
  const attributes = ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
  const create = { Create: indexRequest('by-g', { hash: 'g:S' }) };
  const change = (...updates: JsonObject[]): JsonObject => ({
    TableName: 'rows',
    AttributeDefinitions: attributes,
    GlobalSecondaryIndexUpdates: updates,
  });

  test('holds old items and those written during the backfill, but no deleted ones', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    driver.put('rows', { pk: s('old'), g: s('x') }, { pk: s('gone'), g: s('x') });
    driver.ok('UpdateTable', change(create));
    driver.put('rows', { pk: s('new'), g: s('x') });
    driver.ok('DeleteItem', { TableName: 'rows', Key: { pk: s('gone') } });
    driver.wait();
    expect(driver.index('rows', 'by-g')).toEqual(
      ['new', 'old'].map((pk) => JSON.stringify({ pk: { S: pk }, g: { S: 'x' } })),
    );
  });

  test('only one at a time; dropping it prunes the attribute definitions', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const second = { Create: indexRequest('by-h', { hash: 'g:S' }) };
    expect(driver.verdict('UpdateTable', change(create, second))).toBe('LimitExceededException');
    driver.ok('UpdateTable', change(create));
    driver.wait();
    expect(driver.verdict('UpdateTable', change(create))).toBe('ValidationException');
    driver.ok('UpdateTable', change({ Delete: { IndexName: 'by-g' } }));
    const status = (driver.describe('rows').GlobalSecondaryIndexes as JsonObject[])[0]!.IndexStatus;
    expect(status).toBe('DELETING');
    driver.wait();
    expect(driver.describe('rows').AttributeDefinitions).toEqual([{ AttributeName: 'pk', AttributeType: 'S' }]);
    expect(driver.verdict('Scan', { TableName: 'rows', IndexName: 'by-g' })).toBe('ValidationException');
  });
});

describe('streams', () => {
  const streamed = { hash: 'pk:S', stream: 'NEW_AND_OLD_IMAGES' } as const;
  const view = (StreamEnabled: boolean): JsonObject => ({
    TableName: 'feed',
    StreamSpecification: { StreamEnabled, ...(StreamEnabled ? { StreamViewType: 'KEYS_ONLY' } : {}) },
  });

  test('a disabled stream stays readable for a day, its shard closed; the next has its own ARN', () => {
    const driver = fresh();
    driver.table('feed', streamed);
    driver.put('feed', { pk: s('a') });
    const first = driver.streamArn('feed');
    driver.ok('UpdateTable', view(false));
    driver.wait();
    driver.put('feed', { pk: s('unseen') });
    const { StreamDescription } = driver.ok('DescribeStream', { StreamArn: first });
    expect(StreamDescription).toMatchObject({ StreamStatus: 'DISABLED' });
    const page = driver.ok('GetRecords', { ShardIterator: driver.iterator(first) });
    expect((page.Records as Json[]).length).toBe(1);
    expect(page.NextShardIterator).toBeUndefined();
    driver.ok('UpdateTable', view(true));
    driver.wait();
    expect(driver.streamArn('feed')).not.toBe(first);
    expect((driver.ok('ListStreams', { TableName: 'feed' }).Streams as Json[]).length).toBe(2);
    driver.wait(hours(24));
    expect(driver.verdict('DescribeStream', { StreamArn: first })).toBe('ResourceNotFoundException');
  });

  test('records are read in pages; LATEST sees only later ones', () => {
    const driver = fresh();
    driver.table('feed', streamed);
    for (const pk of ['a', 'b', 'c']) driver.put('feed', { pk: s(pk) });
    const arn = driver.streamArn('feed');
    const latest = driver.iterator(arn, { ShardIteratorType: 'LATEST' });
    driver.put('feed', { pk: s('d') });
    const keys = (iterator: string, Limit = 2): [string[], string] => {
      const page = driver.ok('GetRecords', { ShardIterator: iterator, Limit });
      const records = page.Records as unknown as { dynamodb: { Keys: Item } }[];
      return [records.map(({ dynamodb }) => (dynamodb.Keys.pk as { S: string }).S), page.NextShardIterator as string];
    };
    const [one, next] = keys(driver.iterator(arn));
    const [two, end] = keys(next);
    expect([one, two, keys(end)[0], keys(latest)[0]]).toEqual([['a', 'b'], ['c', 'd'], [], ['d']]);
  });

  test('a trimmed position is refused', () => {
    const driver = fresh();
    driver.table('feed', streamed);
    driver.put('feed', { pk: s('a') });
    const StreamArn = driver.streamArn('feed');
    const [record] = driver.records(StreamArn);
    const from = (ShardIteratorType: string) =>
      driver.verdict('GetShardIterator', {
        ...{ StreamArn, ShardId: driver.shards(StreamArn)[0]!, ShardIteratorType },
        SequenceNumber: record!.dynamodb.SequenceNumber,
      });
    expect(from('AT_SEQUENCE_NUMBER')).toBe('ok');
    driver.wait(hours(24));
    driver.put('feed', { pk: s('b') });
    expect([from('AT_SEQUENCE_NUMBER'), from('AFTER_SEQUENCE_NUMBER')]).toEqual(
      Array(2).fill('TrimmedDataAccessException'),
    );
    expect(driver.records(StreamArn).map(({ dynamodb }) => dynamodb.Keys)).toEqual([{ pk: s('b') }]);
  });

  test('an iterator lives for 15 minutes; nonsense is refused', () => {
    const driver = fresh();
    driver.table('feed', streamed);
    const ShardIterator = driver.iterator(driver.streamArn('feed'));
    driver.wait(15 * 60 * 1000 - 1);
    expect(driver.verdict('GetRecords', { ShardIterator })).toBe('ok');
    driver.wait(1);
    expect(driver.verdict('GetRecords', { ShardIterator })).toBe('ExpiredIteratorException');
    for (const text of ['x', 'arn|1|', `${driver.streamArn('feed')}|1|bm8=`])
      expect(driver.verdict('GetRecords', { ShardIterator: text })).toBe('ValidationException');
  });

  test('each iterator that GetRecords returns lives 15 minutes again', () => {
    const driver = fresh();
    driver.table('feed', streamed);
    let ShardIterator: Json = driver.iterator(driver.streamArn('feed'));
    for (let page = 0; page < 3; page += 1) {
      driver.wait(14 * 60 * 1000);
      ShardIterator = driver.ok('GetRecords', { ShardIterator }).NextShardIterator!;
    }
  });

  test.each([
    ['KEYS_ONLY', []],
    ['NEW_IMAGE', ['NewImage']],
    ['OLD_IMAGE', ['OldImage']],
    ['NEW_AND_OLD_IMAGES', ['NewImage', 'OldImage']],
  ] as const)('a MODIFY record of %s', (stream, members) => {
    const driver = fresh();
    driver.table('feed', { hash: 'pk:S', stream });
    driver.put('feed', { pk: s('a') }, { pk: s('a'), v: n(1) });
    const { dynamodb } = driver.records(driver.streamArn('feed'))[1]!;
    expect(
      Object.keys(dynamodb)
        .filter((name) => name.endsWith('Image'))
        .sort(),
    ).toEqual(members);
  });
});
