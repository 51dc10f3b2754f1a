/** The two wordings of each error, by layer. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver } from '../testing/probes/driver.ts';
import { complaintsOf, layerOf, rewordings, sameErrorText } from './texts.ts';
import type { AttributeValue, JsonObject, Operation } from './types.ts';

const worlds = (['new', 'old'] as const).map((texts) => {
  const driver = new OracleDriver(createOracle({ texts }));
  driver.table('rows', { hash: 'pk:S' });
  return driver;
});
const [newer, older] = worlds as [OracleDriver, OracleDriver];

const TableName = 'rows';
const Key = { pk: { S: 'a' } };
const one = (text: string): string => `1 validation error detected: ${text}`;
const invalid = 'One or more parameter values were invalid: ';
const notNumeric = 'The parameter cannot be converted to a numeric value';
const rcc =
  "Value 'X' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]";
const rv =
  "Value 'X' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]";
const rvNew =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]';
const shortName = 'failed to satisfy constraint: Member must have length greater than or equal to 1';
const put = (v: AttributeValue): [Operation, JsonObject] => ['PutItem', { TableName, Item: { ...Key, v } }];
const batchPut = (v: AttributeValue): [Operation, JsonObject] => [
  'BatchWriteItem',
  { RequestItems: { rows: [{ PutRequest: { Item: { ...Key, v } } }] } },
];
const compare = (operation: Operation, v: AttributeValue, more: JsonObject): [Operation, JsonObject] => [
  operation,
  { TableName, FilterExpression: 'v = :v', ExpressionAttributeValues: { ':v': v }, ...more },
];
const tooMany = Array.from({ length: 101 }, (_, i) => ({ pk: { S: `${i}` } }));
const writes = tooMany.slice(0, 26).map((Item) => ({ PutRequest: { Item } }));

/** [request, text of the newer layer, text of the older layer]. */
test.each<[[Operation, JsonObject], string, string]>([
  [put({ N: 'x' }), one(`${notNumeric}: x`), `${notNumeric}: x`],
  [put({ N: '' }), one(`${notNumeric}: `), notNumeric],
  [
    put({ SS: ['b', 'a', 'b', 'c'] }),
    one(`${invalid}Input collection ["a", "b", "b", "c"] contains duplicates.`),
    `${invalid}Input collection [b, a, b, c] contains duplicates.`,
  ],
  [
    put({ BS: ['/w==', 'AA==', 'AA=='] }),
    one(`${invalid}Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.`),
    `${invalid}Input collection [/w==, AA==, AA==]of type BS contains duplicates.`,
  ],
  [
    put({ NS: ['2', '1', '2.0'] }),
    one(`${invalid}Input collection contains duplicates.`),
    'Input collection contains duplicates',
  ],
  [batchPut({ NS: ['1', '1'] }), 'Input collection contains duplicates', 'Input collection contains duplicates'],
  [batchPut({ N: '' }), notNumeric, notNumeric],
  [
    compare('Scan', { N: '' }, {}),
    `ExpressionAttributeValues contains invalid value: ${notNumeric} for key :v`,
    `ExpressionAttributeValues contains invalid value: ${notNumeric} for key :v`,
  ],
  [
    compare('Query', { N: 'x' }, { KeyConditionExpression: 'pk = :v' }),
    `${notNumeric}: x`,
    `ExpressionAttributeValues contains invalid value: ${notNumeric}: x for key :v`,
  ],
  [['GetItem', { TableName, Key: { pk: { N: '' } } }], `${notNumeric}: `, notNumeric],
  [
    ['DeleteItem', { TableName, Key, ReturnValues: 'ALL_NEW' }],
    one('ReturnValues can only be ALL_OLD or NONE'),
    'ReturnValues can only be ALL_OLD or NONE',
  ],
  [
    ['PutItem', { TableName, Item: Key, ReturnValues: 'X', ReturnConsumedCapacity: 'X' }],
    `2 validation errors detected: ${rcc}; ${rvNew}`,
    `2 validation errors detected: ${rcc}; ${rv}`,
  ],
  [
    ['UpdateItem', { TableName, Key, ReturnValues: 'X', ReturnConsumedCapacity: 'X' }],
    one(rvNew),
    `2 validation errors detected: ${rcc}; ${rv}`,
  ],
  [
    ['PutItem', { TableName: '', Item: Key, ReturnValues: 'X' }],
    one(`Value at 'TableName' ${shortName}`),
    `2 validation errors detected: Value '' at 'tableName' ${shortName}; ${rv}`,
  ],
  [
    ['GetItem', { TableName: '', Key }],
    one(`Value '' at 'tableName' ${shortName}`),
    one(`Value '' at 'tableName' ${shortName}`),
  ],
  [
    ['BatchGetItem', { RequestItems: {} }],
    one(`Value at 'RequestItems' ${shortName}`),
    'The requestItems parameter is required for BatchGetItem',
  ],
  [
    ['BatchGetItem', { RequestItems: { rows: { Keys: tooMany } } }],
    one(
      "Value at 'RequestItems.rows.member.Keys' failed to satisfy constraint: Member must have length less than or equal to 100",
    ),
    one(
      "Value '[...]' at 'requestItems.rows.member.keys' failed to satisfy constraint: Member must have length less than or equal to 100",
    ),
  ],
  [
    ['TransactWriteItems', { TransactItems: [], ReturnConsumedCapacity: 'X' }],
    one(`Value at 'TransactItems' ${shortName}`),
    `2 validation errors detected: ${rcc}; Value '[]' at 'transactItems' ${shortName}`,
  ],
  [
    ['TransactWriteItems', { TransactItems: [{}], ClientRequestToken: 'x'.repeat(37), ReturnConsumedCapacity: 'X' }],
    one("Value at 'ClientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36"),
    `2 validation errors detected: Value '${'x'.repeat(37)}' at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36; ${rcc}`,
  ],
  [
    ['Query', { TableName, KeyConditions: {}, ConditionalOperator: 'XOR', Select: 'X' }],
    'Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]',
    "2 validation errors detected: Value 'X' at 'select' failed to satisfy constraint: Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]; Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set: [OR, AND]",
  ],
])('%j', ([operation, input], newText, oldText) => {
  expect([newer.message(operation, input), older.message(operation, input)]).toEqual([newText, oldText]);
  expect(sameErrorText(newText, oldText)).toBe(true);
  expect(sameErrorText(oldText, newText)).toBe(true);
  if (newText === oldText) return;
  expect(layerOf(newText) ?? 'new').toBe('new');
  expect(layerOf(oldText) ?? 'old').toBe('old');
});

test('an enum error is the same with or without its member, and ALL is ordinary unless it stands for AND', () => {
  const types = 'Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]';
  const named = `1 validation error detected: Value 'X' at 'projectionType' failed to satisfy constraint: ${types}`;
  expect(sameErrorText(named, `Failed to satisfy constraint: ${types}`)).toBe(true);
  expect(sameErrorText(named, named.replace('ALL', 'AND'))).toBe(false);
  const bare = 'Failed to satisfy constraint: Member must have length less than or equal to 3';
  expect(complaintsOf(bare)).toEqual([': length <= 3']);
});

test('constraints with the same text in both layers', () => {
  for (const driver of worlds) {
    // The older layer answers when the key is missing.
    expect(driver.message('UpdateItem', { TableName: '', ReturnValues: 'X', ReturnConsumedCapacity: 'X' })).toBe(
      `4 validation errors detected: ${rcc}; Value '' at 'tableName' ${shortName}; ${rv}; Value null at 'key' failed to satisfy constraint: Member must not be null`,
    );
    const badName = { 'bad!name': { Keys: [Key] } };
    const mapKeys =
      'failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]';
    expect(driver.message('BatchGetItem', { RequestItems: badName, ReturnConsumedCapacity: 'X' })).toBe(
      `2 validation errors detected: Value '{"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}' at 'requestItems' ${mapKeys}; ${rcc}`,
    );
    // In BatchWriteItem the enum error comes first.
    const bad = { RequestItems: { 'bad!name': writes.slice(0, 1) } };
    expect(driver.message('BatchWriteItem', { ...bad, ReturnConsumedCapacity: 'X' })).toBe(one(rcc));
    expect(driver.message('BatchWriteItem', bad)).toContain(`at 'requestItems' ${mapKeys}`);
    const lists =
      'Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]';
    expect(driver.message('BatchWriteItem', { RequestItems: { rows: [] } })).toBe(
      one(`Value '{rows=[]}' at 'requestItems' failed to satisfy constraint: ${lists}`),
    );
    expect(driver.message('BatchWriteItem', { RequestItems: { rows: writes } })).toContain(lists);
  }
});

describe('requests nested past some sixty levels', () => {
  const deep = (wraps: number): AttributeValue => (wraps === 0 ? { S: 'leaf' } : { M: { n: deep(wraps - 1) } });
  const nested =
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';
  const condition = (wraps: number): JsonObject => ({
    ...{ TableName: 'absent', Key, ConditionExpression: 'd = :deep' },
    ExpressionAttributeValues: { ':deep': deep(wraps) },
  });
  const xor: JsonObject = { ConditionalOperator: 'XOR', TableName: 'absent', Item: Key };
  test.each<[Operation, JsonObject, string]>([
    ['DeleteItem', { ...condition(40), ReturnValues: 'X' }, one(rvNew)],
    ['DeleteItem', { ...condition(63), ReturnValues: 'X' }, one(rv)],
    ['DeleteItem', { ...condition(100), ReturnValues: 'ALL_NEW' }, 'ReturnValues can only be ALL_OLD or NONE'],
    ['DeleteItem', { TableName: 'absent', Key: { pk: deep(100) }, ReturnValues: 'X' }, one(rv)],
    [
      'PutItem',
      { ...xor, Expected: { a: { Value: deep(40) as never }, b: { Exists: false } } },
      one('Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]'),
    ],
    [
      'PutItem',
      { ...xor, Expected: { a: { Value: deep(100) as never }, b: { Exists: false } } },
      one(
        "Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set: [OR, AND]",
      ),
    ],
    ['PutItem', { TableName: 'absent', Item: { ...Key, d: deep(40) } }, one(nested)],
  ])('%s %#: the older layer reads them', (operation, input, text) => {
    expect(newer.message(operation, input)).toBe(text);
  });

  test('in a transaction: the first problem of the earliest action', () => {
    const Put = (item: JsonObject) => ({ Put: { TableName: 'absent', Item: { ...Key, ...item } } });
    const Delete = { TableName: 'absent', Key: { pk: deep(100) } };
    const message = (...TransactItems: JsonObject[]) => newer.message('TransactWriteItems', { TransactItems });
    const syntax = 'Invalid ConditionExpression: Syntax error; token: "=", near: "= = b"';
    expect(message(Put({ d: deep(40) as never }), Put({ '': { S: 'x' } }))).toBe(nested);
    expect(message(Put({ '': { S: 'x' } }), Put({ d: deep(100) as never }))).toBe('Empty attribute name');
    expect(message(Put({ d: deep(100) as never, '': { S: 'x' } }))).toBe('Empty attribute name');
    expect(message({ Delete: { ...Delete, ConditionExpression: 'a = = b' } })).toBe(syntax);
    expect(message({ Delete }, { Put: { TableName: 'absent', Item: Key, ConditionExpression: 'a = = b' } })).toBe(
      nested,
    );
  });
});

/** [older wording, newer wording]. */
const pairs: readonly (readonly [string, string])[] = [
  [
    'Invalid UpdateExpression: Syntax error; token: "x", near: "x"',
    one('Invalid UpdateExpression: Syntax error; token: "x", near: "x"'),
  ],
  [
    'Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4109',
    'Invalid ConditionExpression: Expression size has exceeded the maximum allowed size;',
  ],
  [
    'ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null',
    one('ExpressionAttributeValues can only be specified when using expressions'),
  ],
  [
    "1 validation error detected: Value '{rows=[WriteRequest(…)]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]",
    "1 validation error detected: Value at 'RequestItems.rows.member' failed to satisfy constraint: Member must have length less than or equal to 25",
  ],
  ['Input collection contains duplicates', `${invalid}Input collection contains duplicates.`],
  [
    `${invalid}Input collection [b, b] contains duplicates.`,
    `${invalid}Input collection ["b", "b"] contains duplicates.`,
  ],
  [notNumeric, one(`${notNumeric}: `)],
  ['The requestItems parameter is required for BatchWriteItem', one(`Value at 'RequestItems' ${shortName}`)],
  [
    `${invalid}Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: x when BillingMode is PAY_PER_REQUEST`,
    `${invalid}ProvisionedThroughput should not be specified for index: x when BillingMode is PAY_PER_REQUEST`,
  ],
];

describe('the same error', () => {
  test.each(pairs)('%s', (older, newer) => {
    expect(sameErrorText(older, newer)).toBe(true);
    expect(layerOf(newer) ?? 'new').toBe('new');
    expect(layerOf(older) ?? 'old').toBe('old');
  });

  test('each rewording occurs, and no text matches both of its wordings', () => {
    const bare = (text: string) => text.replace('1 validation error detected: ', '');
    for (const rewording of rewordings) {
      const met = pairs.filter(([older, newer]) => rewording.old.test(bare(older)) && rewording.new.test(bare(newer)));
      expect(met, rewording.meaning).not.toEqual([]);
      for (const [older, newer] of met) {
        expect(rewording.new.test(bare(older))).toBe(false);
        expect(rewording.old.test(bare(newer))).toBe(false);
      }
    }
  });
});

describe('not the same error', () => {
  test.each<[string, string]>([
    [one(rcc), one(rv)],
    [one(rcc), one(rvNew)],
    [one(`Value at 'TableName' ${shortName}`), one(`Value '' at 'indexName' ${shortName}`)],
    [
      one(`Value '' at 'tableName' ${shortName}`),
      one("Value '' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3"),
    ],
    [`${notNumeric}: x`, `${notNumeric}: y`],
    [
      `${invalid}Input collection [a, a] contains duplicates.`,
      `${invalid}Input collection [AA==, AA==]of type BS contains duplicates.`,
    ],
    ['Requested resource not found', 'Requested resource not found: Table: x not found'],
    ['', one(rcc)],
  ])('%s | %s', (a, b) => {
    expect(sameErrorText(a, b)).toBe(false);
    expect(sameErrorText(b, a)).toBe(false);
  });

  test('a value that looks like a message does not split the list', () => {
    const text = one(
      "Value 'a; Value 'b' at 'c' failed' at 'tableName' failed to satisfy constraint: Member must have length less than or equal to 255",
    );
    expect(complaintsOf(text).length).toBeGreaterThan(0);
  });
});
