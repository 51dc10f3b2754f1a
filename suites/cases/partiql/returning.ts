/** What RETURNING shows of a written item. */
import type { Case, Step, Template } from '../case.ts';
import { s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, put } from '../steps.ts';
import { execute, invalid, item, plain, runs, stored } from './statements.ts';

const whole = item as { [name: string]: Template };
const shows = (statement: string, ...rows: Template[]): Step[] => [
  put('t', item),
  execute(`${statement} *`, { ok: exactly({ Items: rows }) }),
];

const updates = family(
  {
    name: 'returning',
    area: 'partiql',
    certainty: 'measured',
    because: 'ALL is the whole item and MODIFIED the paths that the statement writes, before (OLD) or after (NEW).',
    sources: [sources.conformance, sources.partiqlUpdate],
    tables: { t: plain },
  },
  {
    'all-old': {
      title: 'RETURNING ALL OLD shows the item before',
      steps: shows("UPDATE @t SET s = 'new' WHERE pk = 'a' RETURNING ALL OLD", whole),
    },
    'all-new': {
      title: 'RETURNING ALL NEW shows the item after',
      steps: shows("UPDATE @t SET s = 'new' WHERE pk = 'a' RETURNING ALL NEW", { ...whole, s: s('new') }),
    },
    'modified-old': {
      title: 'RETURNING MODIFIED OLD shows what was written before',
      steps: [
        ...shows("UPDATE @t SET s = 'new' WHERE pk = 'a' RETURNING MODIFIED OLD", { s: s('str') }),
        ...shows("UPDATE @t SET m.sub = 'new' WHERE pk = 'a' RETURNING MODIFIED OLD", { m: { M: { sub: s('x') } } }),
        ...shows("UPDATE @t REMOVE s WHERE pk = 'a' RETURNING MODIFIED OLD", { s: s('str') }),
      ],
    },
    'modified-new': {
      title: 'RETURNING MODIFIED NEW shows what was written, and no row where nothing is left of it',
      steps: [
        ...shows("UPDATE @t SET s = 'new' WHERE pk = 'a' RETURNING MODIFIED NEW", { s: s('new') }),
        ...shows("UPDATE @t SET m.sub = 'new' WHERE pk = 'a' RETURNING MODIFIED NEW", { m: { M: { sub: s('new') } } }),
        ...shows("UPDATE @t REMOVE s WHERE pk = 'a' RETURNING MODIFIED NEW"),
      ],
    },
    delete: {
      title: 'A DELETE shows with RETURNING ALL OLD the item that it removed, if there was one',
      steps: [
        ...shows("DELETE FROM @t WHERE pk = 'a' RETURNING ALL OLD", whole),
        stored('absent'),
        execute("DELETE FROM @t WHERE pk = 'a' RETURNING ALL OLD *", { ok: exactly({ Items: [] }) }),
      ],
    },
    'delete-refused': {
      title: 'A DELETE knows RETURNING ALL OLD only',
      steps: [
        put('t', item),
        ...['MODIFIED OLD', 'ALL NEW', 'MODIFIED NEW'].map((which) =>
          execute(
            `DELETE FROM @t WHERE pk = 'a' RETURNING ${which} *`,
            invalid(
              `Invalid returning clause: RETURNING ${which} *. Only RETURNING ALL OLD * is allowed in DELETE statements.`,
            ),
          ),
        ),
        stored(whole),
      ],
    },
  } satisfies { [slug: string]: { title: string; steps: Step[] } },
  ({ steps }) => ({ steps }),
);

const deletes: Case = {
  id: 'partiql/delete',
  title: 'DELETE removes one item, and succeeds where there is none',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'Deleting what is not there is no fault, whatever the rest of the condition.',
  sources: [sources.conformance, sources.partiqlDelete],
  tables: { t: plain },
  steps: [
    put('t', item),
    put('t', { pk: s('b') }),
    runs("DELETE FROM @t WHERE pk = 'a'"),
    stored('absent'),
    runs("DELETE FROM @t WHERE pk = 'a'"),
    runs("DELETE FROM @t WHERE pk = 'a' AND s = 'str'"),
    stored({ pk: s('b') }, 'b'),
  ],
};

const answers: Case = {
  id: 'partiql/write-answers',
  title: 'A write without RETURNING answers an empty list of rows',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'Items is in every answer of ExecuteStatement.',
  sources: [sources.conformance],
  tables: { t: plain },
  steps: [
    "INSERT INTO @t VALUE {'pk': 'a'}",
    "UPDATE @t SET v = 2 WHERE pk = 'a'",
    "DELETE FROM @t WHERE pk = 'a'",
    "DELETE FROM @t WHERE pk = 'a'",
  ].map((text) => execute(text, { ok: exactly({ Items: [] }) })),
};

const fromFirst: Case = {
  id: 'partiql/from-first',
  title: 'An update may begin with FROM and its condition',
  area: 'partiql',
  findings: [],
  certainty: 'measured',
  because: 'It is another form of UPDATE, with the same effects and the same refusals.',
  sources: [sources.conformance],
  tables: { t: plain },
  steps: [
    put('t', item),
    execute("FROM @t WHERE pk = 'a' SET s = 'new' RETURNING MODIFIED NEW *", {
      ok: exactly({ Items: [{ s: s('new') }] }),
    }),
    runs("FROM @t WHERE pk = 'a' REMOVE m"),
    execute('FROM @t SET x = 1', invalid()),
    execute("FROM @t WHERE pk = 'a' AND age = 31 SET x = 1", { rejected: 'ConditionalCheckFailedException' }),
    stored(Object.fromEntries(Object.entries({ ...whole, s: s('new') }).filter(([name]) => name !== 'm'))),
  ],
};

export const cases: readonly Case[] = [...updates, deletes, answers, fromFirst];
