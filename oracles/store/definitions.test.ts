/** Rules for a new table. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver, tableRequest } from '../testing/probes/driver.ts';
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
      'an attribute that a projection names twice',
      {
        GlobalSecondaryIndexes: [
          { ...byG, Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['v', 'w', 'w', 'v'] } },
        ],
      },
      `${invalid}Duplicate element in NonKeyAttributes: w`,
    ],
    ...(['S', 'N'] as const).map((AttributeType): [string, JsonObject, string] => [
      `an attribute that is defined twice, the second time as ${AttributeType}`,
      {
        GlobalSecondaryIndexes: [byG],
        AttributeDefinitions: [...attributes('pk', 'sk', 'g'), { AttributeName: 'sk', AttributeType }],
      },
      'Attribute Name is duplicated: sk',
    ]),
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
    ...(['ReadCapacityUnits', 'WriteCapacityUnits'] as const).map((member): [string, JsonObject, string] => [
      `no ${member} for an index`,
      { ...provisioned, GlobalSecondaryIndexes: [{ ...byG, ProvisionedThroughput: { ...units(5), [member]: 0 } }] },
      `1 validation error detected: Value '0' at 'globalSecondaryIndexes.1.member.provisionedThroughput.${member.replace(/^./, (c) => c.toLowerCase())}' failed to satisfy constraint: Member must have value greater than or equal to 1`,
    ]),
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
      'one attribute defined twice',
      { AttributeDefinitions: attributes('pk', 'sk', 'g', 'g'), GlobalSecondaryIndexes: [byG] },
      'Attribute Name is duplicated: g',
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
      `${invalid}Table is being created with a stream enabled, UpdateViewType is required`,
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

  test('a table without a billing mode is provisioned and needs throughput', () => {
    const driver = new OracleDriver(createOracle());
    const { BillingMode, ...rest } = tableRequest('rows', { hash: 'pk:S' });
    expect(driver.message('CreateTable', rest)).toContain('must both be specified when BillingMode is PROVISIONED');
    const { TableDescription } = driver.ok('CreateTable', { ...rest, ProvisionedThroughput: units(1_000_000_000_000) });
    expect(TableDescription).toMatchObject({ ProvisionedThroughput: units(1_000_000_000_000) });
    expect(TableDescription).not.toHaveProperty('BillingModeSummary');
  });
});
