import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { type Decisions, policies, rightDecisions } from '../policies/index.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { AttributeValue, Json, JsonObject } from '../values/types.ts';

function fresh(): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
  return driver;
}
const put = (item: JsonObject): JsonObject => ({ Put: { TableName: 'rows', Item: item } });
const remove = (pk: string): JsonObject => ({ Delete: { TableName: 'rows', Key: { pk: s(pk) } } });
const write = (driver: OracleDriver, TransactItems: Json[], more: JsonObject = {}): JsonObject =>
  driver.call('TransactWriteItems', { TransactItems, ...more });
const codes = (answer: JsonObject): Json =>
  (answer.CancellationReasons as JsonObject[] | undefined)?.map((reason) => reason.Code!) ?? answer.error ?? 'ok';

describe('what cancels, position by position, and what is refused as a whole', () => {
  test.each<[string, JsonObject, Json]>([
    ['key of the wrong type in a put', put({ pk: n(1) }), ['None', 'ValidationError']],
    ['list as a key', put({ pk: { L: [] } }), ['None', 'ValidationError']],
    [
      'key of the wrong type in a delete',
      { Delete: { TableName: 'rows', Key: { pk: n(1) } } },
      ['None', 'ValidationError'],
    ],
    ['key that is too long', put({ pk: s('x'.repeat(2049)) }), ['None', 'ValidationError']],
    ['index key of the wrong type', put({ pk: s('b'), g: n(1) }), ['None', 'ValidationError']],
    ['empty key', put({ pk: s('') }), 'ValidationException'],
    ['item that is too large', put({ pk: s('b'), v: s('x'.repeat(409_600)) }), 'ValidationException'],
    ['bad number', put({ pk: s('b'), v: { N: 'x' } }), 'ValidationException'],
    ['one item twice', remove('a'), 'ValidationException'],
    ['missing table', { Delete: { TableName: 'missing', Key: { pk: s('b') } } }, 'ResourceNotFoundException'],
    ['no action', {}, 'ValidationException'],
    ['two actions', { ...put({ pk: s('b') }), ...remove('b') }, 'ValidationException'],
    [
      'syntax, whatever the table',
      { Update: { TableName: 'missing', Key: { pk: s('b') }, UpdateExpression: 'SET' } },
      'ValidationException',
    ],
  ])('%s', (_name, action, expected) => {
    const driver = fresh();
    expect(codes(write(driver, [put({ pk: s('a') }), action]))).toEqual(expected);
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([]);
  });

  test('the text lists every reason, including None', () => {
    const check = { TableName: 'rows', Key: { pk: s('b') }, ConditionExpression: 'attribute_exists(pk)' };
    const input = { TransactItems: [put({ pk: s('a') }), { ConditionCheck: check }] };
    expect(fresh().message('TransactWriteItems', input)).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
    );
  });
});

describe('tokens', () => {
  const add: Json[] = [
    {
      Update: {
        TableName: 'rows',
        Key: { pk: s('c') },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': n(1) },
      },
    },
  ];
  const asked = { ClientRequestToken: 'token', ReturnConsumedCapacity: 'TOTAL' };

  test('member order does not matter to a token, and a replay reports its reads', () => {
    const driver = fresh();
    expect(write(driver, add, asked).ConsumedCapacity).toEqual([
      { TableName: 'rows', CapacityUnits: 2, WriteCapacityUnits: 2 },
    ]);
    const reversed = JSON.parse(
      JSON.stringify(add, (_key, value: Json) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      ),
    ) as Json[];
    expect(write(driver, reversed, asked).ConsumedCapacity).toEqual([
      { TableName: 'rows', CapacityUnits: 2, ReadCapacityUnits: 2 },
    ]);
    expect(driver.ok('GetItem', { TableName: 'rows', Key: { pk: s('c') } }).Item).toEqual({ pk: s('c'), n: n(1) });
  });

  test('a cancelled transaction does not use up its token', () => {
    const driver = fresh();
    const guarded = (condition: string): Json[] => [
      { Put: { TableName: 'rows', Item: { pk: s('a') }, ConditionExpression: condition } },
    ];
    expect(codes(write(driver, guarded('attribute_exists(pk)'), asked))).toEqual(['ConditionalCheckFailed']);
    expect(codes(write(driver, guarded('attribute_not_exists(pk)'), asked))).toBe('ok');
  });

  test('a token lives exactly ten minutes', () => {
    const driver = fresh();
    write(driver, add, asked);
    driver.wait(10 * 60 * 1000 - 1);
    write(driver, add, asked);
    driver.wait(1);
    write(driver, add, asked);
    expect(driver.ok('GetItem', { TableName: 'rows', Key: { pk: s('c') } }).Item).toEqual({ pk: s('c'), n: n(2) });
  });
});

test('reads: two units per item, found or not, and an empty projection omits the item', () => {
  const driver = fresh();
  driver.put('rows', { pk: s('a'), v: n(1) });
  const get = (pk: string, more: JsonObject = {}) => ({ Get: { TableName: 'rows', Key: { pk: s(pk) }, ...more } });
  expect(
    driver.ok('TransactGetItems', {
      TransactItems: [get('a', { ProjectionExpression: 'zz' }), get('nope')],
      ReturnConsumedCapacity: 'TOTAL',
    }),
  ).toEqual({
    Responses: [{}, {}],
    ConsumedCapacity: [{ TableName: 'rows', CapacityUnits: 4, ReadCapacityUnits: 4 }],
  });
  const one = { TableName: 'rows', Key: { pk: s('a') }, ProjectionExpression: 'zz' };
  expect(driver.ok('GetItem', one)).toEqual({ Item: {} });
});

test('an invalid key cancels a read by position; mutant: missing items are left out', () => {
  const reading = (some: Partial<Decisions>) => {
    const own = new OracleDriver(createOracle({ decisions: { ...rightDecisions, ...some } }));
    own.table('rows', { hash: 'pk:S' });
    own.put('rows', { pk: s('a'), v: n(1) });
    return own;
  };
  const get = (Key: JsonObject, more: JsonObject = {}) => ({ Get: { TableName: 'rows', Key, ...more } });
  const items = [get({ pk: s('a') }), get({ pk: s('b') }), get({ pk: s('c') }, { ProjectionExpression: 'v' })];
  const read = (some: Partial<Decisions>) => reading(some).ok('TransactGetItems', { TransactItems: items }).Responses;
  expect(read({})).toEqual([{ Item: { pk: s('a'), v: n(1) } }, {}, {}]);
  const transactGetMissing = policies.transactGetMissing.wrong[0]!;
  expect(read({ transactGetMissing })).toEqual([{ Item: { pk: s('a'), v: n(1) } }]);
  const bad = { TransactItems: [get({ pk: s('a') }), get({ pk: n(1) })] };
  expect(reading({}).call('TransactGetItems', bad)).toEqual({
    error: 'TransactionCanceledException',
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ValidationError', Message: 'The provided key element does not match the schema' },
    ],
  });
});

test('an empty index key is refused at the top level, one of another type cancels', () => {
  const driver = new OracleDriver(createOracle());
  driver.table('indexed', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
  const refusal = (action: JsonObject) => {
    const input = { TransactItems: [action] };
    return [driver.verdict('TransactWriteItems', input), driver.message('TransactWriteItems', input)];
  };
  const put = (g: AttributeValue) => ({ Put: { TableName: 'indexed', Item: { pk: s('a'), g } } });
  const invalid = 'One or more parameter values are not valid. ';
  const empty = 'The AttributeValue for a key attribute cannot contain an empty string value.';
  expect(refusal(put(n(1)))[0]).toBe('TransactionCanceledException');
  expect(refusal(put(s('')))).toEqual([
    'ValidationException',
    `${invalid}A value specified for a secondary index key is not supported. ${empty} IndexName: by-g, IndexKey: g`,
  ]);
  const Update = {
    ...{ TableName: 'indexed', Key: { pk: s('a') }, UpdateExpression: 'SET g = :g' },
    ExpressionAttributeValues: { ':g': s('') },
  };
  expect(refusal({ Update })).toEqual([
    'ValidationException',
    `${invalid}The update expression attempted to update a secondary index key to a value that is not supported. ${empty}`,
  ]);
});

describe('4 MB together', () => {
  const megabytes = 4 * 1024 * 1024;
  const sizes = [...Array<number>(10).fill(409_600), megabytes - 4_096_000];
  // Each item has a key and a name: pk plus one letter, and v.
  const items = sizes.map((size, i) => ({ pk: s(String.fromCharCode(97 + i)), v: s('x'.repeat(size - 4)) }));
  const larger = items.with(10, { ...items[10]!, v: s('x'.repeat(sizes[10]! - 3)) });
  const keyed = (change: (pk: AttributeValue) => JsonObject): JsonObject[] => items.map(({ pk }) => change(pk));

  test('is what a request may hold in items', () => {
    const driver = fresh();
    expect(codes(write(driver, larger.map(put)))).toBe('ValidationException');
    expect(codes(write(driver, items.map(put)))).toBe('ok');
  });

  test('is what it may hold in keys and expression values', () => {
    // Each key has three bytes, and each value a name of two.
    const updates = (last: number): JsonObject[] =>
      [...sizes.slice(0, 10), last].map((size, i) => ({
        Update: {
          ...{ TableName: 'rows', Key: { pk: items[i]!.pk }, UpdateExpression: 'REMOVE w' },
          ConditionExpression: 'v <> :v',
          ExpressionAttributeValues: { ':v': s('x'.repeat(size - 5)) },
        },
      }));
    expect(codes(write(fresh(), updates(sizes[10]!)))).toBe('ok');
    expect(codes(write(fresh(), updates(sizes[10]! + 1)))).toBe('ValidationException');
  });

  test('is not a limit on the items that small requests change', () => {
    const driver = fresh();
    driver.put('rows', ...larger);
    const TableName = 'rows';
    const checks = keyed((pk) => ({
      ConditionCheck: { TableName, Key: { pk }, ConditionExpression: 'attribute_exists(v)' },
    }));
    const updates = keyed((pk) => ({ Update: { TableName, Key: { pk }, UpdateExpression: 'REMOVE w' } }));
    const removals = keyed((pk) => ({ Delete: { TableName, Key: { pk } } }));
    expect([checks, updates, removals].map((actions) => codes(write(driver, actions)))).toEqual(['ok', 'ok', 'ok']);
    expect(driver.pages('Scan', { TableName }).items).toEqual([]);
  });

  test('is a limit on the items that a request reads', () => {
    const driver = fresh();
    const read = () =>
      driver.verdict('TransactGetItems', {
        TransactItems: keyed((pk) => ({ Get: { TableName: 'rows', Key: { pk } } })),
      });
    driver.put('rows', ...items);
    expect(read()).toBe('ok');
    driver.put('rows', ...larger);
    expect(read()).toBe('ValidationException');
  });

  test('counts the parameters of statements', () => {
    const statements = (Statement: string, parameters: (i: number) => AttributeValue[]) =>
      fresh().verdict('ExecuteTransaction', {
        TransactStatements: items.map((_, i) => ({ Statement, Parameters: parameters(i) })),
      });
    const check = 'EXISTS(SELECT * FROM rows WHERE pk = ? AND v IS MISSING AND w <> ?)';
    const removal = 'DELETE FROM rows WHERE pk = ? AND v <> ?';
    const given = (bytes: number) => (i: number) => [items[i]!.pk, s('x'.repeat(bytes))];
    expect(statements(removal, given(380_000))).toBe('ok');
    expect(statements(removal, given(382_000))).toBe('ValidationException');
    expect(statements(check, given(382_000))).toBe('ValidationException');
  });
});

describe('the first action whose keys are wrong', () => {
  const wrong = put({ pk: n(1) });
  const check = (pk: string) => ({
    ConditionCheck: { TableName: 'rows', Key: { pk: s(pk) }, ConditionExpression: 'attribute_exists(pk)' },
  });

  test.each<[string, JsonObject[], Json]>([
    ['is the only one with a reason', [wrong, put({ pk: n(2) }), check('c')], ['ValidationError', 'None', 'None']],
    [
      'comes before conditions of earlier actions',
      [check('a'), wrong, check('c')],
      ['None', 'ValidationError', 'None'],
    ],
    [
      'may be wrong in an index',
      [check('a'), put({ pk: s('b'), g: n(1) }), wrong],
      ['None', 'ValidationError', 'None'],
    ],
    [
      'yields to conditions when there is none',
      [check('a'), put({ pk: s('b') }), check('c')],
      ['ConditionalCheckFailed', 'None', 'ConditionalCheckFailed'],
    ],
  ])('%s', (_name, actions, expected) => {
    const driver = fresh();
    expect(codes(write(driver, actions))).toEqual(expected);
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([]);
  });

  test('also stops a transaction of reads', () => {
    const read = (pk: AttributeValue) => ({ Get: { TableName: 'rows', Key: { pk } } });
    expect(codes(fresh().call('TransactGetItems', { TransactItems: [s('a'), n(1), n(2)].map(read) }))).toEqual([
      'None',
      'ValidationError',
      'None',
    ]);
  });
});
