/** Queries that are refused. */
import type { Item } from '../../../oracles/values/types.ts';
import type { Case, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { alone, indexed, invalid, keyed, ofP, page, queried, withValues } from '../reads.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';

const item = { pk: s('p'), sk: n(1), g: s('g'), h: n(1), l: s('l'), v: n(1) };
const values: Item = { ':p': s('p'), ':v': n(1), ':w': n(2), ':t': s('t'), ':b': { BOOL: true }, ':l': { L: [] } };
/** The condition with the values that it names. */
const ask = (condition: string): TemplateObject =>
  keyed(condition, Object.fromEntries(Object.entries(values).filter(([name]) => condition.includes(name))));

const operand = (operator: string, type: string): string =>
  `Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`;
const schema = 'One or more parameter values were invalid: Condition parameter type does not match schema type';
const missed = (name: string): string => `Query condition missed key schema element: ${name}`;

const shared = {
  area: 'query-paging',
  name: 'refused',
  tables: { t: indexed },
  because: 'A key condition is an equality on the partition key, and one more comparison on the sort key at most.',
} as const;

/** Each row: the conditions that are refused, each with its words. */
const conditions = family(
  { ...shared, certainty: 'recorded', sources: [sources.dynaliteTests, sources.conformance] },
  {
    'no-partition-key': {
      title: 'A key condition without the partition key is refused',
      of: { 'sk = :v': missed('pk'), 'sk = :v AND v = :w': missed('pk') },
    },
    'no-sort-key': {
      title: 'A second condition on an attribute that is no key is refused',
      of: { 'pk = :p AND v = :v': missed('sk'), 'pk = :p AND h = :v': missed('sk') },
    },
    'partition-key-range': {
      title: 'A condition on the partition key other than an equality is refused',
      of: {
        'pk < :p': 'Query key condition not supported',
        'pk >= :p AND sk = :v': 'Query key condition not supported',
        'begins_with(pk, :p)': 'Query key condition not supported',
      },
    },
    operators: {
      title: 'Operators that no key condition has are refused',
      of: {
        'pk = :p AND sk <> :v': 'Invalid operator used in KeyConditionExpression: <>',
        'pk = :p OR sk = :v': 'Invalid operator used in KeyConditionExpression: OR',
        'NOT pk = :p': 'Invalid operator used in KeyConditionExpression: NOT',
        'pk = :p AND sk IN (:v)': 'Invalid operator used in KeyConditionExpression: IN',
        'pk = :p AND attribute_exists(sk)': 'Invalid operator used in KeyConditionExpression: attribute_exists',
        'pk = :p AND contains(sk, :t)': 'Invalid operator used in KeyConditionExpression: contains',
      },
    },
    'nested-path': {
      title: 'A condition on a part of an attribute is refused',
      of: { 'pk = :p AND sk.a = :v': '', 'pk = :p AND sk[0] = :v': '', 'pk.a = :p': '' },
    },
    'size-of-a-key': {
      title: 'A function around the key is refused',
      of: { 'pk = :p AND size(sk) = :v': 'KeyConditionExpressions cannot contain nested operations' },
    },
    'two-names': {
      title: 'A comparison of two attributes is refused',
      of: {
        'pk = :p AND sk = v':
          'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
      },
    },
    'two-values': {
      title: 'A comparison of two values is refused',
      of: { 'pk = :p AND :v = :w': 'Invalid condition in KeyConditionExpression: No key attribute specified' },
    },
  },
  ({ of }) => ({
    steps: [
      put('t', item),
      ...Object.entries(of).map(([one, text]) => invalid('Query', ask(one), ...(text === '' ? [] : [text as string]))),
    ],
  }),
);

const measured = family(
  { ...shared, certainty: 'measured', sources: [sources.conformance] },
  {
    'twice-on-a-key': {
      title: 'Two conditions on the sort key are refused',
      of: {
        'pk = :p AND sk > :v AND sk < :w':
          'Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key',
      },
    },
    'three-conditions': {
      title: 'More conditions than there are keys are refused',
      of: {
        'pk = :p AND sk > :v AND v = :w':
          'The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)',
      },
    },
    'other-key-type': {
      title: 'An operand of another type than the key is refused',
      of: {
        'pk = :p AND sk = :t': schema,
        'pk = :p AND sk > :t': schema,
        'pk = :v': schema,
        'pk = :p AND begins_with(sk, :t)': schema,
        'pk = :p AND sk = :b': schema,
      },
    },
    'mixed-bounds': {
      title: 'A BETWEEN with a bound of another type than the key is refused',
      certainty: 'recorded',
      sources: [sources.dynaliteTests],
      of: { 'pk = :p AND sk BETWEEN :v AND :t': '', 'pk = :p AND sk BETWEEN :t AND :v': '' },
    },
    'operand-of-no-key-type': {
      title: 'An operand that no key can have is refused',
      of: {
        'pk = :p AND sk < :b': operand('<', 'BOOL'),
        'pk = :p AND :b >= sk': operand('>=', 'BOOL'),
        'pk = :p AND sk > :l': operand('>', 'L'),
      },
    },
    'number-prefix': {
      title: 'begins_with with a number is refused',
      of: {
        'pk = :p AND begins_with(sk, :v)': operand('begins_with', 'N'),
        'pk = :p AND begins_with(sk, :b)': operand('begins_with', 'BOOL'),
      },
    },
    'inverted-bounds': {
      title: 'A BETWEEN whose lower bound is above the upper one is refused',
      sources: [sources.ministackQuery],
      of: { 'pk = :p AND sk BETWEEN :w AND :v': '' },
    },
  },
  ({ of }) => ({
    steps: [
      put('t', item),
      ...Object.entries(of).map(([one, text]) => invalid('Query', ask(one), ...(text === '' ? [] : [text as string]))),
    ],
  }),
);

const keyFilter = (name: string) => [
  `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`,
];

const filters = family(
  {
    area: 'query-paging',
    name: 'filter-on-a-key',
    certainty: 'recorded',
    because: 'A filter applies after the keys have selected, and may not be on the keys of what is queried.',
    sources: [sources.dynaliteTests, 'https://github.com/sivchari/kumo/issues/860'],
    tables: { t: indexed },
  },
  {
    partition: { title: 'A filter on the partition key is refused', ask: ofP, filter: 'pk = :t', name: 'pk' },
    sort: { title: 'A filter on the sort key is refused', ask: ofP, filter: 'v = :v AND sk > :v', name: 'sk' },
    function: {
      title: 'A filter that tests whether a key exists is refused',
      ask: ofP,
      filter: 'attribute_exists(sk)',
      name: 'sk',
    },
    nested: {
      title: 'A filter on a key is refused within OR and NOT as well',
      ask: ofP,
      filter: 'v = :v OR NOT sk = :v',
      name: 'sk',
    },
    'index-sort': {
      title: 'A filter on the sort key of the index is refused, one on the table’s is not',
      ask: { IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) },
      filter: 'h = :v',
      name: 'h',
      allowed: 'sk = :v',
    },
    'local-sort': {
      title: 'On a local index a filter on its sort key is refused, one on the table’s sort key is not',
      ask: { IndexName: 'by-l', ...ofP },
      filter: 'l = :t',
      name: 'l',
      allowed: 'sk = :v',
    },
  },
  (row) => {
    const { ask: condition, filter, name, allowed } = row as typeof row & { allowed?: string };
    const given = (text: string) =>
      withValues(
        condition,
        Object.fromEntries(Object.entries(values).filter(([one]) => one !== ':p' && text.includes(one))),
        { FilterExpression: text },
      );
    return {
      steps: [
        put('t', item),
        invalid('Query', given(filter), ...keyFilter(name)),
        ...(allowed === undefined ? [] : [queried(given(allowed), page([item]))]),
      ],
    };
  },
);

const hashTable: Case = {
  id: 'query-paging/refused-on-a-hash-table',
  title: 'A table without a sort key takes one condition, and a filter on other attributes',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'There is one key attribute, so there is one condition.',
  sources: [sources.dynaliteTests, sources.conformance],
  tables: { t: alone },
  steps: [
    put('t', { pk: s('p'), v: n(1) }),
    queried(ofP, page([{ pk: s('p'), v: n(1) }])),
    queried(withValues(ofP, { ':v': n(2) }, { FilterExpression: 'v = :v' }), page([], { ScannedCount: 1 })),
    invalid('Query', ask('pk = :p AND v = :v')),
    invalid('Query', ask('v = :v')),
    invalid('Query', withValues(ofP, { ':t': s('t') }, { FilterExpression: 'pk = :t' }), ...keyFilter('pk')),
  ],
};

const members: Case = {
  id: 'query-paging/refused-members',
  title: 'A query without a key condition, of an unknown index, or with a limit below one is refused',
  area: 'query-paging',
  findings: [],
  certainty: 'recorded',
  because: 'A query needs a key condition; Limit is at least 1; the index must exist.',
  sources: [sources.dynaliteTests, sources.query],
  tables: { t: indexed },
  steps: [
    put('t', item),
    invalid(
      'Query',
      {},
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    ),
    invalid('Query', { IndexName: 'by-x', ...ofP }, 'The table does not have the specified index: by-x'),
    invalid('Query', { ...ofP, Limit: 0 }),
    invalid('Query', { ...ofP, Limit: -1 }),
    invalid('Query', { ...ofP, Select: 'SOME' }),
    queried({ ...ofP, Limit: 1 }, { Count: 1 }),
  ],
};

export const cases: readonly Case[] = [...conditions, ...measured, ...filters, hashTable, members];
