/** What SELECT returns: columns, order, pages, and rows of an index. */
import type { Case, Step, Template } from '../case.ts';
import { from, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put, puts } from '../steps.ts';
import { execute, invalid, item, plain, ranged, select, selectAny, sql } from './statements.ts';

const columns = family(
  {
    name: 'select',
    area: 'partiql',
    certainty: 'measured',
    because: '',
    sources: [sources.conformance, sources.partiqlSelect],
    tables: { t: plain },
  },
  {
    all: {
      title: '* gives whole items, and none where nothing matches',
      because: 'An answer without rows has an empty list.',
      steps: [
        select("SELECT * FROM @t WHERE pk = 'a'", [item as Template]),
        select("SELECT * FROM @t WHERE pk = 'absent'", []),
      ],
    },
    columns: {
      title: 'Columns are named by the last part of their path, and those that are missing are left out',
      because: 'A path into a map is a column of its own, and no nested structure comes back.',
      steps: [
        select("SELECT m.sub, age, nope, m.other FROM @t WHERE pk = 'a'", [{ sub: s('x'), age: n(30) }]),
        select('SELECT "m" FROM @t WHERE pk = \'a\'', [{ m: item.m as Template }]),
        select("SELECT nope FROM @t WHERE pk = 'a'", [{}]),
      ],
    },
    'one-column-twice': {
      title: 'Two columns of one name are refused',
      because: 'A row has one value a name.',
      steps: [execute("SELECT s, m.s FROM @t WHERE pk = 'a'", invalid('Duplicate identifiers in select clause: s'))],
    },
    'no-functions': {
      title: 'A function is no column',
      because: 'SELECT lists paths.',
      steps: [
        execute("SELECT attribute_exists(ss) FROM @t WHERE pk = 'a'", invalid()),
        execute('SELECT COUNT(*) FROM @t', invalid()),
        execute("SELECT *, pk FROM @t WHERE pk = 'a'", invalid()),
      ],
    },
    'missing-table': {
      title: 'A table that does not exist is not found, and a name that none can have is invalid',
      because: 'The form of a name is checked before it is looked up.',
      steps: [
        {
          ...execute('', { rejected: 'ResourceNotFoundException' }),
          input: { Statement: { $text: ['SELECT * FROM "', { $name: 'not-there' }, "\" WHERE pk = 'a'"] } },
        },
        execute('SELECT * FROM "" WHERE pk = \'a\'', invalid('Path component cannot be an empty string')),
        execute('SELECT * FROM "no" WHERE pk = \'a\'', invalid()),
      ],
    },
    'no-key': {
      title: 'Without a condition on the key the whole table is read and filtered',
      because: 'Such a statement is a scan.',
      steps: [
        put('t', { pk: s('b'), s: s('str') }),
        put('t', { pk: s('c') }),
        selectAny("SELECT pk FROM @t WHERE s = 'str'", [{ pk: s('a') }, { pk: s('b') }]),
        selectAny('SELECT pk FROM @t', [{ pk: s('a') }, { pk: s('b') }, { pk: s('c') }]),
        selectAny("SELECT pk FROM @t WHERE pk = 'a' OR pk = 'c'", [{ pk: s('a') }, { pk: s('c') }]),
        selectAny("SELECT pk FROM @t WHERE pk IN ['c', 'b', 'x']", [{ pk: s('b') }, { pk: s('c') }]),
      ],
    },
  } satisfies { [slug: string]: { title: string; because: string; steps: Step[] } },
  ({ steps }) => ({ steps: [put('t', item), ...steps] }),
);

const key = (sk: number, pk = 'p') => ({ pk: s(pk), sk: n(sk) });
const row = (sk: number, pk = 'p') => ({ ...key(sk, pk), v: n(sk * 10) });
const three = [row(2), row(10), row(1)];

const ordered = family(
  {
    name: 'order',
    area: 'partiql',
    certainty: 'measured',
    because: 'Rows of a partition are ordered by the sort key, and ORDER BY turns that around.',
    sources: [sources.conformance, sources.partiqlSelect],
    tables: { t: ranged },
  },
  {
    directions: {
      title: 'Rows come in the order of the sort key, or in the other with DESC',
      steps: [
        select("SELECT sk FROM @t WHERE pk = 'p'", [{ sk: n(1) }, { sk: n(2) }, { sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' ORDER BY sk", [{ sk: n(1) }, { sk: n(2) }, { sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' ORDER BY sk ASC", [{ sk: n(1) }, { sk: n(2) }, { sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' ORDER BY sk DESC", [{ sk: n(10) }, { sk: n(2) }, { sk: n(1) }]),
      ],
    },
    ranges: {
      title: 'A condition on the sort key selects its range, with the bounds that its operator has',
      steps: [
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk > 1 AND sk < 10", [{ sk: n(2) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk >= 2", [{ sk: n(2) }, { sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk <= 2", [{ sk: n(1) }, { sk: n(2) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk BETWEEN 2 AND 10", [{ sk: n(2) }, { sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk = 10", [{ sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk IN [1, 10, 3]", [{ sk: n(1) }, { sk: n(10) }]),
        select("SELECT sk FROM @t WHERE pk = 'p' AND sk > 1 AND v < 100", [{ sk: n(2) }]),
      ],
    },
    'beside-a-negated-range': {
      title: 'Alternatives of one partition give each row once where one of them negates the sort key',
      steps: [
        selectAny("SELECT sk FROM @t WHERE pk = 'p' AND NOT sk = 1 OR pk = 'p' AND sk = 2", [
          { sk: n(2) },
          { sk: n(10) },
        ]),
        selectAny("SELECT sk FROM @t WHERE pk = 'p' AND sk <> 1 OR pk = 'p' AND sk = 1", [
          { sk: n(1) },
          { sk: n(2) },
          { sk: n(10) },
        ]),
      ],
    },
    overlap: {
      title: 'Alternatives of one partition whose ranges overlap are refused, and others are not',
      steps: [
        execute(
          "SELECT sk FROM @t WHERE pk = 'p' AND sk > 1 OR pk = 'p' AND sk < 10",
          invalid('Overlapping conditions with range keys are not supported in where clause'),
        ),
        selectAny("SELECT sk FROM @t WHERE pk = 'p' AND sk > 2 OR pk = 'p' AND sk < 2", [{ sk: n(1) }, { sk: n(10) }]),
        selectAny("SELECT sk FROM @t WHERE pk = 'p' AND sk > 2 OR pk = 'q' AND sk > 2", [{ sk: n(10) }, { sk: n(7) }]),
      ],
    },
    refused: {
      title: 'ORDER BY needs a condition on the partition key, and a key to order by',
      certainty: 'documented' as const,
      steps: [
        execute('SELECT * FROM @t ORDER BY sk', invalid()),
        execute('SELECT * FROM @t WHERE v = 10 ORDER BY sk', invalid()),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER BY v", invalid()),
      ],
    },
  } satisfies { [slug: string]: { title: string; steps: Step[]; certainty?: Case['certainty'] } },
  ({ steps }) => ({ steps: [...puts('t', [...three, row(7, 'q')]), ...steps] }),
);

const paged = (as: string, statement: string, more: { [member: string]: Template }, rows: Template[]): Step => ({
  repeat: {
    op: 'ExecuteStatement',
    as,
    input: { Statement: sql(statement), ConsistentRead: true, ...more, NextToken: from(as, 'NextToken') },
  },
  until: { path: 'NextToken', absent: true },
  collect: ['Items'],
  observe: ['Items'],
  expect: { ok: { Items: exactly(rows) } },
});
const sorts = [1, 2, 3, 4, 5];
const everyRow = sorts.map((sk) => ({ sk: n(sk) }));

const pages: Case = {
  id: 'partiql/pages',
  title: 'Pages of a statement give each row once, in order, whatever the limit, the direction or the filter',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'NextToken continues after the last row that was read; Limit counts rows before the filter.',
  sources: [sources.executeStatement],
  tables: { t: ranged },
  steps: [
    ...puts('t', [...sorts.map((sk) => row(sk)), row(9, 'q')]),
    ...[1, 2, 3].map((Limit) => paged(`by ${Limit}`, "SELECT sk FROM @t WHERE pk = 'p'", { Limit }, everyRow)),
    paged('backward', "SELECT sk FROM @t WHERE pk = 'p' ORDER BY sk DESC", { Limit: 2 }, [...everyRow].reverse()),
    paged('filtered', "SELECT sk FROM @t WHERE pk = 'p' AND v > 30", { Limit: 2 }, everyRow.slice(3)),
    paged(
      'parameters',
      'SELECT sk FROM @t WHERE pk = ? AND sk > ?',
      { Limit: 2, Parameters: [s('p'), n(1)] },
      everyRow.slice(1),
    ),
    execute(
      "SELECT sk FROM @t WHERE pk = 'p' AND v > 30",
      { ok: { Items: [], NextToken: { $present: true } } },
      { Limit: 3, ConsistentRead: true },
    ),
    execute(
      "SELECT sk FROM @t WHERE pk = 'p'",
      { ok: { Items: everyRow, NextToken: { $absent: true } } },
      { Limit: 6, ConsistentRead: true },
    ),
  ],
};

const tokens: Case = {
  id: 'partiql/next-token',
  title: 'A token continues only the statement that gave it, and a made-up one none',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'NextToken is what the previous answer of this statement has returned.',
  sources: [sources.executeStatement],
  tables: { t: ranged },
  steps: [
    ...puts(
      't',
      sorts.map((sk) => row(sk)),
    ),
    {
      ...execute("SELECT sk FROM @t WHERE pk = 'p'", { ok: { Items: everyRow.slice(0, 2) } }, { Limit: 2 }),
      as: 'first',
    },
    execute(
      "SELECT sk FROM @t WHERE pk = 'p'",
      { ok: { Items: everyRow.slice(2, 3) } },
      { Limit: 1, NextToken: from('first', 'NextToken') },
    ),
    execute(
      "SELECT v FROM @t WHERE pk = 'p'",
      { ...invalid(), certainty: 'inferred' },
      { NextToken: from('first', 'NextToken') },
    ),
    execute("SELECT sk FROM @t WHERE pk = 'p'", invalid(), { NextToken: 'made up' }),
    execute("SELECT sk FROM @t WHERE pk = 'p'", invalid(), { Limit: 0 }),
  ],
};

export const cases: readonly Case[] = [...columns, ...ordered, pages, tokens];
