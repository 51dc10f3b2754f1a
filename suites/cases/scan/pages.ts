/** Where the pages of a scan end, and where they go on. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, Repeat, Step, TemplateObject } from '../case.ts';
import { from, n, s } from '../case.ts';
import { family } from '../family.ts';
import { alone, counted, indexed, numbered, only, page, rowsOf, scanned } from '../reads.ts';
import { sources } from '../sources.ts';
import { puts, remove, scanPages } from '../steps.ts';

const present = { $present: true };
const after = (step: string): TemplateObject => ({ ExclusiveStartKey: from(step, 'LastEvaluatedKey') });
const spread: Item[] = Array.from({ length: 5 }, (_, at) => ({
  pk: s(`p${at}`),
  sk: n(at),
  g: s(`g${at}`),
  h: n(at),
  l: s('l'),
}));

/** Which rows come first is not promised, only how many there are on each page. */
const sizes = { observe: ['Count', 'ScannedCount'] };
const ofSize = (count: number, cursor?: readonly string[]): TemplateObject => ({
  Items: { $size: count },
  Count: count,
  ScannedCount: count,
  LastEvaluatedKey:
    cursor === undefined
      ? { $absent: true }
      : only(
          Object.fromEntries(cursor.map((name) => [name, present])),
          ['pk', 'sk', 'g', 'h', 'l'].filter((name) => !cursor.includes(name)),
        ),
});

function ends(ask: TemplateObject, cursor: readonly string[]): Step[] {
  return [
    scanned({ ...ask, Limit: 4 }, ofSize(4, cursor), { as: 'one less', ...sizes }),
    scanned({ ...ask, Limit: 4, ...after('one less') }, ofSize(1), sizes),
    scanned({ ...ask, Limit: 5 }, ofSize(5, cursor), { as: 'as many', ...sizes }),
    scanned({ ...ask, Limit: 5, ...after('as many') }, ofSize(0)),
    scanned({ ...ask, Limit: 6 }, ofSize(5)),
    scanned(ask, ofSize(5)),
    scanPages('all', 't', spread, { ...ask, Limit: 2 }),
  ];
}

const limits = family(
  {
    name: 'limit',
    area: 'scan',
    certainty: 'recorded',
    because: 'A scan that stops at its limit gives a cursor, and does not look whether anything follows.',
    sources: [sources.dynaliteTests, sources.scan],
    tables: { t: indexed },
  },
  {
    'of-a-table': {
      title: 'A scan that stops at its limit has a cursor of the table’s keys',
      ask: {},
      cursor: ['pk', 'sk'],
    },
    'of-a-global-index': {
      title: 'A scan of a global index that stops at its limit has a cursor of both sets of keys',
      ask: { IndexName: 'by-g' },
      cursor: ['pk', 'sk', 'g', 'h'],
    },
    'of-a-hash-index': {
      title: 'A scan of an index without a sort key has a cursor of its key and those of the table',
      ask: { IndexName: 'by-h' },
      cursor: ['pk', 'sk', 'h'],
    },
    'of-a-local-index': {
      title: 'A scan of a local index that stops at its limit has a cursor with its sort key',
      ask: { IndexName: 'by-l' },
      cursor: ['pk', 'sk', 'l'],
    },
  },
  ({ ask, cursor }) => ({ steps: [...puts('t', spread), ...ends(ask, cursor)] }),
);

const kept = rowsOf(10, (at) => ({ v: n(at % 5) }));
const two = { FilterExpression: 'v = :v', ExpressionAttributeValues: { ':v': n(2) } };
const summed = (as: string, more: TemplateObject, expect: TemplateObject): Repeat => ({
  repeat: {
    op: 'Scan',
    as,
    input: { TableName: { $table: 't' }, ...two, ...more, ...after(as) },
  },
  until: { path: 'LastEvaluatedKey', absent: true },
  collect: ['Items', 'Count', 'ScannedCount'],
  unordered: true,
  expect: { ok: expect },
});

const filtered: Case = {
  id: 'scan/filtered-pages',
  title: 'Filtered pages of a scan hold together what one filtered scan holds, and say how much they read',
  area: 'scan',
  findings: ['mongo-rfc/VC-filter-limit'],
  certainty: 'recorded',
  because: 'Limit counts the rows read; Count those that the filter left; pages may be empty.',
  sources: [sources.dynaliteTests, sources.scan],
  tables: { t: numbered },
  steps: [
    ...puts('t', kept),
    scanned(two, page([kept[2]!, kept[7]!], { Items: { $unordered: [kept[2]!, kept[7]!] }, ScannedCount: 10 })),
    ...[1, 3, 10].map((Limit) =>
      summed(`by ${Limit}`, { Limit }, { Items: { $unordered: [kept[2]!, kept[7]!] }, Count: 2, ScannedCount: 10 }),
    ),
    scanned(
      { FilterExpression: 'attribute_exists(nope)', Limit: 4 },
      { Items: [], Count: 0, ScannedCount: 4, LastEvaluatedKey: { pk: present, sk: present } },
    ),
  ],
};

const counts: Case = {
  id: 'scan/counted-pages',
  title: 'Select COUNT gives the numbers of a scan and of its pages, and no items',
  area: 'scan',
  findings: [],
  certainty: 'recorded',
  because: 'COUNT returns the number of matching items instead of the items.',
  sources: [sources.dynaliteTests, sources.scan],
  tables: { t: numbered },
  steps: [
    scanned({}, page([])),
    scanned({ Select: 'COUNT' }, counted(0)),
    ...puts('t', kept),
    scanned({ Select: 'COUNT' }, counted(10)),
    scanned({ ...two, Select: 'COUNT' }, counted(2, 10)),
    scanned(
      { Select: 'COUNT', Limit: 3 },
      { ...counted(3), LastEvaluatedKey: { pk: present, sk: present } },
      { observe: ['Count', 'ScannedCount'] },
    ),
  ],
};

const many = 110;

const hundred: Case = {
  id: 'scan/hundred-items',
  title: 'A scan returns 110 items in one page, and with a limit of 100 in two',
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'A page ends at its limit or at one megabyte, and at no smaller number of rows.',
  sources: [sources.scan],
  tables: { t: alone },
  steps: [
    {
      times: many,
      step: {
        op: 'PutItem',
        input: { TableName: { $table: 't' }, Item: { pk: { S: { $i: 'padded' } } } },
        observe: [],
      },
      concurrency: 4,
    },
    scanned(
      {},
      {
        Items: { $unordered: Array.from({ length: many }, (_, at) => ({ pk: s(String(at).padStart(6, '0')) })) },
        Count: many,
        ScannedCount: many,
        LastEvaluatedKey: { $absent: true },
      },
    ),
    scanned({ Limit: 100 }, ofSize(100, ['pk']), { as: 'first', ...sizes }),
    scanned({ Limit: 100, ...after('first') }, ofSize(10), sizes),
    scanned({ Limit: 109, Select: 'COUNT' }, { Count: 109, LastEvaluatedKey: { pk: present } }, sizes),
    scanned({ Limit: 111, Select: 'COUNT' }, counted(many)),
  ],
};

const rows = rowsOf(5);

const goesOn: Case = {
  id: 'scan/cursor-of-a-deleted-row',
  title: 'A scan goes on after its cursor when that row has been deleted since',
  area: 'scan',
  findings: [],
  certainty: 'documented',
  because: 'The cursor is a position, and need not name an item; within a partition rows come by their sort key.',
  sources: [sources.scan],
  tables: { t: numbered },
  steps: [
    ...puts('t', rows),
    scanned({ Limit: 2 }, page(rows.slice(0, 2), { LastEvaluatedKey: only({ pk: s('p'), sk: n(1) }, ['g']) }), {
      as: 'first',
    }),
    remove('t', { pk: s('p'), sk: n(1) }),
    scanned(after('first'), page(rows.slice(2))),
    scanned({ ExclusiveStartKey: { pk: s('p'), sk: n('2.5') } }, page(rows.slice(3))),
    scanned({ ExclusiveStartKey: { pk: s('p'), sk: n('3.0') } }, page(rows.slice(4))),
    scanned({ ExclusiveStartKey: { pk: s('p'), sk: n(9) } }, page([])),
  ],
};

export const cases: readonly Case[] = [...limits, filtered, counts, hundred, goesOn];
