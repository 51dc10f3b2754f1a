import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { b, n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { AttributeValue, Item, Json, JsonObject } from '../values/types.ts';

const item: Item = {
  pk: s('a'),
  ss: { SS: ['a', 'b', 'c'] },
  ns: { NS: ['1', '2'] },
  s: s('str'),
  age: n(30),
  m: { M: { sub: s('x'), sib: s('keep') } },
  l: { L: [s('a'), s('b'), s('c')] },
  nul: { NULL: true },
  flag: { BOOL: true },
  bin: b(1, 2),
};

function withItem(stored: Item = item): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S' });
  driver.put('rows', stored);
  return driver;
}
const run = (driver: OracleDriver, Statement: string, Parameters?: Json[], more: JsonObject = {}): JsonObject =>
  driver.call('ExecuteStatement', { Statement, ...(Parameters === undefined ? {} : { Parameters }), ...more });
const message = (driver: OracleDriver, Statement: string, Parameters?: Json[]): string =>
  driver.message('ExecuteStatement', { Statement, ...(Parameters === undefined ? {} : { Parameters }) });
const stored = (driver: OracleDriver, pk = 'a'): Item | undefined =>
  driver.ok('GetItem', { TableName: 'rows', Key: { pk: s(pk) } }).Item as Item | undefined;

describe('conditions on the item with all types', () => {
  test.each([
    ["age > 20 AND s = 'str'", true],
    ['age BETWEEN 30 AND 40', true],
    ["s IN ['x', 'str']", true],
    ["s IN ('x', 'y')", false],
    ["NOT begins_with(s, 'st')", false],
    ["contains(ss, 'b')", true],
    ['size(s) = 3', true],
    ['SIZE(l) < 3', false],
    ["attribute_type(ss, 'SS')", true],
    ['attribute_exists(m.sub)', true],
    ['attribute_exists(m.nope)', false],
    ['(attribute_exists(nope) OR ATTRIBUTE_EXISTS("ss"))', true],
    ['attribute_exists(ss) = true', true],
    ['attribute_not_exists(ss) = false', true],
    ['s IS MISSING', false],
    ['nope IS MISSING', true],
    ['s IS NOT MISSING', true],
    ['nul IS NULL', true],
    ['nul IS NOT NULL', false],
    ['flag IS BOOL', true],
    ['s IS STRING', true],
    ['m IS STRUCT', true],
    ['age IS NUMERIC', true],
    ["ss = <<'c','a','b'>>", true],
    ["l = ['a','b','c']", true],
    ["l = ['b','a','c']", false],
    ["m = {'sib': 'keep', 'sub': 'x'}", true],
    ["l[1] = 'b'", true],
    ["m['sub'] = 'x'", true],
    ['s < 5', false],
    ['30.0 = age', true],
    ["nope <> 'x'", true],
    ['nul = null', true],
  ])('%s', (condition, holds) => {
    const { Items, error } = run(withItem(), `SELECT pk FROM "rows" WHERE pk = 'a' AND ${condition}`);
    expect(error).toBeUndefined();
    expect(Items).toEqual(holds ? [{ pk: s('a') }] : []);
  });
});

describe('parameters', () => {
  test.each<[string, AttributeValue]>([
    ['ss', { SS: ['c', 'b', 'a'] }],
    ['ns', { NS: ['2.0', '1'] }],
    ['bin', b(1, 2)],
    ['l', item.l!],
    ['m', item.m!],
    ['nul', { NULL: true }],
  ])('%s equals its value of any spelling', (name, value) => {
    expect(run(withItem(), `SELECT pk FROM rows WHERE pk = ? AND ${name} = ?`, [s('a'), value]).Items).toHaveLength(1);
    expect(run(withItem(), `SELECT pk FROM rows WHERE pk = ? AND ${name} <> ?`, [s('a'), value]).Items).toEqual([]);
  });

  test.each(['1e99999999999', '-1e-99999999999', '1e2147483648'])('%s is not a number', (text) => {
    for (const value of [{ N: text }, { L: [n(1), { N: text }] }, { M: { x: { N: text } } }, { NS: ['1', text] }])
      expect(message(withItem(), "SELECT * FROM rows WHERE pk = 'a' AND n = ?", [value])).toBe(
        `The parameter cannot be converted to a numeric value: ${text}`,
      );
  });

  const deep = (leaf: Json): Json => {
    let value = leaf;
    for (let i = 0; i < 40; i += 1) value = { M: { n: value } };
    return value;
  };
  const nesting =
    'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';
  const two = "SELECT * FROM rows WHERE pk = 'a' AND x = ? AND y = ?";
  test.each<[string, Json[], string]>([
    ['an empty number', [{ N: '' }, s('')], 'The parameter cannot be converted to a numeric value'],
    [
      '1e2147483647',
      [{ N: '1e2147483647' }, s('')],
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    ],
    ['depth first', [deep(s('')), { N: 'abc' }], nesting],
    ['a number first', [{ N: 'abc' }, deep(s(''))], 'The parameter cannot be converted to a numeric value: abc'],
    ['depth above a number', [deep({ N: '1e2147483648' }), s('')], nesting],
    ['too few', [s('')], 'A statement has one parameter for each question mark.'],
    ['too many', [s(''), s(''), s('')], 'A statement has one parameter for each question mark.'],
  ])('%s', (_, parameters, text) => {
    expect(message(withItem(), two, parameters)).toBe(text);
  });
});

describe('words of refusals: those of public recordings, and our own where there are none', () => {
  const where = (condition: string) => `SELECT * FROM "rows" WHERE pk = 'a' AND ${condition}`;
  const update = (set: string) => `UPDATE "rows" SET ${set} WHERE pk = 'a'`;
  const at = (text: string, token: string, length = token.length, from = 0) =>
    `at 1:${text.indexOf(token, from) + 1}:${length}`;
  const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
  const incomplete = 'Where clause does not contain a mandatory equality on all key attributes';
  const needsPath = 'Operator or function requires a document path; operator or function: attribute_exists';
  const wrongType = 'An operand in the update expression has an incorrect data type';
  const count = (some: number) =>
    `Incorrect number of operands for operator or function; operator or function: attribute_exists, number of operands: ${some}`;
  const unordered = (op: string) =>
    `Incorrect operand type for operator or function; operator or function: ${op}, operand type: BOOL`;
  const add = (set: string, text: string, token: string, after = 0): [string, string] => [
    update(set),
    `${text} ${at(update(set), token, token.length, update(set).indexOf('set_', after))}`,
  ];
  test.each([
    [where("attribute_exists('ss')"), needsPath],
    [where('attribute_exists()'), count(0)],
    [where('attribute_exists(ss, ns)'), count(2)],
    ["SELECT attribute_exists(ss) FROM rows WHERE pk = 'a'", 'Unexpected path component at 1:8:16'],
    [where('EXISTS(ss)'), `Unrecognized function: exists ${at(where('EXISTS(ss)'), 'EXISTS')}`],
    [where("set_add(ss, <<'x'>>) = ss"), `Unrecognized function: set_add ${at(where('set_add'), 'set_add')}`],
    ...['<', '<=', '>', '>='].map((op) => [where(`s ${op} true`), unordered(op)]),
    [where('s BETWEEN true AND false'), unordered('BETWEEN')],
    ['SELECT * FROM rows WHERE pk = 1e126', `${overflow} under root`],
    ["INSERT INTO rows VALUE {'pk': 'x', 'm': {'x': 1e126}}", `${overflow} under root.x`],
    ["INSERT INTO rows VALUE {'pk': 'x', 'l': [1, 1e126]}", `${overflow} under root[1]`],
    [
      "INSERT INTO rows VALUE {'pk': 'x', 'l': 123456789012345678901234567890123456789}",
      'Attempting to store more than 38 significant digits in a Number under root',
    ],
    ['FROM rows SET c = 1', incomplete],
    ['FROM rows WHERE a = 1 REMOVE c', incomplete],
    ["DELETE FROM rows WHERE name = 'x'", incomplete],
    ["DELETE FROM rows WHERE pk = 'a' OR pk = 'b'", incomplete],
    [
      "DELETE FROM rows WHERE pk = 'a' RETURNING MODIFIED OLD *",
      'Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.',
    ],
    add("t = set_add(ss, <<'x'>>)", 'The first argument to SET_ADD must equal the assignment value', 'set_add'),
    add("ss = set_add(<<'a'>>, <<'b'>>)", 'The first argument to SET_ADD must equal the assignment value', 'set_add'),
    add("ss = set_add(ss, 'x')", 'The second argument to SET_ADD must be a value with type SET', 'ss'),
    add("ss = set_delete(ss, ['x'])", 'The second argument to SET_DELETE must be a value with type SET', 'ss'),
    add('ss = set_add(ss)', 'SET_ADD must have exactly two arguments', 'set_add'),
    [update('ss = set_add(ss, <<1>>)'), wrongType],
    [update("s = set_add(s, <<'x'>>)"), wrongType],
    [
      update("ss = set_add(ss, <<'x', 'x'>>)"),
      'One or more parameter values were invalid: Input collection [x, x] contains duplicates.',
    ],
    [update('ss = set_add(ss, <<>>)'), 'Empty bags are not supported'],
    [
      "INSERT INTO rows VALUE {'pk': 'x', 'ss': set_add(<<'a'>>, <<'b'>>)}",
      'Unsupported data type: set_add under key root at 1:42:7',
    ],
    [update("newlist[0] = 'x'"), 'The document path provided in the update expression is invalid for update'],
    ["SELECT * FROM nowhere WHERE pk = 'x'", 'Requested resource not found'],
    [
      'SELECT * FROM "no" WHERE pk = 1',
      "Table name should be within the length [3, 255] and only contain 'a-z', 'A-Z', '0-9', '-', '_', '.'.",
    ],
    ["SELECT s, m.s FROM rows WHERE pk = 'a'", 'A projection has an attribute twice: s'],
    [
      "SELECT l[4294967295] FROM rows WHERE pk = 'a'",
      'List index is not within the allowable range; index: [4294967295]',
    ],
    [
      "SELECT * FROM rows WHERE pk = ''",
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    ],
    [where('1 IS NULL'), 'IS asks about an attribute or a value'],
    [where('s IS VARCHAR'), 'IS knows no type VARCHAR'],
    [where('s = MISSING'), 'MISSING may stand only after IS'],
    [where('s'), 'A WHERE clause is a condition, which is true or false'],
    [where('age + 1 = 31'), 'Unsupported operator in Condition Expression. Operator: +'],
    [where('age IN []'), 'IN compares an attribute with a list of at least one value'],
    [update('age = age * 2'), 'SET adds and subtracts only. Operator: *'],
    [update('age = s IS NULL'), 'SET takes no IS'],
    [
      update('m = 1, m.a = 2'),
      'Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m], path two: [m, a]',
    ],
    ["INSERT INTO rows VALUE 'x'", 'INSERT takes the item as a tuple {…}'],
    ["INSERT INTO rows VALUE {'s': 'x'}", 'The item lacks its key: pk'],
    ["INSERT INTO rows VALUE {'pk': 1}", 'The value of a key has the type that its table declares: Key pk'],
    ["INSERT INTO rows VALUE {'pk': 'x', 'pk': 'y'}", 'A tuple has a key twice. Key: pk under root'],
    ["INSERT INTO rows VALUE {pk: 'x'}", 'Keys of a tuple are texts. Type: path under root'],
    ["INSERT INTO rows VALUE {'pk': 'x', 'b': <<1, 'a'>>}", 'A bag holds numbers or texts'],
    ['SELECT COUNT(*) FROM rows', 'Unexpected path component at 1:8:5'],
    ['SELECT * FROM "" WHERE pk = 1', 'Path component cannot be an empty string'],
    ['SELECT * FROM rows."" WHERE pk = 1', 'Path component cannot be an empty string'],
    [
      "INSERT INTO rows.i VALUE {'pk': 'x'}",
      'FROM clause may only contain a single table name in data manipulation statements at 1:13:4',
    ],
    ["UPDATE nowhere.i SET a = 1 WHERE pk = 'a'", 'This operation is not supported on an index'],
    ["SELECT * FROM rows.nope WHERE pk = 'x'", 'The table does not have the specified index'],
    ["UPDATE rows SET a = 1 WHERE pk = 'absent'", 'The conditional request failed'],
    ["INSERT INTO rows VALUE {'pk': 'a'}", 'Duplicate primary key exists in table'],
  ])('%s', (statement, text) => {
    const driver = withItem();
    expect(message(driver, statement!)).toBe(text);
    expect(driver.ok('Scan', { TableName: 'rows' }).Items).toEqual([item]);
  });
});

describe('writes', () => {
  test.each<[string, Partial<Item> | null]>([
    ["UPDATE rows SET ss = set_add(ss, <<'0', 'a'>>)", { ss: { SS: ['0', 'a', 'b', 'c'] } }],
    ["UPDATE rows SET ss = SET_DELETE(ss, <<'a', 'zz'>>)", { ss: { SS: ['b', 'c'] } }],
    ['UPDATE rows SET ns = set_delete(ns, <<1, 2.0>>)', { ns: undefined as never }],
    ["UPDATE rows SET fresh = set_add(fresh, <<'x'>>)", { fresh: { SS: ['x'] } }],
    ['UPDATE rows SET fresh = set_delete(fresh, <<1>>)', {}],
    [
      'UPDATE rows SET age = age + 1 SET m.sub = s REMOVE l[0]',
      { age: n(31), m: { M: { sub: s('str'), sib: s('keep') } }, l: { L: [s('b'), s('c')] } },
    ],
    ['UPDATE rows SET age = 10 - age', { age: n(-20) }],
    [
      "UPDATE rows SET l = list_append(l, ['d']), x = if_not_exists(x, 1)",
      { l: { L: [s('a'), s('b'), s('c'), s('d')] }, x: n(1) },
    ],
    ['UPDATE rows SET l[9] = true', { l: { L: [s('a'), s('b'), s('c'), { BOOL: true }] } }],
    ['DELETE FROM rows', null],
  ])('%s', (statement, changed) => {
    const driver = withItem();
    expect(run(driver, `${statement} WHERE pk = 'a'`)).toEqual({ Items: [] });
    const expected = Object.fromEntries(
      Object.entries({ ...item, ...changed }).filter(([, value]) => value !== undefined),
    );
    expect(stored(driver)).toEqual(changed === null ? undefined : expected);
  });

  test.each<[string, Item | undefined]>([
    ["UPDATE rows SET s = 'new' WHERE pk = 'a' RETURNING ALL OLD *", item],
    ["UPDATE rows SET s = 'new' WHERE pk = 'a' RETURNING ALL NEW *", { ...item, s: s('new') }],
    ["UPDATE rows SET s = 'new' WHERE pk = 'a' RETURNING MODIFIED OLD *", { s: s('str') }],
    ["UPDATE rows SET s = 'new' WHERE pk = 'a' RETURNING MODIFIED NEW *", { s: s('new') }],
    ["FROM rows WHERE pk = 'a' SET m.sub = 'new' RETURNING MODIFIED NEW *", { m: { M: { sub: s('new') } } }],
    ["UPDATE rows SET l[2] = 'y', l[0] = 'x' WHERE pk = 'a' RETURNING MODIFIED NEW *", { l: { L: [s('x'), s('y')] } }],
    ["UPDATE rows SET l[2] = 'y', l[0] = 'x' WHERE pk = 'a' RETURNING MODIFIED OLD *", { l: { L: [s('a'), s('c')] } }],
    ["UPDATE rows SET l[5] = 'y' WHERE pk = 'a' RETURNING MODIFIED NEW *", undefined],
    ["UPDATE rows SET l[3] = 'y' WHERE pk = 'a' RETURNING MODIFIED NEW *", { l: { L: [s('y')] } }],
    ["UPDATE rows REMOVE s WHERE pk = 'a' RETURNING MODIFIED OLD *", { s: s('str') }],
    ["UPDATE rows REMOVE s WHERE pk = 'a' RETURNING MODIFIED NEW *", undefined],
    ["UPDATE rows REMOVE l[1] WHERE pk = 'a' RETURNING MODIFIED NEW *", { l: { L: [s('c')] } }],
    ["UPDATE rows REMOVE l[2] WHERE pk = 'a' RETURNING MODIFIED NEW *", undefined],
    ["DELETE FROM rows WHERE pk = 'a' RETURNING ALL OLD *", item],
    ["DELETE FROM rows WHERE pk = 'absent' RETURNING ALL OLD *", undefined],
    ["DELETE FROM rows WHERE pk = 'absent' AND s = 'x'", undefined],
    ["INSERT INTO rows VALUE {'pk': 'a'} ON CONFLICT DO NOTHING", undefined],
  ])('%s', (statement, shown) => {
    expect(run(withItem(), statement)).toEqual({ Items: shown === undefined ? [] : [shown] });
  });

  test.each([
    "UPDATE rows SET z = 1 WHERE pk = 'a' AND attribute_exists(nope)",
    "UPDATE rows SET z = 1 WHERE pk = 'absent' AND attribute_not_exists(pk)",
    "FROM rows WHERE pk = 'a' AND age = 31 SET z = 1",
    "DELETE FROM rows WHERE pk = 'a' AND s = 'other'",
  ])('%s fails on its condition, and returns the item on request', (statement) => {
    const driver = withItem();
    const answer = run(driver, statement, undefined, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
    expect(answer).toEqual({
      error: 'ConditionalCheckFailedException',
      ...(statement.includes('absent') ? {} : { Item: item }),
    });
    expect(driver.ok('Scan', { TableName: 'rows' }).Items).toEqual([item]);
  });

  test('an inserted item holds every literal', () => {
    const driver = withItem();
    run(
      driver,
      `INSERT INTO rows VALUE {'pk': 'x', 'n': -.5e1, 't': true, 'u': null, 'l': [1, ['a'], {}], 'm': {'__proto__': ?}, 'ns': <<1, 2>>, 'bs': ?}`,
      [b(9), { BS: ['AQ=='] }],
    );
    expect(JSON.stringify(stored(driver, 'x'))).toBe(
      '{"pk":{"S":"x"},"n":{"N":"-5"},"t":{"BOOL":true},"u":{"NULL":true},"l":{"L":[{"N":"1"},{"L":[{"S":"a"}]},{"M":{}}]},"m":{"M":{"__proto__":{"B":"CQ=="}}},"ns":{"NS":["1","2"]},"bs":{"BS":["AQ=="]}}',
    );
  });
});

test('a column is named by the last name of its path', () => {
  const { Items } = run(withItem(), "SELECT m.sub, l[1], nope FROM rows WHERE pk = 'a'");
  expect(Items).toEqual([{ sub: s('x'), 'l[1]': s('b') }]);
});

describe('batches', () => {
  const batch = (driver: OracleDriver, statements: string[], more: JsonObject = {}) =>
    driver.ok('BatchExecuteStatement', { Statements: statements.map((Statement) => ({ Statement })), ...more });

  test('each statement succeeds or fails alone', () => {
    const driver = withItem();
    const reads = batch(driver, [
      "SLECT * FROM rows WHERE pk = 'a'",
      "SELECT s FROM rows WHERE pk = 'a'",
      "SELECT s FROM rows WHERE pk = 'absent'",
      "SELECT * FROM rows WHERE pk = 'a' AND attribute_exists(ss)",
      "SELECT * FROM nowhere WHERE pk = 'a'",
    ]).Responses as Json[];
    for (const pk of ['b', 'c', 'd']) driver.put('rows', { pk: s(pk), v: s(pk) });
    const writes = batch(driver, [
      "INSERT INTO rows VALUE {'pk': 'a'}",
      "UPDATE rows SET z = 1 WHERE pk = 'b' AND v = 'other'",
      "UPDATE rows REMOVE v WHERE pk = 'c' RETURNING MODIFIED NEW *",
      "DELETE FROM rows WHERE pk = 'd' RETURNING MODIFIED OLD *",
      "DELETE FROM rows WHERE pk = 'd' RETURNING ALL OLD *",
      'DELETE FROM rows',
    ]).Responses;
    const failed = (Code: string, Message: string, more: JsonObject = {}) => ({ Error: { Code, Message }, ...more });
    expect(reads).toEqual([
      failed('ValidationError', "Statement wasn't well formed, can't be processed: Expected data manipulation"),
      { Item: { s: s('str') }, TableName: 'rows' },
      { TableName: 'rows' },
      failed(
        'ValidationError',
        'Select statements within BatchExecuteStatement must specify the primary key in the where clause.',
      ),
      failed('ResourceNotFound', 'Requested resource not found'),
    ]);
    expect(writes).toEqual([
      failed('DuplicateItem', 'Duplicate primary key exists in table', { TableName: 'rows' }),
      failed('ConditionalCheckFailed', 'The conditional request failed', { TableName: 'rows' }),
      { TableName: 'rows' },
      failed(
        'ValidationError',
        'Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.',
      ),
      { Item: { pk: s('d'), v: s('d') }, TableName: 'rows' },
      failed('ValidationError', 'Where clause does not contain a mandatory equality on all key attributes'),
    ]);
  });

  test.each([
    [
      "SELECT * FROM rows WHERE pk = 'a'",
      "DELETE FROM rows WHERE pk = 'b'",
      'Read and write requests together in the same batch is not supported.',
    ],
    [
      "SELECT * FROM rows WHERE pk = 'a'",
      "SELECT s FROM rows WHERE pk = 'a'",
      'Provided list of item keys contains duplicates',
    ],
    [
      "INSERT INTO rows VALUE {'pk': 'b'}",
      "DELETE FROM rows WHERE pk = 'b'",
      'Provided list of item keys contains duplicates',
    ],
  ])('%s beside %s is refused as a whole', (first, second, text) => {
    const Statements = [{ Statement: first }, { Statement: 'nonsense' }, { Statement: second }];
    expect(withItem().message('BatchExecuteStatement', { Statements })).toBe(text);
  });

  test('each read is charged by its own consistency', () => {
    const Statement = "SELECT * FROM rows WHERE pk = 'a'";
    const { ConsumedCapacity } = withItem().ok('BatchExecuteStatement', {
      Statements: [{ Statement, ConsistentRead: true }, { Statement: Statement.replace("'a'", "'b'") }],
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(ConsumedCapacity).toEqual([{ TableName: 'rows', CapacityUnits: 1.5 }]);
  });
});

describe('transactions', () => {
  const transact = (driver: OracleDriver, statements: string[], more: JsonObject = {}) =>
    driver.oracle.send('ExecuteTransaction', {
      TransactStatements: statements.map((Statement) => ({ Statement })),
      ...more,
    });
  const exists = (condition: string) => `EXISTS(SELECT * FROM rows WHERE pk = 'a'${condition})`;
  const insert = "INSERT INTO rows VALUE {'pk': 'b'}";

  test('writes are atomic and return nothing', () => {
    const driver = withItem();
    const statements = [exists(" AND s = 'str'"), insert, "DELETE FROM rows WHERE pk = 'c'"];
    expect(transact(driver, statements)).toMatchObject({ kind: 'ok', output: { Responses: [] } });
    expect(stored(driver, 'b')).toEqual({ pk: s('b') });
  });

  test.each<[string, string[], string, string[]]>([
    [
      'a condition',
      [insert, exists(" AND s = 'other'")],
      'TransactionCanceledException',
      ['None', 'ConditionalCheckFailed'],
    ],
    [
      'a duplicate',
      ["INSERT INTO rows VALUE {'pk': 'a'}", insert],
      'TransactionCanceledException',
      ['DuplicateItem', 'None'],
    ],
    [
      'what is not there',
      [insert, "UPDATE rows SET a = 1 WHERE pk = 'absent'"],
      'TransactionCanceledException',
      ['None', 'ConditionalCheckFailed'],
    ],
    [
      'a key that is not whole',
      [insert, 'DELETE FROM rows'],
      'TransactionCanceledException',
      ['None', 'ValidationError'],
    ],
  ])('%s cancels it', (_, statements, type, codes) => {
    const driver = withItem();
    const outcome = transact(driver, statements);
    expect(outcome).toMatchObject({ type, members: { CancellationReasons: codes.map((Code) => ({ Code })) } });
    expect(stored(driver, 'b')).toBeUndefined();
  });

  test.each<[string[], string]>([
    [
      ['SELECT * FROM rows WHERE'],
      "Validation failed in TransactStatements[0]: Statement wasn't well formed, can't be processed: Unexpected term",
    ],
    [
      ["SELECT * FROM rows WHERE pk = 'a' AND attribute_exists(ss)"],
      'Validation failed in TransactStatements[0]: Select statements within ExecuteTransaction must specify the primary key in the where clause.',
    ],
    [
      [exists(''), insert],
      'Validation failed in TransactStatements[0]: EXISTS() must contain a single item read with additional condition',
    ],
    [
      ["SELECT * FROM rows.i WHERE pk = 'a'"],
      'Validation failed in TransactStatements[0]: Reads on indices are not supported within transactions.',
    ],
    [[insert, insert], 'Transaction request cannot include multiple operations on one item'],
    [
      ["DELETE FROM rows WHERE pk = 'a' RETURNING ALL OLD *"],
      'Validation failed in TransactStatements[0]: RETURNING clause is not supported in ExecuteTransaction.',
    ],
    [
      [exists(" AND s = 'x'").replace('rows', 'rows.i')],
      'Validation failed in TransactStatements[0]: A transaction writes to tables, not to indexes',
    ],
    [
      ["UPDATE rows SET ss = set_add(ss, <<1, 1>>) WHERE pk = 'a'"],
      'Validation failed in TransactStatements[0]: Input collection contains duplicates',
    ],
    [["DELETE FROM nowhere WHERE pk = 'a'"], 'Requested resource not found'],
    [
      [insert, "SELECT * FROM rows WHERE pk = 'a'"],
      'ExecuteTransaction API does not support both read and write operations in the same request.',
    ],
  ])('%s is refused', (statements, text) => {
    const driver = withItem();
    const type = text.startsWith('Requested') ? 'ResourceNotFoundException' : 'ValidationException';
    expect(transact(driver, statements)).toMatchObject({ type, message: text });
    expect(stored(driver, 'b')).toBeUndefined();
  });

  test('reads see one moment, with an entry for each statement', () => {
    const outcome = transact(withItem(), [
      "SELECT s FROM rows WHERE pk = 'a'",
      "SELECT * FROM rows WHERE pk = 'absent'",
    ]);
    expect(outcome).toMatchObject({ output: { Responses: [{ Item: { s: s('str') } }, {}] } });
  });

  test('a token gives two calls one effect', () => {
    const driver = withItem();
    const more = { ClientRequestToken: 'once' };
    for (let turn = 0; turn < 2; turn += 1)
      expect(transact(driver, ["UPDATE rows SET age = age + 1 WHERE pk = 'a'"], more).kind).toBe('ok');
    expect(stored(driver)!.age).toEqual(n(31));
    expect(transact(driver, [insert], more)).toMatchObject({ type: 'IdempotentParameterMismatchException' });
  });
});

describe('rows', () => {
  function many(): { driver: OracleDriver; items: Item[] } {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', {
      hash: 'pk:S',
      range: 'sk:N',
      gsi: { 'by-g': { hash: 'g:N', projection: ['v'] } },
      lsi: { 'by-v': { hash: 'pk:S', range: 'v:N', projection: 'KEYS_ONLY' } },
    });
    const items = Array.from(
      { length: 24 },
      (_, i): Item => ({
        pk: s('abc'.charAt(i % 3)),
        sk: n(i),
        v: n((i * 7) % 11),
        ...(i % 4 === 0 ? {} : { g: n(i % 5) }),
        far: s(`far${i}`),
      }),
    );
    driver.put('rows', ...items);
    return { driver, items };
  }
  const { driver, items } = many();

  /** All pages concatenated. */
  function pages(statement: string, limit?: number): { rows: Item[]; count: number } {
    const rows: Item[] = [];
    for (let count = 1, token: Json | undefined; ; count += 1) {
      const page = run(driver, statement, undefined, {
        ...(limit === undefined ? {} : { Limit: limit }),
        ...(token === undefined ? {} : { NextToken: token }),
      });
      expect(page.error).toBeUndefined();
      rows.push(...(page.Items as Item[]));
      token = page.NextToken;
      if (token === undefined) return { rows, count };
      expect(count).toBeLessThan(200);
    }
  }

  const number = fc.integer({ min: -1, max: 25 });
  const op = fc.constantFrom('=', '<>', '<', '<=', '>', '>=');
  const clause = fc.oneof(
    fc.tuple(fc.constantFrom('pk'), op, fc.constantFrom("'a'", "'b'", "'d'")).map((parts) => parts.join(' ')),
    fc.tuple(fc.constantFrom('sk', 'v', 'g'), op, number).map((parts) => parts.join(' ')),
    fc
      .tuple(fc.constantFrom('sk', 'v'), number, number)
      .filter(([, x, y]) => x <= y)
      .map(([name, x, y]) => `${name} BETWEEN ${x} AND ${y}`),
    fc.tuple(fc.constantFrom('sk', 'v', 'g'), number, number).map(([name, x, y]) => `${name} IN [${x}, ${y}]`),
    fc.constantFrom('g IS MISSING', 'attribute_exists(g)', "begins_with(pk, 'a')", "pk IN ['c', 'a']", 'NOT sk = 3'),
  );
  const { where } = fc.letrec<{ where: string }>((tie) => ({
    where: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      clause,
      fc.tuple(tie('where'), fc.constantFrom('AND', 'OR'), tie('where')).map((parts) => `(${parts.join(' ')})`),
      tie('where').map((inner) => (inner.startsWith('(') ? `NOT ${inner}` : `NOT (${inner})`)),
    ),
  }));
  /** The result of a Scan with the condition as its filter. IN and IS have another notation there. */
  function filtered(text: string): string[] {
    const values: Item = {};
    const filter = text
      .replaceAll(/g IS MISSING/g, 'attribute_not_exists(g)')
      .replaceAll(/'[a-z]'|-?\b\d+\b/g, (found) => {
        const name = `:v${Object.keys(values).length}`;
        values[name] = found.startsWith("'") ? s(found.slice(1, -1)) : n(found);
        return name;
      })
      .replaceAll('[', '(')
      .replaceAll(']', ')');
    const { items: found, error } = driver.pages('Scan', {
      TableName: 'rows',
      FilterExpression: filter,
      ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
    });
    expect(error).toBeUndefined();
    return found.map((one) => JSON.stringify(one)).sort();
  }
  const texts = (rows: readonly Item[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  const overlaps = 'Overlapping conditions with range keys are not supported in where clause';

  test('any condition selects the same rows as a filter over all items, at any page size', () => {
    let compared = 0;
    fc.assert(
      fc.property(where, fc.integer({ min: 1, max: 9 }), (text, limit) => {
        const statement = `SELECT * FROM rows WHERE ${text}`;
        if (message(driver, statement) === overlaps) return;
        compared += 1;
        const whole = pages(statement);
        expect(texts(whole.rows)).toEqual(filtered(text));
        expect(pages(statement, limit).rows).toEqual(whole.rows);
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  test.each([
    ["pk = 'a' AND sk > 3", ['6', '9', '12', '15', '18', '21']],
    ["pk = 'a' AND sk > 3 ORDER BY sk DESC", ['21', '18', '15', '12', '9', '6']],
    ["pk IN ['b', 'a'] AND sk < 6", ['1', '4', '0', '3']],
    ["pk IN ['b', 'a'] AND sk < 6 ORDER BY pk, sk DESC", ['3', '0', '4', '1']],
    ["(pk = 'c' OR pk = 'a') AND sk < 6 ORDER BY pk DESC", ['2', '5', '0', '3']],
    ["pk = 'a' AND sk = 3 OR pk = 'a' AND sk = 0", ['0', '3']],
    ["pk = 'a' AND NOT sk = 0 AND sk < 7 OR pk = 'a' AND sk = 3", ['3', '6']],
  ])('%s', (text, keys) => {
    const whole = pages(`SELECT sk FROM rows WHERE ${text}`).rows;
    expect(whole).toEqual(keys.map((key) => ({ sk: n(key) })));
    for (const limit of [1, 2, 3]) expect(pages(`SELECT sk FROM rows WHERE ${text}`, limit).rows).toEqual(whole);
  });

  test('Limit counts the rows that the keys select, before the rest of the condition', () => {
    const { count, rows } = pages("SELECT sk FROM rows WHERE pk = 'a' AND far = 'far21'", 2);
    expect([count, rows]).toEqual([5, [{ sk: n(21) }]]);
    expect(pages("SELECT sk FROM rows WHERE pk = 'a' AND sk = 21", 2).count).toBe(1);
  });

  test('a global index shows what it projects, a local one reaches its table', () => {
    const held = (one: Item) => 'g' in one;
    const all = pages('SELECT * FROM rows."by-g"').rows;
    expect(texts(all.map(({ sk }) => ({ sk: sk! })))).toEqual(texts(items.filter(held).map(({ sk }) => ({ sk: sk! }))));
    expect(Object.keys(all[0]!).sort()).toEqual(['g', 'pk', 'sk', 'v']);
    expect(pages('SELECT far FROM rows."by-v" WHERE pk = \'a\' AND v = 0').rows).toEqual([{ far: s('far0') }]);
    const cost = (statement: string): Json =>
      run(driver, statement, undefined, { ReturnConsumedCapacity: 'INDEXES' }).ConsumedCapacity!;
    expect(cost('SELECT far FROM rows."by-v" WHERE pk = \'a\' AND v < 5')).toEqual({
      TableName: 'rows',
      CapacityUnits: 1.5,
      Table: { CapacityUnits: 1 },
      LocalSecondaryIndexes: { 'by-v': { CapacityUnits: 0.5 } },
    });
    expect(cost('SELECT * FROM rows."by-v" WHERE pk = \'a\'')).toMatchObject({ Table: { CapacityUnits: 0 } });
    for (const [index, text] of [
      ['by-g', 'g = 1'],
      ['by-g', 'g IN [1, 2]'],
      ['by-v', "pk = 'a'"],
      ['by-v', "pk = 'a' AND v < 5"],
    ] as const)
      for (const filter of ["far = 'far1'", "NOT far = 'far1'", 'far IS MISSING', "begins_with(far, 'f')"])
        expect(message(driver, `SELECT pk FROM rows."${index}" WHERE ${text} AND ${filter}`)).toBe(
          `One or more parameter values were invalid: Secondary index ${index} does not project one or more filter attributes: [far]`,
        );
    expect(pages('SELECT pk FROM rows."by-v" WHERE far = \'far1\'').rows).toEqual([]);
    expect(pages('SELECT sk FROM rows."by-g" WHERE NOT far = \'far1\'').rows).toHaveLength(18);
    expect(pages('SELECT sk FROM rows."by-g" WHERE g = 1 AND far = \'far1\' OR g = 2 AND sk = 2').rows).toEqual([
      { sk: n(2) },
    ]);
    expect(message(driver, 'SELECT far, v FROM rows."by-g" WHERE g = 1')).toBe(
      'One or more parameter values were invalid: Global secondary index by-g does not project [far]',
    );
    expect(
      driver.message('ExecuteStatement', { Statement: 'SELECT v FROM rows."by-g" WHERE g = 1', ConsistentRead: true }),
    ).toBe('Strongly consistent read is not supported on Global Secondary Indexes');
    expect(message(driver, 'DELETE FROM rows."by-g" WHERE pk = \'a\' AND sk = 1')).toBe(
      'This operation is not supported on an index',
    );
  });

  test.each([
    [
      "SELECT * FROM rows WHERE pk = 'a' ORDER BY 1",
      'Argument to ORDER BY must be of type VariableReference. Type: number',
    ],
    ['SELECT * FROM rows ORDER BY sk', 'ORDER BY needs a WHERE clause.'],
    ['SELECT * FROM rows WHERE sk = 1 ORDER BY sk', 'ORDER BY needs a condition that names a partition.'],
    ["SELECT * FROM rows WHERE pk = 'a' ORDER BY far", 'far stands after ORDER BY and is no key'],
    [
      "SELECT * FROM rows WHERE pk IN ['a', 'b'] ORDER BY sk",
      'ORDER BY of several partitions begins with the partition key.',
    ],
    ["SELECT * FROM rows WHERE pk = 'a' AND x = '1' OR pk = 'a' AND sk = 2", overlaps],
    ["SELECT * FROM rows WHERE pk = 'a' AND x <> '1' OR pk = 'a' AND sk = 2", overlaps],
    ["SELECT * FROM rows WHERE pk = 'a' AND sk < 3 OR pk = 'a' AND sk BETWEEN 2 AND 5", overlaps],
    ['SELECT * FROM rows WHERE pk = 1', 'The value of a key has the type that its table declares: Key pk'],
    ["UPDATE rows SET a = 1 WHERE pk = 'a' AND pk = 'b' AND sk = 1", 'A write names its key once: pk'],
    [
      "UPDATE rows SET sk = 1 WHERE pk = 'a' AND sk = 1",
      'One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key',
    ],
  ])('%s is refused', (statement, text) => {
    expect(message(driver, statement)).toBe(text);
  });

  test('ranges that only touch, or are in different partitions, do not overlap', () => {
    for (const text of [
      "pk = 'a' AND sk < 3 OR pk = 'a' AND sk >= 3",
      "pk = 'a' AND sk = 3 OR pk = 'b' AND sk = 3",
      "pk = 'a' AND sk BETWEEN 0 AND 3 OR pk = 'a' AND sk BETWEEN 4 AND 5",
    ])
      expect(run(driver, `SELECT sk FROM rows WHERE ${text}`).error).toBeUndefined();
  });

  test('a token belongs to its statement and account', () => {
    const statement = "SELECT * FROM rows WHERE pk = 'a'";
    const { NextToken } = run(driver, statement, undefined, { Limit: 1 });
    const refused = (Statement: string, token: Json) =>
      driver.message('ExecuteStatement', { Statement, NextToken: token });
    expect(refused(`${statement} AND sk > 1`, NextToken!)).toBe('NextToken does not match request');
    expect(refused(statement, 'abc')).toBe('Invalid NextToken');
    const forged = (keys: Json) => {
      const token = JSON.parse(Buffer.from(NextToken as string, 'base64').toString()) as JsonObject;
      return Buffer.from(JSON.stringify({ ...token, keys })).toString('base64');
    };
    for (const keys of [null, {}, { pk: s('a') }, { pk: { S: 1 }, sk: n(1) }])
      expect(refused(statement, forged(keys))).toBe('Invalid NextToken');
    driver.table('rows', { hash: 'pk:S', range: 'sk:N' }, '111111111111');
    const outcome = driver.oracle.send(
      'ExecuteStatement',
      { Statement: statement, NextToken: NextToken! },
      { account: '111111111111' },
    );
    expect(outcome).toMatchObject({ message: 'Given NextToken is invalid for this account' });
  });
});
