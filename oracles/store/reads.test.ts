/**
 * Compares Query and Scan with a filter and a sort over all items: rows, order and number of rows read, for every page
 * size. The expected result shares no code with the oracle: it orders keys by code points, by bytes, and by a decimal
 * library.
 */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { b, n, OracleDriver, s, type TableSpec } from '../testing/probes/driver.ts';
import type { AttributeValue, Item, JsonObject } from '../values/types.ts';

const spec: TableSpec = {
  hash: 'pk:S',
  range: 'sk:N',
  gsi: { 'by-g': { hash: 'g:N', range: 'h:B' }, 'by-h': { hash: 'h:B' } },
  lsi: { 'by-l': { hash: 'pk:S', range: 'l:S' } },
};
const keysOf: { readonly [index: string]: readonly [string, string?] } = {
  table: ['pk', 'sk'],
  'by-g': ['g', 'h'],
  'by-h': ['h'],
  'by-l': ['pk', 'l'],
};

/** Few values each, so that items share partitions and sort keys. Two notations of one number are one key. */
const sample = {
  pk: ['', '#', 'a'].map((text) => s(`p${text}`)),
  sk: ['-1e2', '-1', '0', '0.5', '2', '10', '1e1', '1e30'].map(n),
  g: ['1', '1.0', '2'].map(n),
  h: [[0x7f], [0x80], [0xff], [1, 0xff], [2], [2, 0], [0xff, 0xff]].map((bytes) => b(...bytes)),
  l: ['a', 'ab', 'a\uffff', 'a\u{10000}', 'b', '\u{1f600}', '\uffee'].map(s),
  v: ['1', '2', '3'].map(n),
};
const from = (name: keyof typeof sample) => fc.constantFrom(...sample[name]);
const item = fc.record(
  { pk: from('pk'), sk: from('sk'), g: from('g'), h: from('h'), l: from('l'), v: from('v') },
  { requiredKeys: ['pk', 'sk'] },
) as fc.Arbitrary<Item>;

const points = (text: string): number[] => [...text].map((c) => c.codePointAt(0)!);
const bytes = (base64: string): number[] => [...Buffer.from(base64, 'base64')];
function listOrder(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((one, i) => one !== right[i]);
  if (at < 0) return left.length - right.length;
  return at >= right.length ? 1 : left[at]! - right[at]!;
}
function order(left: AttributeValue, right: AttributeValue): number {
  if ('S' in left && 'S' in right) return listOrder(points(left.S), points(right.S));
  if ('B' in left && 'B' in right) return listOrder(bytes(left.B), bytes(right.B));
  if ('N' in left && 'N' in right) return new Decimal(left.N).cmp(right.N);
  throw new Error('two types');
}
const startsWith = (value: AttributeValue, prefix: AttributeValue): boolean => {
  const [whole, part] = [value, prefix].map((one) => ('S' in one ? points(one.S) : bytes((one as { B: string }).B)));
  return part!.every((one, i) => whole![i] === one);
};

type Op = '=' | '<' | '<=' | '>' | '>=' | 'between' | 'begins_with';
const meets: { readonly [O in Op]: (value: AttributeValue, a: AttributeValue, c: AttributeValue) => boolean } = {
  '=': (value, a) => order(value, a) === 0,
  '<': (value, a) => order(value, a) < 0,
  '<=': (value, a) => order(value, a) <= 0,
  '>': (value, a) => order(value, a) > 0,
  '>=': (value, a) => order(value, a) >= 0,
  between: (value, a, c) => order(value, a) >= 0 && order(value, c) <= 0,
  begins_with: (value, a) => startsWith(value, a),
};
const textOf = (op: Op, name: string): string => {
  if (op === 'between') return `${name} BETWEEN :a AND :c`;
  return op === 'begins_with' ? `begins_with(${name}, :a)` : `${name} ${op} :a`;
};

/** A condition on a non-key attribute, with its meaning. */
const filters: readonly (readonly [string, Item, (one: Item) => boolean])[] = [
  ['attribute_exists(v)', {}, (one) => 'v' in one],
  ['v <> :v', { ':v': n('2') }, (one) => !('v' in one) || order(one.v!, n('2')) !== 0],
  ['NOT v < :v', { ':v': n('2') }, (one) => !('v' in one) || order(one.v!, n('2')) >= 0],
  ['v IN (:v, :w)', { ':v': n('1'), ':w': n('3.0') }, (one) => 'v' in one && order(one.v!, n('2')) !== 0],
];

/** The stored items by key; a later put replaces an earlier one. */
function filled(items: readonly Item[]): { driver: OracleDriver; all: Item[] } {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', spec);
  driver.put('rows', ...items);
  const all: Item[] = [];
  for (const one of items.map(canonical)) {
    const at = all.findIndex((held) => order(held.pk!, one.pk!) === 0 && order(held.sk!, one.sk!) === 0);
    if (at < 0) all.push(one);
    else all[at] = one;
  }
  return { driver, all };
}
const canonical = (one: Item): Item =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, 'N' in value ? n(new Decimal(value.N).toFixed()) : value]),
  );
const text = (one: Item): string => JSON.stringify(Object.entries(one).sort(([x], [y]) => (x < y ? -1 : 1)));
const bag = (items: readonly Item[]): string[] => items.map(text).sort();

interface Read {
  items: Item[];
  count: number;
  scanned: number;
}
function readAll(driver: OracleDriver, operation: 'Query' | 'Scan', input: JsonObject): Read {
  const read: Read = { items: [], count: 0, scanned: 0 };
  let start: JsonObject = {};
  for (let page = 0; page < 100; page += 1) {
    const { Items, Count, ScannedCount, LastEvaluatedKey } = driver.ok(operation, { ...input, ...start });
    read.items.push(...(Items as Item[]));
    read.count += Count as number;
    read.scanned += ScannedCount as number;
    if (input.Limit !== undefined) expect(ScannedCount).toBeLessThanOrEqual(input.Limit as number);
    if (LastEvaluatedKey === undefined) return read;
    start = { ExclusiveStartKey: LastEvaluatedKey };
  }
  throw new Error('pages without end');
}

const index = fc.constantFrom('table', 'by-g', 'by-h', 'by-l');
const limit = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
const filter = fc.option(fc.constantFrom(...filters), { nil: undefined });
const named = (name: string, Limit: number | undefined): JsonObject => ({
  TableName: 'rows',
  ...(name === 'table' ? {} : { IndexName: name }),
  ...(Limit === undefined ? {} : { Limit }),
});
const bounds = (name: string): fc.Arbitrary<[AttributeValue, AttributeValue]> =>
  fc.tuple(from(name as 'sk'), from(name as 'sk')).map(([a, c]) => (order(a, c) <= 0 ? [a, c] : [c, a]));
const query = index.chain((name) => {
  const [hash, range] = keysOf[name]!;
  const ops = (['=', '<', '<=', '>', '>=', 'between', 'begins_with'] as const).filter(
    (op) => op !== 'begins_with' || range !== 'sk',
  );
  const condition =
    range === undefined
      ? fc.constant(undefined)
      : fc.option(fc.tuple(fc.constantFrom(...ops), bounds(range)), { nil: undefined });
  return fc.record({
    name: fc.constant(name),
    hash: fc.constant(hash),
    range: fc.constant(range),
    partition: from(hash as 'pk'),
    condition,
    limit,
    filter,
    forward: fc.boolean(),
  });
});
const items = fc.array(item, { maxLength: 40 });

describe('compared with a filter and a sort over all items', () => {
  test('a query of a table or an index, paged or not', () => {
    let rows = 0;
    fc.assert(
      fc.property(items, query, (put, one) => {
        const { driver, all } = filled(put);
        const { condition, filter: kept, range } = one;
        const values: Item = { ':p': one.partition, ...kept?.[1] };
        if (condition !== undefined) values[':a'] = condition[1][0];
        if (condition?.[0] === 'between') values[':c'] = condition[1][1];
        const read = readAll(driver, 'Query', {
          ...named(one.name, one.limit),
          KeyConditionExpression: `${one.hash} = :p${condition === undefined ? '' : ` AND ${textOf(condition[0], range!)}`}`,
          ...(kept === undefined ? {} : { FilterExpression: kept[0] }),
          ...{ ExpressionAttributeValues: values, ScanIndexForward: one.forward },
        });
        const selected = all
          .filter((it) => one.hash in it && order(it[one.hash]!, one.partition) === 0)
          .filter((it) => range === undefined || range in it)
          .filter((it) => condition === undefined || meets[condition[0]](it[range!]!, ...condition[1]));
        const wanted = selected.filter((it) => kept === undefined || kept[2](it));
        expect(bag(read.items)).toEqual(bag(wanted));
        expect([read.count, read.scanned]).toEqual([wanted.length, selected.length]);
        rows += wanted.length;
        if (range === undefined) return;
        // Index rows that share both keys have no guaranteed order, so only their sort keys are compared.
        const sorted = wanted.map((it) => it[range]!).sort((x, y) => order(x, y) * (one.forward ? 1 : -1));
        expect(read.items.map((it) => it[range])).toEqual(sorted);
      }),
      { numRuns: 200 },
    );
    expect(rows).toBeGreaterThan(0);
  });

  test('a scan, whole, paged, and segmented', () => {
    fc.assert(
      fc.property(items, index, limit, filter, fc.integer({ min: 1, max: 6 }), (put, name, Limit, kept, parts) => {
        const { driver, all } = filled(put);
        const [hash, range = hash] = keysOf[name]!;
        const selected = all.filter((it) => hash in it && range in it);
        const wanted = selected.filter((it) => kept === undefined || kept[2](it));
        const input: JsonObject = {
          ...named(name, Limit),
          ...(kept === undefined ? {} : { FilterExpression: kept[0] }),
          ...(kept === undefined || Object.keys(kept[1]).length === 0 ? {} : { ExpressionAttributeValues: kept[1] }),
        };
        const whole = readAll(driver, 'Scan', input);
        const segments = Array.from({ length: parts }, (_, Segment) =>
          readAll(driver, 'Scan', { ...input, Segment, TotalSegments: parts }),
        );
        for (const reads of [[whole], segments]) {
          expect(bag(reads.flatMap((read) => read.items))).toEqual(bag(wanted));
          const sums = [
            reads.reduce((sum, { count }) => sum + count, 0),
            reads.reduce((sum, { scanned }) => sum + scanned, 0),
          ];
          expect(sums).toEqual([wanted.length, selected.length]);
        }
        const partitions = segments.map((read) => new Set(read.items.map((it) => text({ hash: it[hash]! }))));
        const distinct = new Set(partitions.flatMap((some) => [...some]));
        expect(partitions.reduce((sum, { size }) => sum + size, 0)).toBe(distinct.size);
      }),
      { numRuns: 200 },
    );
  });
});

test('Select COUNT gives the number of rows', () => {
  fc.assert(
    fc.property(items, from('pk'), limit, filter, (put, partition, Limit, kept) => {
      const { driver } = filled(put);
      const input: JsonObject = {
        ...named('table', Limit),
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': partition, ...kept?.[1] },
        ...(kept === undefined ? {} : { FilterExpression: kept[0] }),
      };
      const { Items, ...shown } = driver.ok('Query', input);
      expect(driver.ok('Query', { ...input, Select: 'COUNT' })).toEqual(shown);
      expect(shown.Count).toBe((Items as Item[]).length);
    }),
  );
});
