/** Statements on an index. */
import type { Case, Step, Template } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, puts } from '../steps.ts';
import { indexed, indexedRows as rows } from './index-table.ts';
import { execute, invalid, select, sql } from './statements.ts';

/** A read of a global index may lag, so it is repeated until it has all rows. */
const settled = (as: string, text: string, items: Template[], ordered = false): Step => ({
  repeat: { op: 'ExecuteStatement', as, input: { Statement: sql(text) } },
  until: { path: 'Items', size: items.length },
  pauseMs: 50,
  observe: ['Items'],
  unordered: !ordered,
  expect: { ok: { Items: exactly(ordered ? items : { $unordered: items }) } },
});
const keys = (at: number) => ({ pk: rows[at]!.pk, sk: rows[at]!.sk });

const reads = family(
  {
    name: 'index',
    area: 'partiql',
    certainty: 'measured',
    because: 'A statement on an index sees what the index holds.',
    sources: [sources.conformance, sources.partiqlSelect],
    tables: { t: indexed },
  },
  {
    projections: {
      title: '* on an index gives the attributes that it projects, of the items that it holds',
      steps: [
        settled('all', 'SELECT * FROM @t."all" WHERE g = \'x\'', [rows[0]!, rows[1]!]),
        settled(
          'keys',
          'SELECT * FROM @t."keys" WHERE g = \'x\'',
          [0, 1].map((at) => ({ ...keys(at), g: s('x') })),
        ),
        settled(
          'some',
          'SELECT * FROM @t."some" WHERE g = \'x\'',
          [0, 1].map((at) => ({ ...keys(at), g: s('x'), v: n(at + 1) })),
        ),
        settled(
          'scan',
          'SELECT sk FROM @t."keys"',
          [0, 1, 2].map((at) => ({ sk: rows[at]!.sk })),
        ),
        select(
          'SELECT * FROM @t."local" WHERE pk = \'p\'',
          [2, 1, 0].map((at) => ({ ...keys(at), l: s('abc'.charAt(2 - at)) })),
        ),
      ],
    },
    order: {
      title: 'Rows of an index come in the order of its sort key, and a filter takes some away',
      sources: [sources.localstackPartiql],
      steps: [
        settled(
          'backward',
          'SELECT sk FROM @t."all" WHERE g = \'x\' ORDER BY h DESC',
          [{ sk: s('bread') }, { sk: s('apple') }],
          true,
        ),
        settled(
          'not the first',
          "SELECT sk FROM @t.\"all\" WHERE g = 'x' AND NOT begins_with(sk, 'app') ORDER BY h DESC",
          [{ sk: s('bread') }],
          true,
        ),
      ],
    },
    'local-reach': {
      title: 'A local index fetches from the table what it does not project, and a global one does not',
      steps: [
        select("SELECT far FROM @t.\"local\" WHERE pk = 'p' AND l > 'a'", [{ far: s('f2') }, { far: s('f1') }]),
        execute(
          'SELECT far, v FROM @t."keys" WHERE g = \'x\'',
          invalid('One or more parameter values were invalid: Global secondary index keys does not project [far, v]'),
        ),
        execute(
          'SELECT far FROM @t."some"',
          invalid('One or more parameter values were invalid: Global secondary index some does not project [far]'),
        ),
      ],
    },
    'unprojected-filter': {
      title: 'A filter on what an index does not project is refused beside its key, and finds nothing without it',
      steps: [
        ...["far = 'f1'", 'far IS MISSING', "NOT far = 'f1'", "begins_with(far, 'f')"].map((filter) =>
          execute(
            `SELECT pk FROM @t."some" WHERE g = 'x' AND ${filter}`,
            invalid(
              'One or more parameter values were invalid: Secondary index some does not project one or more filter attributes: [far]',
            ),
          ),
        ),
        execute("SELECT pk FROM @t.\"local\" WHERE pk = 'p' AND far = 'f1'", invalid()),
        execute("SELECT pk FROM @t.\"some\" WHERE g IN ['x', 'y'] AND far = 'f1'", invalid()),
        execute('SELECT pk FROM @t."some" WHERE far = \'f1\'', { ok: { Items: [] } }),
        settled('projected', 'SELECT sk FROM @t."some" WHERE g = \'x\' AND v = 2', [{ sk: s('bread') }]),
        settled(
          'negated',
          'SELECT sk FROM @t."keys" WHERE NOT far = \'f1\'',
          [0, 1, 2].map((at) => ({ sk: rows[at]!.sk })),
        ),
        settled('all projected', "SELECT sk, far FROM @t.\"all\" WHERE g = 'x' AND far = 'f2'", [
          { sk: s('bread'), far: s('f2') },
        ]),
        settled('an index of all', 'SELECT far FROM @t."all" WHERE v < 3', [{ far: s('f1') }, { far: s('f2') }]),
        ...[
          ...['v = far', 'far > v', "far BETWEEN 'f0' AND 'f2'", "far IN ['f1']", 'size(far) = 2', 'contains(far, sk)'],
          "v = 1 AND far = 'f1'",
        ].map((filter) =>
          execute(
            `SELECT pk FROM @t."some" WHERE g = 'x' AND ${filter}`,
            invalid(
              'One or more parameter values were invalid: Secondary index some does not project one or more filter attributes: [far]',
            ),
          ),
        ),
      ],
    },
    refused: {
      title: 'An index that is not there, a consistent read of a global one, and a longer path are refused',
      steps: [
        execute('SELECT * FROM @t."nope" WHERE pk = \'p\'', invalid('The table does not have the specified index')),
        execute(
          'SELECT * FROM @t."all" WHERE g = \'x\'',
          invalid('Strongly consistent read is not supported on Global Secondary Indexes'),
          { ConsistentRead: true },
        ),
        execute(
          'SELECT * FROM @t."all"."more" WHERE g = \'x\'',
          invalid('A path may contain at most 2 components in the FROM clause'),
        ),
        execute('SELECT * FROM @t."" WHERE g = \'x\'', invalid('Path component cannot be an empty string')),
        {
          op: 'ExecuteTransaction' as const,
          input: { TransactStatements: [{ Statement: sql('SELECT * FROM @t."all" WHERE g = \'x\'') }] },
          observe: [],
          expect: invalid(
            'Validation failed in TransactStatements[0]: Reads on indices are not supported within transactions.',
          ),
        },
      ],
    },
  } satisfies { [slug: string]: { title: string; sources?: string[]; steps: Step[] } },
  ({ steps }) => ({ steps: [...puts('t', rows), ...steps] }),
);

export const cases: readonly Case[] = reads;
