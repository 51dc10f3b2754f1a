/** What the cursor of a page holds. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, TemplateObject } from '../case.ts';
import { from, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { alone, indexed, invalid, keyed, ofP, only, page, queried, rowsOf, scanned, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts, remove } from '../steps.ts';

const all = ['pk', 'sk', 'g', 'h', 'l', 'v'];
const rows = rowsOf(3, (at) => ({ g: s('g'), h: n(7), l: s(`l${at}`), v: n(at) }));
/** These members of the row that was read last, and no other. */
const cursor = (at: number, ...names: string[]): TemplateObject => {
  const held = Object.entries(rows[at] as Item).filter(([name]) => names.includes(name));
  return only(
    Object.fromEntries(held) as TemplateObject,
    all.filter((name) => !names.includes(name)),
  );
};
const presentKeys = (names: string[]): TemplateObject =>
  only(
    Object.fromEntries(names.map((name) => [name, { $present: true }])),
    all.filter((name) => !names.includes(name)),
  );

const byG = { IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) };
const byH = { IndexName: 'by-h', ...keyed('h = :h', { ':h': n(7) }) };
const byL = { IndexName: 'by-l', ...ofP };
const hidden = withValues(ofP, { ':v': n(9) }, { FilterExpression: 'v = :v' });

const held = family(
  {
    name: 'cursor',
    area: 'query-paging',
    certainty: 'recorded',
    because: 'The cursor is the primary key of the last item read, and on an index the index key beside it.',
    sources: [sources.dynaliteTests, sources.queryPagination],
    tables: { t: indexed },
  },
  {
    'of-a-table': { title: 'The cursor of a table is its primary key', ask: ofP, at: 1, names: ['pk', 'sk'] },
    backward: {
      title: 'Going backward, the cursor is the last row of the page as well',
      ask: { ...ofP, ScanIndexForward: false },
      at: 1,
      names: ['pk', 'sk'],
    },
    'of-a-hash-index': {
      title: 'The cursor of an index with a partition key alone adds that key',
      ask: byH,
      at: undefined,
      names: ['pk', 'sk', 'h'],
    },
    'of-a-pair-index': {
      title: 'The cursor of an index with a sort key adds both of its keys',
      ask: byG,
      at: undefined,
      names: ['pk', 'sk', 'g', 'h'],
    },
    'of-a-local-index': {
      title: 'The cursor of a local index adds its sort key',
      ask: byL,
      at: 1,
      names: ['pk', 'sk', 'l'],
    },
    'without-projected-keys': {
      title: 'The cursor holds the keys even if the projection leaves them out',
      ask: { ...ofP, ProjectionExpression: 'v' },
      at: 1,
      names: ['pk', 'sk'],
    },
    'of-a-count': {
      title: 'A count has a cursor as well',
      ask: { ...ofP, Select: 'COUNT' },
      at: 1,
      names: ['pk', 'sk'],
    },
    'of-a-filtered-page': {
      title: 'The cursor is the last row read, though the filter drops it',
      ask: hidden,
      at: 1,
      names: ['pk', 'sk'],
    },
  },
  ({ ask, at, names }) => ({
    steps: [
      ...puts('t', rows),
      queried(
        { ...ask, Limit: 2 },
        { ScannedCount: 2, LastEvaluatedKey: at === undefined ? presentKeys(names) : cursor(at, ...names) },
        // Which of the entries with one index key comes second is not promised.
        at === undefined ? { observe: ['ScannedCount'] } : {},
      ),
    ],
  }),
);

const shared = table({
  hash: ['pk', 'S'],
  range: ['sk', 'N'],
  gsi: { inverted: { hash: ['sk', 'N'], range: ['pk', 'S'] } },
});

const invertedIndex: Case = {
  id: 'query-paging/cursor-of-an-inverted-index',
  title: 'An index over the table’s own keys has a cursor of these two',
  area: 'query-paging',
  findings: [],
  certainty: 'documented',
  because: 'The keys of the index are those of the table, so its cursor names each of them once.',
  sources: [sources.queryPagination, sources.gsi],
  tables: { t: shared },
  steps: [
    ...puts(
      't',
      ['a', 'b', 'c'].map((pk) => ({ pk: s(pk), sk: n(1), v: n(1) })),
    ),
    queried(
      { IndexName: 'inverted', ...keyed('sk = :s', { ':s': n(1) }), Limit: 2 },
      page([{ pk: s('a') }, { pk: s('b') }], { LastEvaluatedKey: only({ pk: s('b'), sk: n(1) }, ['v']) }),
      { as: 'first' },
    ),
    queried(
      {
        IndexName: 'inverted',
        ...keyed('sk = :s', { ':s': n(1) }),
        ExclusiveStartKey: from('first', 'LastEvaluatedKey'),
      },
      page([{ pk: s('c'), sk: n(1), v: n(1) }]),
    ),
  ],
};

const hashOnly: Case = {
  id: 'query-paging/cursor-of-a-hash-table',
  title: 'A scan of a table without a sort key has a cursor of the partition key',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'The cursor is the primary key, which is one attribute here.',
  sources: [sources.dynaliteTests, sources.scan],
  tables: { t: alone },
  steps: [
    put('t', { pk: s('only'), v: n(1), g: s('g') }),
    scanned({ Limit: 1 }, page([{ pk: s('only') }], { LastEvaluatedKey: only({ pk: s('only') }, ['v', 'g']) })),
  ],
};

const start = (sk: number | string) => ({ ...ofP, ExclusiveStartKey: { pk: s('p'), sk: n(sk) } });

const missingRow: Case = {
  id: 'query-paging/cursor-of-a-deleted-row',
  title: 'A page goes on after its cursor when that row has been deleted since',
  area: 'query-paging',
  findings: [],
  certainty: 'documented',
  because: 'The cursor is a position in the order of the keys, and need not name an item.',
  sources: [sources.queryPagination],
  tables: { t: indexed },
  steps: [
    ...puts('t', rowsOf(5)),
    queried({ ...ofP, Limit: 2 }, page(rowsOf(2), { LastEvaluatedKey: { sk: n(1) } }), { as: 'first' }),
    remove('t', { pk: s('p'), sk: n(1) }),
    queried({ ...ofP, ExclusiveStartKey: from('first', 'LastEvaluatedKey') }, page(rowsOf(5).slice(2))),
    queried(start('1.5'), page(rowsOf(5).slice(2))),
    queried({ ...start('1.5'), ScanIndexForward: false }, page(rowsOf(1))),
    queried(start(99), page([])),
    queried({ ...start(-1), ScanIndexForward: false }, page([])),
  ],
};

const otherSpelling: Case = {
  id: 'query-paging/cursor-in-another-spelling',
  title: 'A number in a cursor is the same in any spelling',
  area: 'query-paging',
  findings: [],
  certainty: 'documented',
  because: 'Numbers are compared by value, so 1.0 and 10e-1 are the position of 1.',
  sources: [sources.dataTypes],
  tables: { t: indexed },
  steps: [
    ...puts('t', rowsOf(3)),
    queried(start('1.0'), page(rowsOf(3).slice(2))),
    queried({ ...start('10e-1'), ScanIndexForward: false }, page(rowsOf(1))),
  ],
};

const turned: Case = {
  id: 'query-paging/cursor-turned-around',
  title: 'A cursor works in the other direction, with another limit and another filter',
  area: 'query-paging',
  findings: [],
  certainty: 'documented',
  because: 'A cursor says where, and nothing of the request that gave it.',
  sources: [sources.queryPagination],
  tables: { t: indexed },
  steps: [
    ...puts('t', rowsOf(6)),
    queried({ ...ofP, Limit: 3 }, page(rowsOf(3), { LastEvaluatedKey: { sk: n(2) } }), { as: 'first' }),
    queried(
      { ...ofP, ScanIndexForward: false, ExclusiveStartKey: from('first', 'LastEvaluatedKey') },
      page([...rowsOf(2)].reverse()),
    ),
    queried(
      { ...ofP, Limit: 2, ExclusiveStartKey: from('first', 'LastEvaluatedKey') },
      page(rowsOf(5).slice(3), { LastEvaluatedKey: { sk: n(4) } }),
    ),
    queried(
      withValues(
        ofP,
        { ':v': n(1) },
        { FilterExpression: 'v = :v', ExclusiveStartKey: from('first', 'LastEvaluatedKey') },
      ),
      page([], { ScannedCount: 3 }),
    ),
    invalid('Query', { ...ofP, Limit: 0, ExclusiveStartKey: from('first', 'LastEvaluatedKey') }),
  ],
};

export const cases: readonly Case[] = [...held, invertedIndex, hashOnly, missingRow, otherSpelling, turned];
