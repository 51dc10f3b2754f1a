/** BatchGetItem and BatchWriteItem: limits, duplicates, costs, and that a refused batch changes nothing. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { Item, Json, JsonObject } from '../values/types.ts';

const fresh = (): OracleDriver => {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S', range: 'sk:N', gsi: { 'by-g': { hash: 'g:S', projection: 'KEYS_ONLY' } } });
  driver.table('plain', { hash: 'pk:S' });
  return driver;
};
const key = (sk: number, pk = 'a'): Item => ({ pk: s(pk), sk: n(sk) });
const put = (Item: JsonObject): Json => ({ PutRequest: { Item } });
const remove = (Key: JsonObject): Json => ({ DeleteRequest: { Key } });
const reads = (Keys: Json[], more: JsonObject = {}): JsonObject => ({ RequestItems: { rows: { Keys, ...more } } });
const writes = (rows: Json[], more: JsonObject = {}): JsonObject => ({ RequestItems: { rows }, ...more });
const many = (count: number): Item[] => Array.from({ length: count }, (_, i) => key(i));
const answer = (driver: OracleDriver, operation: 'BatchGetItem' | 'BatchWriteItem', input: JsonObject): string =>
  `${driver.verdict(operation, input)}: ${driver.message(operation, input)}`;
const duplicates = 'ValidationException: Provided list of item keys contains duplicates';

describe('how many', () => {
  test('a hundred keys are read, over all tables, and not one more', () => {
    const driver = fresh();
    const plain = { Keys: [{ pk: s('a') }] };
    expect(driver.verdict('BatchGetItem', reads(many(100)))).toBe('ok');
    const tooMany = { RequestItems: { rows: { Keys: many(100) }, plain } };
    expect(answer(driver, 'BatchGetItem', tooMany)).toBe(
      'ValidationException: Too many items requested for the BatchGetItem call',
    );
    expect(driver.verdict('BatchGetItem', { RequestItems: { rows: { Keys: many(99) }, plain } })).toBe('ok');
  });

  test('twenty-five writes, over all tables, and not one more', () => {
    const driver = fresh();
    const plain = [put({ pk: s('a') })];
    const over = { RequestItems: { rows: many(25).map(put), plain } };
    expect(answer(driver, 'BatchWriteItem', over)).toBe(
      'ValidationException: Too many items requested for the BatchWriteItem call',
    );
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([]);
    expect(driver.verdict('BatchWriteItem', { RequestItems: { rows: many(24).map(put), plain } })).toBe('ok');
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toHaveLength(24);
  });
});

describe('duplicates', () => {
  test('key equality ignores member order; equal keys of two tables differ', () => {
    const driver = fresh();
    const swapped = { sk: n(1), pk: s('a') };
    expect(answer(driver, 'BatchGetItem', reads([key(1), swapped]))).toBe(duplicates);
    expect(answer(driver, 'BatchWriteItem', writes([put(key(1)), remove(swapped)]))).toBe(duplicates);
    driver.table('twin', { hash: 'pk:S', range: 'sk:N' });
    const both = { rows: [put(key(1))], twin: [put(key(1))] };
    expect(driver.verdict('BatchWriteItem', { RequestItems: both })).toBe('ok');
    const read = { RequestItems: { rows: { Keys: [key(1)] }, twin: { Keys: [key(1)] } } };
    expect(driver.ok('BatchGetItem', read).Responses).toEqual({ rows: [key(1)], twin: [key(1)] });
  });

  test('one key twice is refused, different keys are not', () => {
    const driver = fresh();
    expect(driver.verdict('BatchGetItem', reads([key(1), key(2), key(1, 'b')]))).toBe('ok');
  });
});

describe('a write', () => {
  const both =
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes';
  const schema = 'The provided key element does not match the schema';
  test.each<[string, Json, string]>([
    ['of both kinds', { PutRequest: { Item: key(1) }, DeleteRequest: { Key: key(1) } }, both],
    ['of none', {}, both],
    [
      'of an item over 400 KB',
      put({ ...key(1), v: s('x'.repeat(409_600)) }),
      'Item size has exceeded the maximum allowed size',
    ],
    ['of an item without its sort key', put({ pk: s('a') }), schema],
    ['of a key with something more', remove({ ...key(1), v: n(1) }), schema],
    [
      'of an index key of another type',
      put({ ...key(1), g: n(1) }),
      'One or more parameter values were invalid: Type mismatch for Index Key g Expected: S Actual: N IndexName: by-g',
    ],
  ])('%s is refused, and the others with it', (_name, write, text) => {
    const driver = fresh();
    expect(answer(driver, 'BatchWriteItem', writes([put(key(7)), write]))).toBe(`ValidationException: ${text}`);
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([]);
  });

  test('puts and deletes; deleting a missing item succeeds', () => {
    const driver = fresh();
    driver.put('rows', key(1), key(2));
    const done = driver.ok('BatchWriteItem', writes([remove(key(1)), remove(key(5)), put({ ...key(3), v: n(1) })]));
    expect(done).toEqual({ UnprocessedItems: {} });
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([key(2), { ...key(3), v: n(1) }]);
  });

  test('to a missing table is refused, and the others with it', () => {
    const driver = fresh();
    const input = { RequestItems: { rows: [put(key(1))], missing: [put(key(1))] } };
    expect(answer(driver, 'BatchWriteItem', input)).toBe('ResourceNotFoundException: Requested resource not found');
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([]);
  });
});

describe('a read', () => {
  test('projects per table, omits missing items, and keeps the order of the keys', () => {
    const driver = fresh();
    driver.put('rows', { ...key(1), v: n(1) }, { ...key(2), v: n(2) });
    driver.put('plain', { pk: s('a'), v: n(3), w: n(4) });
    const { Responses, UnprocessedKeys } = driver.ok('BatchGetItem', {
      RequestItems: {
        rows: { Keys: [key(2), key(9), key(1)] },
        plain: {
          Keys: [{ pk: s('a') }, { pk: s('z') }],
          ProjectionExpression: '#w',
          ExpressionAttributeNames: { '#w': 'w' },
        },
      },
    });
    expect(Responses).toEqual({
      rows: [
        { ...key(2), v: n(2) },
        { ...key(1), v: n(1) },
      ],
      plain: [{ w: n(4) }],
    });
    expect(UnprocessedKeys).toEqual({});
  });

  test('cut short by size returns the unprocessed keys and options unchanged', () => {
    const driver = fresh();
    for (const { pk, sk } of many(43)) driver.put('rows', { pk: pk!, sk: sk!, v: s('x'.repeat(400_000)) });
    const asked = { ConsistentRead: true, ProjectionExpression: 'sk' };
    const keys = [...many(42), { pk: s('a'), sk: n('4.2e1') }];
    const { Responses, UnprocessedKeys } = driver.ok('BatchGetItem', reads(keys, asked));
    const read = (Responses as { rows: Item[] }).rows;
    expect(read).toEqual(many(read.length).map(({ sk }) => ({ sk })));
    // 41 items of 400,006 bytes are within 16 MiB, 42 are not.
    expect([read.length, UnprocessedKeys]).toEqual([41, { rows: { ...asked, Keys: keys.slice(41) } }]);
  });
});

describe('what it costs', () => {
  const units = (CapacityUnits: number) => ({ CapacityUnits });
  const large = { pk: s('a'), v: s('x'.repeat(5000)) };
  const capacity = (operation: 'BatchGetItem' | 'BatchWriteItem', input: JsonObject, asked?: string): Json => {
    const driver = fresh();
    driver.put('plain', large);
    const more = asked === undefined ? {} : { ReturnConsumedCapacity: asked };
    return driver.ok(operation, { ...input, ...more }).ConsumedCapacity ?? null;
  };
  const read = (ConsistentRead: boolean) => ({
    RequestItems: { plain: { Keys: [{ pk: s('a') }, { pk: s('z') }], ConsistentRead }, rows: { Keys: [key(1)] } },
  });
  const write = {
    RequestItems: { rows: [put({ ...key(1), g: s('x') }), put(key(2))], plain: [remove({ pk: s('a') })] },
  };

  test('is reported per table on request', () => {
    expect(capacity('BatchGetItem', read(false), 'TOTAL')).toEqual([
      { TableName: 'plain', ...units(1.5) },
      { TableName: 'rows', ...units(0.5) },
    ]);
    expect(capacity('BatchGetItem', read(true), 'INDEXES')).toEqual([
      { TableName: 'plain', ...units(3), Table: units(3) },
      { TableName: 'rows', ...units(0.5), Table: units(0.5) },
    ]);
    expect(capacity('BatchWriteItem', write, 'TOTAL')).toEqual([
      { TableName: 'rows', ...units(3) },
      { TableName: 'plain', ...units(5) },
    ]);
    expect(capacity('BatchWriteItem', write, 'INDEXES')).toEqual([
      { TableName: 'rows', ...units(3), Table: units(2), GlobalSecondaryIndexes: { 'by-g': units(1) } },
      { TableName: 'plain', ...units(5), Table: units(5) },
    ]);
  });

  test.each([undefined, 'NONE'])('is not reported for %s', (asked) => {
    expect([capacity('BatchGetItem', read(true), asked), capacity('BatchWriteItem', write, asked)]).toEqual([
      null,
      null,
    ]);
  });
});

test('a BatchGetItem answers up to exactly 16 MB', () => {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:N' });
  const sizes = [...Array<number>(40).fill(409_600), 16 * 1024 * 1024 - 16_384_000];
  // Two bytes of names, two of the number, one of text.
  for (const [i, size] of sizes.entries()) driver.put('rows', { pk: n(i + 1), v: s('x'.repeat(size - 5)) });
  const ask = () =>
    driver.ok('BatchGetItem', { RequestItems: { rows: { Keys: sizes.map((_, i) => ({ pk: n(i + 1) })) } } });
  expect(ask().UnprocessedKeys).toEqual({});
  driver.put('rows', { pk: n(41), v: s('x'.repeat(sizes[40]! - 4)) });
  expect(ask().UnprocessedKeys).toEqual({ rows: { Keys: [{ pk: n(41) }] } });
});
