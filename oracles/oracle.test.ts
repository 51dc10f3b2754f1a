import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from './oracle.ts';
import { createVirtualClock } from './store/clock.ts';
import { handlers } from './store/handlers.ts';
import { shapes } from './store/shapes.ts';
import { OracleDriver, s, tableRequest } from './testing/probes/driver.ts';
import { operationNames } from './values/operations.ts';
import type { Json, JsonObject, Operation } from './values/types.ts';

const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
/** Values that resemble a valid request: right names, often right kinds. */
const near = fc.oneof(
  fc.constantFrom<Json>(
    'rows',
    'by-g',
    'TRIM_HORIZON',
    'ALL_OLD',
    'pk = :p',
    '__proto__',
    'constructor',
    '',
    -1,
    0,
    1,
    1e9,
  ),
  fc.constantFrom<Json>({ pk: { S: 'a' } }, { pk: { S: '' } }, { pk: { N: '1' } }, { __proto__: { S: 'x' } }, [{}], {}),
  anything,
);

/** A ready table and a backup, so that requests pass the first lookup. */
function inhabited(): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } }, stream: 'NEW_IMAGE' });
  driver.put('rows', { pk: s('a') });
  driver.backup('rows');
  return driver;
}

describe('any JSON is answered', () => {
  test.each(operationNames)('%s', (operation) => {
    const { oracle } = inhabited();
    const members = ['TableName', ...Object.keys(shapes[operation])];
    const shaped = fc.dictionary(fc.constantFrom(...members), near) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(fc.oneof({ weight: 3, arbitrary: shaped }, anything), (input) => {
        const outcome = oracle.send(operation, input as JsonObject);
        if (outcome.kind === 'rejected') expect([outcome.status, outcome.message]).toEqual([400, outcome.message]);
      }),
      { numRuns: 300 },
    );
  });

  test('a nesting that would overflow the stack is refused like any other depth', () => {
    const { oracle } = inhabited();
    const wrapped = (depth: number, name: 'L' | 'M'): Json =>
      JSON.parse(
        name === 'L'
          ? `${'{"L":['.repeat(depth)}{"S":"x"}${']}'.repeat(depth)}`
          : `${'{"M":{"a":'.repeat(depth)}{"S":"x"}${'}}'.repeat(depth)}`,
      ) as Json;
    for (const depth of [40, 100_000])
      for (const name of ['L', 'M'] as const) {
        const deep = wrapped(depth, name);
        const item = { pk: { S: 'a' }, deep };
        for (const [operation, input] of [
          ['PutItem', { TableName: 'rows', Item: item }],
          ['BatchGetItem', { RequestItems: { rows: { Keys: [item] } } }],
          ['BatchWriteItem', { RequestItems: { rows: [{ PutRequest: { Item: item } }] } }],
          ['TransactWriteItems', { TransactItems: [{ Put: { TableName: 'rows', Item: item } }] }],
          ['Scan', { TableName: 'rows', ExclusiveStartKey: item }],
        ] as const)
          expect(oracle.send(operation, input as unknown as JsonObject)).toMatchObject({
            kind: 'rejected',
            type: 'ValidationException',
          });
        expect(oracle.send('PutItem', { TableName: 'rows', Item: deep as JsonObject })).toMatchObject({ status: 400 });
        expect(oracle.send('CreateTable', { KeySchema: deep })).toMatchObject({ status: 400 });
      }
  });
});

test('names of Object.prototype are ordinary text', () => {
  const driver = new OracleDriver(createOracle());
  for (const name of ['__proto__', 'constructor', 'toString']) {
    driver.table(name, { hash: `${name}:S`, gsi: { [`by-${name}`]: { hash: 'g:S' } } });
    const item = JSON.parse(`{"${name}":{"S":"${name}"},"g":{"S":"x"},"valueOf":{"S":"v"}}`) as JsonObject;
    driver.ok('PutItem', { TableName: name, Item: item });
    expect(JSON.stringify(driver.ok('Scan', { TableName: name }).Items)).toBe(JSON.stringify([item]));
    expect(driver.index(name, `by-${name}`)).toEqual([JSON.stringify(item)]);
    const Keys = [JSON.parse(`{"${name}":{"S":"${name}"}}`) as JsonObject];
    const { Responses } = driver.ok('BatchGetItem', {
      RequestItems: JSON.parse(
        JSON.stringify({ x: 0 }).replace('"x":0', `"${name}":${JSON.stringify({ Keys })}`),
      ) as JsonObject,
    });
    expect(JSON.stringify(Responses)).toBe(`{"${name}":${JSON.stringify([item])}}`);
  }
  expect(driver.ok('ListTables', {}).TableNames).toEqual(['__proto__', 'constructor', 'toString']);
});

test('an answer shares no objects with the store', () => {
  const driver = inhabited();
  const read = () => driver.ok('GetItem', { TableName: 'rows', Key: { pk: s('a') } });
  const item = read().Item as JsonObject;
  item.pk = { S: 'changed' };
  expect(read()).toEqual({ Item: { pk: { S: 'a' } } });
  const input = { pk: { S: 'b' }, l: { L: [{ S: 'x' }] } };
  driver.ok('PutItem', { TableName: 'rows', Item: input });
  input.l.L.push({ S: 'y' });
  expect(driver.ok('GetItem', { TableName: 'rows', Key: { pk: s('b') } })).toEqual({
    Item: { pk: s('b'), l: { L: [s('x')] } },
  });
});

test('the same requests give the same answers, ids and times included', () => {
  const story = () => {
    const driver = inhabited();
    return [driver.describe('rows'), driver.ok('ListBackups', {}), driver.records(driver.streamArn('rows'))];
  };
  expect(story()).toEqual(story());
});

test('accounts share nothing but the clock', () => {
  const driver = new OracleDriver(createOracle({ accounts: ['111111111111'] }));
  driver.table('rows', { hash: 'pk:S' });
  expect(driver.verdict('DescribeTable', { TableName: 'rows' }, '111111111111')).toBe('ok');
  expect(driver.verdict('DescribeTable', { TableName: 'rows' }, '222222222222')).toBe('ResourceNotFoundException');
});

test.each<[Operation, JsonObject]>([
  ['PutItem', { Item: { pk: { S: 'a' }, v: null }, Expected: { a: null } }],
  ['UpdateItem', { Key: { pk: { S: 'a' } }, AttributeUpdates: { a: null } }],
  ['Query', { KeyConditions: { pk: null } }],
  ['GetItem', { Key: { pk: null }, ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': null } }],
  ['BatchGetItem', { RequestItems: { rows: null } }],
  ['BatchWriteItem', { RequestItems: { rows: null } }],
])('%s with nothing in a map is refused', (operation, input) => {
  const { oracle } = inhabited();
  expect(oracle.send(operation, { TableName: 'rows', ...input })).toMatchObject({ kind: 'rejected', status: 400 });
});

test('an operation that DynamoDB does not have is unknown', () => {
  const { oracle } = inhabited();
  expect(oracle.send('MakeTea', {})).toMatchObject({ type: 'UnknownOperationException', status: 400 });
});

test('each operation has a handler and a shape', () => {
  expect(Object.keys(handlers).sort()).toEqual([...operationNames].sort());
  expect(Object.keys(shapes).sort()).toEqual([...operationNames].sort());
});

test('an internal error is reported as such, and the test driver never takes it for an answer', () => {
  const answerAfter = (thrown: unknown) => {
    const clock = {
      ...createVirtualClock(0),
      now: (): number => {
        throw thrown;
      },
    };
    const oracle = createOracle({ clock });
    const driver = new OracleDriver(oracle);
    expect(() => driver.call('CreateTable', tableRequest('rows', { hash: 'pk:S' }))).toThrow('The oracle failed');
    return oracle.send('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
  };
  const failure = { kind: 'rejected', type: 'InternalServerError', status: 500 };
  expect(answerAfter(new RangeError('no time'))).toMatchObject({
    ...failure,
    message: 'The oracle failed: RangeError: no time',
  });
  expect(answerAfter('text')).toMatchObject({ ...failure, message: 'The oracle failed: text' });
});

test('the test driver throws on an unexpected refusal', () => {
  const driver = new OracleDriver(createOracle());
  expect(() => driver.ok('DescribeTable', { TableName: 'rows' })).toThrow('DescribeTable was refused');
  expect(driver.call('DescribeTable', { TableName: 'rows' })).toEqual({ error: 'ResourceNotFoundException' });
});
