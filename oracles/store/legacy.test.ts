/** Legacy members: their effects, their refusals, and their equivalence to expressions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { AttributeValue, Item, Json, JsonObject, Operation } from '../values/types.ts';

const driver = new OracleDriver(createOracle());
driver.table('rows', { hash: 'pk:S', range: 'sk:N', lsi: { 'by-l': { hash: 'pk:S', range: 'l:S' } } });
const key = { pk: s('a'), sk: n(1) };
const list = (...values: AttributeValue[]) => ({ AttributeValueList: values as Json });
const invalid = 'One or more parameter values were invalid: ';

/** The item after one UpdateItem with legacy members. */
function updated(before: Item, AttributeUpdates: JsonObject): Json {
  driver.put('rows', { ...key, ...before });
  const { Attributes } = driver.ok('UpdateItem', {
    TableName: 'rows',
    Key: key,
    AttributeUpdates,
    ReturnValues: 'ALL_NEW',
  });
  const { pk: _pk, sk: _sk, ...rest } = Attributes as Item;
  return rest;
}

describe('AttributeUpdates', () => {
  test.each<[string, Item, JsonObject, Json]>([
    ['no action is PUT', { a: s('x') }, { a: { Value: n(1) } }, { a: n(1) }],
    ['PUT replaces', { a: s('x') }, { a: { Action: 'PUT', Value: s('y') } }, { a: s('y') }],
    ['ADD adds', { a: n(1) }, { a: { Action: 'ADD', Value: n(2) } }, { a: n(3) }],
    ['ADD starts at zero', {}, { a: { Action: 'ADD', Value: n(2) } }, { a: n(2) }],
    ['ADD joins sets', { a: { SS: ['x'] } }, { a: { Action: 'ADD', Value: { SS: ['y'] } } }, { a: { SS: ['x', 'y'] } }],
    [
      'ADD appends lists',
      { a: { L: [n(1)] } },
      { a: { Action: 'ADD', Value: { L: [n(2)] } } },
      { a: { L: [n(1), n(2)] } },
    ],
    ['ADD starts a list', {}, { a: { Action: 'ADD', Value: { L: [n(2)] } } }, { a: { L: [n(2)] } }],
    ['DELETE removes', { a: n(1), b: n(2) }, { a: { Action: 'DELETE' } }, { b: n(2) }],
    [
      'DELETE takes members',
      { a: { NS: ['1', '2'] } },
      { a: { Action: 'DELETE', Value: { NS: ['2.0'] } } },
      { a: { NS: ['1'] } },
    ],
    ['a name with a dot is one name', {}, { 'a.b': { Value: n(1) } }, { 'a.b': n(1) }],
  ])('%s', (_name, before, updates, after) => expect(updated(before, updates)).toEqual(after));

  test.each<[string, JsonObject, string]>([
    [
      'no value',
      { a: { Action: 'ADD' } },
      `${invalid}Only DELETE action is allowed when no attribute value is specified`,
    ],
    ['ADD of a text', { a: { Action: 'ADD', Value: s('x') } }, `${invalid}ADD action is not supported for the type S`],
    [
      'DELETE of a number',
      { a: { Action: 'DELETE', Value: n(1) } },
      `${invalid}DELETE action with value is not supported for the type N`,
    ],
  ])('%s is refused before the table is looked up', (_name, AttributeUpdates, text) => {
    const message = driver.message('UpdateItem', { TableName: 'missing', Key: key, AttributeUpdates });
    expect(message).toBe(`1 validation error detected: ${text}`);
  });

  test('a type mismatch with the stored value has its own text, and changes nothing', () => {
    driver.put('rows', { ...key, a: s('x') });
    const request = { TableName: 'rows', Key: key, AttributeUpdates: { a: { Action: 'ADD', Value: n(1) } } };
    expect(driver.message('UpdateItem', request)).toBe('Type mismatch for attribute to update');
    expect(driver.ok('GetItem', { TableName: 'rows', Key: key }).Item).toEqual({ ...key, a: s('x') });
  });

  test('an empty update changes nothing, and creates an item with only its key', () => {
    driver.put('rows', { ...key, a: n(1) });
    const update = (sk: number) =>
      driver.ok('UpdateItem', {
        TableName: 'rows',
        Key: { ...key, sk: n(sk) },
        AttributeUpdates: {},
        ReturnValues: 'ALL_NEW',
      });
    expect([update(1), update(77)]).toEqual([
      { Attributes: { ...key, a: n(1) } },
      { Attributes: { ...key, sk: n(77) } },
    ]);
    driver.ok('DeleteItem', { TableName: 'rows', Key: { ...key, sk: n(77) } });
  });

  test('a key cannot be updated', () => {
    const request = { TableName: 'rows', Key: key, AttributeUpdates: { sk: { Value: n(2) } } };
    expect(driver.message('UpdateItem', request)).toBe(
      `${invalid}Cannot update attribute sk. This attribute is part of the key`,
    );
  });
});

describe('Expected', () => {
  const verdict = (before: Item, Expected: JsonObject, more: JsonObject = {}): string => {
    driver.put('rows', { ...key, ...before });
    return driver.verdict('PutItem', { TableName: 'rows', Item: key, Expected, ...more });
  };
  test.each<[string, Item, JsonObject, boolean]>([
    ['a value', { a: n(1) }, { a: { Value: n('1.0') } }, true],
    ['a value that exists', { a: n(1) }, { a: { Exists: true, Value: n(1) } }, true],
    ['another value', { a: n(1) }, { a: { Value: n(2) } }, false],
    ['absence', {}, { a: { Exists: false } }, true],
    ['absence of what is there', { a: n(1) }, { a: { Exists: false } }, false],
    ['an operator with Value', { a: n(1) }, { a: { ComparisonOperator: 'LT', Value: n(2) } }, true],
    ['NE of a missing attribute', {}, { a: { ComparisonOperator: 'NE', ...list(n(2)) } }, true],
    ['NOT_CONTAINS of a missing attribute', {}, { a: { ComparisonOperator: 'NOT_CONTAINS', ...list(s('x')) } }, false],
    ['nothing at all', { a: n(1) }, {}, true],
  ])('%s', (_name, before, expected, passes) =>
    expect(verdict(before, expected)).toBe(passes ? 'ok' : 'ConditionalCheckFailedException'),
  );

  test('a value without an operator means equality', () => {
    driver.put('rows', { ...key, a: n(2) });
    const verdict = (Value: AttributeValue) =>
      driver.verdict('PutItem', { TableName: 'rows', Item: { ...key, a: n(2) }, Expected: { a: { Value } } });
    expect([n(1), n(2), n(3), s('2')].map(verdict)).toEqual([
      'ConditionalCheckFailedException',
      'ok',
      'ConditionalCheckFailedException',
      'ConditionalCheckFailedException',
    ]);
  });

  test('OR needs one condition to hold, AND needs all', () => {
    const expected = { a: { Value: n(1) }, b: { Value: n(9) } };
    const before = { a: n(1), b: n(2) };
    expect(verdict(before, expected, { ConditionalOperator: 'OR' })).toBe('ok');
    expect(verdict(before, expected, { ConditionalOperator: 'AND' })).toBe('ConditionalCheckFailedException');
    expect(verdict(before, expected)).toBe('ConditionalCheckFailedException');
  });

  test.each<[JsonObject, string]>([
    [{ Exists: true }, 'Value must be provided when Exists is true for Attribute: a'],
    [{}, 'Value must be provided when Exists is null for Attribute: a'],
    [{ Exists: false, Value: s('x') }, 'Value cannot be used when Exists is false for Attribute: a'],
    [
      { Value: s('x'), ComparisonOperator: 'EQ', ...list(s('x')) },
      'Value and AttributeValueList cannot be used together for Attribute: a',
    ],
    [
      { ComparisonOperator: 'EQ' },
      'Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a',
    ],
    [{ ...list(s('x')) }, 'AttributeValueList can only be used with a ComparisonOperator for Attribute: a'],
    [
      { Exists: true, ComparisonOperator: 'EQ', Value: s('x') },
      'Exists and ComparisonOperator cannot be used together for Attribute: a',
    ],
    [
      { ComparisonOperator: 'BETWEEN', ...list(s('x')) },
      'Invalid number of argument(s) for the BETWEEN ComparisonOperator',
    ],
    [{ ComparisonOperator: 'NULL', ...list(s('x')) }, 'Invalid number of argument(s) for the NULL ComparisonOperator'],
    [
      { ComparisonOperator: 'IN', ...list(s('x'), n(1)) },
      'AttributeValues inside AttributeValueList must be of same type',
    ],
    [
      { ComparisonOperator: 'BEGINS_WITH', ...list(n(1)) },
      'ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type',
    ],
  ])('refuses %j', (condition, text) => {
    const request = { TableName: 'missing', Key: key, Expected: { a: condition } };
    expect(driver.message('DeleteItem', request)).toBe(`1 validation error detected: ${invalid}${text}`);
  });
});

describe('reads', () => {
  const hash = { ComparisonOperator: 'EQ', ...list(s('q')) };
  const query = (KeyConditions: JsonObject, more: JsonObject = {}): JsonObject => ({
    TableName: 'rows',
    KeyConditions,
    ...more,
  });
  driver.put('rows', ...[1, 2, 3, 4].map((sk) => ({ pk: s('q'), sk: n(sk), v: n(sk % 2), l: s(`l${5 - sk}`) })));
  const sorts = (request: JsonObject, operation: Operation = 'Query'): string[] =>
    (driver.ok(operation, request).Items as Item[]).map(({ sk }) => (sk as { N: string }).N);

  test.each<[string, JsonObject, string[]]>([
    ['the partition', query({ pk: hash }), ['1', '2', '3', '4']],
    ['a range', query({ pk: hash, sk: { ComparisonOperator: 'BETWEEN', ...list(n(2), n(3)) } }), ['2', '3']],
    [
      'a bound, backwards',
      query({ pk: hash, sk: { ComparisonOperator: 'GE', ...list(n(3)) } }, { ScanIndexForward: false }),
      ['4', '3'],
    ],
    [
      'an index',
      query({ pk: hash, l: { ComparisonOperator: 'BEGINS_WITH', ...list(s('l')) } }, { IndexName: 'by-l' }),
      ['4', '3', '2', '1'],
    ],
    ['a filter', query({ pk: hash }, { QueryFilter: { v: { ComparisonOperator: 'EQ', ...list(n(1)) } } }), ['1', '3']],
    [
      'beside an expression of a filter',
      query({ pk: hash }, { FilterExpression: 'v = :v', ExpressionAttributeValues: { ':v': n(0) } }),
      ['2', '4'],
    ],
  ])('KeyConditions: %s', (_name, request, expected) => expect(sorts(request)).toEqual(expected));

  test('ScanFilter filters and AttributesToGet projects', () => {
    const filter = { pk: hash, v: { ComparisonOperator: 'EQ', ...list(n(1)) } };
    const request = { TableName: 'rows', ScanFilter: filter, AttributesToGet: ['sk', 'absent'] };
    const { Items, Count, ScannedCount } = driver.ok('Scan', request);
    expect([Items, Count]).toEqual([[{ sk: n(1) }, { sk: n(3) }], 2]);
    expect(ScannedCount).toBeGreaterThan(2);
    const batch = { RequestItems: { rows: { Keys: [{ pk: s('q'), sk: n(1) }], AttributesToGet: ['v'] } } };
    expect(driver.ok('BatchGetItem', batch).Responses).toEqual({ rows: [{ v: n(1) }] });
  });

  test.each<[string, Operation, JsonObject, string]>([
    ['too many', 'Query', query({ pk: hash, a: hash, b: hash }), 'Conditions can be of length 1 or 2 only'],
    [
      'an operator that no index has',
      'Query',
      query({ pk: hash, sk: { ComparisonOperator: 'NE', ...list(n(1)) } }),
      'Attempted conditional constraint is not an indexable operation',
    ],
    [
      'another type',
      'Query',
      query({ pk: hash, sk: { ComparisonOperator: 'EQ', ...list(s('x')) } }),
      `${invalid}Condition parameter type does not match schema type`,
    ],
    [
      'a hash without equality',
      'Query',
      query({ pk: { ComparisonOperator: 'GT', ...list(s('q')) } }),
      'Query key condition not supported',
    ],
    [
      'a filter on a key',
      'Query',
      query({ pk: hash }, { QueryFilter: { sk: hash } }),
      'QueryFilter can only contain non-primary key attributes: Primary key attribute: sk',
    ],
    [
      'bounds the wrong way round',
      'Query',
      query({ pk: hash, sk: { ComparisonOperator: 'BETWEEN', ...list(n(3), n(2)) } }),
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    ],
    [
      'a name twice',
      'GetItem',
      { TableName: 'rows', Key: key, AttributesToGet: ['a', 'a'] },
      `${invalid}Duplicate value in attribute name: a`,
    ],
    [
      'an operator that joins nothing',
      'Scan',
      { TableName: 'rows', ConditionalOperator: 'OR' },
      'ConditionalOperator cannot be used without Filter or Expected',
    ],
    [
      'an operator that joins one',
      'Scan',
      { TableName: 'rows', ConditionalOperator: 'OR', ScanFilter: { v: hash } },
      'ConditionalOperator can only be used when Filter or Expected has two or more elements',
    ],
    [
      'the count and some attributes',
      'Scan',
      { TableName: 'rows', Select: 'COUNT', AttributesToGet: ['a'] },
      'Cannot specify the AttributesToGet when choosing to get only the Count',
    ],
  ])('refused: %s', (_name, operation, request, text) => expect(driver.message(operation, request)).toBe(text));
});

describe('both forms in one request', () => {
  const mixed = (legacy: string, expressions: string) =>
    `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${legacy}} Expression parameters: {${expressions}}`;
  test.each<[Operation, JsonObject, string]>([
    [
      'GetItem',
      { Key: key, AttributesToGet: ['a'], ProjectionExpression: 'a' },
      mixed('AttributesToGet', 'ProjectionExpression'),
    ],
    [
      'Query',
      { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('a') }, QueryFilter: {} },
      mixed('QueryFilter', 'KeyConditionExpression'),
    ],
    [
      'UpdateItem',
      { Key: key, UpdateExpression: 'REMOVE a', AttributeUpdates: {}, Expected: {} },
      `1 validation error detected: ${mixed('AttributeUpdates, Expected', 'UpdateExpression')}`,
    ],
  ])('%s', (operation, request, text) =>
    expect(driver.message(operation, { TableName: 'missing', ...request })).toBe(text),
  );

  test('every member of either form is listed', () => {
    const both = { QueryFilter: {}, AttributesToGet: ['a'], FilterExpression: 'a = b', ProjectionExpression: 'a' };
    const text = driver.message('Query', { TableName: 'rows', KeyConditionExpression: 'pk = :p', ...both });
    expect(text).toMatch(/Non-expression parameters: \{\w+, \w+\} Expression parameters: \{\w+, \w+, \w+\}$/);
  });

  test('also across the tables of a batch', () => {
    const part = { Keys: [key as JsonObject] };
    const RequestItems = { rows: { ...part, ProjectionExpression: 'a' }, more: { ...part, AttributesToGet: ['a'] } };
    expect(driver.message('BatchGetItem', { RequestItems })).toBe(mixed('AttributesToGet', 'ProjectionExpression'));
  });
});

describe('filters of both forms pass the same items', () => {
  const scalar: fc.Arbitrary<AttributeValue> = fc.oneof(
    fc.integer({ min: -3, max: 3 }).map(n),
    fc.constantFrom('', 'a', 'ab', 'b', 'é').map(s),
  );
  const comparators = { EQ: '=', NE: '<>', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const;
  const others: readonly (readonly [string, string, readonly AttributeValue[]])[] = [
    ['NULL', 'attribute_not_exists(v)', []],
    ['NOT_NULL', 'attribute_exists(v)', []],
    ['BEGINS_WITH', 'begins_with(v, :a)', [s('a')]],
    ['CONTAINS', 'contains(v, :a)', [s('b')]],
    ['CONTAINS', 'contains(v, :a)', [n(1)]],
    ['NOT_CONTAINS', 'attribute_exists(v) AND NOT contains(v, :a)', [s('b')]],
    ['IN', 'v IN (:a, :b)', [s('ab'), s('b')]],
    ['IN', 'v IN (:a, :b)', [n(1), n('-1.0')]],
    ['BETWEEN', 'v BETWEEN :a AND :b', [n(-1), n(1)]],
    ['BETWEEN', 'v BETWEEN :a AND :b', [s('a'), s('b')]],
  ];
  test.each(others)('%s is %s of %j', (ComparisonOperator, FilterExpression, values) => {
    const own = new OracleDriver(createOracle());
    own.table('items', { hash: 'pk:S' });
    const stored = [
      ...[-2, -1, 0, 1, 2].map(n),
      ...['', 'a', 'ab', 'b', 'c'].map(s),
      { SS: ['a', 'b'] },
      { NS: ['1'] },
    ];
    own.put('items', ...stored.map((v, i) => ({ pk: s(`k${i}`), v })), { pk: s('without') });
    const AttributeValueList = [...values];
    const ScanFilter = { v: { ComparisonOperator, ...(values.length === 0 ? {} : { AttributeValueList }) } };
    const named = Object.fromEntries(values.map((value, i) => [`:${'ab'[i]}`, value]));
    const older = own.ok('Scan', { TableName: 'items', ScanFilter });
    const newer = own.ok('Scan', {
      ...{ TableName: 'items', FilterExpression },
      ...(values.length === 0 ? {} : { ExpressionAttributeValues: named }),
    });
    expect(older).toEqual(newer);
    expect([0, stored.length + 1]).not.toContain(older.Count);
  });

  test('for every comparator and any stored value', () => {
    const own = new OracleDriver(createOracle());
    own.table('items', { hash: 'pk:S' });
    fc.assert(
      fc.property(
        fc.array(scalar, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...(Object.keys(comparators) as (keyof typeof comparators)[])),
        scalar,
        (stored, operator, value) => {
          own.put('items', ...stored.map((v, i) => ({ pk: s(`k${i}`), v })), { pk: s('without') });
          const older = own.ok('Scan', {
            TableName: 'items',
            ScanFilter: { v: { ComparisonOperator: operator, ...list(value) } },
          });
          const newer = own.ok('Scan', {
            TableName: 'items',
            FilterExpression: `v ${comparators[operator]} :v`,
            ExpressionAttributeValues: { ':v': value },
          });
          expect(older.Items).toEqual(newer.Items);
        },
      ),
    );
  });
});
