/** Updates of throughput, indexes and streams, and of tables that are not ACTIVE. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { rightDecisions } from '../policies/index.ts';
import { indexRequest, OracleDriver, s, type TableSpec, tableRequest } from '../testing/probes/driver.ts';
import type { Json, JsonObject } from '../values/types.ts';

const invalid = 'One or more parameter values were invalid: ';
const units = (read: number, write = read): JsonObject => ({ ReadCapacityUnits: read, WriteCapacityUnits: write });
const attributes = (...names: string[]): Json[] =>
  names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));

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
  test('of the table and of each index changes independently', () => {
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

  test('disappears when the table becomes on demand, with a date', () => {
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
      `${invalid}ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST`,
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
      'Requested resource not found: Index by-x for table rows',
    ],
    [
      'removal of an index that is not there',
      { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-x' } }] },
      'ResourceNotFoundException',
      'Requested resource not found: Index by-x for table rows',
    ],
    [
      'a new index of a name that is taken',
      {
        AttributeDefinitions: attributes('pk', 'x'),
        GlobalSecondaryIndexUpdates: [
          { Create: { ...indexRequest('by-g', { hash: 'x:S' }), ProvisionedThroughput: units(1) } },
        ],
      },
      'ValidationException',
      'Attempting to create an index which already exists',
    ],
    [
      'a new index without units',
      {
        AttributeDefinitions: attributes('pk', 'x'),
        GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-x', { hash: 'x:S' }) }],
      },
      'ValidationException',
      `${invalid}Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: by-x`,
    ],
    [
      'a new index without definitions',
      {
        GlobalSecondaryIndexUpdates: [
          { Create: { ...indexRequest('by-x', { hash: 'g:S' }), ProvisionedThroughput: units(1) } },
        ],
      },
      'ValidationException',
      `${invalid}AttributeDefinitions is not specified for index: by-x`,
    ],
    [
      'a new index whose key only the table defines',
      {
        AttributeDefinitions: attributes('pk', 'h'),
        GlobalSecondaryIndexUpdates: [
          { Create: { ...indexRequest('by-x', { hash: 'g:S' }), ProvisionedThroughput: units(1) } },
        ],
      },
      'ValidationException',
      `${invalid}Some index key attributes are not defined in AttributeDefinitions. Keys: [g], AttributeDefinitions: [pk, h]`,
    ],
    [
      'a key of another type',
      {
        AttributeDefinitions: [...attributes('x'), { AttributeName: 'g', AttributeType: 'N' }],
        GlobalSecondaryIndexUpdates: [
          { Create: { ...indexRequest('by-x', { hash: 'x:S', range: 'g:N' }), ProvisionedThroughput: units(1) } },
        ],
      },
      'ValidationException',
      `${invalid}Attributes cannot be redefined. Please check that your attribute has the same type as previously defined. Existing schema: Schema:[SchemaElement: key{x:S:HASH}, key{g:S:RANGE}] New schema: Schema:[SchemaElement: key{x:S:HASH}, key{g:N:RANGE}]`,
    ],
    [
      'an attribute that is defined twice',
      {
        AttributeDefinitions: attributes('x', 'x'),
        GlobalSecondaryIndexUpdates: [
          { Create: { ...indexRequest('by-x', { hash: 'x:S' }), ProvisionedThroughput: units(1) } },
        ],
      },
      'ValidationException',
      'Attribute Name is duplicated: x',
    ],
    [
      'two actions at once',
      {
        GlobalSecondaryIndexUpdates: [
          {
            Delete: { IndexName: 'by-g' },
            Update: { IndexName: 'by-h', ProvisionedThroughput: units(1) },
          },
        ],
      },
      'ValidationException',
      `${invalid}Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object`,
    ],
    [
      'the units that an index has',
      update('by-g', units(5, 6)),
      'ValidationException',
      'The provisioned throughput for the index by-g will not change. The requested value equals the current value. Current ReadCapacityUnits provisioned for the index: 5. Requested ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the index: 6. Requested WriteCapacityUnits: 6. Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
    ],
    [
      'an update of an index without units',
      { GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'by-g' } }] },
      'ValidationException',
      `${invalid}ProvisionedThroughput must be specified for index: by-g`,
    ],
    [
      'an end of a stream that never was',
      { StreamSpecification: { StreamEnabled: false } },
      'ValidationException',
      'Table has no stream to disable: TableName: rows',
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

describe('indexes', () => {
  test('of a table on demand have no units', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
    expect(driver.message('UpdateTable', { TableName: 'rows', ...update('by-g', units(1)) })).toBe(
      `${invalid}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: by-g when BillingMode is PAY_PER_REQUEST`,
    );
  });

  test('that are local are neither changed nor dropped', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S', range: 'sk:S', lsi: { 'by-l': { hash: 'pk:S', range: 'l:S' } } });
    const refusal = (change: JsonObject) => driver.message('UpdateTable', { TableName: 'rows', ...change });
    expect(refusal({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-l' } }] })).toBe(
      'Cannot delete an index that is not a GlobalSecondaryIndex: by-l',
    );
    expect(refusal(update('by-l', units(1)))).toBe('Cannot update an index that is not a GlobalSecondaryIndex: by-l');
  });

  test('are 20 at most, by another exception than in a new table', () => {
    const driver = new OracleDriver(createOracle());
    const gsi = Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`by-${i + 10}`, { hash: 'g:S' } as const]));
    driver.table('rows', { hash: 'pk:S', gsi });
    const add = (name: string) => ({
      TableName: 'rows',
      AttributeDefinitions: attributes('g'),
      GlobalSecondaryIndexUpdates: [{ Create: indexRequest(name, { hash: 'g:S' }) }],
    });
    driver.ok('UpdateTable', add('by-twenty'));
    driver.wait();
    expect(driver.verdict('UpdateTable', add('by-more'))).toBe('LimitExceededException');
  });

  test('ignore definitions of other attributes, also of another type', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S' });
    driver.ok('UpdateTable', {
      TableName: 'rows',
      AttributeDefinitions: [...attributes('g', 'z'), { AttributeName: 'pk', AttributeType: 'N' }],
      GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-g', { hash: 'g:S' }) }],
    });
    driver.wait();
    const { AttributeDefinitions } = driver.describe('rows');
    expect(
      [...(AttributeDefinitions as JsonObject[])].sort((a, b) => (a.AttributeName! < b.AttributeName! ? -1 : 1)),
    ).toEqual(attributes('g', 'pk'));
  });
});

test('the answer of DeleteTable has neither keys nor indexes nor a date of creation', () => {
  const driver = provisionedTable();
  const { TableDescription } = driver.ok('DeleteTable', { TableName: 'rows' });
  expect(Object.keys(TableDescription as JsonObject).sort()).toEqual([
    ...['DeletionProtectionEnabled', 'ItemCount', 'ProvisionedThroughput', 'TableArn', 'TableId', 'TableName'],
    ...['TableSizeBytes', 'TableStatus'],
  ]);
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

  test('can be neither changed nor deleted while updating', () => {
    const driver = busy({ DeletionProtectionEnabled: false });
    expect(refusals(driver)).toEqual(Array(2).fill(inUse('Table is being updated: rows')));
    driver.wait();
    expect(driver.verdict('DeleteTable', { TableName: 'rows' })).toBe('ok');
  });

  test('can be neither changed nor deleted while creating', () => {
    const driver = new OracleDriver(createOracle());
    driver.ok('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
    expect(refusals(driver)).toEqual(Array(2).fill(inUse('Table is being created: rows')));
  });

  test('reserves its name immediately', () => {
    const driver = new OracleDriver(createOracle());
    const request = tableRequest('rows', { hash: 'pk:S' });
    driver.ok('CreateTable', request);
    expect(driver.verdict('CreateTable', request)).toBe('ResourceInUseException');
    expect(driver.message('CreateTable', request)).toContain('Table is being created: rows');
  });

  test('cannot be changed while deleting, and its name is free afterwards', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S' });
    driver.ok('DeleteTable', { TableName: 'rows' });
    const change = { TableName: 'rows', TableClass: 'STANDARD' };
    expect(driver.message('UpdateTable', change)).toContain('being deleted: rows');
    driver.wait(249);
    expect(driver.describe('rows').TableStatus).toBe('DELETING');
    driver.wait(1);
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

  test('an index cannot be read before the backfill ends, nor while it is deleted', () => {
    const driver = busy({
      AttributeDefinitions: attributes('pk', 'h'),
      GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-h', { hash: 'h:S' }) }],
    });
    const read = (IndexName: string) => driver.message('Scan', { TableName: 'rows', IndexName });
    expect(read('by-h')).toBe('Cannot read from backfilling global secondary index: by-h');
    driver.wait(1000);
    expect(read('by-h')).toBe('no refusal');
    driver.ok('UpdateTable', { TableName: 'rows', GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g' } }] });
    expect([read('by-g'), read('by-h')]).toEqual(['The table does not have the specified index: by-g', 'no refusal']);
  });

  test('mutant: an index that is readable immediately and then dropped does not return', () => {
    const decisions = { ...rightDecisions, gsiBackfillStatus: 'at-once' } as const;
    const driver = new OracleDriver(createOracle({ decisions, timing: { tableUpdateMs: 0 } }));
    driver.table('rows', { hash: 'pk:S' });
    const index = (update: JsonObject): JsonObject => ({ TableName: 'rows', GlobalSecondaryIndexUpdates: [update] });
    driver.ok('UpdateTable', {
      ...index({ Create: indexRequest('by-g', { hash: 'g:S' }) }),
      AttributeDefinitions: attributes('pk', 'g'),
    });
    driver.wait(100);
    driver.ok('UpdateTable', index({ Delete: { IndexName: 'by-g' } }));
    driver.wait(200);
    expect(driver.describe('rows').GlobalSecondaryIndexes).toMatchObject([{ IndexStatus: 'DELETING' }]);
    driver.wait(50);
    expect(driver.describe('rows').GlobalSecondaryIndexes).toBeUndefined();
  });

  test('an enabled stream cannot be enabled again', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('feed', { hash: 'pk:S', stream: 'KEYS_ONLY' });
    const on = { TableName: 'feed', StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } };
    expect(driver.message('UpdateTable', on)).toBe('Table already has an enabled stream: TableName: feed');
    const silent = { TableName: 'feed', StreamSpecification: { StreamEnabled: true } };
    expect(driver.message('UpdateTable', silent)).toContain('UpdateViewType is required');
  });
});
