/** SELECT over several partitions: their order, and alternatives of the sort key. */
import type { Case, Step } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { exactly, puts } from '../steps.ts';
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
        execute("SELECT * FROM @t WHERE pk IN ['a', 'c'] ORDER BY sk", invalid()),
        select("SELECT * FROM @t WHERE pk IN ['a'] ORDER BY sk DESC", [at('a', 2), at('a', 1)]),
        execute("SELECT * FROM @t WHERE pk = 'a' ORDER BY size(sk)", invalid()),
        execute("SELECT * FROM @t WHERE pk = 'a' ORDER BY sk.x", invalid()),
      ],
    },
  } satisfies { [slug: string]: { title: string; steps: Step[] } },
  ({ steps }) => ({ steps: [...puts('t', rows), ...steps] }),
);

const texts = table({ hash: ['pk', 'S'], range: ['sk', 'S'] });
const overlapping = invalid('Overlapping conditions with range keys are not supported in where clause');
const numbers = [1, 2, 3, 4, 5].map((sk) => at('a', sk));
const either = (left: string, right: string) => `SELECT sk FROM @t WHERE pk = 'a' AND ${left} OR pk = 'a' AND ${right}`;
const apart: readonly (readonly [string, string, number[]])[] = [
  ['sk < 2', 'sk > 4', [1, 5]],
  ['sk < 2', 'sk >= 2', [1, 2, 3, 4, 5]],
  ['sk <= 2', 'sk > 2', [1, 2, 3, 4, 5]],
  ['sk = 1', 'sk = 5', [1, 5]],
  ['sk = 1', 'sk > 1', [1, 2, 3, 4, 5]],
  ['sk = 2', 'sk >= 4', [2, 4, 5]],
  ['sk <= 1', 'sk >= 4', [1, 4, 5]],
  ['sk BETWEEN 1 AND 2', 'sk BETWEEN 4 AND 5', [1, 2, 4, 5]],
  ['sk BETWEEN 1 AND 2', 'sk > 2', [1, 2, 3, 4, 5]],
  ['sk BETWEEN 4 AND 5', 'sk < 4', [1, 2, 3, 4, 5]],
];
const together: readonly (readonly [string, string])[] = [
  ['sk <= 2', 'sk >= 2'],
  ['sk < 3', 'sk > 2'],
  ['sk < 3', 'sk > 1'],
  ['sk <= 3', 'sk >= 1'],
  ['sk = 1', 'sk = 1'],
  ['sk = 1', 'sk >= 1'],
  ['sk = 1', 'sk <= 1'],
  ['sk BETWEEN 1 AND 3', 'sk BETWEEN 3 AND 5'],
  ['sk BETWEEN 1 AND 3', 'sk >= 3'],
  ['sk BETWEEN 3 AND 5', 'sk <= 3'],
  ['sk BETWEEN 1 AND 5', 'sk = 3'],
  ['sk > 1', 'sk > 3'],
  ['sk < 2', 'sk < 4'],
  ['sk >= 1', 'sk >= 3'],
  ['sk <= 2', 'sk <= 4'],
  ['sk = 3', 'sk > 1'],
  ['sk = 1', 'sk < 3'],
  ['sk BETWEEN 1 AND 4', 'sk BETWEEN 2 AND 5'],
  ['sk BETWEEN 1 AND 3', 'sk > 2'],
  ['sk BETWEEN 2 AND 4', 'sk < 3'],
];
/** Pairs that share more than a bound, or are apart by more than one. */
const clear: ReadonlySet<string> = new Set([
  ...['sk < 2, sk > 4', 'sk = 1, sk = 5', 'sk BETWEEN 1 AND 2, sk BETWEEN 4 AND 5', 'sk < 3, sk > 1'],
  ...['sk BETWEEN 1 AND 5, sk = 3', 'sk BETWEEN 1 AND 4, sk BETWEEN 2 AND 5', 'sk > 1, sk > 3', 'sk < 2, sk < 4'],
  ...['sk >= 1, sk >= 3', 'sk <= 2, sk <= 4', 'sk <= 3, sk >= 1', 'sk BETWEEN 1 AND 3, sk > 2', 'sk = 3, sk > 1'],
  ...['sk = 1, sk < 3', 'sk = 2, sk >= 4', 'sk <= 1, sk >= 4', 'sk BETWEEN 2 AND 4, sk < 3'],
]);
const known = (left: string, right: string): { certainty?: 'recorded' } =>
  clear.has(`${left}, ${right}`) ? { certainty: 'recorded' } : {};
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
      [either(left, right), either(right, left)].map((text) => {
        const rows = { $unordered: found.map((sk) => ({ sk: n(sk) })) };
        return execute(text, { ok: exactly({ Items: rows }), ...known(left, right) }, { ConsistentRead: true });
      }),
    ),
    ...together.flatMap(([left, right]) =>
      [either(left, right), either(right, left)].map((text) =>
        execute(text, { ...overlapping, ...known(left, right) }),
      ),
    ),
  ],
};

const named = (sk: string) => ({ pk: s('a'), sk: s(sk), v: s(sk), w: s(`z${sk}`) });
const names = ['a', 'ba', 'bb', 'bc', 'c'].map(named);
/** Also conditions of which no document says that they select a range. */
const firstOf: readonly (readonly [condition: string, sk: string, certainty?: 'inferred'])[] = [
  ["begins_with(sk, 'b')", 'ba'],
  ["sk = 'bb'", 'bb'],
  ["'bb' = sk", 'bb', 'inferred'],
  ["sk > 'ba'", 'bb'],
  ["sk >= 'bb'", 'bb'],
  ["'ba' < sk", 'bb', 'inferred'],
  ["sk < 'ba'", 'a'],
  ["sk BETWEEN 'bb' AND 'c'", 'bb'],
  ["sk IN ['bc', 'bb']", 'bb', 'inferred'],
];
const readRows: Case = {
  id: 'partiql/limit-within-range',
  title: 'A limit counts the rows of the range that a condition on the sort key selects, and no others',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'A statement with the partition key and a range is a query, which reads that range only.',
  sources: [sources.partiqlSelect, sources.executeStatement],
  tables: { t: texts },
  steps: [
    ...puts('t', names),
    ...firstOf.map(([condition, sk, certainty]) =>
      execute(
        `SELECT sk FROM @t WHERE pk = 'a' AND ${condition}`,
        { ok: { Items: [{ sk: s(sk) }] }, ...(certainty && { certainty }) },
        {
          ConsistentRead: true,
          Limit: 1,
        },
      ),
    ),
    // What compares the sort key with another attribute is a filter: the first row of the partition is read.
    execute(
      "SELECT sk FROM @t WHERE pk = 'a' AND sk IN [v, 'x']",
      { ok: { Items: [{ sk: s('a') }] }, certainty: 'inferred' },
      { Limit: 1, ConsistentRead: true },
    ),
    ...['sk = v', 'v = sk', 'sk >= v', 'v >= sk', 'v <= sk', 'NOT v < sk', 'sk BETWEEN v AND v', 'contains(sk, v)'].map(
      (condition) =>
        execute(
          `SELECT sk FROM @t WHERE pk = 'a' AND ${condition}`,
          { ok: { Items: [{ sk: s('a') }] }, certainty: 'inferred' },
          { Limit: 1, ConsistentRead: true },
        ),
    ),
    ...['sk < v', 'v < sk', 'v > sk', 'v <> sk', 'sk <> v'].map((condition) =>
      execute(
        `SELECT sk FROM @t WHERE pk = 'a' AND ${condition}`,
        { ok: { Items: [], NextToken: { $present: true } }, certainty: 'inferred' },
        { Limit: 1, ConsistentRead: true },
      ),
    ),
  ],
};

const filters: Case = {
  id: 'partiql/filters-on-the-sort-key',
  title: 'A function of the sort key that is no range selects rows anywhere in the partition',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'Only begins_with and comparisons select a range; the rest is tested on each row.',
  sources: [sources.partiqlSelect, sources.partiqlOperators],
  tables: { t: texts },
  steps: [
    ...puts('t', names),
    ...(
      [
        ["contains(sk, 'a')", ['a', 'ba']],
        ["contains(sk, 'b')", ['ba', 'bb', 'bc']],
        ["NOT contains(sk, 'b')", ['a', 'c']],
        ["NOT begins_with(sk, 'b')", ['a', 'c']],
        ["attribute_type(sk, 'S')", ['a', 'ba', 'bb', 'bc', 'c']],
        ["attribute_type(sk, 'N')", []],
        ['attribute_exists(sk)', ['a', 'ba', 'bb', 'bc', 'c']],
        ['attribute_not_exists(sk)', []],
        ['size(sk) = 1', ['a', 'c']],
        ["sk <> 'ba'", ['a', 'bb', 'bc', 'c']],
        ["NOT sk = 'ba'", ['a', 'bb', 'bc', 'c']],
        ["NOT sk BETWEEN 'ba' AND 'bc'", ['a', 'c']],
        ["(sk = 'a' OR sk = 'c')", ['a', 'c']],
        ['sk IS MISSING', []],
        ['sk IS STRING', ['a', 'ba', 'bb', 'bc', 'c']],
        ["begins_with(w, 'zb')", ['ba', 'bb', 'bc']],
        ["begins_with(w, 'b')", []],
        ["w > 'zba'", ['bb', 'bc', 'c']],
        ["w <= 'zba'", ['a', 'ba']],
        ["w BETWEEN 'zb' AND 'zbb'", ['ba', 'bb']],
        ["w IN ['zc', 'za', 'a']", ['a', 'c']],
        ['begins_with(sk, v)', ['a', 'ba', 'bb', 'bc', 'c']],
        ['begins_with(w, sk)', []],
        ['sk = v', ['a', 'ba', 'bb', 'bc', 'c']],
        ['v = sk', ['a', 'ba', 'bb', 'bc', 'c']],
        ['sk <> v', []],
        ['sk < w', ['a', 'ba', 'bb', 'bc', 'c']],
        ['w < sk', []],
        ["sk BETWEEN v AND 'b'", ['a']],
        ["sk BETWEEN 'ba' AND v", ['ba', 'bb', 'bc', 'c']],
        ["'zb' < w", ['ba', 'bb', 'bc', 'c']],
        ["'b' >= v", ['a']],
        ["'ba' = v", ['ba']],
        ['sk BETWEEN v AND w', ['a', 'ba', 'bb', 'bc', 'c']],
        ["sk IN ['ba', v]", ['a', 'ba', 'bb', 'bc', 'c']],
        ["sk IN ['ba', w]", ['ba']],
        ["NOT sk IN ['ba', 'c']", ['a', 'bb', 'bc']],
        ["NOT sk > 'ba'", ['a', 'ba']],
      ] as const
    ).map(([condition, found]) =>
      select(
        `SELECT sk FROM @t WHERE pk = 'a' AND ${condition}`,
        found.map((sk) => ({ sk: s(sk) })),
      ),
    ),
  ],
};

/** These share with the prefix `b` one key at most, at a bound. */
const touching: ReadonlySet<string> = new Set(["sk <= 'b'", "sk BETWEEN 'a' AND 'b'"]);
const prefixed = (left: string, right: string) => [either(left, right), either(right, left)];
const prefixes: Case = {
  ...ranges,
  id: 'partiql/prefixes-apart',
  title: 'A prefix overlaps with the ranges and prefixes that a key of it could be in',
  because: 'The keys of a prefix lie together, from the prefix on.',
  tables: { t: texts },
  steps: [
    ...puts('t', names),
    ...(
      [
        ["begins_with(sk, 'b')", "begins_with(sk, 'c')", ['ba', 'bb', 'bc', 'c']],
        ["begins_with(sk, 'b')", "sk < 'b'", ['a', 'ba', 'bb', 'bc']],
        ["begins_with(sk, 'b')", "sk >= 'c'", ['ba', 'bb', 'bc', 'c']],
        ["begins_with(sk, 'b')", "sk = 'a'", ['a', 'ba', 'bb', 'bc']],
        ["begins_with(sk, 'b')", "sk BETWEEN 'c' AND 'd'", ['ba', 'bb', 'bc', 'c']],
      ] as const
    ).flatMap(([left, right, found]) =>
      prefixed(left, right).map((text) =>
        selectAny(
          text,
          found.map((sk) => ({ sk: s(sk) })),
        ),
      ),
    ),
    ...(
      [
        ["begins_with(sk, 'b')", "begins_with(sk, 'bc')"],
        ["begins_with(sk, 'b')", "sk <= 'b'"],
        ["begins_with(sk, 'b')", "sk < 'ba'"],
        ["begins_with(sk, 'b')", "sk > 'bb'"],
        ["begins_with(sk, 'b')", "sk > 'a'"],
        ["begins_with(sk, 'b')", "sk = 'bx'"],
        ["begins_with(sk, 'b')", "sk BETWEEN 'a' AND 'b'"],
        ["begins_with(sk, 'b')", "sk BETWEEN 'bz' AND 'c'"],
        ["begins_with(sk, 'b')", "sk BETWEEN 'bb' AND 'bc'"],
        ["begins_with(sk, 'b')", "sk BETWEEN 'a' AND 'c'"],
        ["begins_with(sk, 'bb')", "begins_with(sk, 'b')"],
      ] as const
    ).flatMap(([left, right]) =>
      prefixed(left, right).map((text) =>
        execute(text, { ...overlapping, ...(touching.has(right) ? {} : { certainty: 'recorded' }) }),
      ),
    ),
    ...["NOT (v = sk AND sk = 'a')", "NOT (sk = 'a' AND v = 'a')", "NOT (sk = 'a' OR v = 'a')"].map((negated) =>
      selectAny(
        either(negated, "sk = 'bb'"),
        ['ba', 'bb', 'bc', 'c'].map((sk) => ({ sk: s(sk) })),
      ),
    ),
  ],
};

export const cases: readonly Case[] = [...order, ranges, readRows, filters, prefixes];
