/** Where a page ends. */
import type { Case, Step, TemplateObject } from '../case.ts';
import { from, n, s } from '../case.ts';
import { family } from '../family.ts';
import { counted, indexed, keyed, numbered, ofP, page, queried, rowsOf, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const rows = rowsOf(5, (at) => ({ g: s('g'), h: n(at), l: s(`l${at}`) }));
const after = (step: string) => ({ ExclusiveStartKey: from(step, 'LastEvaluatedKey') });

/** Limits of one less, as many, and one more than there are rows, each with the page that follows. */
function ends(ask: TemplateObject, inOrder: typeof rows): Step[] {
  const keyAt = (at: number): TemplateObject => ({ LastEvaluatedKey: { sk: inOrder[at]!.sk! } });
  return [
    queried({ ...ask, Limit: 4 }, page(inOrder.slice(0, 4), keyAt(3)), { as: 'one less' }),
    queried({ ...ask, Limit: 4, ...after('one less') }, page(inOrder.slice(4))),
    queried({ ...ask, Limit: 5 }, page(inOrder, keyAt(4)), { as: 'as many' }),
    queried({ ...ask, Limit: 5, ...after('as many') }, page([])),
    queried({ ...ask, Limit: 6 }, page(inOrder)),
    queried(ask, page(inOrder)),
  ];
}

const byG = { IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) };
const byL = { IndexName: 'by-l', ...ofP };

const limits = family(
  {
    name: 'limit',
    area: 'query-paging',
    findings: ['mongo-rfc/VC-filter-limit'],
    certainty: 'documented',
    because: 'A read that stops at its limit gives a cursor, and does not look whether anything follows.',
    sources: [sources.query, sources.dynaliteTests],
    tables: { t: indexed },
  },
  {
    forward: { title: 'A page of a table that stops at its limit has a cursor', ask: ofP, order: rows },
    backward: {
      title: 'A page of a table, backward, that stops at its limit has a cursor',
      ask: { ...ofP, ScanIndexForward: false },
      order: [...rows].reverse(),
    },
    'of-a-global-index': {
      title: 'A page of a global index that stops at its limit has a cursor',
      ask: byG,
      order: rows,
    },
    'of-a-global-index-backward': {
      title: 'A page of a global index, backward, that stops at its limit has a cursor',
      ask: { ...byG, ScanIndexForward: false },
      order: [...rows].reverse(),
    },
    'of-a-local-index': {
      title: 'A page of a local index that stops at its limit has a cursor',
      ask: byL,
      order: rows,
    },
    'of-a-local-index-backward': {
      title: 'A page of a local index, backward, that stops at its limit has a cursor',
      ask: { ...byL, ScanIndexForward: false },
      order: [...rows].reverse(),
    },
    'within-a-range': {
      title: 'A limit counts the rows of the key condition, and not those before it',
      ask: keyed('pk = :p AND sk >= :s', { ':p': s('p'), ':s': n(0) }),
      order: rows,
    },
  },
  ({ ask, order }) => ({
    steps: [...puts('t', rows), ...ends(ask, order)],
  }),
);

const kept = rowsOf(6, (at) => ({ v: n(at % 3) }));
const two = withValues(ofP, { ':v': n(2) }, { FilterExpression: 'v = :v' });

const filterPages: Case = {
  id: 'query-paging/filtered-pages',
  title: 'Each filtered page says how many rows it read and how many it kept',
  area: 'query-paging',
  findings: ['mongo-rfc/VC-filter-limit'],
  certainty: 'recorded',
  because: 'ScannedCount is what the page read, Count what the filter left, and the cursor the last row read.',
  sources: [sources.dynaliteTests, sources.queryOther],
  tables: { t: numbered },
  steps: [
    ...puts('t', kept),
    queried({ ...two, Limit: 2 }, page([], { ScannedCount: 2, LastEvaluatedKey: { sk: n(1) } }), { as: 'none' }),
    queried(
      { ...two, Limit: 3, ...after('none') },
      page([kept[2]!], { ScannedCount: 3, LastEvaluatedKey: { sk: n(4) } }),
      { as: 'some' },
    ),
    queried({ ...two, Limit: 3, ...after('some') }, page([kept[5]!])),
    queried(two, page([kept[2]!, kept[5]!], { ScannedCount: 6 })),
    queried({ ...two, Limit: 6 }, page([kept[2]!, kept[5]!], { ScannedCount: 6, LastEvaluatedKey: { sk: n(5) } })),
    queried({ ...two, ScanIndexForward: false, Limit: 1 }, page([kept[5]!], { LastEvaluatedKey: { sk: n(5) } })),
  ],
};

const countPages: Case = {
  id: 'query-paging/counted-pages',
  title: 'Select COUNT gives the numbers of each page, its cursor, and no items',
  area: 'query-paging',
  findings: ['mongo-rfc/VC-filter-limit'],
  certainty: 'recorded',
  because: 'COUNT returns the number of matching items instead of the items; pages end where they would.',
  sources: [sources.dynaliteTests, sources.query],
  tables: { t: numbered },
  steps: [
    ...puts('t', kept),
    queried({ ...ofP, Select: 'COUNT' }, counted(6)),
    queried({ ...two, Select: 'COUNT' }, counted(2, 6)),
    queried(
      { ...two, Select: 'COUNT', Limit: 3 },
      { ...counted(1, 3), LastEvaluatedKey: { pk: s('p'), sk: n(2) } },
      { as: 'page' },
    ),
    queried({ ...two, Select: 'COUNT', ...after('page') }, counted(1, 3)),
    queried({ ...keyed('pk = :p', { ':p': s('nobody') }), Select: 'COUNT' }, counted(0)),
  ],
};

const thirty = rowsOf(30);

const thirtyRows: Case = {
  id: 'query-paging/thirty-rows',
  title: 'A query returns thirty rows in one page, in the order of their numbers',
  area: 'query-paging',
  findings: [],
  certainty: 'documented',
  because: 'A page ends at its limit or at one megabyte, and at no smaller number of rows.',
  sources: [sources.query, sources.queryPagination],
  tables: { t: numbered },
  steps: [
    {
      times: 30,
      step: {
        op: 'PutItem',
        input: { TableName: { $table: 't' }, Item: { pk: s('p'), sk: { N: { $i: 'number' } } } },
        observe: [],
      },
    },
    put('t', { pk: s('q'), sk: n(0) }),
    queried(ofP, page(thirty)),
    queried({ ...ofP, ScanIndexForward: false }, page([...thirty].reverse())),
    queried({ ...ofP, Limit: 29 }, page(thirty.slice(0, 29), { LastEvaluatedKey: { pk: s('p'), sk: n(28) } }), {
      as: 'first',
    }),
    queried({ ...ofP, Limit: 29, ...after('first') }, page(thirty.slice(29))),
    queried({ ...ofP, Select: 'COUNT' }, counted(30)),
  ],
};

const empty: Case = {
  id: 'query-paging/nothing-found',
  title: 'A query that finds nothing has an empty list, counts of zero and no cursor',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'Items is there and empty; a limit that was not reached gives no cursor.',
  sources: [sources.dynaliteTests],
  tables: { t: indexed },
  steps: [
    queried(ofP, page([])),
    put('t', rows[0]!),
    queried({ ...keyed('pk = :p', { ':p': s('q') }), Limit: 1 }, page([])),
    queried({ ...keyed('pk = :p AND sk > :s', { ':p': s('p'), ':s': n(0) }), Limit: 1 }, page([])),
    queried({ IndexName: 'by-h', ...keyed('h = :h', { ':h': n(99) }), Limit: 1 }, page([])),
  ],
};

export const cases: readonly Case[] = [...limits, filterPages, countPages, thirtyRows, empty];
