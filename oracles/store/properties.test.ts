/**
 * Properties that need no reference, on random tables and writes. Mutants break them; the correct oracle never does.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { mutate } from '../policies/mutants.ts';
import { b, n, OracleDriver, s, type TableSpec } from '../testing/probes/driver.ts';
import type { AttributeValue, Item, JsonObject } from '../values/types.ts';

const spec: TableSpec = {
  hash: 'pk:S',
  range: 'sk:N',
  gsi: {
    'by-g': { hash: 'g:S', range: 'h:B' },
    'by-far': { hash: 'g:S', projection: 'KEYS_ONLY' },
  },
  lsi: { 'by-l': { hash: 'pk:S', range: 'l:S', projection: ['v'] } },
  stream: 'NEW_AND_OLD_IMAGES',
};

// Few values, so that keys collide, entries share index keys, and pages end between equal keys.
const pk = fc.constantFrom('', '#', '\0').map((mark) => s(`p${mark}`));
const sk = fc.integer({ min: 0, max: 5 }).map((i) => n(i));
const g = fc.constantFrom(s('x'), s('y'));
const h = fc.constantFrom(b(1), b(200), b(1, 2));
const l = fc.constantFrom(s('\uffee'), s('\u{1f600}'), s('l'));
const v = fc.integer({ min: 0, max: 2 }).map((i) => n(i));
const key = fc.record({ pk, sk });
const item = fc.record({ pk, sk, g, h, l, v }, { requiredKeys: ['pk', 'sk'] });

type Write =
  | { kind: 'put'; item: Item }
  | { kind: 'delete'; key: Item }
  | { kind: 'set'; key: Item; name: string; value: AttributeValue }
  | { kind: 'remove'; key: Item; name: string }
  | { kind: 'transaction'; items: Item[] };
const assignment = fc.oneof(
  g.map((value) => ({ name: 'g', value })),
  h.map((value) => ({ name: 'h', value })),
  l.map((value) => ({ name: 'l', value })),
  v.map((value) => ({ name: 'v', value })),
);
const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: item.map((one) => ({ kind: 'put' as const, item: one as Item })) },
  { weight: 1, arbitrary: key.map((one) => ({ kind: 'delete' as const, key: one })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(key, assignment)
      .map(([one, { name, value }]) => ({ kind: 'set' as const, key: one, name, value })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(key, fc.constantFrom('g', 'h', 'l', 'v'))
      .map(([one, name]) => ({ kind: 'remove' as const, key: one, name })),
  },
  {
    weight: 1,
    arbitrary: fc
      .uniqueArray(item, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify([one.pk, one.sk]) })
      .map((items) => ({ kind: 'transaction' as const, items: items as Item[] })),
  },
);
const writes = fc.array(write, { maxLength: 30 });

function apply(driver: OracleDriver, one: Write): void {
  const TableName = 'rows';
  if (one.kind === 'put') driver.put(TableName, one.item);
  else if (one.kind === 'delete') driver.ok('DeleteItem', { TableName, Key: one.key });
  else if (one.kind === 'set') driver.update(TableName, one.key, `SET ${one.name} = :v`, { ':v': one.value });
  else if (one.kind === 'remove') driver.update(TableName, one.key, `REMOVE ${one.name}`);
  else driver.ok('TransactWriteItems', { TransactItems: one.items.map((Item) => ({ Put: { TableName, Item } })) });
}

function filled(all: readonly Write[], mutant?: string): OracleDriver {
  const driver = new OracleDriver(createOracle(mutant === undefined ? {} : { decisions: mutate(mutant) }));
  driver.table('rows', spec);
  for (const one of all) apply(driver, one);
  return driver;
}

const texts = (items: readonly Item[]): string[] => items.map(sortedText);
const sortedText = (one: Item): string => JSON.stringify(Object.entries(one).sort(([a], [c]) => (a < c ? -1 : 1)));
const inOrder = (items: readonly Item[]): string[] => texts(items).sort();
const all = (driver: OracleDriver, TableName = 'rows'): Item[] => driver.pages('Scan', { TableName }).items;

const indexes: { [name: string]: { keys: string[]; shown: (one: Item) => Item } } = {
  'by-g': { keys: ['g', 'h'], shown: (one) => one },
  'by-far': { keys: ['g'], shown: ({ pk: p, sk: r, g: x }) => ({ pk: p!, sk: r!, g: x! }) },
  'by-l': {
    keys: ['pk', 'l'],
    shown: ({ pk: p, sk: r, l: x, v: y }) => ({ pk: p!, sk: r!, l: x!, ...(y === undefined ? {} : { v: y }) }),
  },
};

/** The expected index, computed from the table alone. */
const filteredTable = (driver: OracleDriver, index: string): string[] =>
  inOrder(
    all(driver)
      .filter((one) => indexes[index]!.keys.every((name) => name in one))
      .map(indexes[index]!.shown),
  );
const indexRows = (driver: OracleDriver, IndexName: string): string[] =>
  inOrder(driver.pages('Scan', { TableName: 'rows', IndexName, Limit: 3 }).items);
const indexesAreTheTable = (driver: OracleDriver): boolean =>
  Object.keys(indexes).every(
    (index) => JSON.stringify(indexRows(driver, index)) === JSON.stringify(filteredTable(driver, index)),
  );

/** A map built from the stream records alone. */
function replayed(driver: OracleDriver): string[] {
  const rows = new Map<string, Item>();
  for (const { eventName, dynamodb } of driver.records(driver.streamArn('rows'))) {
    const id = sortedText(dynamodb.Keys);
    if (eventName === 'REMOVE') rows.delete(id);
    else rows.set(id, dynamodb.NewImage!);
  }
  return inOrder([...rows.values()]);
}

describe('after any writes', () => {
  test('an index is the filtered table', () => {
    fc.assert(fc.property(writes, (some) => indexesAreTheTable(filled(some))));
  });

  test.each([
    'index-entry-identity-index-keys',
    'index-entry-removal-all-with-its-index-keys',
    'sparse-removal-kept',
    'sparse-entry-under-null',
    'transaction-indexes-never',
    'projection-keys-index-keys-only',
  ])('the same property refutes %s', (mutant) => {
    const run = fc.check(
      fc.property(writes, (some) => indexesAreTheTable(filled(some, mutant))),
      { numRuns: 300 },
    );
    expect(run.failed).toBe(true);
  });

  test('the replayed stream is the table', () => {
    fc.assert(
      fc.property(writes, (some) => {
        const driver = filled(some);
        expect(replayed(driver)).toEqual(inOrder(all(driver)));
      }),
    );
  });

  test('each stream record has the item before it', () => {
    fc.assert(
      fc.property(writes, (some) => {
        const driver = filled(some);
        const rows = new Map<string, Item>();
        for (const { eventName, dynamodb } of driver.records(driver.streamArn('rows'))) {
          const id = sortedText(dynamodb.Keys);
          expect(dynamodb.OldImage).toEqual(rows.get(id));
          expect(eventName === 'INSERT').toBe(dynamodb.OldImage === undefined);
          if (dynamodb.NewImage === undefined) rows.delete(id);
          else rows.set(id, dynamodb.NewImage);
        }
      }),
    );
  });
});

describe('reading', () => {
  const direction = fc.boolean();
  const limit = fc.integer({ min: 1, max: 7 });
  const range = fc.constantFrom<JsonObject | undefined>(undefined, { op: '>=' }, { op: '<' });

  test('all pages of a query make one read', () => {
    const index = fc.constantFrom(undefined, 'by-g', 'by-far', 'by-l');
    fc.assert(
      fc.property(writes, index, pk, g, direction, limit, range, (some, IndexName, p, x, forward, Limit, bound) => {
        const driver = filled(some);
        const partition = IndexName?.startsWith('by-') && IndexName !== 'by-l' ? 'g' : 'pk';
        const ranged = bound !== undefined && IndexName === undefined;
        const input: JsonObject = {
          TableName: 'rows',
          ScanIndexForward: forward,
          KeyConditionExpression: `${partition} = :p${ranged ? ` AND sk ${bound.op} :s` : ''}`,
          ExpressionAttributeValues: { ':p': partition === 'g' ? x : p, ...(ranged ? { ':s': n(3) } : {}) },
          ...(IndexName === undefined ? {} : { IndexName }),
        };
        const whole = driver.ok('Query', input).Items as Item[];
        expect(texts(driver.pages('Query', { ...input, Limit }).items)).toEqual(texts(whole));
        const other = driver.ok('Query', { ...input, ScanIndexForward: !forward }).Items as Item[];
        expect(texts(other)).toEqual(texts(whole).reverse());
      }),
    );
  });

  test('parallel segments make the whole scan, each item once', () => {
    fc.assert(
      fc.property(writes, limit, fc.integer({ min: 1, max: 5 }), (some, Limit, TotalSegments) => {
        const driver = filled(some);
        const segments = Array.from({ length: TotalSegments }, (_, Segment) =>
          driver.pages('Scan', { TableName: 'rows', Segment, TotalSegments, Limit }),
        );
        expect(inOrder(segments.flatMap(({ items }) => items))).toEqual(inOrder(all(driver)));
      }),
    );
  });

  test('the rows a filter keeps and those it drops make the whole scan', () => {
    fc.assert(
      fc.property(writes, limit, (some, Limit) => {
        const driver = filled(some);
        const [kept, dropped] = ['v = :v', 'NOT v = :v'].map((FilterExpression) =>
          driver.pages('Scan', {
            TableName: 'rows',
            FilterExpression,
            ExpressionAttributeValues: { ':v': n(1) },
            Limit,
          }),
        );
        expect(inOrder([...kept!.items, ...dropped!.items])).toEqual(inOrder(all(driver)));
      }),
    );
  });
});

describe('backups', () => {
  test('a restored table is the table of the backup, its indexes too', () => {
    fc.assert(
      fc.property(writes, writes, (before, later) => {
        const driver = filled(before);
        const then = inOrder(all(driver));
        const rows = driver.index('rows', 'by-g');
        const BackupArn = driver.backup('rows');
        for (const one of later) apply(driver, one);
        driver.ok('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' });
        driver.wait();
        expect(inOrder(all(driver, 'copy'))).toEqual(then);
        expect(driver.index('copy', 'by-g')).toEqual(rows);
      }),
      { numRuns: 50 },
    );
  });
});

test('a transaction that is cancelled changes nothing', () => {
  fc.assert(
    fc.property(
      writes,
      fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: (one) => JSON.stringify([one.pk, one.sk]) }),
      (some, items) => {
        const driver = filled(some);
        const before = [inOrder(all(driver)), driver.records(driver.streamArn('rows')).length];
        const refused = driver.verdict('TransactWriteItems', {
          TransactItems: [
            ...items.map((Item) => ({ Put: { TableName: 'rows', Item } })),
            {
              ConditionCheck: {
                TableName: 'rows',
                Key: { pk: s('nobody'), sk: n(1) },
                ConditionExpression: 'attribute_exists(pk)',
              },
            },
          ],
        });
        expect(refused).toBe('TransactionCanceledException');
        expect([inOrder(all(driver)), driver.records(driver.streamArn('rows')).length]).toEqual(before);
        expect(indexesAreTheTable(driver)).toBe(true);
      },
    ),
  );
});
