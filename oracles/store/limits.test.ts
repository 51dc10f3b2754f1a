/** Every limit with the largest accepted and the smallest refused value. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s, type TableSpec, tableRequest } from '../testing/probes/driver.ts';
import { itemSize } from '../values/size.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';

const driver = new OracleDriver(createOracle());
driver.table('rows', { hash: 'pk:S' });
const text = (bytes: number) => s('x'.repeat(bytes));
const put = (Item: Item): string => driver.message('PutItem', { TableName: 'rows', Item });
const one = (message: string) => `1 validation error detected: ${message}`;
const wrapped = (levels: number): Json => {
  let value: Json = { S: 'x' };
  for (let i = 0; i < levels; i += 1) value = { L: [value] };
  return value;
};

test('an item of 400 KB', () => {
  const rest = 'pk'.length + 1 + 'v'.length;
  expect(put({ pk: s('a'), v: text(409_600 - rest) })).toBe('no refusal');
  expect(put({ pk: s('b'), v: text(409_601 - rest) })).toBe('Item size has exceeded the maximum allowed size');
  const grow = (bytes: number) => ({
    TableName: 'rows',
    Key: { pk: s('c') },
    UpdateExpression: 'SET v = :v',
    ExpressionAttributeValues: { ':v': text(bytes - rest) },
  });
  const transacted = (bytes: number) => ({ TransactItems: [{ Update: grow(bytes) }] });
  expect(driver.message('TransactWriteItems', transacted(409_600))).toBe('no refusal');
  expect(driver.message('TransactWriteItems', transacted(409_601))).toContain('[ValidationError]');
});

describe('UpdateItem also limits its statement', () => {
  /** Size of the largest item after an update, apart from attributes that it does not touch. */
  function largest(expression: string, more: Item = {}, held: Item = {}): number {
    const pk = s('k');
    const given = Object.entries(more).map(([name, value]): [string, typeof value] => [`:${name}`, value]);
    const accepts = (bytes: number): boolean => {
      driver.put('rows', { pk, ...held });
      const others = itemSize({ pk, ...held, ...more });
      return (
        driver.verdict('UpdateItem', {
          ...{ TableName: 'rows', Key: { pk }, UpdateExpression: expression },
          ExpressionAttributeValues: { ':v': text(bytes - others - 'v'.length), ...Object.fromEntries(given) },
        }) === 'ok'
      );
    };
    let low = 409_500;
    for (let high = 409_700; high - low > 1; ) {
      const middle = Math.floor((low + high) / 2);
      if (accepts(middle)) low = middle;
      else high = middle;
    }
    return low;
  }
  const key = 'pk'.length + 1;

  test.each<[string, string, Item, Item, number]>([
    ['3 bytes and 19 for a SET, the key not counted', 'SET v = :v', {}, {}, key - 22],
    ['19 for each', 'SET v = :v, c = :c', { c: s('y') }, {}, key - 41],
    ['whatever it gives', 'SET v = :v, c = :c', { c: text(500) }, {}, key - 41],
    ['2 for a REMOVE', 'SET v = :v REMOVE r', {}, {}, key - 24],
    ['nothing for what it does not touch', 'SET v = :v', {}, { u: text(10) }, key + 11 - 22],
    ['and the item is never larger', 'SET v = :v', {}, { u: text(1000) }, 0],
  ])('%s', (_, expression, more, held, over) => {
    expect(largest(expression, more, held) - 409_600).toBe(over);
  });

  test('a path into a list costs one byte more than a path into a map', () => {
    const ceiling = (path: string, held: Item): number => {
      const accepts = (bytes: number) => {
        driver.put('rows', { pk: s('k'), ...held });
        return (
          driver.verdict('UpdateItem', {
            ...{ TableName: 'rows', Key: { pk: s('k') }, UpdateExpression: `SET ${path} = :v` },
            ExpressionAttributeValues: { ':v': text(bytes) },
          }) === 'ok'
        );
      };
      let bytes = 409_600;
      while (!accepts(bytes)) bytes -= 1;
      return bytes;
    };
    // A member's name counts as a byte of the item; a list index does not.
    expect(ceiling('d.x', { d: { M: { x: s('') } } }) + 1 - ceiling('d[0]', { d: { L: [s('')] } })).toBe(1);
  });

  test('legacy members have no statement cost', () => {
    const AttributeUpdates = { v: { Value: text(409_600 - key - 1) } };
    expect(driver.verdict('UpdateItem', { TableName: 'rows', Key: { pk: s('o') }, AttributeUpdates })).toBe('ok');
  });
});

test('31 levels around a value', () => {
  expect(put({ pk: s('a'), v: wrapped(31) as never })).toBe('no refusal');
  expect(put({ pk: s('a'), v: wrapped(32) as never })).toContain('Nesting Levels have exceeded supported limits');
});

test('31 levels also where an update puts a value below others', () => {
  driver.put('rows', { pk: s('deep'), v: wrapped(20) as never, m: { M: {} } });
  const update = (wraps: number): [string, string] => {
    const request = {
      ...{ TableName: 'rows', Key: { pk: s('deep') }, UpdateExpression: 'SET m.x = :v' },
      ExpressionAttributeValues: { ':v': wrapped(wraps) },
    };
    return [
      driver.verdict('UpdateItem', request),
      driver.verdict('TransactWriteItems', { TransactItems: [{ Update: request }] }),
    ];
  };
  expect(update(30)).toEqual(['ok', 'ok']);
  expect(update(31)).toEqual(['ValidationException', 'TransactionCanceledException']);
});

describe('an expression', () => {
  const update = (UpdateExpression: string, values: Item = {}): string =>
    driver.message('UpdateItem', {
      ...{ TableName: 'rows', Key: { pk: s('e') }, UpdateExpression },
      ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
    });
  const condition = (ConditionExpression: string, values: JsonObject): string =>
    driver.message('PutItem', {
      ...{ TableName: 'rows', Item: { pk: s('never') }, ConditionExpression },
      ExpressionAttributeValues: values,
    });
  const failed = 'The conditional request failed';

  test('of at most 4096 bytes as sent', () => {
    const padded = (bytes: number) => `REMOVE a${' '.repeat(bytes - 8)}`;
    expect(update(padded(4096))).toBe('no refusal');
    expect(update(padded(4097))).toBe(
      one('Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;'),
    );
    expect(condition(`a = :v${' '.repeat(4103)}`, { ':v': n(1) })).toBe(
      one('Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4109'),
    );
  });

  test('of 300 operators and functions', () => {
    const tooMany = (name: string) =>
      one(`Invalid ${name}: The expression contains too many operators; operator count: 301`);
    // 2k - 1 operators: k comparisons and the operators that join them.
    const joined = (clauses: number) => Array.from({ length: clauses }, () => 'a=:v').join(' OR ');
    expect(condition(joined(150), { ':v': n(1) })).toBe(failed);
    expect(condition(`NOT ${joined(150)}`, { ':v': n(1) })).toBe('no refusal');
    expect(condition(`NOT ${joined(151)}`, { ':v': n(1) })).toBe(tooMany('ConditionExpression'));
    const sums = (count: number) => `SET ${Array.from({ length: count }, (_, i) => `a${i}=:v+:v`).join(',')}`;
    expect(update(sums(300), { ':v': n(1) })).toBe('no refusal');
    expect(update(sums(301), { ':v': n(1) })).toBe(tooMany('UpdateExpression'));
  });

  test('with 100 operands of IN', () => {
    const values = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`:v${i}`, n(i)]));
    const among = (count: number) => condition(`a IN (${Object.keys(values(count)).join(', ')})`, values(count));
    expect(among(100)).toBe(failed);
    expect(among(101)).toBe(
      one('Invalid ConditionExpression: The IN operator is provided with too many operands; number of operands: 101'),
    );
  });

  test('of only parentheses, names or negations is refused in bounded time', () => {
    const group = (levels: number) => `${'('.repeat(levels)}a = :v${')'.repeat(levels)}`;
    expect(condition(group(2), { ':v': n(1) })).toContain('redundant parentheses');
    expect(condition(group(2040), { ':v': n(1) })).toContain('redundant parentheses');
    expect(condition(`${'NOT '.repeat(1000)}a = :v`, { ':v': n(1) })).toContain('too many operators');
    expect(condition(`${'size('.repeat(400)}a${')'.repeat(400)} = :v`, { ':v': n(1) })).toContain('operand type: N');
    expect(update(`REMOVE a${'.a'.repeat(2040)}`)).toContain('document path');
  });
});

test('at most four megabytes in one transaction', () => {
  const items = (count: number) => Array.from({ length: count }, (_, i) => ({ pk: s(`t${i}`), v: text(400_000) }));
  const write = (count: number) => ({
    TransactItems: items(count).map((Item) => ({ Put: { TableName: 'rows', Item } })),
  });
  const read = (count: number) => ({
    TransactItems: items(count).map(({ pk }) => ({ Get: { TableName: 'rows', Key: { pk } } })),
  });
  expect(driver.verdict('TransactWriteItems', write(10))).toBe('ok');
  expect(driver.verdict('TransactWriteItems', write(11))).toBe('ValidationException');
  expect(driver.verdict('TransactGetItems', read(10))).toBe('ok');
  driver.put('rows', ...items(11));
  expect(driver.verdict('TransactGetItems', read(11))).toBe('ValidationException');
});

test('sixteen megabytes in one batch of reads; the rest is unprocessed', () => {
  const keys = Array.from({ length: 50 }, (_, i) => ({ pk: s(`m${i}`) }));
  driver.put('rows', ...keys.map((key) => ({ ...key, v: text(400_000) })));
  const { Responses, UnprocessedKeys } = driver.ok('BatchGetItem', { RequestItems: { rows: { Keys: keys } } });
  const found = (Responses as { rows: Item[] }).rows.length;
  expect(found).toBe(Math.floor((16 * 1024 * 1024) / (400_000 + 'pkm10v'.length)));
  expect((UnprocessedKeys as { rows: { Keys: Json[] } }).rows.Keys).toHaveLength(50 - found);
});

test('a megabyte in one page: the row that crosses the limit is the last', () => {
  driver.table('pages', { hash: 'pk:S', range: 'sk:N' });
  driver.put('pages', ...[1, 2, 3, 4, 5].map((sk) => ({ pk: s('p'), sk: n(sk), v: text(300_000) })));
  const { Items, LastEvaluatedKey } = driver.ok('Scan', { TableName: 'pages' });
  expect((Items as Item[]).length).toBe(4);
  expect(LastEvaluatedKey).toEqual({ pk: s('p'), sk: n(4) });
});

test('keys of 2048 and 1024 bytes', () => {
  driver.table('keys', { hash: 'pk:S', range: 'sk:S' });
  const key = (hash: number, range: number) =>
    driver.verdict('PutItem', { TableName: 'keys', Item: { pk: text(hash), sk: text(range) } });
  expect([key(2048, 1024), key(2049, 1), key(1, 1025)]).toEqual(['ok', 'ValidationException', 'ValidationException']);
});

test('an attribute name of 65,535 bytes, wherever it is given', () => {
  const verdicts = (name: string) => {
    const names = { ExpressionAttributeNames: { '#n': name } };
    const Key = { pk: s('n') };
    const request = { TableName: 'rows', Key };
    return [
      driver.verdict('PutItem', { TableName: 'rows', Item: { ...Key, [name]: n(1) } }),
      driver.verdict('GetItem', { ...request, ...names, ProjectionExpression: '#n' }),
      driver.verdict('GetItem', { ...request, AttributesToGet: [name] }),
      driver.verdict('UpdateItem', { ...request, AttributeUpdates: { [name]: { Value: n(2) } } }),
      driver.verdict('UpdateItem', { ...request, ...names, UpdateExpression: 'REMOVE #n' }),
    ];
  };
  expect(verdicts('n'.repeat(65_535))).toEqual(Array.from({ length: 5 }, () => 'ok'));
  expect(verdicts('n'.repeat(65_536))).toEqual(Array.from({ length: 5 }, () => 'ValidationException'));
});

test('refusals name the limit, and limits are counted per kind', () => {
  const invalid = 'One or more parameter values were invalid: ';
  const index = (projection?: string[]) =>
    ({ hash: 'pk:S', range: 'x:S', ...(projection ? { projection } : {}) }) as const;
  const some = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`index-${i + from}`, index()] as const));
  const messageFor = (more: Partial<TableSpec>): string =>
    driver.message('CreateTable', tableRequest('counted', { hash: 'pk:S', range: 'sk:S', ...more }));
  expect([messageFor({ gsi: some(21) }), messageFor({ lsi: some(6) })]).toEqual([
    `${invalid}GlobalSecondaryIndex count exceeds the per-table limit of 20`,
    `${invalid}Number of LocalSecondaryIndexes exceeds per-table limit of 5`,
  ]);
  const names = (count: number) => Array.from({ length: count }, (_, i) => `a${i}`);
  expect(messageFor({ gsi: { one: index(names(20)), two: index(names(81)) } })).toBe(
    `${invalid}The number of NonKeyAttributes over all indexes exceeds 100: 101`,
  );
  expect(messageFor({ gsi: { ...some(18), one: index(names(20)), two: index(names(80)) }, lsi: some(5, 20) })).toBe(
    'no refusal',
  );
});

test('twenty global indexes, five local ones', () => {
  const indexes = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`index-${i}`, { hash: 'pk:S', range: 'x:S' }] as const),
    );
  const create = (kind: 'gsi' | 'lsi', count: number): string =>
    driver.verdict(
      'CreateTable',
      tableRequest(`${kind}-${count}`, { hash: 'pk:S', range: 'sk:S', [kind]: indexes(count) }),
    );
  expect([create('gsi', 20), create('gsi', 21)]).toEqual(['ok', 'ValidationException']);
  expect([create('lsi', 5), create('lsi', 6)]).toEqual(['ok', 'ValidationException']);
});
