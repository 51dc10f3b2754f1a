/** Refusals: their type, their text and their order. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { b, n, OracleDriver, s, type TableSpec, tableRequest } from '../testing/probes/driver.ts';
import type { Json, JsonObject, Operation } from '../values/types.ts';

const spec: TableSpec = {
  hash: 'pk:S',
  range: 'sk:N',
  gsi: {
    'by-g': { hash: 'g:S', projection: ['v'] },
    'an-other': { hash: 'g:S', range: 'h:B', projection: 'KEYS_ONLY' },
  },
  lsi: { 'by-l': { hash: 'pk:S', range: 'l:S', projection: 'KEYS_ONLY' } },
};
const driver = new OracleDriver(createOracle());
driver.table('rows', spec);
driver.table('blobs', { hash: 'id:B' });
driver.put('rows', { pk: s('a'), sk: n(1), g: s('x'), l: s('l'), v: n(1), far: n(2) });

const put = (item: JsonObject, more: JsonObject = {}): [Operation, JsonObject] => [
  'PutItem',
  { TableName: 'rows', Item: { pk: s('a'), sk: n(1), ...item }, ...more },
];
const query = (more: JsonObject): [Operation, JsonObject] => [
  'Query',
  { TableName: 'rows', KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('a') }, ...more },
];
const byG = (more: JsonObject): [Operation, JsonObject] =>
  query({ IndexName: 'by-g', KeyConditionExpression: 'g = :p', ...more });
const scan = (more: JsonObject): [Operation, JsonObject] => ['Scan', { TableName: 'rows', ...more }];
const get = (Key: JsonObject, TableName = 'rows'): [Operation, JsonObject] => ['GetItem', { TableName, Key }];
const schemaText = 'The provided key element does not match the schema';
const invalid = 'One or more parameter values were invalid: ';
const notValid = 'One or more parameter values are not valid. ';

describe('keys', () => {
  test.each<[string, [Operation, JsonObject], string]>([
    ['of the wrong type in an item', put({ sk: s('1') }), `${invalid}Type mismatch for key sk expected: N actual: S`],
    [
      'missing in an item',
      ['PutItem', { TableName: 'rows', Item: { pk: s('a') } }],
      `${invalid}Missing the key sk in the item`,
    ],
    ['of the wrong type in a key', get({ pk: s('a'), sk: s('1') }), schemaText],
    ['missing in a key', get({ pk: s('a') }), schemaText],
    ['beside other attributes', get({ pk: s('a'), sk: n(1), v: n(1) }), schemaText],
    [
      'of the wrong type in a batch',
      ['BatchWriteItem', { RequestItems: { rows: [{ PutRequest: { Item: { pk: s('a'), sk: s('1') } } }] } }],
      schemaText,
    ],
    [
      'empty',
      put({ pk: s('') }),
      `${notValid}The AttributeValue for a key attribute cannot contain an empty string value. Key: pk`,
    ],
    [
      'empty, in a key',
      get({ pk: s(''), sk: n(1) }),
      `${notValid}The AttributeValue for a key attribute cannot contain an empty string value. Key: pk`,
    ],
    [
      'empty bytes',
      ['PutItem', { TableName: 'blobs', Item: { id: b() } }],
      `${notValid}The AttributeValue for a key attribute cannot contain an empty binary value. Key: id`,
    ],
    [
      'of an index, empty bytes, by an update',
      [
        'UpdateItem',
        {
          ...{ TableName: 'rows', Key: { pk: s('a'), sk: n(1) }, UpdateExpression: 'SET h = :h' },
          ExpressionAttributeValues: { ':h': b() },
        },
      ],
      `${notValid}The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty binary value.`,
    ],
    [
      'too long',
      put({ pk: s('x'.repeat(2049)) }),
      `${invalid}Size of hashkey has exceeded the maximum size limit of2048 bytes`,
    ],
    [
      'written by an update',
      ['UpdateItem', { TableName: 'rows', Key: { pk: s('a'), sk: n(1) }, UpdateExpression: 'REMOVE sk' }],
      `${invalid}Cannot update attribute sk. This attribute is part of the key`,
    ],
    [
      'of an index, of the wrong type; the first index by name',
      put({ g: n(1) }),
      `${invalid}Type mismatch for Index Key g Expected: S Actual: N IndexName: an-other`,
    ],
    [
      'of an index, empty',
      put({ h: b(1), g: s('') }),
      `${notValid}A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: an-other, IndexKey: g`,
    ],
  ])('%s', (_name, [operation, input], text) => {
    expect([driver.verdict(operation, input), driver.message(operation, input)]).toEqual(['ValidationException', text]);
  });

  test('a refused write changes nothing', () => {
    const before = driver.pages('Scan', { TableName: 'rows' }).items;
    driver.call(...put({ g: n(1), v: n(9) }));
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual(before);
  });
});

describe('reads', () => {
  const start = (ExclusiveStartKey: JsonObject) => ({ ExclusiveStartKey });
  test.each<[string, [Operation, JsonObject], string]>([
    ['unknown index', scan({ IndexName: 'nothing' }), 'The table does not have the specified index: nothing'],
    ['start key of a scan', scan(start({ wrong: s('k') })), `The provided starting key is invalid: ${schemaText}`],
    ['start key of a query', query(start({ pk: s('a') })), 'The provided starting key is invalid'],
    [
      'start key of an index without table keys',
      byG({ ...start({ g: s('a') }) }),
      'The provided starting key is invalid',
    ],
    [
      'empty start key of a scan',
      scan(start({ pk: s(''), sk: n(1) })),
      'The provided starting key is invalid: One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    ],
    [
      'start key that is too long, of a query',
      query(start({ pk: s('x'.repeat(2049)), sk: n(1) })),
      'The provided starting key is invalid: One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
    ],
    [
      'start key of another partition',
      query(start({ pk: s('b'), sk: n(1) })),
      'The provided starting key is outside query boundaries based on provided conditions',
    ],
    [
      'start key outside the range',
      query({
        ...start({ pk: s('a'), sk: n(1) }),
        KeyConditionExpression: 'pk = :p AND sk > :s',
        ExpressionAttributeValues: { ':p': s('a'), ':s': n(5) },
      }),
      'The provided starting key does not match the range key predicate',
    ],
    [
      'consistent read of a global index',
      byG({ ConsistentRead: true }),
      'Consistent reads are not supported on global secondary indexes',
    ],
    [
      'all attributes of a narrow global index',
      byG({ Select: 'ALL_ATTRIBUTES' }),
      `${invalid}Select type ALL_ATTRIBUTES is not supported for global secondary index by-g because its projection type is not ALL`,
    ],
    [
      'an attribute that a global index lacks',
      byG({ ProjectionExpression: 'far, v' }),
      `${invalid}Global secondary index by-g does not project [far]`,
    ],
    [
      'a filter on a key',
      query({ FilterExpression: 'sk > :p' }),
      'Filter Expression can only contain non-primary key attributes: Primary key attribute: sk',
    ],
    [
      'a segment without a total',
      scan({ Segment: 1 }),
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    ],
    [
      'a segment beyond the total',
      scan({ Segment: 4, TotalSegments: 4 }),
      'The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 4 is not less than TotalSegments: 4',
    ],
    [
      'specific attributes, none named: bare on Scan',
      scan({ Select: 'SPECIFIC_ATTRIBUTES' }),
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    ],
    [
      'the same in an envelope on Query',
      query({ Select: 'SPECIFIC_ATTRIBUTES' }),
      '1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    ],
    [
      'all that is projected, of no index: bare on Scan',
      scan({ Select: 'ALL_PROJECTED_ATTRIBUTES' }),
      'ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
    ],
    [
      'the same in an envelope on Query',
      query({ Select: 'ALL_PROJECTED_ATTRIBUTES' }),
      '1 validation error detected: ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName',
    ],
    [
      'a count of some attributes',
      scan({ Select: 'COUNT', ProjectionExpression: 'v' }),
      'Cannot specify the ProjectionExpression when choosing to get only the Count',
    ],
    [
      'all attributes, and some of them',
      scan({ Select: 'ALL_ATTRIBUTES', AttributesToGet: ['v'] }),
      'Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES',
    ],
    [
      'a total without a segment',
      scan({ TotalSegments: 2 }),
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    ],
    [
      'a start key of another segment',
      scan({ ...start({ pk: s('a'), sk: n(1) }), Segment: 1, TotalSegments: 2 }),
      'The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1',
    ],
    [
      'neither form of a key condition',
      ['Query', { TableName: 'rows' }],
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    ],
    [
      'a limit of nothing',
      scan({ Limit: 0 }),
      "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
  ])('%s', (_name, [operation, input], text) => {
    expect([driver.verdict(operation, input), driver.message(operation, input)]).toEqual(['ValidationException', text]);
  });

  test('a local index reads consistently and fetches what it does not project', () => {
    const input = query({
      IndexName: 'by-l',
      ConsistentRead: true,
      ProjectionExpression: 'far',
    });
    expect(driver.ok(...input).Items).toEqual([{ far: n(2) }]);
    expect(driver.ok(...query({ IndexName: 'by-l' })).Items).toEqual([{ pk: s('a'), sk: n(1), l: s('l') }]);
  });
});

test('a null value in a map counts as an empty value', () => {
  const messageOf = (operation: Operation, input: JsonObject) => driver.message(operation, input);
  expect(messageOf(...put({ v: null }))).toContain('Supplied AttributeValue is empty');
  expect(messageOf(...scan({ ProjectionExpression: '#a', ExpressionAttributeNames: { '#a': null } }))).toBe(
    'ExpressionAttributeNames contains invalid value: Empty attribute name for key #a',
  );
  expect(messageOf('BatchGetItem', { RequestItems: { rows: null } })).toMatch(/[kK]eys' failed to satisfy constraint/);
  expect(messageOf('BatchWriteItem', { RequestItems: { rows: null } })).toContain('failed to satisfy constraint');
});

describe('order of checks', () => {
  const missing = { TableName: 'missing' };
  test.each<[string, Operation, JsonObject, string]>([
    ['constraints before the table', 'GetItem', missing, 'ValidationException'],
    ['syntax before the table', 'GetItem', { ...missing, Key: {}, ProjectionExpression: 'a,,' }, 'ValidationException'],
    ['a bad number before the table', 'PutItem', { ...missing, Item: { a: { N: 'x' } } }, 'ValidationException'],
    [
      'duplicate keys of a batch before the table',
      'BatchGetItem',
      { RequestItems: { missing: { Keys: [{ pk: s('a') }, { pk: s('a') }] } } },
      'ValidationException',
    ],
    ['the table before its keys', 'GetItem', { ...missing, Key: { nonsense: s('x') } }, 'ResourceNotFoundException'],
    ['JSON kinds before constraints', 'PutItem', { TableName: '', Item: { a: { N: 1 } } }, 'SerializationException'],
  ])('%s', (_name, operation, input, type) => {
    expect(driver.verdict(operation, input)).toBe(type);
  });

  test('all constraints in one message, in the order of the members', () => {
    expect(driver.message('Scan', { TableName: 'rows', Limit: 0, Select: 'SOME' })).toBe(
      "2 validation errors detected: Value 'SOME' at 'select' failed to satisfy constraint: Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]; " +
        "Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    );
  });

  test('single-item writes report an invalid table name alone, unless a member is missing', () => {
    const bad = { TableName: '', ReturnValues: 'SOME' };
    expect(driver.message('UpdateItem', { ...bad, Key: {} })).toMatch(/^1 validation error detected: .*TableName/);
    expect(driver.message('UpdateItem', bad)).toMatch(/^3 validation errors detected: /);
  });
});

describe('new tables', () => {
  const request = tableRequest('fresh', { hash: 'pk:S' });
  const index = { IndexName: 'by-g', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }] };
  const change = (more: { [member: string]: Json }): JsonObject => ({ ...request, ...more });
  test.each<[string, JsonObject, string]>([
    ['short name', change({ TableName: 'ab' }), 'length greater than or equal to 3'],
    ['no throughput', change({ BillingMode: 'PROVISIONED' }), 'must both be specified when BillingMode is PROVISIONED'],
    [
      'throughput on demand',
      change({ ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } }),
      'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
    ],
    [
      'range key first',
      change({ KeySchema: [{ AttributeName: 'pk', KeyType: 'RANGE' }] }),
      'The first KeySchemaElement is not a HASH key type',
    ],
    [
      'undefined key attribute',
      change({ KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }] }),
      'not defined in AttributeDefinitions. Keys: [other], AttributeDefinitions: [pk]',
    ],
    [
      'attribute of no key',
      change({
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'x', AttributeType: 'S' },
        ],
      }),
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    ],
    [
      'one key attribute twice',
      change({ KeySchema: ['HASH', 'RANGE'].map((KeyType) => ({ AttributeName: 'pk', KeyType })) }),
      'Invalid KeySchema: Some index key attribute have no definition',
    ],
    [
      'units beyond all bounds',
      change({
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 1_000_000_000_001, WriteCapacityUnits: 1 },
      }),
      'Given value 1000000000001 for ReadCapacityUnits is out of bounds',
    ],
    [
      'no throughput of an index',
      change({
        BillingMode: 'PROVISIONED',
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
        AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'ALL' } }],
      }),
      'Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: by-g',
    ],
    ['empty index list', change({ GlobalSecondaryIndexes: [] }), 'List of GlobalSecondaryIndexes is empty'],
    [
      'INCLUDE of nothing',
      change({
        AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'INCLUDE' } }],
      }),
      'ProjectionType is INCLUDE, but NonKeyAttributes is not specified',
    ],
    [
      'local index without a sort key on the table',
      change({
        LocalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'ALL' }, KeySchema: request.KeySchema! }],
      }),
      'Table KeySchema does not have a range key',
    ],
    [
      'view of a stream that is off',
      change({ StreamSpecification: { StreamEnabled: false, StreamViewType: 'NEW_IMAGE' } }),
      'UpdateViewType should not be specified',
    ],
  ])('%s', (_name, input, text) => {
    expect(driver.verdict('CreateTable', input)).toBe('ValidationException');
    expect(driver.message('CreateTable', input)).toContain(text);
  });

  test('an existing name', () => {
    expect(driver.verdict('CreateTable', tableRequest('rows', spec))).toBe('ResourceInUseException');
    expect(driver.message('CreateTable', tableRequest('rows', spec))).toBe('Table already exists: rows');
  });
});

describe('changes of tables', () => {
  test.each<[string, JsonObject, string]>([
    ['nothing', {}, 'At least one of ProvisionedThroughput, BillingMode'],
    ['no index updates', { GlobalSecondaryIndexUpdates: [] }, 'At least one of ProvisionedThroughput, BillingMode'],
    [
      'no throughput',
      { BillingMode: 'PROVISIONED' },
      `${invalid}ProvisionedThroughput must be specified when BillingMode is PROVISIONED`,
    ],
    [
      'an update of nothing',
      { GlobalSecondaryIndexUpdates: [{}] },
      `${invalid}One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null`,
    ],
    [
      'one index twice',
      { GlobalSecondaryIndexUpdates: [1, 2].map(() => ({ Delete: { IndexName: 'by-g' } })) },
      `${invalid}Only one global secondary index update per index is allowed simultaneously. Index: by-g`,
    ],
  ])('%s: refused before the table is looked up', (_name, more, text) => {
    expect(driver.message('UpdateTable', { TableName: 'missing', ...more })).toContain(text);
  });
});
