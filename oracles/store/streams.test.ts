/** The reader's side of streams: pages of each list, positions in a shard, and trimmed records. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { rightDecisions } from '../policies/index.ts';
import { n, OracleDriver, type StreamRecordJson, s } from '../testing/probes/driver.ts';
import type { Json, JsonObject } from '../values/types.ts';

const hours = (count: number): number => count * 60 * 60 * 1000;
const streamed = { hash: 'pk:S', stream: 'NEW_AND_OLD_IMAGES' } as const;

function fed(...keys: string[]): { driver: OracleDriver; arn: string; shard: string } {
  const driver = new OracleDriver(createOracle());
  driver.table('feed', streamed);
  driver.put('feed', ...keys.map((pk) => ({ pk: s(pk) })));
  const arn = driver.streamArn('feed');
  return { driver, arn, shard: driver.shards(arn)[0]! };
}
const keysOf = (records: readonly StreamRecordJson[]): Json[] =>
  records.map(({ dynamodb }) => (dynamodb.Keys.pk as { S: string }).S);

describe('lists', () => {
  test('streams come by ARN, page by page, of one table or of all', () => {
    const driver = new OracleDriver(createOracle());
    for (const name of ['b-feed', 'c-feed', 'a-feed']) driver.table(name, streamed);
    driver.table('silent', { hash: 'pk:S' });
    const names = (page: JsonObject): Json[] => (page.Streams as JsonObject[]).map(({ TableName }) => TableName!);
    const all = driver.ok('ListStreams', {});
    expect([names(all), all.LastEvaluatedStreamArn]).toEqual([['a-feed', 'b-feed', 'c-feed'], undefined]);
    const first = driver.ok('ListStreams', { Limit: 2 });
    expect([names(first), first.LastEvaluatedStreamArn]).toEqual([['a-feed', 'b-feed'], driver.streamArn('b-feed')]);
    const rest = driver.ok('ListStreams', { Limit: 2, ExclusiveStartStreamArn: first.LastEvaluatedStreamArn! });
    expect([names(rest), rest.LastEvaluatedStreamArn]).toEqual([['c-feed'], undefined]);
    expect(driver.ok('ListStreams', { Limit: 3 }).LastEvaluatedStreamArn).toBeUndefined();
    expect(names(driver.ok('ListStreams', { TableName: 'c-feed' }))).toEqual(['c-feed']);
    expect(driver.ok('ListStreams', { TableName: 'silent' })).toEqual({ Streams: [] });
  });

  test('shards come page by page', () => {
    const decisions = { ...rightDecisions, streamReenable: 'accepted-with-more-shards' } as const;
    const driver = new OracleDriver(createOracle({ decisions }));
    driver.table('feed', streamed);
    const on = { TableName: 'feed', StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } };
    driver.ok('UpdateTable', on);
    const arn = driver.streamArn('feed');
    const [one, two] = driver.shards(arn) as [string, string];
    const describe = (more: JsonObject) => {
      const { StreamDescription } = driver.ok('DescribeStream', { StreamArn: arn, ...more });
      const { Shards, LastEvaluatedShardId } = StreamDescription as {
        Shards: JsonObject[];
        LastEvaluatedShardId: Json;
      };
      return [Shards.map(({ ShardId }) => ShardId), LastEvaluatedShardId];
    };
    expect(describe({})).toEqual([[one, two], undefined]);
    expect(describe({ Limit: 1 })).toEqual([[one], one]);
    expect(describe({ Limit: 1, ExclusiveStartShardId: one })).toEqual([[two], undefined]);
    expect(describe({ ExclusiveStartShardId: two })).toEqual([[], undefined]);
  });

  test('no shard has children, and a filter needs both of its members', () => {
    const { driver, arn, shard } = fed('a');
    const describe = (ShardFilter: JsonObject) => ({ StreamArn: arn, ShardFilter });
    const children = { Type: 'CHILD_SHARDS', ShardId: shard };
    const { StreamDescription } = driver.ok('DescribeStream', describe(children));
    expect(StreamDescription).toMatchObject({ StreamArn: arn, TableName: 'feed', Shards: [] });
    for (const wrong of [
      { ...children, Type: 'ALL' },
      { ShardId: shard },
      { Type: 'CHILD_SHARDS' },
      { ...children, ShardId: 'x' },
    ])
      expect(driver.verdict('DescribeStream', describe(wrong))).toBe('ValidationException');
  });

  test('an ARN of another form is malformed, one of a stream that is not there is not found', () => {
    const { driver, arn, shard } = fed('a');
    const ask = (StreamArn: string) => [
      driver.verdict('DescribeStream', { StreamArn }),
      driver.verdict('GetShardIterator', { StreamArn, ShardId: shard, ShardIteratorType: 'LATEST' }),
    ];
    expect(ask(arn)).toEqual(['ok', 'ok']);
    expect(ask(arn.replace('table/feed', 'table/other'))).toEqual(Array(2).fill('ResourceNotFoundException'));
    for (const malformed of ['x'.repeat(40), arn.replace('/stream/', '/flow/'), arn.replace('dynamodb', 'kinesis')])
      expect(ask(malformed)).toEqual(Array(2).fill('ValidationException'));
    expect(driver.verdict('ListStreams', { ExclusiveStartStreamArn: 'x'.repeat(40) })).toBe('ValidationException');
  });

  test('a stream describes its keys, its view, and its shard’s sequence numbers', () => {
    const { driver, arn, shard } = fed('a');
    const { StreamDescription } = driver.ok('DescribeStream', { StreamArn: arn });
    const [record] = driver.records(arn);
    expect(StreamDescription).toEqual({
      ...{ StreamArn: arn, StreamLabel: arn.split('/stream/')[1], StreamStatus: 'ENABLED', TableName: 'feed' },
      ...{ StreamViewType: 'NEW_AND_OLD_IMAGES', CreationRequestDateTime: Date.UTC(2026, 0, 1) / 1000 },
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      Shards: [
        { ShardId: shard, SequenceNumberRange: { StartingSequenceNumber: expect.stringMatching(/^\d{21,40}$/) } },
      ],
    });
    expect(shard).toMatch(/^shardId-\d{20}-[0-9a-f]{8}$/);
    driver.ok('UpdateTable', { TableName: 'feed', StreamSpecification: { StreamEnabled: false } });
    const closed = driver.ok('DescribeStream', { StreamArn: arn }).StreamDescription as { Shards: JsonObject[] };
    expect(closed.Shards[0]!.SequenceNumberRange).toMatchObject({
      EndingSequenceNumber: record!.dynamodb.SequenceNumber,
    });
  });

  test('the shard of a stream without records ends at its start', () => {
    const { driver, arn } = fed();
    driver.ok('UpdateTable', { TableName: 'feed', StreamSpecification: { StreamEnabled: false } });
    const { Shards } = driver.ok('DescribeStream', { StreamArn: arn }).StreamDescription as { Shards: JsonObject[] };
    const { StartingSequenceNumber, EndingSequenceNumber } = Shards[0]!.SequenceNumberRange as JsonObject;
    expect(EndingSequenceNumber).toBe(StartingSequenceNumber);
  });
});

describe('positions', () => {
  const numbers = (driver: OracleDriver, arn: string): string[] =>
    driver.records(arn).map(({ dynamodb }) => dynamodb.SequenceNumber);

  test('at a record, and after it', () => {
    const { driver, arn } = fed('a', 'b', 'c');
    const from = (ShardIteratorType: string, SequenceNumber: string) =>
      keysOf(driver.records(arn, { ShardIteratorType, SequenceNumber }));
    const [, second, third] = numbers(driver, arn) as [string, string, string];
    expect(from('AT_SEQUENCE_NUMBER', second)).toEqual(['b', 'c']);
    expect(from('AFTER_SEQUENCE_NUMBER', second)).toEqual(['c']);
    expect(from('AFTER_SEQUENCE_NUMBER', third)).toEqual([]);
  });

  const given = (type: string, number?: string): JsonObject => ({
    ShardIteratorType: type,
    ...(number === undefined ? {} : { SequenceNumber: number }),
  });
  const start = (driver: OracleDriver, arn: string): string => {
    const { Shards } = driver.ok('DescribeStream', { StreamArn: arn }).StreamDescription as { Shards: JsonObject[] };
    return (Shards[0]!.SequenceNumberRange as JsonObject).StartingSequenceNumber as string;
  };

  test.each<[string, (driver: OracleDriver, arn: string) => JsonObject, string]>([
    ['no number', () => given('AT_SEQUENCE_NUMBER'), 'SequenceNumber must be specified for ShardIteratorType'],
    [
      'a number for the oldest',
      () => given('TRIM_HORIZON', '1'.repeat(21)),
      'must not be specified for ShardIteratorType TRIM',
    ],
    [
      'a number for the newest',
      () => given('LATEST', '1'.repeat(21)),
      'must not be specified for ShardIteratorType LATEST',
    ],
    ['a short number', () => given('AT_SEQUENCE_NUMBER', '12'), 'length greater than or equal to 21'],
    ['no number at all', () => given('AT_SEQUENCE_NUMBER', 'x'.repeat(21)), 'is out of the range of the shard'],
    [
      'a number before the first',
      (driver, arn) => given('AFTER_SEQUENCE_NUMBER', String(BigInt(start(driver, arn)) - 1n)),
      'is out of the range of the shard',
    ],
    ['a number beyond the last', () => given('AT_SEQUENCE_NUMBER', '9'.repeat(40)), 'is out of the range of the shard'],
  ])('%s is refused', (_name, more, text) => {
    const { driver, arn, shard } = fed('a');
    const input = { StreamArn: arn, ShardId: shard, ...more(driver, arn) };
    expect(driver.verdict('GetShardIterator', input)).toBe('ValidationException');
    expect(driver.message('GetShardIterator', input)).toContain(text);
  });

  test('a closed shard has none beyond its end', () => {
    const { driver, arn, shard } = fed('a');
    const [only] = numbers(driver, arn) as [string];
    driver.ok('UpdateTable', { TableName: 'feed', StreamSpecification: { StreamEnabled: false } });
    const at = (number: bigint): string =>
      driver.verdict('GetShardIterator', {
        ...{ StreamArn: arn, ShardId: shard, ShardIteratorType: 'AT_SEQUENCE_NUMBER' },
        SequenceNumber: String(number),
      });
    expect([at(BigInt(only)), at(BigInt(only) + 1n)]).toEqual(['ok', 'ValidationException']);
  });

  test('a shard or a stream that is not there', () => {
    const { driver, arn, shard } = fed('a');
    const ask = (StreamArn: string, ShardId: string) => {
      const input = { StreamArn, ShardId, ShardIteratorType: 'LATEST' };
      return [driver.verdict('GetShardIterator', input), driver.message('GetShardIterator', input)];
    };
    const other = 'shardId-00000000000000000000-99999999';
    const missing = (text: string) => ['ResourceNotFoundException', `Requested resource not found: ${text} not found`];
    expect(ask(arn, other)).toEqual(missing(`Shard: ${other} in Stream: ${arn}`));
    const gone = arn.replace('/feed/', '/none/');
    expect(ask(gone, shard)).toEqual(missing(`Stream: ${gone}`));
  });

  test.each<[string, (arn: string, shard: string) => Json]>([
    ['numbers for texts', (_arn, shard) => [shard, 5, 1]],
    ['no time', (_arn, shard) => [shard, '5', null]],
    ['no shard', () => [null, '5', 1]],
    ['no whole number', (_arn, shard) => [shard, '5.5', 1]],
    ['another shape', () => ({ shard: 1 })],
  ])('an iterator made up of %s is refused', (_name, parts) => {
    const { driver, arn, shard } = fed('a');
    const made = `${arn}|1|${Buffer.from(JSON.stringify(parts(arn, shard))).toString('base64')}`;
    expect(driver.message('GetRecords', { ShardIterator: made })).toBe('Invalid ShardIterator');
  });

  test('an iterator with extra text is refused', () => {
    const { driver, arn } = fed('a');
    const good = driver.iterator(arn);
    for (const ShardIterator of [`|${good}`, `${good} `, good.replace('|1|', '|2|')])
      expect(driver.verdict('GetRecords', { ShardIterator })).toBe('ValidationException');
  });
});

describe('what is kept', () => {
  test('records last exactly 24 hours, and reading an older one is refused', () => {
    const { driver, arn, shard } = fed('old');
    driver.wait(hours(1));
    driver.put('feed', { pk: s('new') });
    const [old, young] = driver.records(arn).map(({ dynamodb }) => dynamodb.SequenceNumber) as [string, string];
    const at = (SequenceNumber: string, ShardIteratorType = 'AT_SEQUENCE_NUMBER') =>
      driver.verdict('GetShardIterator', { StreamArn: arn, ShardId: shard, ShardIteratorType, SequenceNumber });
    driver.wait(hours(23) - 1);
    expect([keysOf(driver.records(arn)), at(old)]).toEqual([['old', 'new'], 'ok']);
    driver.wait(1);
    expect([keysOf(driver.records(arn)), at(old), at(young)]).toEqual([['new'], 'TrimmedDataAccessException', 'ok']);
    expect(at(old, 'AFTER_SEQUENCE_NUMBER')).toBe('TrimmedDataAccessException');
  });

  test('a closed stream disappears exactly 24 hours after closing, with its iterators', () => {
    const { driver, arn } = fed('a');
    driver.wait(hours(1));
    driver.ok('UpdateTable', { TableName: 'feed', StreamSpecification: { StreamEnabled: false } });
    driver.wait(hours(24) - 1);
    const iterator = driver.iterator(arn);
    expect(driver.verdict('GetRecords', { ShardIterator: iterator })).toBe('ok');
    driver.wait(1);
    expect(driver.verdict('DescribeStream', { StreamArn: arn })).toBe('ResourceNotFoundException');
    expect(driver.verdict('GetRecords', { ShardIterator: iterator })).toBe('ResourceNotFoundException');
    expect(driver.ok('ListStreams', {})).toEqual({ Streams: [] });
  });

  test('the table of a closed stream can be deleted without reopening it', () => {
    const { driver, arn } = fed('a');
    driver.ok('UpdateTable', { TableName: 'feed', StreamSpecification: { StreamEnabled: false } });
    driver.wait(hours(1));
    driver.ok('DeleteTable', { TableName: 'feed' });
    driver.wait(hours(23));
    expect(driver.verdict('DescribeStream', { StreamArn: arn })).toBe('ResourceNotFoundException');
  });

  test('a page has a thousand records, or a megabyte, and at least one', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('feed', { hash: 'pk:S', stream: 'NEW_IMAGE' });
    for (let i = 0; i < 1001; i += 1) driver.put('feed', { pk: s('a'), v: n(i) });
    const arn = driver.streamArn('feed');
    const page = driver.ok('GetRecords', { ShardIterator: driver.iterator(arn) });
    expect((page.Records as Json[]).length).toBe(1000);
    const rest = driver.ok('GetRecords', { ShardIterator: page.NextShardIterator! }).Records as Json[];
    expect(rest).toHaveLength(1);
  });

  test('a megabyte counts keys and images, and what does not fit comes next', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('feed', { hash: 'pk:S', stream: 'NEW_IMAGE' });
    // Keys have 3 bytes, an image 262,141: four records make exactly 1 MiB.
    for (let i = 0; i < 5; i += 1) driver.put('feed', { pk: s(String(i)), v: s('x'.repeat(262_141 - 4)) });
    const arn = driver.streamArn('feed');
    const page = driver.ok('GetRecords', { ShardIterator: driver.iterator(arn) });
    const [first] = page.Records as unknown as { dynamodb: { SizeBytes: number } }[];
    expect([first!.dynamodb.SizeBytes, keysOf(page.Records as never)]).toEqual([262_144, ['0', '1', '2', '3']]);
    expect(keysOf(driver.ok('GetRecords', { ShardIterator: page.NextShardIterator! }).Records as never)).toEqual(['4']);
  });
});

test('streams of one table opened in the same moment have different labels', () => {
  const driver = new OracleDriver(createOracle({ timing: { tableUpdateMs: 0 } }));
  driver.table('feed', streamed);
  const change = (StreamSpecification: JsonObject) =>
    driver.ok('UpdateTable', { TableName: 'feed', StreamSpecification });
  const labels = [1, 2, 3].map(() => {
    change({ StreamEnabled: false });
    change({ StreamEnabled: true, StreamViewType: 'KEYS_ONLY' });
    return driver.describe('feed').LatestStreamLabel as string;
  });
  expect(new Set(labels).size).toBe(3);
  expect(labels.map((label) => Date.parse(`${label}Z`) - Date.parse(`${labels[0]}Z`))).toEqual([0, 1, 2]);
});
