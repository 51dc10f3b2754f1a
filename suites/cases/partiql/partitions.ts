/** SELECT over several partitions: their order, and alternatives of the sort key. */
import type { Case, Step } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { puts } from '../steps.ts';
import { execute, invalid, ranged, select, selectAny } from './statements.ts';

const rows = ['a', 'b', 'c'].flatMap((pk) => [1, 2].map((sk) => ({ pk: s(pk), sk: n(sk) })));
const at = (pk: string, sk: number) => ({ pk: s(pk), sk: n(sk) });

const order = family(
  {
    name: 'partitions',
    area: 'partiql',
    certainty: 'documented',
    because: 'ORDER BY the partition key orders partitions, and by the sort key the rows of each.',
    sources: [sources.partiqlSelect],
    tables: { t: ranged },
  },
  {
    order: {
      title: 'Partitions come in the order of their key where it is asked for, in either direction',
      steps: [
        select("SELECT * FROM @t WHERE pk IN ['c', 'a', 'b'] ORDER BY pk", rows),
        select("SELECT * FROM @t WHERE pk IN ['b', 'c', 'a'] ORDER BY pk ASC, sk ASC", rows),
        select("SELECT * FROM @t WHERE pk IN ['a', 'c'] ORDER BY pk DESC", [
          at('c', 1),
          at('c', 2),
          at('a', 1),
          at('a', 2),
        ]),
        select("SELECT * FROM @t WHERE pk = 'a' OR pk = 'c' ORDER BY pk DESC, sk DESC", [
          at('c', 2),
          at('c', 1),
          at('a', 2),
          at('a', 1),
        ]),
        select("SELECT * FROM @t WHERE pk IN ['a', 'c'] ORDER BY pk, sk DESC", [
          at('a', 2),
          at('a', 1),
          at('c', 2),
          at('c', 1),
        ]),
      ],
    },
    'order-refused': {
      title: 'Rows of several partitions are not ordered by their sort key alone',
      steps: [
        execute(
          "SELECT * FROM @t WHERE pk IN ['a', 'c'] ORDER BY sk",
          invalid(
            'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
          ),
        ),
        select("SELECT * FROM @t WHERE pk IN ['a'] ORDER BY sk DESC", [at('a', 2), at('a', 1)]),
        execute("SELECT * FROM @t WHERE pk = 'a' ORDER BY size(sk)", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'a' ORDER BY sk.x", invalid()),
      ],
    },
  } satisfies { [slug: string]: { title: string; steps: Step[] } },
  ({ steps }) => ({ steps: [...puts('t', rows), ...steps] }),
);

const overlapping = invalid('Overlapping conditions with range keys are not supported in where clause');
const numbers = [1, 2, 3, 4, 5].map((sk) => at('a', sk));
const either = (left: string, right: string) => `SELECT sk FROM @t WHERE pk = 'a' AND ${left} OR pk = 'a' AND ${right}`;
const apart: readonly (readonly [string, string, number[]])[] = [
  ['sk < 2', 'sk > 4', [1, 5]],
  ['sk < 2', 'sk >= 2', [1, 2, 3, 4, 5]],
  ['sk <= 2', 'sk > 2', [1, 2, 3, 4, 5]],
  ['sk = 1', 'sk = 5', [1, 5]],
  ['sk = 1', 'sk > 1', [1, 2, 3, 4, 5]],
  ['sk BETWEEN 1 AND 2', 'sk BETWEEN 4 AND 5', [1, 2, 4, 5]],
  ['sk BETWEEN 1 AND 2', 'sk > 2', [1, 2, 3, 4, 5]],
  ['sk BETWEEN 4 AND 5', 'sk < 4', [1, 2, 3, 4, 5]],
];
const together: readonly (readonly [string, string])[] = [
  ['sk <= 2', 'sk >= 2'],
  ['sk < 3', 'sk > 2'],
  ['sk = 1', 'sk = 1'],
  ['sk = 1', 'sk >= 1'],
  ['sk = 1', 'sk <= 1'],
  ['sk BETWEEN 1 AND 3', 'sk BETWEEN 3 AND 5'],
  ['sk BETWEEN 1 AND 3', 'sk >= 3'],
  ['sk BETWEEN 3 AND 5', 'sk <= 3'],
  ['sk BETWEEN 1 AND 5', 'sk = 3'],
  ['sk > 1', 'sk > 3'],
  ['sk < 2', 'sk < 4'],
];
const ranges: Case = {
  id: 'partiql/ranges-apart',
  title: 'Alternatives of one partition whose ranges touch are refused, and those that do not are read together',
  area: 'partiql',
  findings: [],
  certainty: 'inferred',
  because: 'Ranges overlap if one sort key could be in both.',
  sources: [sources.conformance],
  tables: { t: ranged },
  steps: [
    ...puts('t', numbers),
    ...apart.flatMap(([left, right, found]) =>
      [either(left, right), either(right, left)].map((text) =>
        selectAny(
          text,
          found.map((sk) => ({ sk: n(sk) })),
        ),
      ),
    ),
    ...together.flatMap(([left, right]) =>
      [either(left, right), either(right, left)].map((text) => execute(text, overlapping)),
    ),
  ],
};

export const cases: readonly Case[] = [...order, ranges];
