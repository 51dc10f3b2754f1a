/** Kinds of indexes: their keys, what identifies an entry, and how they are described. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, Template, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { indexed, keyed, only, page, projected, queried, scanned } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts, remove, update } from '../steps.ts';

const inverted: Case = {
  id: 'secondary-index/inverted-keys',
  title: 'An index may turn the keys of its table around, and holds each item once',
  area: 'secondary-index',
  findings: [],
  certainty: 'documented',
  because: 'Any attributes of the right type may be index keys, those of the table as well.',
  sources: [sources.gsi],
  tables: {
    t: table({
      hash: ['pk', 'S'],
      range: ['sk', 'N'],
      gsi: { inverted: { hash: ['sk', 'N'], range: ['pk', 'S'], projection: 'KEYS_ONLY' } },
    }),
  },
  steps: [
    ...puts('t', [
      { pk: s('a'), sk: n(1), v: n(1) },
      { pk: s('b'), sk: n(1), v: n(2) },
      { pk: s('a'), sk: n(2), v: n(3) },
    ]),
    queried(
      { IndexName: 'inverted', ...keyed('sk = :s', { ':s': n(1) }) },
      page([only({ pk: s('a'), sk: n(1) }, ['v']), only({ pk: s('b'), sk: n(1) }, ['v'])]),
    ),
    queried(
      { IndexName: 'inverted', ...keyed('sk = :s AND pk > :p', { ':s': n(1), ':p': s('a') }) },
      page([{ pk: s('b'), sk: n(1) }]),
    ),
    remove('t', { pk: s('a'), sk: n(1) }),
    queried({ IndexName: 'inverted', ...keyed('sk = :s', { ':s': n(1) }) }, page([{ pk: s('b') }])),
    queried({ IndexName: 'inverted', ...keyed('sk = :s', { ':s': n(2) }) }, page([{ pk: s('a') }])),
  ],
};

const typed = table({
  hash: ['pk', 'S'],
  gsi: {
    'by-number': { hash: ['number', 'N'] },
    'by-binary': { hash: ['binary', 'B'], range: ['number', 'N'] },
  },
});

const keyTypes: Case = {
  id: 'secondary-index/number-and-binary-keys',
  title: 'Numbers and binaries are index keys by value: 10 and 1e1 are one key',
  area: 'secondary-index',
  findings: [],
  certainty: 'documented',
  because: 'Index keys compare as table keys do: numbers by value, binaries by their bytes.',
  sources: [sources.dataTypes, sources.gsi],
  tables: { t: typed },
  steps: [
    ...puts('t', [
      { pk: s('a'), number: n('10'), binary: b(0xff) },
      { pk: s('b'), number: n('1e1'), binary: b(0xff, 0) },
      { pk: s('c'), number: n('-1'), binary: b(0xff) },
    ]),
    queried(
      {
        IndexName: 'by-number',
        ...keyed('#n = :n', { ':n': n('10.0') }),
        ExpressionAttributeNames: { '#n': 'number' },
      },
      {
        Items: {
          $unordered: [
            { pk: s('a'), number: n(10) },
            { pk: s('b'), number: n(10) },
          ],
        },
        Count: 2,
      },
      { unordered: true },
    ),
    queried(
      { IndexName: 'by-binary', ...keyed('#b = :b', { ':b': b(0xff) }), ExpressionAttributeNames: { '#b': 'binary' } },
      page([{ pk: s('c') }, { pk: s('a') }]),
    ),
    update('t', { pk: s('a') }, 'SET #n = :n', {
      ExpressionAttributeNames: { '#n': 'number' },
      ExpressionAttributeValues: { ':n': n('1.0e1') },
    }),
    scanned({ IndexName: 'by-number', Select: 'COUNT' }, { Count: 3 }),
  ],
};

const same: Item[] = Array.from({ length: 30 }, (_, at) => ({
  pk: s(`p${at % 7}`),
  sk: n(at),
  g: s('g'),
  h: n(at % 2),
}));

const crowded: Case = {
  id: 'secondary-index/thirty-entries-of-one-key',
  title: 'Thirty items with one index key are thirty entries, sorted by the index sort key',
  area: 'secondary-index',
  findings: ['mongo-rfc/C1'],
  certainty: 'documented',
  because: 'Index keys need not be unique: an entry is identified by the index key and the table key together.',
  sources: [sources.gsi],
  tables: { t: indexed },
  steps: [
    ...puts('t', same),
    queried(
      { IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) },
      { Items: { $unordered: same }, Count: 30, ScannedCount: 30, LastEvaluatedKey: { $absent: true } },
      { unordered: true },
    ),
    queried(
      { IndexName: 'by-g', ...keyed('g = :g AND h = :h', { ':g': s('g'), ':h': n(1) }) },
      { Items: { $unordered: same.filter(({ h }) => (h as { N: string }).N === '1') }, Count: 15 },
      { unordered: true },
    ),
    queried({ IndexName: 'by-h', ...keyed('h = :h', { ':h': n(0) }), Select: 'COUNT' }, { Count: 15 }),
    remove('t', { pk: s('p0'), sk: n(0) }),
    queried({ IndexName: 'by-h', ...keyed('h = :h', { ':h': n(0) }), Select: 'COUNT' }, { Count: 14 }),
  ],
};

const separate: Case = {
  id: 'secondary-index/local-index-of-a-partition',
  title: 'A local index keeps the rows of its partition apart from those of another',
  area: 'secondary-index',
  findings: [],
  certainty: 'documented',
  because: 'A local index has the partition key of its table.',
  sources: [sources.lsi],
  tables: { t: indexed },
  steps: [
    ...puts('t', [
      { pk: s('p'), sk: n(2), l: s('a') },
      { pk: s('p'), sk: n(1), l: s('b') },
      { pk: s('q'), sk: n(1), l: s('a') },
    ]),
    queried(
      { IndexName: 'by-l', ...keyed('pk = :p', { ':p': s('p') }), ConsistentRead: true },
      page([{ sk: n(2) }, { sk: n(1) }]),
    ),
    queried(
      { IndexName: 'by-l', ...keyed('pk = :p AND l = :l', { ':p': s('q'), ':l': s('a') }), ConsistentRead: true },
      page([{ pk: s('q'), sk: n(1) }]),
    ),
    queried({ IndexName: 'by-l', ...keyed('pk = :p', { ':p': s('r') }), ConsistentRead: true }, page([])),
  ],
};

const keys = (...parts: [string, string][]): Template =>
  parts.map(([name, type]) => ({ AttributeName: name, KeyType: type }));
const global = (name: string, projection: TemplateObject) => ({
  IndexName: name,
  KeySchema: keys(['g', 'HASH']),
  Projection: projection,
  IndexStatus: 'ACTIVE',
});
const local = (name: string, projection: TemplateObject) => ({
  IndexName: name,
  KeySchema: keys(['pk', 'HASH'], ['l', 'RANGE']),
  Projection: projection,
  IndexStatus: { $absent: true },
});
const noNames = { NonKeyAttributes: { $absent: true } };

const described: Case = {
  id: 'secondary-index/described',
  title: 'DescribeTable gives the keys and the projection of every index, and of global ones the status',
  area: 'secondary-index',
  findings: [],
  certainty: 'documented',
  because: 'An index is described as it was asked for.',
  sources: [sources.createTable, sources.projection],
  tables: { t: projected },
  steps: [
    {
      op: 'DescribeTable',
      input: { TableName: { $table: 't' } },
      observe: ['Table.TableStatus'],
      expect: {
        ok: {
          Table: {
            GlobalSecondaryIndexes: {
              $unordered: [
                global('all', { ProjectionType: 'ALL', ...noNames }),
                global('keys', { ProjectionType: 'KEYS_ONLY', ...noNames }),
                global('some', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x'] }),
              ],
            },
            LocalSecondaryIndexes: {
              $unordered: [
                local('near-keys', { ProjectionType: 'KEYS_ONLY', ...noNames }),
                local('near-some', { ProjectionType: 'INCLUDE', NonKeyAttributes: ['x'] }),
              ],
            },
          },
        },
      },
    },
  ],
};

const names = family(
  {
    name: 'including',
    area: 'secondary-index',
    certainty: 'documented',
    because: 'INCLUDE adds the attributes that it names to the keys, where the item has them.',
    sources: [sources.projection],
  },
  {
    'a-missing-attribute': {
      title: 'An item without an included attribute is in the index without it',
      item: { pk: s('p'), g: s('g'), y: s('y') } as Item,
      entry: only({ pk: s('p'), g: s('g') }, ['x', 'y']),
    },
    'a-whole-map': {
      title: 'An included map is there as a whole',
      item: { pk: s('p'), g: s('g'), x: { M: { a: { L: [n(1), s('b')] }, c: { NULL: true } } } } as Item,
      entry: { pk: s('p'), g: s('g'), x: { M: { a: { L: [n(1), s('b')] }, c: { NULL: true } } } } as TemplateObject,
    },
    'a-dotted-name': {
      title: 'A dot in the name of an included attribute is part of the name',
      item: { pk: s('p'), g: s('g'), 'm.a': n(1), m: { M: { a: n(2) } } } as Item,
      entry: only({ pk: s('p'), g: s('g'), 'm.a': n(1) }, ['m']),
    },
  },
  ({ item, entry }) => ({
    tables: { t: table({ hash: ['pk', 'S'], gsi: { some: { hash: ['g', 'S'], projection: ['x', 'm.a'] } } }) },
    steps: [put('t', item), scanned({ IndexName: 'some' }, page([entry as TemplateObject]))],
  }),
);

export const cases: readonly Case[] = [inverted, keyTypes, crowded, separate, described, ...names];
