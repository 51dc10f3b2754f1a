/** What SELECT returns: columns, order, pages, and rows of an index. */
import type { Call, Case, Step, Template, TemplateObject } from '../case.ts';
import { from, n, s } from '../case.ts';
import { family, type ReasonedRow } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put, puts } from '../steps.ts';
import { isTooLong } from '../words.ts';
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
      steps: [execute("SELECT s, m.s FROM @t WHERE pk = 'a'", { ...invalid(), certainty: 'inferred' })],
    },
    'no-functions': {
      title: 'A function is no column',
      because: 'SELECT lists paths.',
      steps: [
        execute("SELECT attribute_exists(ss) FROM @t WHERE pk = 'a'", invalid()),
        execute('SELECT COUNT(*) FROM @t', invalid('Unexpected path component at 1:8:5')),
        execute("SELECT *, pk FROM @t WHERE pk = 'a'", invalid()),
      ],
    },
    'no-values': {
      title: 'A value or a condition is no column',
      because: 'SELECT lists attributes and paths.',
      certainty: 'documented' as const,
      sources: [sources.partiqlSelect],
      steps: [
        put('t', item),
        ...[
          "'s'",
          '5',
          '-5',
          'true',
          'null',
          '[s]',
          "{'s': s}",
          '<<1>>',
          's + 1',
          's = 1',
          'NOT flag',
          's IS NULL',
          '-age',
        ]
          .flatMap((column) => [column, `s, ${column}`])
          .map((columns) => execute(`SELECT ${columns} FROM @t WHERE pk = 'a'`, invalid())),
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
        ...[
          "SELECT * FROM parallax_not_there WHERE pk = 'a'",
          "UPDATE parallax_not_there SET v = 1 WHERE pk = 'a'",
          "DELETE FROM parallax_not_there WHERE pk = 'a'",
          "INSERT INTO parallax_not_there VALUE {'pk': 'a'}",
        ].map((text) => execute(text, { rejected: 'ResourceNotFoundException' })),
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
  } satisfies { [slug: string]: ReasonedRow },
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
        ...['NOT sk IN [1]', 'NOT sk BETWEEN 0 AND 1', 'NOT sk < 2', 'NOT 1 = sk', '1 <> sk'].map((negated) =>
          selectAny(`SELECT sk FROM @t WHERE pk = 'p' AND ${negated} OR pk = 'p' AND sk = 2`, [
            { sk: n(2) },
            { sk: n(10) },
          ]),
        ),
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
        ...['v = 10', 'v <> 10'].map((filter) =>
          execute(
            `SELECT sk FROM @t WHERE pk = 'p' AND ${filter} OR pk = 'p' AND sk = 2`,
            invalid('Overlapping conditions with range keys are not supported in where clause'),
          ),
        ),
      ],
    },
    refused: {
      title: 'ORDER BY needs a condition on the partition key, and a key to order by',
      certainty: 'documented' as const,
      steps: [
        execute('SELECT * FROM @t ORDER BY sk', invalid()),
        execute('SELECT * FROM @t WHERE v = 10 ORDER BY sk', invalid()),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER BY v", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER BY 'sk'", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER BY ?", invalid(), { Parameters: [s('sk')] }),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER BY", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER sk", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'p' ORDER BY sk,", invalid()),
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
    execute("SELECT sk FROM @t WHERE pk = 'p'", invalid(isTooLong('nextToken', 'x'.repeat(32_769), 32_768)), {
      NextToken: 'x'.repeat(32_769),
    }),
    execute("SELECT sk FROM @t WHERE pk = 'p'", invalid(), { Limit: 0 }),
    execute(
      "SELECT sk FROM @t WHERE pk = 'p'",
      invalid(
        "1 validation error detected: Value '' at 'nextToken' failed to satisfy constraint: Member must have length greater than or equal to 1",
      ),
      { NextToken: '' },
    ),
    execute("SELECT sk FROM @t WHERE pk = 'p'", invalid(), { NextToken: 'x'.repeat(32_769) }),
  ],
};

const p1 = { Parameters: [s('p'), n(1)] };
const byParameters = 'SELECT sk FROM @t WHERE pk = ? AND sk > ?';
const bound: Case = {
  id: 'partiql/next-token-bound',
  title: 'A token is bound to its statement and its parameters, and not to the limit or the consistency',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'Another statement, another index or other parameters are another request, and a limit is none.',
  sources: [sources.dynoxideTokens],
  tables: { t: ranged },
  steps: [
    ...puts(
      't',
      [...sorts, 6].map((sk) => row(sk)),
    ),
    {
      ...execute(byParameters, { ok: { Items: [{ sk: n(2) }] } }, { ...p1, Limit: 1, ConsistentRead: true }),
      as: 'one',
    },
    ...(
      [
        [byParameters, { Parameters: [s('p'), n(0)] }],
        [byParameters, { Parameters: [s('q'), n(1)] }],
        ["SELECT sk FROM @t WHERE pk = 'p' AND sk > 1", {}],
        ['SELECT v FROM @t WHERE pk = ? AND sk > ?', p1],
      ] satisfies [string, TemplateObject][]
    ).map(([statement, more]) =>
      execute(statement, invalid('NextToken does not match request'), { ...more, NextToken: from('one', 'NextToken') }),
    ),
    execute(
      byParameters,
      { ok: { Items: [{ sk: n(3) }, { sk: n(4) }], NextToken: { $present: true } } },
      { ...p1, Limit: 2, NextToken: from('one', 'NextToken') },
    ),
    execute(
      byParameters,
      { ok: { Items: [3, 4, 5, 6].map((sk) => ({ sk: n(sk) })), NextToken: { $absent: true } } },
      {
        ...p1,
        NextToken: from('one', 'NextToken'),
      },
    ),
  ],
};

const beyond = (length: number): Template => {
  const text = 'SELECT * FROM "parallax-not-there" WHERE pk = \'a\'';
  return text + ' '.repeat(length - text.length);
};
const notThere = { rejected: 'ResourceNotFoundException' };
const lengths: Case = {
  id: 'partiql/lengths',
  title: 'A statement has one to 8192 characters, and a token of a transaction one to 36',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'Lengths are checked before the table is looked up.',
  sources: [sources.executeStatement, sources.batchExecuteStatement, sources.executeTransaction],
  steps: [
    ...[beyond(8192), beyond(8193), ''].flatMap((Statement, at): Call[] => {
      const expect = at === 0 ? notThere : invalid();
      const answered = at === 0 ? { ok: { Responses: [{ Error: { Code: 'ResourceNotFound' } }] } } : expect;
      return [
        { op: 'ExecuteStatement', input: { Statement }, observe: [], expect },
        { op: 'BatchExecuteStatement', input: { Statements: [{ Statement }] }, observe: [], expect: answered },
        { op: 'ExecuteTransaction', input: { TransactStatements: [{ Statement }] }, observe: [], expect },
      ];
    }),
    ...[1, 36, 37, 0].map(
      (length): Call => ({
        op: 'ExecuteTransaction',
        input: {
          TransactStatements: [{ Statement: "INSERT INTO \"parallax-not-there\" VALUE {'pk': 'a'}" }],
          ClientRequestToken: 'x'.repeat(length),
        },
        observe: [],
        expect: length === 1 || length === 36 ? notThere : invalid(),
      }),
    ),
    ...['ReturnConsumedCapacity', 'ReturnValuesOnConditionCheckFailure'].map(
      (member): Call => ({
        op: 'ExecuteStatement',
        input: { Statement: beyond(100), [member]: 'nonsense' },
        observe: [],
        expect: invalid(),
      }),
    ),
  ],
};

export const cases: readonly Case[] = [...columns, ...ordered, pages, tokens, bound, lengths];
