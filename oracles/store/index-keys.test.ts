/** What a write may give to the keys of indexes, by every way of writing. */
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { b, indexRequest, n, OracleDriver, s, type TableSpec } from '../testing/probes/driver.ts';
import type { AttributeValue, Item, JsonObject } from '../values/types.ts';

const invalid = 'One or more parameter values were invalid: ';
const tooLong = (attribute: string, bytes: number, bytesMax: number, index = 'by-g'): string =>
  `${invalid}Size limit exceeded for Index Key ${attribute} Actual Size: ${bytes} bytes Max Size: ${bytesMax} bytes IndexName: ${index}`;
const beyond = 'The update expression attempted to update the secondary index key beyond allowed size limits';
const unsupported = 'The update expression attempted to update the secondary index key to unsupported type';
const text = (bytes: number): AttributeValue => s('x'.repeat(bytes));

function indexed(): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', {
    hash: 'pk:S',
    range: 'sk:S',
    gsi: { 'by-g': { hash: 'g:S', range: 'h:B' } },
    lsi: { 'by-l': { hash: 'pk:S', range: 'l:S' } },
  });
  return driver;
}
const key = { pk: s('p'), sk: s('a') };
const set = (name: string, value: AttributeValue): JsonObject => ({
  ...{ TableName: 'rows', Key: key, UpdateExpression: `SET ${name} = :v` },
  ExpressionAttributeValues: { ':v': value },
});

describe('the size of an index key', () => {
  const bytes = (count: number): AttributeValue => b(...Array<number>(count).fill(7));
  test.each<[string, string, AttributeValue, AttributeValue, string]>([
    ['the partition key of a global index', 'g', text(2048), text(2049), tooLong('g', 2049, 2048)],
    ['the sort key of a global index, in bytes', 'h', bytes(1024), bytes(1025), tooLong('h', 1025, 1024)],
    ['the sort key of a local index', 'l', text(1024), text(1025), tooLong('l', 1025, 1024, 'by-l')],
    ['characters of two bytes', 'l', s('é'.repeat(512)), s('é'.repeat(513)), tooLong('l', 1026, 1024, 'by-l')],
  ])('%s', (_name, attribute, fits, exceeds, message) => {
    const driver = indexed();
    const puts = (value: AttributeValue) => [
      driver.message('PutItem', { TableName: 'rows', Item: { ...key, [attribute]: value } }),
      driver.message('BatchWriteItem', {
        RequestItems: { rows: [{ PutRequest: { Item: { ...key, [attribute]: value } } }] },
      }),
    ];
    const updates = (value: AttributeValue) => [
      driver.message('UpdateItem', set(attribute, value)),
      driver.message('UpdateItem', {
        TableName: 'rows',
        Key: key,
        AttributeUpdates: { [attribute]: { Value: value } },
      }),
      driver.message('ExecuteStatement', {
        Statement: `UPDATE rows SET ${attribute} = ? WHERE pk = 'p' AND sk = 'a'`,
        Parameters: [value],
      }),
    ];
    const reasons = (value: AttributeValue) => [
      driver.call('TransactWriteItems', {
        TransactItems: [{ Put: { TableName: 'rows', Item: { ...key, [attribute]: value } } }],
      }).CancellationReasons,
      driver.call('TransactWriteItems', { TransactItems: [{ Update: set(attribute, value) }] }).CancellationReasons,
    ];
    expect([...puts(fits), ...updates(fits)]).toEqual(Array(5).fill('no refusal'));
    expect(reasons(fits)).toEqual([undefined, undefined]);
    expect([...puts(exceeds), ...updates(exceeds)]).toEqual([message, message, beyond, beyond, beyond]);
    expect(reasons(exceeds)).toEqual([
      [{ Code: 'ValidationError', Message: message }],
      [{ Code: 'ValidationError', Message: beyond }],
    ]);
    expect(driver.ok('GetItem', { TableName: 'rows', Key: key }).Item).toEqual({ ...key, [attribute]: fits });
  });

  test('also where a key of the table is the sort key of an index', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S', range: 'pk:S' } } });
    const put = (pk: AttributeValue) => driver.message('PutItem', { TableName: 'rows', Item: { pk, g: s('g') } });
    expect([put(text(1024)), put(text(1025))]).toEqual(['no refusal', tooLong('pk', 1025, 1024)]);
    const update = (pk: AttributeValue, more: JsonObject) =>
      driver.message('UpdateItem', { TableName: 'rows', Key: { pk }, ...more });
    const change = { UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': n(1) } };
    expect([update(text(1025), change), update(text(1025), {})]).toEqual([beyond, beyond]);
    expect(update(text(1025), { UpdateExpression: 'REMOVE v' })).toBe('no refusal');
    expect(driver.pages('Scan', { TableName: 'rows' }).items).toEqual([{ pk: text(1024), g: s('g') }]);
  });
});

describe('the type of an index key in an update', () => {
  const mismatch = (actual: string): string =>
    `${invalid}Type mismatch for Index Key g Expected: S Actual: ${actual} IndexName: by-g`;
  const answer = (UpdateExpression: string, more: JsonObject = { ExpressionAttributeValues: { ':v': n(1) } }) => {
    const driver = indexed();
    driver.put('rows', { ...key, g: s('x'), c: n(3), t: s('y') });
    return driver.message('UpdateItem', { TableName: 'rows', Key: key, UpdateExpression, ...more });
  };

  test.each([
    ['SET g = :v', mismatch('N')],
    ['SET g = c + :v', mismatch('N')],
    ['SET g = if_not_exists(g, :v)', mismatch('N')],
    ['ADD g :v', mismatch('N')],
  ])('is known from %s', (expression, message) => {
    expect(answer(expression)).toBe(message);
  });

  test('is known from a list, and from the legacy member', () => {
    const list = { ExpressionAttributeValues: { ':v': { L: [] } } };
    expect(answer('SET g = list_append(g, :v)', list)).toBe(mismatch('L'));
    const driver = indexed();
    expect(
      driver.message('UpdateItem', { TableName: 'rows', Key: key, AttributeUpdates: { g: { Value: n(1) } } }),
    ).toBe(mismatch('N'));
  });

  test('is known from the item only where a path is assigned', () => {
    expect(answer('SET g = c', {})).toBe(unsupported);
    expect(answer('SET g = if_not_exists(c, t)', {})).toBe(unsupported);
    expect(answer('SET g = t', {})).toBe('no refusal');
  });

  test('comes before the condition where the request alone tells', () => {
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' };
    expect(answer('SET g = :v', { ...condition, ExpressionAttributeValues: { ':v': n(1) } })).toBe(mismatch('N'));
    expect(answer('SET g = c', condition)).toBe('The conditional request failed');
  });
});

test('a key is a scalar: no path looks into it, that of the table or that of an index', () => {
  const driver = indexed();
  const refusal = (kind: string, name: string) =>
    `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${kind}: ${name}`;
  const TableName = 'rows';
  const get = (ProjectionExpression: string) => ({ TableName, Key: key, ProjectionExpression });
  expect(driver.message('GetItem', get('v.a, pk.b'))).toBe(refusal('Key', 'pk'));
  expect(driver.message('GetItem', get('g[0], h.a'))).toBe(refusal('IndexKey', 'g'));
  expect(driver.message('GetItem', get('g, h, pk'))).toBe('no refusal');
  const { TableName: _, Key, ...projection } = get('h.a');
  expect(driver.message('BatchGetItem', { RequestItems: { rows: { Keys: [Key], ...projection } } })).toBe(
    refusal('IndexKey', 'h'),
  );
  expect(driver.call('TransactGetItems', { TransactItems: [{ Get: get('h.a') }] }).CancellationReasons).toEqual([
    { Code: 'ValidationError', Message: refusal('IndexKey', 'h') },
  ]);
  const query = (more: JsonObject) =>
    driver.message('Query', {
      ...{ TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': s('p') } },
      ...more,
    });
  expect(query({ ProjectionExpression: 'sk.a' })).toBe(refusal('Key', 'sk'));
  expect(query({ FilterExpression: 'attribute_exists(l[1])' })).toBe(refusal('IndexKey', 'l'));
  expect(query({ FilterExpression: 'attribute_exists(sk.a)' })).toContain('non-primary key attributes');
  const scan = (more: JsonObject) => driver.message('Scan', { TableName, ...more });
  expect(scan({ ProjectionExpression: 'pk[0]' })).toBe(refusal('Key', 'pk'));
  expect(scan({ FilterExpression: 'attribute_exists(pk.a.b)' })).toBe(refusal('Key', 'pk'));
  const update = (UpdateExpression: string) => driver.message('UpdateItem', { TableName, Key: key, UpdateExpression });
  expect(update('REMOVE g.a')).toBe(refusal('IndexKey', 'g'));
  expect(update('SET v = h[1]')).toBe(refusal('IndexKey', 'h'));
  expect(update('SET v = if_not_exists(w, l.a)')).toBe(refusal('IndexKey', 'l'));
});

describe('an index that is added', () => {
  const added = (items: Item[], schema: TableSpec): Item[] => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S' });
    driver.put('rows', ...items);
    driver.ok('UpdateTable', {
      TableName: 'rows',
      AttributeDefinitions: [schema.hash, schema.range ?? 'pk:S'].map((part) => {
        const [AttributeName, AttributeType] = part.split(':') as [string, string];
        return { AttributeName, AttributeType };
      }),
      GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-x', schema) }],
    });
    driver.wait();
    return driver.pages('Scan', { TableName: 'rows', IndexName: 'by-x' }).items;
  };
  const item = (pk: string, x: AttributeValue): Item => ({ pk: s(pk), g: s('g'), x });

  test('leaves out the items whose keys violate it', () => {
    const good = [item('a', s('x')), item('b', text(1024))];
    const longer = [item('c', text(1025)), item('d', text(2048))];
    const bad = [item('e', text(2049)), item('f', s('')), item('g', n(1)), { pk: s('h'), g: s('g') }];
    const items = [...good, ...longer, ...bad];
    const sorted = (rows: Item[]) => rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    expect(sorted(added(items, { hash: 'x:S' }))).toEqual(sorted([...good, ...longer]));
    expect(sorted(added(items, { hash: 'g:S', range: 'x:S' }))).toEqual(sorted(good));
    expect(added([item('a', b()), item('b', b(1))], { hash: 'x:B' })).toEqual([item('b', b(1))]);
  });

  test('does not keep such an item from changes of other attributes', () => {
    const driver = new OracleDriver(createOracle());
    driver.table('rows', { hash: 'pk:S' });
    driver.put('rows', item('a', s('')));
    driver.ok('UpdateTable', {
      TableName: 'rows',
      AttributeDefinitions: [{ AttributeName: 'x', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-x', { hash: 'x:S' }) }],
    });
    driver.wait();
    expect(driver.update('rows', { pk: s('a') }, 'SET g = :v', { ':v': s('new') }).error).toBeUndefined();
    expect(driver.message('PutItem', { TableName: 'rows', Item: item('a', s('')) })).toContain('IndexKey: x');
    driver.update('rows', { pk: s('a') }, 'SET x = :v', { ':v': s('at last') });
    expect(driver.pages('Scan', { TableName: 'rows', IndexName: 'by-x' }).items).toEqual([
      { pk: s('a'), g: s('new'), x: s('at last') },
    ]);
  });
});
