/**
 * Compares ConsumedCapacity with item sizes, and item sizes with a byte count independent of the oracle. After any
 * writes, each request costs what the documented rules give for the items it touched.
 */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s, type TableSpec } from '../testing/probes/driver.ts';
import { itemSize } from '../values/size.ts';
import type { AttributeValue, Item, Json, JsonObject } from '../values/types.ts';

const utf8 = (text: string): number => new TextEncoder().encode(text).length;

/** Digits left and right of the decimal point are packed in pairs, each side separately. Source: the parity suite. */
function numberBytes(text: string): number {
  const value = new Decimal(text);
  if (value.isZero()) return 1;
  const [whole = '', fraction = ''] = value.abs().toFixed().split('.');
  const digits = whole.replace(/^0+/, '');
  // Zeros at either end are dropped. Zeros between a digit and the point are kept, unless no digit follows on the other
  // side.
  const left = fraction === '' ? digits.replace(/0+$/, '') : digits;
  const right = digits === '' ? fraction.replace(/^0+/, '') : fraction;
  return 1 + Math.ceil(left.length / 2) + Math.ceil(right.length / 2) + (value.isNegative() ? 1 : 0);
}

function valueBytes(value: AttributeValue): number {
  const sum = <T>(parts: readonly T[], size: (part: T) => number) => parts.map(size).reduce((a, c) => a + c, 0);
  const binary = (text: string): number => (text.length / 4) * 3 - (text.match(/=/g)?.length ?? 0);
  const [[type, content]] = Object.entries(value) as [[string, never]];
  switch (type) {
    case 'S':
      return utf8(content);
    case 'N':
      return numberBytes(content);
    case 'B':
      return binary(content);
    case 'SS':
      return sum(content as string[], utf8);
    case 'NS':
      return sum(content as string[], numberBytes);
    case 'BS':
      return sum(content as string[], binary);
    case 'L':
      return 3 + sum(content as AttributeValue[], (one) => 1 + valueBytes(one));
    case 'M':
      return 3 + sum(Object.entries(content as Item), ([name, one]) => 1 + utf8(name) + valueBytes(one));
    default:
      return 1;
  }
}
const bytesOf = (item: Item | undefined): number =>
  item === undefined ? 0 : Object.entries(item).reduce((sum, [name, one]) => sum + utf8(name) + valueBytes(one), 0);

const digits = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: -20, max: 20 }));
const leaf: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 6 })
    .map((text) => Buffer.from(text).toString())
    .map(s),
  digits.map(([size, power]) => n(`${size}e${power}`)),
  fc.uint8Array({ maxLength: 7 }).map((some): AttributeValue => ({ B: Buffer.from(some).toString('base64') })),
  fc.constantFrom<AttributeValue>({ NULL: true }, { BOOL: false }),
  fc.uniqueArray(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 3 }).map((SS): AttributeValue => ({ SS })),
  fc
    .uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 })
    .map((some): AttributeValue => ({ NS: some.map((one) => `${one}.50`) })),
  fc
    .uniqueArray(fc.nat(9), { minLength: 1 })
    .map((some): AttributeValue => ({ BS: some.map((one) => Buffer.alloc(one, one).toString('base64')) })),
);
const { anyValue } = fc.letrec<{ anyValue: AttributeValue }>((tie) => ({
  anyValue: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('anyValue'), { maxLength: 3 }).map((L): AttributeValue => ({ L })),
    fc
      .dictionary(fc.string({ minLength: 1, maxLength: 3 }), tie('anyValue'), { maxKeys: 3 })
      .map((M): AttributeValue => ({ M })),
  ),
}));

test('the size of an item is its count of bytes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), anyValue, { maxKeys: 4 }), (item) => {
      expect(itemSize(item)).toBe(bytesOf(item));
    }),
    { numRuns: 500 },
  );
});

const spec: TableSpec = {
  hash: 'pk:S',
  range: 'sk:N',
  gsi: { 'by-g': { hash: 'g:S', projection: 'KEYS_ONLY' } },
  lsi: { 'by-l': { hash: 'pk:S', range: 'l:N', projection: ['v'] } },
};
const key = fc.record({ pk: fc.constantFrom('a', 'b').map(s), sk: fc.nat(2).map((i) => n(i)) });
/** Sizes of exactly whole units, and one byte more. */
const total = fc.constantFrom(1024, 1025, 3000, 4096, 4097, 8192, 8193);
const padded = (item: Item, bytes: number): Item => ({
  ...item,
  v: s('x'.repeat(bytes - bytesOf({ ...item, v: s('') }))),
});
const item = fc
  .tuple(
    key,
    fc.record({ g: fc.constantFrom('x', 'y').map(s), l: fc.nat(1).map((i) => n(i)), w: leaf }, { requiredKeys: [] }),
    fc.option(total, { nil: undefined }),
  )
  .map(([keys, more, bytes]): Item => {
    const bare = { ...keys, ...(more as Item) };
    return bytes === undefined ? bare : padded(bare, bytes);
  });

const idOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
const kilobytes = (item: Item | undefined): number => Math.max(1, Math.ceil(bytesOf(item) / 1024));
const some = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));

/** The index entry of an item, and its keys. */
const entries: { readonly [index: string]: (item: Item | undefined) => { id: string; shown: Item } | undefined } = {
  'by-g': (it) => (it?.g === undefined ? undefined : { id: JSON.stringify(it.g), shown: some(it, ['pk', 'sk', 'g']) }),
  'by-l': (it) =>
    it?.l === undefined ? undefined : { id: JSON.stringify(it.l), shown: some(it, ['pk', 'sk', 'l', 'v']) },
};
const shown = (index: string, items: readonly Item[]): Item[] =>
  items.map(entries[index]!).flatMap((entry) => (entry === undefined ? [] : [entry.shown]));
function indexCost(index: string, before: Item | undefined, after: Item | undefined): number {
  const [old, next] = [entries[index]!(before), entries[index]!(after)];
  if (old !== undefined && next !== undefined && old.id === next.id)
    return JSON.stringify(Object.entries(old.shown).sort()) === JSON.stringify(Object.entries(next.shown).sort())
      ? 0
      : Math.max(kilobytes(old.shown), kilobytes(next.shown));
  return [old, next].reduce((sum, entry) => sum + (entry === undefined ? 0 : kilobytes(entry.shown)), 0);
}
/** Units of the table, the global index and the local index. */
type Costs = [number, number, number];
const writeCost = (before: Item | undefined, after: Item | undefined): Costs => [
  Math.max(kilobytes(before), kilobytes(after)),
  indexCost('by-g', before, after),
  indexCost('by-l', before, after),
];
const plus = (all: readonly Costs[]): Costs =>
  all.reduce<Costs>((sum, one) => [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]], [0, 0, 0]);
function written([table, g, l]: Costs, kind?: string): Json {
  const units = (count: number) => ({
    CapacityUnits: count,
    ...(kind === undefined ? {} : { [`${kind}CapacityUnits`]: count }),
  });
  return {
    ...{ TableName: 'rows', ...units(table + g + l), Table: units(table) },
    ...(g === 0 ? {} : { GlobalSecondaryIndexes: { 'by-g': units(g) } }),
    ...(l === 0 ? {} : { LocalSecondaryIndexes: { 'by-l': units(l) } }),
  };
}

const distinct = <T extends Item>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, { minLength: 1, maxLength: 4, selector: idOf });
type Single = { kind: 'put' | 'delete' | 'update'; item: Item };
type Write = Single | { kind: 'batch' | 'transaction'; items: Item[] };
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ kind: fc.constantFrom('put' as const, 'update' as const), item }),
  fc.record({ kind: fc.constant('delete' as const), item: key as fc.Arbitrary<Item> }),
  fc.record({ kind: fc.constantFrom('batch' as const, 'transaction' as const), items: distinct(item) }),
);

class World {
  readonly driver = new OracleDriver(createOracle());
  readonly rows = new Map<string, Item>();
  constructor() {
    this.driver.table('rows', spec);
  }

  /** Expected and reported units of a write. */
  write(one: Write): [Json, Json] {
    return 'items' in one ? this.#several(one.kind, one.items) : this.#single(one);
  }

  /** In a transaction the table costs twice, an index does not (measured in eu-west-2, 2026-08). */
  #several(kind: 'batch' | 'transaction', items: readonly Item[]): [Json, Json] {
    const [table, g, l] = plus(items.map((it) => this.#store(it)));
    if (kind === 'batch') {
      const rows = items.map((Item) => ({ PutRequest: { Item } }));
      return [[written([table, g, l])], this.#cost('BatchWriteItem', { RequestItems: { rows } })];
    }
    const TransactItems = items.map((Item) => ({ Put: { TableName: 'rows', Item } }));
    return [[written([2 * table, g, l], 'Write')], this.#cost('TransactWriteItems', { TransactItems })];
  }

  #single({ kind, item }: Single): [Json, Json] {
    const Key = some(item, ['pk', 'sk']);
    if (kind === 'put') return [written(this.#store(item)), this.#cost('PutItem', { TableName: 'rows', Item: item })];
    if (kind === 'delete') {
      const costs = writeCost(this.rows.get(idOf(Key)), undefined);
      this.rows.delete(idOf(Key));
      return [written(costs), this.#cost('DeleteItem', { TableName: 'rows', Key })];
    }
    const after = { ...(this.rows.get(idOf(Key)) ?? Key), v: item.v ?? s(''), l: n(1) };
    const ExpressionAttributeValues = { ':v': after.v, ':l': after.l };
    const update = { TableName: 'rows', Key, UpdateExpression: 'SET v = :v, l = :l', ExpressionAttributeValues };
    return [written(this.#store(after)), this.#cost('UpdateItem', update)];
  }

  #cost(operation: Parameters<OracleDriver['ok']>[0], input: JsonObject): Json {
    return this.driver.ok(operation, { ...input, ReturnConsumedCapacity: 'INDEXES' }).ConsumedCapacity!;
  }

  #store(item: Item): Costs {
    const costs = writeCost(this.rows.get(idOf(item)), item);
    this.rows.set(idOf(item), item);
    return costs;
  }
}

test('each write costs the sizes of the items before and after it, in the table and the indexes', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
      const world = new World();
      for (const one of writes) {
        const [wanted, reported] = world.write(one);
        expect(reported).toEqual(wanted);
      }
    }),
    { numRuns: 60 },
  );
});

test('each read costs what it read, per item or per page', () => {
  const halves = (bytes: number, consistent: boolean) => Math.max(1, Math.ceil(bytes / 4096)) * (consistent ? 1 : 0.5);
  const reported = (CapacityUnits: number, more: JsonObject = {}): Json => ({
    TableName: 'rows',
    CapacityUnits,
    ...more,
  });
  fc.assert(
    fc.property(
      fc.array(write, { maxLength: 12 }),
      distinct(key as fc.Arbitrary<Item>),
      fc.boolean(),
      (writes, keys, ConsistentRead) => {
        const world = new World();
        for (const one of writes) world.write(one);
        const { driver, rows } = world;
        const cost = (operation: Parameters<OracleDriver['ok']>[0], input: JsonObject): Json =>
          driver.ok(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' }).ConsumedCapacity!;
        const sizes = keys.map((one) => bytesOf(rows.get(idOf(one))));
        const each = sizes.map((bytes) => halves(bytes, ConsistentRead)).reduce((a, c) => a + c, 0);
        expect(cost('GetItem', { TableName: 'rows', Key: keys[0]!, ConsistentRead })).toEqual(
          reported(halves(sizes[0]!, ConsistentRead)),
        );
        expect(cost('BatchGetItem', { RequestItems: { rows: { Keys: keys, ConsistentRead } } })).toEqual([
          reported(each),
        ]);
        const twice = 2 * sizes.map((bytes) => halves(bytes, true)).reduce((a, c) => a + c, 0);
        const TransactItems = keys.map((Key) => ({ Get: { TableName: 'rows', Key } }));
        expect(cost('TransactGetItems', { TransactItems })).toEqual([reported(twice, { ReadCapacityUnits: twice })]);
        const all = [...rows.values()];
        const weight = (items: readonly Item[]) => items.reduce((sum, one) => sum + bytesOf(one), 0);
        expect(cost('Scan', { TableName: 'rows', ConsistentRead })).toEqual(
          reported(halves(weight(all), ConsistentRead)),
        );
        const query = {
          ExpressionAttributeValues: { ':p': s('a') },
          KeyConditionExpression: 'pk = :p',
          TableName: 'rows',
        };
        const inPartition = all.filter(({ pk }) => JSON.stringify(pk) === JSON.stringify(s('a')));
        expect(cost('Query', { ...query, ConsistentRead })).toEqual(
          reported(halves(weight(inPartition), ConsistentRead)),
        );
        const local = shown('by-l', inPartition);
        expect(cost('Query', { ...query, IndexName: 'by-l', ConsistentRead })).toEqual(
          reported(halves(weight(local), ConsistentRead)),
        );
        const far = shown('by-g', all);
        expect(cost('Scan', { TableName: 'rows', IndexName: 'by-g' })).toEqual(reported(halves(weight(far), false)));
      },
    ),
    { numRuns: 60 },
  );
});
