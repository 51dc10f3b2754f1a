/** Edge cases of statements: conditions as keys, assignments of SET, and refusals within a batch. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { b, n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';

function filled(): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S', range: 'sk:S' });
  driver.table('blobs', { hash: 'id:B' });
  driver.put(
    'rows',
    { pk: s('a'), sk: s('1'), v: n(1), w: s('a'), tags: { SS: ['x'] }, list: { L: [s('p')] } },
    { pk: s('a'), sk: s('2'), v: n(2), w: s('2') },
    { pk: s('b'), sk: s('1'), v: n(3) },
  );
  driver.put('blobs', { id: b(1) });
  return driver;
}
const run = (driver: OracleDriver, Statement: string, Parameters?: Json[], more: JsonObject = {}): JsonObject =>
  driver.call('ExecuteStatement', { Statement, ...(Parameters === undefined ? {} : { Parameters }), ...more });
const refusal = (driver: OracleDriver, Statement: string, Parameters?: Json[]): string => {
  const input = { Statement, ...(Parameters === undefined ? {} : { Parameters }) };
  return `${driver.verdict('ExecuteStatement', input)}: ${driver.message('ExecuteStatement', input)}`;
};
const keysOf = (answer: JsonObject): string[] =>
  (answer.Items as Item[]).map(({ pk, sk }) => `${(pk as { S: string }).S}${(sk as { S: string }).S}`);

describe('a condition selects', () => {
  test.each<[string, string[], string[]]>([
    ["'a' = pk", ['a1', 'a2'], ['a1', 'a2']],
    ["pk = 'a' AND '1' < sk", ['a2'], ['a2']],
    ["pk = 'a' AND '2' > sk", ['a1'], ['a1']],
    ["pk = 'a' AND '2' >= sk", ['a1', 'a2'], ['a1', 'a2']],
    ["pk = 'a' AND '2' <= sk", ['a2'], ['a2']],
    ["pk = 'a' AND begins_with(sk, '1')", ['a1'], ['a1']],
    ["pk = 'a' AND begins_with(sk, w)", ['a2'], ['a1', 'a2']],
    ["pk = 'a' AND begins_with(w, 'a')", ['a1'], ['a1', 'a2']],
    ["pk = 'a' AND sk BETWEEN '1' AND w", ['a1', 'a2'], ['a1', 'a2']],
    ["pk = 'a' AND sk = w", ['a2'], ['a1', 'a2']],
    ['pk = w', ['a1'], ['a1', 'a2', 'b1']],
    ["pk IN ['b', w]", ['a1', 'b1'], ['a1', 'a2', 'b1']],
    ["pk = 'a' AND sk IN ['2', w]", ['a2'], ['a1', 'a2']],
    ["pk = 'a' AND v != 1", ['a2'], ['a1', 'a2']],
    ["pk = 'a' AND v NOT IN [1, 5]", ['a2'], ['a1', 'a2']],
    ["pk = 'a' AND v NOT BETWEEN 0 AND 1", ['a2'], ['a1', 'a2']],
    ["pk = 'a' AND NOT v BETWEEN 0 AND 1", ['a2'], ['a1', 'a2']],
    ["pk = 'a' AND pk = 'b'", [], []],
    ["pk = 'a' AND (attribute_exists(w) <> true OR attribute_exists(list) = false)", ['a2'], ['a1', 'a2']],
  ])('%s: %j, of the rows that its keys lead to', (where, wanted, read) => {
    const driver = filled();
    const statement = `SELECT pk, sk FROM rows WHERE ${where}`;
    expect(keysOf(run(driver, statement)).sort()).toEqual(wanted);
    // Pages of one row show how many rows were read.
    let pages = 0;
    let token: Json | undefined;
    do {
      const page = run(driver, statement, undefined, {
        Limit: 1,
        ...(token === undefined ? {} : { NextToken: token }),
      });
      token = page.NextToken;
      if (token !== undefined) pages += 1;
    } while (token !== undefined);
    expect(pages).toBe(read.length);
  });

  test.each([10, 31, 32, 45])('however many alternatives there are: %i times as many', (count) => {
    const listed = (...more: string[]) =>
      [...more, ...Array.from({ length: count - more.length }, (_, i) => `x${i}`)].map((text) => `'${text}'`).join();
    const where = `pk IN [${listed('a')}] AND sk IN [${listed('2', '1')}] AND v < 2`;
    expect(keysOf(run(filled(), `SELECT pk, sk FROM rows WHERE ${where}`))).toEqual(['a1']);
  });
});

describe('a statement is refused', () => {
  const validation = (text: string): string => `ValidationException: ${text}`;
  const malformed = (text: string): string => validation(`Statement wasn't well formed, can't be processed: ${text}`);
  test.each<[string, Json[] | undefined, string]>([
    ["SELECT * FROM rows WHERE pk = 'a' AND attribute_exists(v) < true", undefined, 'ValidationException: '],
    [
      'SELECT * FROM blobs WHERE id = ?',
      [b()],
      validation(
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty binary value. Key: id',
      ),
    ],
    [
      'SELECT * FROM rows WHERE pk = ?',
      [s('')],
      validation(
        'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
      ),
    ],
    [
      "INSERT INTO rows VALUE {'pk': 'z', 'sk': 'z', 'v': ?}",
      [s('x'.repeat(409_600))],
      validation('Item size has exceeded the maximum allowed size'),
    ],
    [
      "UPDATE rows SET v = list_append(v + 1, list) WHERE pk = 'a' AND sk = '1'",
      undefined,
      validation('SET adds and subtracts only. Operator: +'),
    ],
    ["UPDATE rows SET v = v * 2 WHERE pk = 'a' AND sk = '1'", undefined, 'ValidationException: '],
    [
      "UPDATE rows SET tags = set_add(tags, w) WHERE pk = 'a' AND sk = '1'",
      undefined,
      'ValidationException: The second argument to SET_ADD must be a value with type SET',
    ],
    [
      "UPDATE rows SET tags = set_add(tags, 'y') WHERE pk = 'a' AND sk = '1'",
      undefined,
      'ValidationException: The second argument to SET_ADD must be a value with type SET',
    ],
    [
      "UPDATE rows SET tags = set_delete(w, <<'x'>>) WHERE pk = 'a' AND sk = '1'",
      undefined,
      'ValidationException: The first argument to SET_DELETE must equal the assignment value',
    ],
    [
      "UPDATE rows SET tags = set_add(tags) WHERE pk = 'a' AND sk = '1'",
      undefined,
      'ValidationException: SET_ADD must have exactly two arguments',
    ],
    [
      "DELETE FROM rows WHERE pk = 'a' AND sk = '1' RETURNING ALL OLD *, ALL OLD *",
      undefined,
      malformed('Unexpected token after expression'),
    ],
    [
      "SELECT * FROM rows WHERE pk = 'a' AND (v BETWEEN 1 AND 2) = 3",
      undefined,
      validation('Unsupported token in expression'),
    ],
    ["INSERT INTO rows VALUE {'pk' 'a'}", undefined, malformed('Expected colon in struct')],
    ["INSERT INTO rows VALUE {'pk': 'a'", undefined, malformed('Expected }')],
    ["INSERT rows VALUE {'pk': 'a'}", undefined, malformed('Expected INTO')],
    ["SELECT * FROM rows WHERE pk = 'a' ORDER sk", undefined, malformed('Expected BY')],
    ["SELECT * FROM rows WHERE pk = 'a' ORDER BY sk DESC ASC", undefined, "ValidationException: Statement wasn't"],
    ['SELECT f(*, 1) FROM rows', undefined, malformed('Unexpected operator')],
    ['1 + 2', undefined, validation('Unsupported operation: Nary')],
    ['v IS MISSING', undefined, validation('Unsupported operation: IsType')],
    ['v BETWEEN 1 AND 2', undefined, validation('Unsupported operation: Between')],
    ['SELECT list[x] FROM rows', undefined, 'ValidationException: '],
    ["SELECT * FROM rows WHERE pk = 'a' AND sk BETWEEN 1 AND 2", undefined, 'ValidationException: '],
    ["SELECT * FROM rows WHERE pk = 'a' AND sk > 1", undefined, 'ValidationException: '],
    [
      "UPDATE rows SET v = size(list) WHERE pk = 'a' AND sk = '1'",
      undefined,
      'ValidationException: Unrecognized function: size',
    ],
    ['SELECT list[1.5] FROM rows', undefined, 'ValidationException: '],
    [
      'SELECT * FROM rows WHERE pk = ?',
      [{ N: '1e99999999999' }],
      'ValidationException: The parameter cannot be converted to a numeric value',
    ],
    [
      'SELECT * FROM rows WHERE v IN ?',
      [{ L: [{ N: '1' }, { M: { a: { NS: ['1', '1e99999999999'] } } }] }],
      'ValidationException: ',
    ],
  ])('%s with %j', (statement, parameters, text) => {
    const driver = filled();
    const before = driver.pages('Scan', { TableName: 'rows' }).items;
    expect(refusal(driver, statement, parameters).startsWith(text)).toBe(true);
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual(before);
  });

  test('with an invalid token, or a token of something else', () => {
    const driver = filled();
    const encoded = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64');
    const messageFor = (NextToken: string) =>
      driver.message('ExecuteStatement', { Statement: 'SELECT * FROM rows', NextToken });
    const { NextToken } = run(driver, 'SELECT * FROM rows', undefined, { Limit: 1 }) as { NextToken: string };
    const { keys, ...rest } = JSON.parse(Buffer.from(NextToken, 'base64').toString()) as {
      keys: Item;
      account: string;
    };
    const broken: Json[] = [
      null,
      [],
      { ...rest, keys: null },
      { ...rest, keys: 'x' },
      { keys, account: rest.account },
      { ...rest, keys, account: 1 },
    ];
    broken.push(
      ...[{ pk: s('a') }, { ...keys, sk: { S: 1 } }, { ...keys, sk: { N: 'x' } }, { ...keys, sk: null }].map(
        (some) => ({ ...rest, keys: some as Json }),
      ),
    );
    for (const one of broken) expect(messageFor(encoded(one)), JSON.stringify(one)).toMatch(/NextToken/);
    for (const text of ['', 'x', '====']) expect(messageFor(text)).toMatch(/NextToken/i);
    expect(messageFor(encoded({ ...rest, keys, account: '111111111111' }))).toBe(
      'Given NextToken is invalid for this account',
    );
    expect(messageFor(encoded({ ...rest, keys, request: 'x' }))).toBe('NextToken does not match request');
    expect(keysOf(run(driver, 'SELECT * FROM rows', undefined, { NextToken }))).toHaveLength(2);
  });
});

describe('an index', () => {
  const indexed = (): OracleDriver => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S', gsi: { all: { hash: 'g:S' }, few: { hash: 'g:S', projection: ['v'] } } });
    driver.put('rows', { pk: s('a'), g: s('x'), v: n(1), far: n(2) });
    return driver;
  };

  test('with ALL shows everything, with INCLUDE only its attributes and keys', () => {
    const driver = indexed();
    expect(run(driver, 'SELECT far FROM rows."all" WHERE g = \'x\' AND far = 2').Items).toEqual([{ far: n(2) }]);
    expect(run(driver, "SELECT v, pk FROM rows.few WHERE g = 'x' AND v = 1").Items).toEqual([{ v: n(1), pk: s('a') }]);
    expect(refusal(driver, "SELECT far FROM rows.few WHERE g = 'x'")).toBe(
      'ValidationException: One or more parameter values were invalid: Global secondary index few does not project [far]',
    );
    expect(refusal(driver, "SELECT v FROM rows.few WHERE g = 'x' AND far = 2")).toContain(
      'index few does not project one or more filter attributes: [far]',
    );
    expect(refusal(driver, 'SELECT * FROM rows.none')).toBe(
      'ValidationException: The table does not have the specified index',
    );
  });

  test('is charged to itself, and cannot be read in a batch', () => {
    const driver = indexed();
    const asked = { ReturnConsumedCapacity: 'INDEXES' };
    const half = { CapacityUnits: 0.5 };
    expect(run(driver, "SELECT v FROM rows.few WHERE g = 'x'", undefined, asked).ConsumedCapacity).toEqual({
      ...{ TableName: 'rows', ...half, Table: { CapacityUnits: 0 } },
      GlobalSecondaryIndexes: { few: half },
    });
    expect(run(driver, "SELECT v FROM rows WHERE pk = 'a'", undefined, asked).ConsumedCapacity).toEqual({
      ...{ TableName: 'rows', ...half, Table: half },
    });
    const batch = (Statement: string) => driver.ok('BatchExecuteStatement', { Statements: [{ Statement }], ...asked });
    expect(batch("SELECT v FROM rows WHERE pk = 'a'").ConsumedCapacity).toEqual([
      { TableName: 'rows', ...half, Table: half },
    ]);
    expect(batch("SELECT v FROM rows.few WHERE pk = 'a'").Responses).toEqual([
      {
        Error: {
          Code: 'ValidationError',
          Message: 'Select statements within BatchExecuteStatement must specify the primary key in the where clause.',
        },
      },
    ]);
  });
});

describe('sets', () => {
  test.each<[string, string[] | undefined]>([
    ["set_add(tags, <<'y', 'x'>>)", ['x', 'y']],
    ["set_delete(tags, <<'x'>>)", undefined],
    ["set_delete(tags, <<'q'>>)", ['x']],
  ])('tags = %s', (change, members) => {
    const driver = filled();
    run(driver, `UPDATE rows SET tags = ${change} WHERE pk = 'a' AND sk = '1'`);
    const { Item } = driver.ok('GetItem', { TableName: 'rows', Key: { pk: s('a'), sk: s('1') } });
    expect((Item as Item).tags).toEqual(members === undefined ? undefined : { SS: members });
  });
});

test('a batch gives each refusal its own code, and uses the older texts for values', () => {
  const driver = filled();
  const statement = (Statement: string, ...Parameters: Json[]) => ({
    Statement,
    ...(Parameters.length === 0 ? {} : { Parameters }),
  });
  const { Responses } = driver.ok('BatchExecuteStatement', {
    Statements: [
      statement("INSERT INTO rows VALUE {'pk': 'a', 'sk': '1'}"),
      statement("UPDATE rows SET v = 5 WHERE pk = 'b' AND sk = '1' AND v = 7"),
      statement("INSERT INTO absent VALUE {'pk': 'a', 'sk': '1'}"),
      statement("INSERT INTO rows VALUE {'pk': 'c', 'sk': '1', 'v': ?}", { NS: ['1', '1.0'] }),
      statement("INSERT INTO rows VALUE {'pk': 'd', 'sk': '1', 'v': ?}", { N: '' }),
      statement("UPDATE rows SET nowhere.x = 5 WHERE pk = 'a' AND sk = '2'"),
      statement("INSERT INTO rows VALUE {'pk': 'e', 'sk': '1'}"),
    ],
  });
  const errors = (Responses as { Error?: { Code: string; Message: string }; TableName?: string }[]).map(
    ({ Error: error, TableName }) => [error?.Code, error?.Message, TableName],
  );
  expect(errors).toEqual([
    ['DuplicateItem', 'Duplicate primary key exists in table', 'rows'],
    ['ConditionalCheckFailed', 'The conditional request failed', 'rows'],
    ['ResourceNotFound', 'Requested resource not found', undefined],
    ['ValidationError', 'Input collection contains duplicates', undefined],
    ['ValidationError', 'The parameter cannot be converted to a numeric value', undefined],
    ['ValidationError', 'The document path provided in the update expression is invalid for update', 'rows'],
    [undefined, undefined, 'rows'],
  ]);
  expect(driver.pages('Scan', { TableName: 'rows' }).items).toHaveLength(4);
});
