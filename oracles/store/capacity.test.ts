/** The costs of requests compared with item sizes; the sizes of item collections. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';

const fresh = (): OracleDriver => {
  const driver = new OracleDriver(createOracle());
  driver.table('plain', { hash: 'pk:S' });
  driver.table('rows', {
    hash: 'pk:S',
    range: 'sk:N',
    gsi: { 'by-g': { hash: 'g:S', projection: 'KEYS_ONLY' } },
    lsi: { 'by-l': { hash: 'pk:S', range: 'l:N', projection: 'KEYS_ONLY' } },
  });
  return driver;
};
const capacity = (driver: OracleDriver, operation: Parameters<OracleDriver['ok']>[0], input: JsonObject): Json =>
  driver.ok(operation, { ReturnConsumedCapacity: 'INDEXES', ...input }).ConsumedCapacity!;
const units = (CapacityUnits: number) => ({ CapacityUnits });
const text = (bytes: number) => s('x'.repeat(bytes));

test('a read costs half a unit per 4 KB or part, twice that when consistent; a write one unit per 1 KB or part', () => {
  const driver = fresh();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.boolean(), (bytes, ConsistentRead) => {
      const Item: Item = { pk: s('a'), v: text(bytes) };
      const size = itemSize(Item);
      const before = driver.ok('GetItem', { TableName: 'plain', Key: { pk: s('a') } }).Item as Item | undefined;
      const written = driver.ok('PutItem', { TableName: 'plain', Item, ReturnConsumedCapacity: 'TOTAL' });
      const larger = Math.max(size, before === undefined ? 0 : itemSize(before));
      expect(written.ConsumedCapacity).toEqual({ TableName: 'plain', ...units(Math.ceil(larger / 1024)) });
      const read = driver.ok('GetItem', {
        ...{ TableName: 'plain', Key: { pk: s('a') }, ConsistentRead },
        ReturnConsumedCapacity: 'TOTAL',
      });
      const whole = Math.ceil(size / 4096);
      expect(read.ConsumedCapacity).toEqual({ TableName: 'plain', ...units(ConsistentRead ? whole : whole / 2) });
    }),
    { numRuns: 30 },
  );
});

describe('by index', () => {
  const Item = { pk: s('a'), sk: n(1), g: s('g'), l: n(1), v: text(3000) };

  test('a new entry, an unchanged one, a moved one, and a removed one', () => {
    const driver = fresh();
    const put = (item: Item): Json => capacity(driver, 'PutItem', { TableName: 'rows', Item: item });
    const cost = (table: number, g: number | undefined, l: number | undefined): Json => ({
      TableName: 'rows',
      ...units(table + (g ?? 0) + (l ?? 0)),
      Table: units(table),
      ...(g === undefined ? {} : { GlobalSecondaryIndexes: { 'by-g': units(g) } }),
      ...(l === undefined ? {} : { LocalSecondaryIndexes: { 'by-l': units(l) } }),
    });
    expect(put(Item)).toEqual(cost(3, 1, 1));
    expect(put({ ...Item, v: text(10) })).toEqual(cost(3, undefined, undefined));
    expect(put({ ...Item, v: text(10), g: s('h') })).toEqual(cost(1, 2, undefined));
    expect(put({ pk: s('a'), sk: n(1), l: n(2) })).toEqual(cost(1, 1, 2));
    const Key = { pk: s('a'), sk: n(1) };
    expect(capacity(driver, 'DeleteItem', { TableName: 'rows', Key })).toEqual(cost(1, undefined, 1));
    expect(capacity(driver, 'DeleteItem', { TableName: 'rows', Key })).toEqual(cost(1, undefined, undefined));
  });

  test('a local index charges its page, and each fetched item separately', () => {
    const driver = fresh();
    driver.put('rows', ...[1, 2, 3].map((sk) => ({ ...Item, sk: n(sk), v: text(5000) })));
    const query = (more: JsonObject): Json =>
      capacity(driver, 'Query', {
        TableName: 'rows',
        IndexName: 'by-l',
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': s('a') },
        ...more,
      });
    const cost = (table: number, index: number): Json => ({
      TableName: 'rows',
      ...units(table + index),
      Table: units(table),
      LocalSecondaryIndexes: { 'by-l': units(index) },
    });
    expect(query({})).toEqual(cost(0, 0.5));
    expect(query({ ProjectionExpression: 'sk' })).toEqual(cost(0, 0.5));
    expect(query({ ProjectionExpression: 'v' })).toEqual(cost(3, 0.5));
    expect(query({ Select: 'ALL_ATTRIBUTES', ConsistentRead: true })).toEqual(cost(6, 1));
    expect(query({ Select: 'COUNT' })).toEqual(cost(0, 0.5));
  });

  test('a page is rounded up once, whatever the filter keeps', () => {
    const driver = fresh();
    driver.put('rows', ...[1, 2, 3].map((sk) => ({ pk: s('a'), sk: n(sk), v: text(3000) })));
    const scan = { TableName: 'rows', FilterExpression: 'sk > :n', ExpressionAttributeValues: { ':n': n(9) } };
    expect(capacity(driver, 'Scan', scan)).toEqual({ TableName: 'rows', ...units(1.5), Table: units(1.5) });
  });
});

test('transactions cost twice, and name the kind of unit', () => {
  const driver = fresh();
  const both = (count: number, kind: 'Read' | 'Write') => ({ ...units(count), [`${kind}CapacityUnits`]: count });
  const Item = { pk: s('a'), sk: n(1), g: s('g') };
  const TransactItems = [{ Put: { TableName: 'rows', Item } }, { Put: { TableName: 'plain', Item: { pk: s('a') } } }];
  expect(capacity(driver, 'TransactWriteItems', { TransactItems })).toEqual([
    {
      TableName: 'rows',
      ...both(3, 'Write'),
      Table: both(2, 'Write'),
      GlobalSecondaryIndexes: { 'by-g': both(1, 'Write') },
    },
    { TableName: 'plain', ...both(2, 'Write'), Table: both(2, 'Write') },
  ]);
  const Get = { TableName: 'plain', Key: { pk: s('missing') } };
  expect(capacity(driver, 'TransactGetItems', { TransactItems: [{ Get }] })).toEqual([
    { TableName: 'plain', ...both(2, 'Read'), Table: both(2, 'Read') },
  ]);
});

test('a replay costs as much as reading the items of the first call, even deleted ones', () => {
  const driver = fresh();
  driver.put('plain', { pk: s('a'), v: text(9000) }, { pk: s('b'), v: text(1500) });
  const Update = {
    ...{ TableName: 'plain', Key: { pk: s('b') }, UpdateExpression: 'SET n = :n' },
    ExpressionAttributeValues: { ':n': n(1) },
  };
  const request = {
    ...{ TransactItems: [{ Delete: { TableName: 'plain', Key: { pk: s('a') } } }, { Update }] },
    ...{ ClientRequestToken: 'once', ReturnConsumedCapacity: 'TOTAL' },
  };
  const both = (count: number, kind: string) => [
    { TableName: 'plain', ...units(count), [`${kind}CapacityUnits`]: count },
  ];
  expect(driver.ok('TransactWriteItems', request).ConsumedCapacity).toEqual(both(22, 'Write'));
  expect(driver.ok('TransactWriteItems', request).ConsumedCapacity).toEqual(both(8, 'Read'));
});

describe('item collections', () => {
  const asked = { ReturnItemCollectionMetrics: 'SIZE' };
  const small = (pk: string) => ({ ItemCollectionKey: { pk: s(pk) }, SizeEstimateRangeGB: [0, 1] });
  const Key = { pk: s('a'), sk: n(1) };

  test('are measured where there is a local index, for each kind of write', () => {
    const driver = fresh();
    const metrics = (operation: Parameters<OracleDriver['ok']>[0], more: JsonObject) =>
      driver.ok(operation, { ...asked, ...more }).ItemCollectionMetrics;
    expect(metrics('PutItem', { TableName: 'rows', Item: Key })).toEqual(small('a'));
    expect(metrics('UpdateItem', { TableName: 'rows', Key })).toEqual(small('a'));
    expect(metrics('DeleteItem', { TableName: 'rows', Key })).toEqual(small('a'));
    expect(metrics('PutItem', { TableName: 'plain', Item: { pk: s('a') } })).toBeUndefined();
    const writes = ['a', 'a', 'b'].map((pk, i) => ({ PutRequest: { Item: { pk: s(pk), sk: n(i) } } }));
    expect(metrics('BatchWriteItem', { RequestItems: { rows: writes } })).toEqual({ rows: [small('a'), small('b')] });
    const TransactItems = [
      { Put: { TableName: 'rows', Item: Key } },
      { Put: { TableName: 'plain', Item: { pk: s('a') } } },
    ];
    expect(metrics('TransactWriteItems', { TransactItems })).toEqual({ rows: [small('a')] });
  });
});
