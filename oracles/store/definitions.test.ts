/** What a table may be, and what it may become. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { indexRequest, OracleDriver, s, type TableSpec, tableRequest } from '../probes/driver.ts';
import type { Json, JsonObject } from '../values/types.ts';

const invalid = 'One or more parameter values were invalid: ';
const units = (read: number, write = read): JsonObject => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const attributes = (...names: string[]): Json[] =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
const keys = (...names: string[]): Json[] =>
  names.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' }));
const index = (IndexName: string, KeySchema: Json[], more: JsonObject = {}): JsonObject => ({
  ...{ IndexName, KeySchema, Projection: { ProjectionType: 'ALL' } },
  ...more,
});

describe('a new table is refused', () => {
  const request: JsonObject = {
    ...{ TableName: 'rows', BillingMode: 'PAY_PER_REQUEST' },
    ...{ KeySchema: keys('pk', 'sk'), AttributeDefinitions: attributes('pk', 'sk', 'g') },
  };
  const byG = index('by-g', keys('g'));
  const provisioned = { BillingMode: 'PROVISIONED', ProvisionedThroughput: units(1) };
  const sameName = [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'pk', KeyType: 'RANGE' },
  ];
  test.each<[string, JsonObject, string]>([
    [
      'one attribute for both keys',
      { KeySchema: sameName },
      'Both the Hash Key and the Range Key element in the KeySchema have the same name',
    ],
    [
      'one attribute for both keys of an index',
      { GlobalSecondaryIndexes: [index('by-pk', sameName)] },
      'Both the Hash Key and the Range Key element in the KeySchema have the same name',
    ],
    [
      'two partition keys',
      { KeySchema: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, KeyType: 'HASH' })) },
      'Invalid KeySchema: The second KeySchemaElement is not a RANGE key type',
    ],
    [
      'an index of an undefined attribute',
      { GlobalSecondaryIndexes: [index('by-x', keys('g', 'x'))] },
      `${invalid}Some index key attributes are not defined in AttributeDefinitions. Keys: [g, x], AttributeDefinitions: [pk, sk, g]`,
    ],
    [
      'a projection of no type',
      { GlobalSecondaryIndexes: [{ ...byG, Projection: {} }] },
      `${invalid}Unknown ProjectionType: null`,
    ],
    [
      'attributes beside a projection of all',
      { GlobalSecondaryIndexes: [{ ...byG, Projection: { ProjectionType: 'ALL', NonKeyAttributes: ['v'] } }] },
      `${invalid}ProjectionType is ALL, but NonKeyAttributes is specified`,
    ],
    [
      'attributes beside a projection of keys',
      { GlobalSecondaryIndexes: [{ ...byG, Projection: { ProjectionType: 'KEYS_ONLY', NonKeyAttributes: ['v'] } }] },
      `${invalid}ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified`,
    ],
    [
      'a local index without a sort key',
      { LocalSecondaryIndexes: [index('by-l', keys('pk'))] },
      `${invalid}Index KeySchema does not have a range key for index: by-l`,
    ],
    [
      'a local index of another partition key',
      { LocalSecondaryIndexes: [index('by-l', keys('g', 'sk'))] },
      `${invalid}Index KeySchema does not have the same leading hash key as table KeySchema for index: by-l. index hash key: g, table hash key: pk`,
    ],
    ['no local indexes in a list', { LocalSecondaryIndexes: [] }, `${invalid}List of LocalSecondaryIndexes is empty`],
    [
      'one name for two indexes, of whatever kind',
      { GlobalSecondaryIndexes: [byG], LocalSecondaryIndexes: [index('by-g', keys('pk', 'g'))] },
      `${invalid}Duplicate index name: by-g`,
    ],
    [
      'units of an index on demand',
      { GlobalSecondaryIndexes: [{ ...byG, ProvisionedThroughput: units(1) }] },
      `${invalid}ProvisionedThroughput should not be specified for index: by-g when BillingMode is PAY_PER_REQUEST`,
    ],
    [
      'an attribute of no key',
      { GlobalSecondaryIndexes: [index('by-sk', keys('sk'))] },
      `${invalid}Some AttributeDefinitions are not used. AttributeDefinitions: [pk, sk, g], keys used: [pk, sk]`,
    ],
    [
      'ceilings of a table that is not on demand',
      { ...provisioned, OnDemandThroughput: { MaxReadRequestUnits: 5 } },
      `${invalid}MaxReadRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.`,
    ],
    [
      'write units beyond all bounds',
      { BillingMode: 'PROVISIONED', ProvisionedThroughput: units(1, 1_000_000_000_001) },
      'Given value 1000000000001 for WriteCapacityUnits is out of bounds',
    ],
    [
      'a stream without a view',
      { GlobalSecondaryIndexes: [byG], StreamSpecification: { StreamEnabled: true } },
      `${invalid}Table is being created with a stream enabled, but StreamViewType is not specified`,
    ],
  ])('%s', (_name, more, text) => {
    const driver = new OracleDriver(createOracle());
    const input = { ...request, ...more };
    expect([driver.verdict('CreateTable', input), driver.message('CreateTable', input)]).toEqual([
      'ValidationException',
      text,
    ]);
    expect(driver.ok('ListTables', {}).TableNames).toEqual([]);
  });

  test('a table without a billing mode is provisioned, and must say how', () => {
    const driver = new OracleDriver(createOracle());
    const { BillingMode, ...rest } = tableRequest('rows', { hash: 'pk:S' });
    expect(driver.message('CreateTable', rest)).toContain('must both be specified when BillingMode is PROVISIONED');
    const { TableDescription } = driver.ok('CreateTable', { ...rest, ProvisionedThroughput: units(1_000_000_000_000) });
    expect(TableDescription).toMatchObject({ ProvisionedThroughput: units(1_000_000_000_000) });
    expect(TableDescription).not.toHaveProperty('BillingModeSummary');
  });
});

const provisionedTable = (): OracleDriver => {
  const driver = new OracleDriver(createOracle());
  const spec: TableSpec = { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' }, 'by-h': { hash: 'h:S' } } };
  const request = tableRequest('rows', spec);
  const list = request.GlobalSecondaryIndexes as JsonObject[];
  driver.ok('CreateTable', {
    ...{ ...request, BillingMode: 'PROVISIONED', ProvisionedThroughput: units(3, 4) },
    GlobalSecondaryIndexes: list.map((one) => ({ ...one, ProvisionedThroughput: units(5, 6) })),
  });
  driver.wait();
  return driver;
};
/** Units of the table and of each index. */
function unitsOf(driver: OracleDriver): Json[] {
  const { ProvisionedThroughput, GlobalSecondaryIndexes } = driver.describe('rows');
  const shown = (of: Json | undefined): Json => {
    const { ReadCapacityUnits, WriteCapacityUnits } = of as { ReadCapacityUnits: number; WriteCapacityUnits: number };
    return [ReadCapacityUnits, WriteCapacityUnits];
  };
  const indexes = GlobalSecondaryIndexes as JsonObject[];
  return [shown(ProvisionedThroughput), ...indexes.map((one) => shown(one.ProvisionedThroughput))];
}
const change = (driver: OracleDriver, more: JsonObject): JsonObject => {
  const answer = driver.ok('UpdateTable', { TableName: 'rows', ...more });
  driver.wait();
  return answer;
};
const update = (IndexName: string, ProvisionedThroughput: JsonObject): JsonObject => ({
  GlobalSecondaryIndexUpdates: [{ Update: { IndexName, ProvisionedThroughput } }],
});

describe('throughput', () => {
  test('of the table and of each index changes on its own', () => {
    const driver = provisionedTable();
    change(driver, { ProvisionedThroughput: units(7, 8) });
    expect(unitsOf(driver)).toEqual([
      [7, 8],
      [5, 6],
      [5, 6],
    ]);
    change(driver, update('by-h', units(9)));
    expect(unitsOf(driver)).toEqual([
      [7, 8],
      [5, 6],
      [9, 9],
    ]);
    change(driver, { BillingMode: 'PROVISIONED', ProvisionedThroughput: units(1) });
    expect(unitsOf(driver)).toEqual([
      [1, 1],
      [5, 6],
      [9, 9],
    ]);
    expect(driver.describe('rows')).not.toHaveProperty('BillingModeSummary');
  });

  test('goes when the table is put on demand, which is dated', () => {
    const driver = provisionedTable();
    const atMs = driver.oracle.clock.now();
    change(driver, { BillingMode: 'PAY_PER_REQUEST' });
    expect(unitsOf(driver)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    const dated = { BillingMode: 'PAY_PER_REQUEST', LastUpdateToPayPerRequestDateTime: atMs / 1000 };
    expect(driver.describe('rows').BillingModeSummary).toEqual(dated);
    change(driver, { BillingMode: 'PAY_PER_REQUEST' });
    expect(driver.describe('rows').BillingModeSummary).toEqual(dated);
  });

  test.each<[string, JsonObject, string, string]>([
    [
      'units on demand',
      { BillingMode: 'PAY_PER_REQUEST', ProvisionedThroughput: units(1) },
      'ValidationException',
      `${invalid}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST`,
    ],
    [
      'ceilings of a provisioned table',
      { OnDemandThroughput: { MaxReadRequestUnits: 1 } },
      'ValidationException',
      `${invalid}MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table BillingMode is PROVISIONED`,
    ],
    [
      'units of an index that is not there',
      update('by-x', units(1)),
      'ResourceNotFoundException',
      'Requested resource not found',
    ],
    [
      'removal of an index that is not there',
      { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-x' } }] },
      'ResourceNotFoundException',
      'Requested resource not found',
    ],
    [
      'a new index of a name that is taken',
      {
        AttributeDefinitions: attributes('pk', 'x'),
        GlobalSecondaryIndexUpdates: [{ Create: { ...index('by-g', keys('x')), ProvisionedThroughput: units(1) } }],
      },
      'ValidationException',
      'Attempting to create an index which already exists',
    ],
    [
      'a new index without units',
      {
        AttributeDefinitions: attributes('pk', 'x'),
        GlobalSecondaryIndexUpdates: [{ Create: index('by-x', keys('x')) }],
      },
      'ValidationException',
      `${invalid}Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: by-x`,
    ],
    [
      'an end of a stream that never was',
      { StreamSpecification: { StreamEnabled: false } },
      'ValidationException',
      'Table is not having a stream to disable: TableName: rows',
    ],
    [
      'units out of bounds',
      { ProvisionedThroughput: units(1_000_000_000_001, 1) },
      'ValidationException',
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
  ])('%s: refused, and nothing has changed', (_name, more, type, text) => {
    const driver = provisionedTable();
    const before = driver.describe('rows');
    const input = { TableName: 'rows', ...more };
    expect([driver.verdict('UpdateTable', input), driver.message('UpdateTable', input)]).toEqual([type, text]);
    driver.wait();
    expect(driver.describe('rows')).toEqual(before);
  });
});

describe('a table that is not at rest', () => {
  const busy = (more: JsonObject): OracleDriver => {
    const driver = new OracleDriver(createOracle({ timing: { indexBackfillMs: 1000 } }));
    driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
    driver.put('rows', { pk: s('a'), g: s('x') });
    driver.ok('UpdateTable', { TableName: 'rows', ...more });
    return driver;
  };
  const refusals = (driver: OracleDriver): string[] =>
    (
      [
        ['UpdateTable', { TableName: 'rows', TableClass: 'STANDARD' }],
        ['DeleteTable', { TableName: 'rows' }],
      ] as const
    ).map(([operation, input]) => `${driver.verdict(operation, input)}: ${driver.message(operation, input)}`);
  const inUse = (text: string): string =>
    `ResourceInUseException: Attempt to change a resource which is still in use: ${text}`;

  test('is neither changed nor deleted while it is updated', () => {
    const driver = busy({ DeletionProtectionEnabled: false });
    expect(refusals(driver)).toEqual(Array(2).fill(inUse('Table is being updated: rows')));
    driver.wait();
    expect(driver.verdict('DeleteTable', { TableName: 'rows' })).toBe('ok');
  });

  test('is neither changed nor deleted before it is there', () => {
    const driver = new OracleDriver(createOracle());
    driver.ok('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
    expect(refusals(driver)).toEqual(Array(2).fill(inUse('Table is being created: rows')));
  });

  test('is not changed once it is on its way out, and may be deleted again', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S' });
    driver.ok('DeleteTable', { TableName: 'rows' });
    expect(driver.message('UpdateTable', { TableName: 'rows', TableClass: 'STANDARD' })).toContain(
      'being deleted: rows',
    );
    driver.wait(100);
    expect(driver.ok('DeleteTable', { TableName: 'rows' }).TableDescription).toMatchObject({ TableStatus: 'DELETING' });
    driver.wait(150);
    expect(driver.ok('ListTables', {}).TableNames).toEqual([]);
    driver.ok('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
    driver.wait(100);
    expect(driver.describe('rows').TableStatus).toBe('CREATING');
  });

  test.each<[string, JsonObject, string]>([
    [
      'comes',
      {
        AttributeDefinitions: attributes('pk', 'h'),
        GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-h', { hash: 'h:S' }) }],
      },
      'Table: rows, index: by-h is CREATING',
    ],
    [
      'goes',
      { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] },
      'Table: rows, index: by-g is DELETING',
    ],
  ])('is not deleted while an index %s, nor is a second one changed', (_name, more, text) => {
    const driver = busy(more);
    driver.wait(500);
    expect(driver.message('DeleteTable', { TableName: 'rows' })).toBe(
      `Attempt to change a resource which is still in use: ${text}`,
    );
    const online = [{ Create: indexRequest('by-k', { hash: 'k:S' }) }];
    const second = { TableName: 'rows', AttributeDefinitions: attributes('k'), GlobalSecondaryIndexUpdates: online };
    expect([driver.verdict('UpdateTable', second), driver.message('UpdateTable', second)]).toEqual([
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    ]);
    expect(driver.verdict('UpdateTable', { TableName: 'rows', TableClass: 'STANDARD' })).toBe('ok');
    driver.wait(500);
    expect(driver.verdict('DeleteTable', { TableName: 'rows' })).toBe('ok');
  });

  test('a stream that is on is not put on again', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('feed', { hash: 'pk:S', stream: 'KEYS_ONLY' });
    const on = { TableName: 'feed', StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } };
    expect(driver.message('UpdateTable', on)).toBe('Table already has an enabled stream: TableName: feed');
    const silent = { TableName: 'feed', StreamSpecification: { StreamEnabled: true } };
    expect(driver.message('UpdateTable', silent)).toContain('StreamViewType is not specified');
  });
});
