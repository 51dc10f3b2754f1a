/** Valid requests with one mutation: both layers answer, and report the same error. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOracle } from './oracle.ts';
import { OracleDriver } from './testing/probes/driver.ts';
import { sameErrorText } from './values/texts.ts';
import type { Json, JsonObject, Operation, Outcome } from './values/types.ts';

const TableName = 'rows';
const Key = { pk: { S: 'a' }, sk: { N: '1' } };
const values = { ':v': { N: '1' }, ':s': { SS: ['a', 'b'] } };
const eq = { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'a' }] };
const good: readonly (readonly [Operation, JsonObject])[] = [
  ['PutItem', { TableName, Item: { ...Key, v: { L: [{ M: { n: { N: '1' } } }] } }, ReturnValues: 'ALL_OLD' }],
  [
    'PutItem',
    { TableName, Item: Key, Expected: { v: { Exists: false }, w: { Value: { N: '1' } } }, ConditionalOperator: 'OR' },
  ],
  [
    'UpdateItem',
    {
      ...{ TableName, Key, UpdateExpression: 'SET #n = :v ADD s :s', ConditionExpression: 'attribute_exists(pk)' },
      ...{ ExpressionAttributeNames: { '#n': 'n' }, ExpressionAttributeValues: values, ReturnValues: 'UPDATED_NEW' },
    },
  ],
  [
    'UpdateItem',
    { TableName, Key, AttributeUpdates: { n: { Action: 'ADD', Value: { N: '1' } }, s: { Action: 'DELETE' } } },
  ],
  ['DeleteItem', { TableName, Key, ReturnConsumedCapacity: 'INDEXES', ReturnItemCollectionMetrics: 'SIZE' }],
  ['GetItem', { TableName, Key, ProjectionExpression: 'v[0].n, pk', ConsistentRead: true }],
  ['Query', { TableName, KeyConditions: { pk: eq }, QueryFilter: { v: eq }, AttributesToGet: ['pk'], Limit: 1 }],
  [
    'Query',
    {
      ...{ TableName, IndexName: 'by-g', KeyConditionExpression: 'g = :g', FilterExpression: 'size(v) > :v' },
      ExpressionAttributeValues: { ':g': { S: 'x' }, ':v': { N: '1' } },
    },
  ],
  ['Scan', { TableName, Segment: 0, TotalSegments: 2, ExclusiveStartKey: Key, Select: 'COUNT' }],
  ['BatchGetItem', { RequestItems: { rows: { Keys: [Key], AttributesToGet: ['v'] } } }],
  [
    'BatchWriteItem',
    { RequestItems: { rows: [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key: { ...Key, sk: { N: '2' } } } }] } },
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName, Item: Key } },
        {
          ConditionCheck: {
            TableName,
            Key: { ...Key, sk: { N: '2' } },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ],
      ClientRequestToken: 'token',
    },
  ],
  ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key } }] }],
];

const wrong = fc.constantFrom<Json>(
  ...[
    null,
    0,
    -1,
    Number.POSITIVE_INFINITY,
    '',
    'x',
    true,
    [],
    {},
    [null],
    { S: 1 },
    { N: 'x' },
    { N: '' },
    { SS: [] },
    { SS: ['b', 'a', 'b'] },
  ],
  ...[
    { NS: ['1', '1.0'] },
    { NULL: false },
    { S: 'a', N: '1' },
    { L: [{}] },
    { M: { '': { S: 'x' } } },
    'a = = b',
    '#x',
    ':x',
    '((',
  ],
);

/** A position inside a value, drawn as numbers. Each selects a member at its depth. */
function spoiled(value: Json, [turn, ...turns]: readonly number[], junk: Json): Json {
  if (typeof value !== 'object' || value === null || turn === undefined) return junk;
  const names = Object.keys(value);
  const name = names[turn % (names.length + 1)];
  // One past the last member selects a new member.
  if (name === undefined) return Array.isArray(value) ? [...value, junk] : { ...value, Unknown: junk };
  if (Array.isArray(value)) return value.map((inner, i) => (String(i) === name ? spoiled(inner, turns, junk) : inner));
  return { ...value, [name]: spoiled(value[name]!, turns, junk) };
}

const worlds = (['new', 'old'] as const).map((texts) => {
  const driver = new OracleDriver(createOracle({ texts }));
  const lsi = { 'by-l': { hash: 'pk:S', range: 'l:S' } } as const;
  driver.table(TableName, {
    hash: 'pk:S',
    range: 'sk:N',
    gsi: { 'by-g': { hash: 'g:S', projection: 'KEYS_ONLY' } },
    lsi,
  });
  return driver;
});

test.each(good)('%s is valid before mutation', (operation, input) => {
  const fine = ['ok', 'ConditionalCheckFailedException', 'TransactionCanceledException'];
  for (const driver of worlds) expect(fine).toContain(driver.verdict(operation, input));
});

test('mutated requests are answered, and both layers report the same error', () => {
  const turns = fc.array(fc.nat(30), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...good), turns, wrong, ([operation, input], path, junk) => {
      const request = spoiled(input, path, junk) as JsonObject;
      const [newer, older] = worlds.map(({ oracle }) => oracle.send(operation, request)) as [Outcome, Outcome];
      expect(newer).not.toMatchObject({ status: 500 });
      expect(older).toMatchObject({ kind: newer.kind, ...('type' in newer ? { type: newer.type } : {}) });
      if (newer.kind !== 'rejected' || older.kind !== 'rejected') return;
      expect(sameErrorText(newer.message, older.message), `${newer.message} | ${older.message}`).toBe(true);
    }),
    { numRuns: 1500 },
  );
});
