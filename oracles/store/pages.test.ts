import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { Item, JsonObject } from '../values/types.ts';

const fresh = (): OracleDriver => new OracleDriver(createOracle());
const query: JsonObject = {
  TableName: 'rows',
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': s('p') },
};

describe('where a page ends', () => {
  test('at the limit, with a cursor even if nothing follows', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S', range: 'sk:N' });
    driver.put('rows', { pk: s('p'), sk: n(1) }, { pk: s('p'), sk: n(2) });
    const exact = driver.ok('Query', { ...query, Limit: 2 });
    expect(exact.LastEvaluatedKey).toEqual({ pk: s('p'), sk: n(2) });
    expect(driver.ok('Query', { ...query, ExclusiveStartKey: exact.LastEvaluatedKey! })).toEqual({
      Items: [],
      Count: 0,
      ScannedCount: 0,
    });
    expect(driver.ok('Query', { ...query, Limit: 3 }).LastEvaluatedKey).toBeUndefined();
  });

  test('at one megabyte read, whatever is returned of it', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S', range: 'sk:N' });
    for (let i = 0; i < 12; i += 1) driver.put('rows', { pk: s('p'), sk: n(i), v: s('x'.repeat(100_000)) });
    const page = driver.ok('Query', { ...query, ProjectionExpression: 'sk' });
    expect([page.Count, page.LastEvaluatedKey]).toEqual([11, { pk: s('p'), sk: n(10) }]);
  });

  test('a start key need not exist', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S', range: 'sk:N' });
    driver.put('rows', { pk: s('p'), sk: n(1) }, { pk: s('p'), sk: n(3) });
    const from = (sk: number, more: JsonObject = {}) =>
      driver.ok('Query', { ...query, ExclusiveStartKey: { pk: s('p'), sk: n(sk) }, ...more }).Items;
    expect(from(2)).toEqual([{ pk: s('p'), sk: n(3) }]);
    expect(from(2, { ScanIndexForward: false })).toEqual([{ pk: s('p'), sk: n(1) }]);
  });
});

describe('ConsumedCapacity', () => {
  const indexed = { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S', projection: 'KEYS_ONLY' } } } as const;
  const units = (driver: OracleDriver, item: Item): number => {
    const { ConsumedCapacity } = driver.ok('PutItem', {
      TableName: 'rows',
      Item: item,
      ReturnConsumedCapacity: 'TOTAL',
    });
    return (ConsumedCapacity as { CapacityUnits: number }).CapacityUnits;
  };

  test('an index charges for added, removed and moved entries, not for unchanged ones', () => {
    const driver = fresh();
    driver.table('rows', indexed);
    const costs = [
      { pk: s('a') },
      { pk: s('a'), g: s('x') },
      { pk: s('a'), g: s('x'), v: n(1) },
      { pk: s('a'), g: s('y') },
      { pk: s('a') },
    ].map((item) => units(driver, item));
    expect(costs).toEqual([1, 2, 1, 3, 2]);
  });

  test('a write costs per kilobyte or part; a replaced item counts by its larger version', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    expect([1017, 1022, 10].map((size) => units(driver, { pk: s('a'), v: s('x'.repeat(size)) }))).toEqual([1, 2, 2]);
  });

  test('a read costs per 4 KB, half when not consistent', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    driver.put('rows', { pk: s('a'), v: s('x'.repeat(5000)) });
    const cost = (ConsistentRead: boolean) =>
      driver.ok('GetItem', { TableName: 'rows', Key: { pk: s('a') }, ConsistentRead, ReturnConsumedCapacity: 'TOTAL' })
        .ConsumedCapacity;
    expect([cost(true), cost(false)]).toEqual([
      { TableName: 'rows', CapacityUnits: 2 },
      { TableName: 'rows', CapacityUnits: 1 },
    ]);
  });
});

describe('batches', () => {
  test('equal numbers in two notations are duplicates for writes, not for reads', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:N' });
    const keys = [{ pk: n(1000) }, { pk: n('1e3') }];
    const write = { RequestItems: { rows: keys.map((Item) => ({ PutRequest: { Item } })) } };
    expect(driver.verdict('BatchWriteItem', write)).toBe('ValidationException');
    expect(driver.verdict('BatchGetItem', { RequestItems: { rows: { Keys: keys } } })).toBe('ok');
  });

  test('nothing is written when one write is refused', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const put = (Item: JsonObject) => ({ PutRequest: { Item } });
    const write = { RequestItems: { rows: [put({ pk: s('a') }), put({ pk: n(1) })] } };
    expect(driver.verdict('BatchWriteItem', write)).toBe('ValidationException');
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([]);
  });

  test('an answer of more than 16 MB leaves keys for another request', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const keys = Array.from({ length: 50 }, (_, i) => ({ pk: s(`k${i}`) }));
    for (const key of keys) driver.put('rows', { ...key, v: s('x'.repeat(390_000)) });
    const { Responses, UnprocessedKeys } = driver.ok('BatchGetItem', { RequestItems: { rows: { Keys: keys } } });
    const found = (Responses as { rows: Item[] }).rows.length;
    const left = (UnprocessedKeys as { rows: { Keys: Item[] } }).rows.Keys.length;
    expect([found, found + left]).toEqual([43, 50]);
  });
});
