import type { indexPolicies } from '../../policies/indexes.ts';
import type { Json, JsonObject } from '../../values/types.ts';
import { indexRequest, n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const byG = { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } } as const;

/** The primary keys in an index, in order. */
const keysIn = (driver: OracleDriver, table = 'orders', index = 'by-g'): string[] =>
  driver
    .pages('Scan', { TableName: table, IndexName: index })
    .items.map((item) => (item.pk as { S: string } | undefined)?.S ?? '-')
    .sort();

function twoWithOneKey(driver: OracleDriver): void {
  driver.table('orders', byG);
  driver.put('orders', { pk: s('a'), g: s('x') }, { pk: s('b'), g: s('x') });
}

function addIndex(driver: OracleDriver): JsonObject {
  driver.table('orders', { hash: 'pk:S' });
  driver.put('orders', { pk: s('a'), g: s('x') });
  const added = driver.ok('UpdateTable', {
    TableName: 'orders',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'g', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-g', { hash: 'g:S' }) }],
  });
  return added.TableDescription as JsonObject;
}

export const indexProbes: { readonly [Name in keyof typeof indexPolicies]: Probe } = {
  indexEntryIdentity: probe(['a', 'b'], (driver) => {
    twoWithOneKey(driver);
    return keysIn(driver);
  }),
  indexEntryRemoval: probe(['b'], (driver) => {
    twoWithOneKey(driver);
    driver.ok('DeleteItem', { TableName: 'orders', Key: { pk: s('a') } });
    return keysIn(driver);
  }),
  indexMove: probe([{ pk: s('a'), g: s('y') }], (driver) => {
    driver.table('orders', byG);
    driver.put('orders', { pk: s('a'), g: s('x') });
    driver.update('orders', { pk: s('a') }, 'SET g = :g', { ':g': s('y') });
    return driver.pages('Scan', { TableName: 'orders', IndexName: 'by-g' }).items;
  }),
  sparseRemoval: probe([], (driver) => {
    driver.table('orders', byG);
    driver.put('orders', { pk: s('a'), g: s('x') });
    driver.update('orders', { pk: s('a') }, 'REMOVE g');
    return keysIn(driver);
  }),
  sparseEntry: probe(['b'], (driver) => {
    driver.table('orders', byG);
    driver.put('orders', { pk: s('a') }, { pk: s('b'), g: s('x') });
    return keysIn(driver);
  }),
  projectionKeys: probe(['a'], (driver) => {
    driver.table('orders', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S', projection: 'KEYS_ONLY' } } });
    driver.put('orders', { pk: s('a'), g: s('x'), far: n(1) });
    return keysIn(driver);
  }),
  indexKeyType: probe(['ValidationException', 'ValidationException', {}], (driver): Json => {
    driver.table('orders', byG);
    const put = driver.verdict('PutItem', { TableName: 'orders', Item: { pk: s('a'), g: n(1) } });
    const { error = 'ok' } = driver.update('orders', { pk: s('a') }, 'SET g = :g', { ':g': { L: [] } });
    return [put, error, driver.ok('GetItem', { TableName: 'orders', Key: { pk: s('a') } })];
  }),
  gsiBackfill: probe(['a'], (driver) => {
    addIndex(driver);
    driver.wait();
    return keysIn(driver);
  }),
  gsiBackfillStatus: probe(['CREATING', 'ValidationException'], (driver) => {
    const { GlobalSecondaryIndexes } = addIndex(driver);
    const [index] = GlobalSecondaryIndexes as JsonObject[];
    return [index!.IndexStatus!, driver.verdict('Scan', { TableName: 'orders', IndexName: 'by-g' })];
  }),
  transactionIndexes: probe(['a'], (driver) => {
    driver.table('orders', byG);
    driver.ok('TransactWriteItems', {
      TransactItems: [{ Put: { TableName: 'orders', Item: { pk: s('a'), g: s('x') } } }],
    });
    return keysIn(driver);
  }),
  addedIndex: probe(
    [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ],
    (driver) => {
      addIndex(driver);
      driver.wait();
      driver.put('orders', { pk: s('b'), g: s('x') });
      const first = keysIn(driver);
      driver.wait(60_000);
      driver.put('orders', { pk: s('c'), g: s('x') });
      return [first, keysIn(driver)];
    },
  ),
  indexDelay: probe([['a'], ['a']], (driver) => {
    driver.table('orders', byG);
    driver.put('orders', { pk: s('a'), g: s('x') });
    const first = keysIn(driver);
    driver.wait(30_000);
    return [first, keysIn(driver)];
  }),
  upsertKey: probe({ Item: { pk: s('a'), g: s('x') } }, (driver) => {
    driver.table('orders', byG);
    driver.update('orders', { pk: s('a') }, 'SET g = :g', { ':g': s('x') });
    return driver.ok('GetItem', { TableName: 'orders', Key: { pk: s('a') } });
  }),
};
