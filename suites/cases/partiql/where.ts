/** The conditions of WHERE, each as it holds and as it does not. */
import type { Case, Step } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';
import { item, plain, ranged, select } from './statements.ts';

interface Condition {
  title: string;
  holds: string[];
  fails: string[];
  because?: string;
}

const rows = {
  equal: {
    title: '= compares by type and value',
    holds: ["s = 'str'", 'age = 30', 'flag = true'],
    fails: ["s = 'st'", 'age = 31', "age = '30'", 'flag = false', "nope = 'x'"],
  },
  'not-equal': {
    title: '<> holds for another value and for another type',
    holds: ["s <> 'st'", 'age <> 31', "age <> '30'", 'flag <> false'],
    fails: ["s <> 'str'", 'age <> 30.0', 'flag <> true'],
  },
  'not-equal-sign': {
    title: '!= is another sign for <>',
    holds: ["s != 'st'", 'age != 31', "age != '30'", 'flag != false', "NOT s != 'str'"],
    fails: ["s != 'str'", 'age != 30.0', 'flag != true', "NOT s != 'st'"],
  },
  less: {
    title: '< is true below a value only',
    holds: ['age < 31', "s < 'stra'"],
    fails: ['age < 30', 'age < 29', "s < 'str'", 's < 5', 'nope < 1'],
  },
  'less-or-equal': {
    title: '<= is true below a value and at it',
    holds: ['age <= 30', 'age <= 31'],
    fails: ['age <= 29', "s <= 'st'"],
  },
  greater: {
    title: '> is true above a value only',
    holds: ['age > 29', "s > 'st'"],
    fails: ['age > 30', 'age > 31', "s > 'str'", 'nope > 1'],
  },
  'greater-or-equal': {
    title: '>= is true above a value and at it',
    holds: ['age >= 30', 'age >= 29'],
    fails: ['age >= 31'],
  },
  between: {
    title: 'BETWEEN includes both bounds',
    holds: ['age BETWEEN 30 AND 40', 'age BETWEEN 20 AND 30', 'age BETWEEN 30 AND 30', 'NOT age BETWEEN 31 AND 40'],
    fails: ['age BETWEEN 31 AND 40', 'age BETWEEN 20 AND 29', 'NOT age BETWEEN 30 AND 30', 'nope BETWEEN 1 AND 2'],
  },
  in: {
    title: 'IN is true for each member of its list, in brackets of either kind',
    holds: [
      "s IN ['x', 'str']",
      "s IN ('str', 'x')",
      "s IN ('x', 'str')",
      "s IN ('str')",
      'age IN [30]',
      "NOT s IN ['x', 'y']",
    ],
    fails: ["s IN ['x', 'y']", 'age IN [29, 31]', "NOT s IN ['x', 'str']", "age IN ['30']"],
  },
  'begins-with': {
    title: 'begins_with compares the start of a text',
    holds: ["begins_with(s, 'st')", "begins_with(s, 'str')", "NOT begins_with(s, 'tr')"],
    fails: ["begins_with(s, 'tr')", "begins_with(s, 'stri')", "begins_with(nope, 'x')", "NOT begins_with(s, 's')"],
  },
  contains: {
    title: 'contains finds a text in a text, and a member in a set or list',
    holds: ["contains(s, 'tr')", "contains(ss, 'b')", 'contains(ns, 2)', 'contains(l, 3)', "contains(l, 'a')"],
    fails: [
      "contains(s, 'x')",
      "contains(ss, 'ab')",
      'contains(ns, 3)',
      "contains(l, 'c')",
      'contains(l, 30)',
      "contains(nope, 'x')",
    ],
  },
  size: {
    title: 'size counts characters, bytes and elements',
    holds: [
      'size(s) = 3',
      'size(l) = 3',
      'size(m) = 2',
      'size(ss) = 3',
      'size(ns) = 2',
      'size(bin) = 2',
      'SIZE(s) > 2',
    ],
    fails: ['size(s) = 4', 'size(l) < 3', 'size(m) > 2', 'size(nope) = 0'],
  },
  'size-of-no-flag': {
    title: 'A size is a number, and equal to no value of another type',
    holds: ['size(s) <> true', "size(s) <> '3'", 'size(s) <> null'],
    fails: ['size(s) = true', "size(s) = '3'", 'size(s) = null'],
  },
  'attribute-type': {
    title: 'attribute_type tests the type of an attribute',
    holds: [
      "attribute_type(ss, 'SS')",
      "attribute_type(age, 'N')",
      "attribute_type(nul, 'NULL')",
      "attribute_type(m, 'M')",
    ],
    fails: ["attribute_type(ss, 'S')", "attribute_type(age, 'S')", "attribute_type(nope, 'S')"],
  },
  'attribute-exists': {
    title: 'attribute_exists and attribute_not_exists look for a path, in any case of letters',
    holds: [
      'attribute_exists(ss)',
      'attribute_not_exists(nope)',
      'NOT attribute_exists(nope)',
      'ATTRIBUTE_EXISTS(ss)',
      'attribute_exists(m.sub)',
      'attribute_exists(ss) = true',
      '(attribute_exists(nope) OR attribute_exists("ss"))',
      'attribute_exists(l[2])',
    ],
    fails: [
      'attribute_exists(nope)',
      'attribute_not_exists(ss)',
      'attribute_exists(m.nope)',
      'attribute_exists(l[3])',
      'attribute_exists(ss) = false',
    ],
  },
  missing: {
    title: 'IS MISSING is true without the attribute, IS NOT MISSING with it, NULL included',
    holds: ['nope IS MISSING', 's IS NOT MISSING', 'nul IS NOT MISSING', 'm.nope IS MISSING', 'm.sub IS NOT MISSING'],
    fails: ['s IS MISSING', 'nope IS NOT MISSING', 'nul IS MISSING', 'm.sub IS MISSING'],
  },
  null: {
    title: 'IS NULL is true of a NULL alone, and not of a missing attribute',
    holds: ['nul IS NULL', 's IS NOT NULL', 'nul = null'],
    fails: ['s IS NULL', 'nul IS NOT NULL', 'nope IS NULL'],
  },
  'type-names': {
    title: 'IS tests the type of an attribute by its name',
    holds: [
      'flag IS BOOL',
      's IS STRING',
      'age IS NUMERIC',
      'm IS STRUCT',
      'l IS LIST',
      'bin IS BLOB',
      's IS NOT BOOL',
    ],
    fails: ['s IS BOOL', 'age IS STRING', 'm IS LIST', 'l IS STRUCT', 's IS NOT STRING', 's IS BLOB'],
  },
  logic: {
    title: 'NOT binds tighter than AND, and AND tighter than OR',
    holds: [
      "(s = 'x' OR age = 30)",
      "(age = 30 AND s = 'str')",
      "(s = 'str' OR age = 1 AND age = 2)",
      "NOT (s = 'x' AND age = 30)",
      "(NOT s = 'x' AND age = 30)",
    ],
    fails: [
      "(s = 'x' OR age = 1)",
      "(age = 30 AND s = 'x')",
      "(s = 'str' OR age = 1) AND age = 2",
      "NOT (s = 'str' OR age = 1)",
      "NOT s = 'str'",
    ],
  },
  paths: {
    title: 'A condition reaches into maps and lists, by dots, indexes and quoted names',
    holds: ["m.sub = 'x'", '"m"."sub" = \'x\'', "l[0] = 'a'", 'l[2] = 3', 'm.sib < 2'],
    fails: ["m.sib = 'x'", "l[1] = 'a'", "l[9] = 'a'", "s.sub = 'x'"],
  },
  collections: {
    title: 'Sets are equal in any order, lists in theirs, maps by their members',
    holds: ["ss = <<'c', 'a', 'b'>>", "l = ['a', 'b', 3]", "m = {'sib': 1, 'sub': 'x'}", 'ns = <<2, 1>>'],
    fails: [
      "ss = <<'a', 'b'>>",
      "l = ['b', 'a', 3]",
      "m = {'sub': 'x'}",
      "ss = <<'a', 'b', 'c', 'd'>>",
      'ns = <<1, 3>>',
    ],
  },
} satisfies { [slug: string]: Condition };

const tested = (holds: readonly string[], fails: readonly string[]): Step[] => [
  put('t', item),
  ...[...holds.map((one) => [one, true] as const), ...fails.map((one) => [one, false] as const)].map(([one, truth]) =>
    select(`SELECT pk FROM @t WHERE pk = 'a' AND ${one}`, truth ? [{ pk: s('a') }] : []),
  ),
];

const conditions = family(
  {
    name: 'where',
    area: 'partiql',
    certainty: 'documented',
    because: 'The conditions of PartiQL mean what those of expressions mean.',
    sources: [sources.partiqlOperators, sources.conformance],
    tables: { t: plain },
  },
  rows,
  ({ holds, fails }) => ({ steps: tested(holds, fails) }),
);

const ordered = family(
  {
    name: 'where',
    area: 'partiql',
    certainty: 'documented',
    because: 'Comparisons are those of SQL, and of expressions, with an operand on either side.',
    sources: [sources.partiqlOperators, sources.operators],
    tables: { t: plain },
  },
  {
    reversed: {
      title: 'A value may stand before the attribute that it is compared with',
      holds: ['30.0 = age', "'str' = s", '29 < age', '30 <= age', '31 > age', '30 >= age', '31 <> age'],
      fails: ['31 = age', '30 < age', '31 <= age', '30 > age', '29 >= age', '30 <> age'],
    },
    'both-paths': {
      title: 'Two attributes may be compared with each other, one of them a key too',
      holds: ['s <> pk', 'pk < s', 's > pk', 'm.sub > pk', 'pk <> m.sub', 'pk = l[0]', 'l[0] = pk'],
      fails: ['s = pk', 's < pk', 'pk > s', 'age > pk', 'pk = l[1]'],
    },
  },
  ({ holds, fails }) => ({ steps: tested(holds, fails) }),
);

const pairs = ['p', 'q'].flatMap((pk) => [1, 2, 3].map((sk) => ({ pk: s(pk), sk: n(sk) })));
const reversedKeys: Case = {
  id: 'partiql/where-reversed-keys',
  title: 'A value may stand before a key attribute too, and selects the same rows',
  area: 'partiql',
  findings: [],
  certainty: 'documented',
  because: 'Comparisons are those of SQL, and of expressions, with an operand on either side.',
  sources: [sources.partiqlOperators, sources.operators],
  tables: { t: ranged },
  steps: [
    ...puts('t', pairs),
    ...(
      [
        ['2 = sk', [2]],
        ['2 < sk', [3]],
        ['2 <= sk', [2, 3]],
        ['2 > sk', [1]],
        ['2 >= sk', [1, 2]],
        ['2 <> sk', [1, 3]],
        ['1 < sk AND 3 > sk', [2]],
      ] as const
    ).flatMap(([condition, found]) =>
      ["pk = 'p'", "'p' = pk"].map((partition) =>
        select(
          `SELECT sk FROM @t WHERE ${partition} AND ${condition}`,
          found.map((sk) => ({ sk: n(sk) })),
        ),
      ),
    ),
    select(
      "SELECT * FROM @t WHERE 'q' = pk",
      pairs.filter(({ pk }) => pk.S === 'q'),
    ),
  ],
};

const unshown = family(
  {
    name: 'where',
    area: 'partiql',
    certainty: 'inferred',
    because: 'The grammar of PartiQL allows it; no document of the service shows it.',
    sources: [sources.partiqlOperators],
    tables: { t: plain },
  },
  {
    brackets: {
      title: 'A member of a map may be named in brackets',
      holds: ["m['sub'] = 'x'", "attribute_exists(m['sib'])"],
      fails: ["m['sib'] = 'x'", "attribute_exists(m['nope'])"],
    },
    signs: {
      title: 'A number may have signs, also several',
      holds: ['age = +30', 'age = - -30', 'age = -(-30)', 'age > -30', 'age IN [+30]'],
      fails: ['age = -30', 'age = +(-30)', 'age < - +30'],
    },
    'key-twice': {
      title: 'The key may be tested more than once',
      holds: ["pk = 'a'", "pk IN ['b', 'a']", "pk <> 'b'", "begins_with(pk, 'a')"],
      fails: ["pk = 'b'", "pk IN ['b', 'c']", "pk <> 'a'", "begins_with(pk, 'b')"],
    },
  },
  ({ holds, fails }) => ({ steps: tested(holds, fails) }),
);

export const cases: readonly Case[] = [...conditions, ...ordered, reversedKeys, ...unshown];
