/** KeyConditions: key conditions from before expressions. */
import type { Case } from '../case.ts';
import { n, s } from '../case.ts';
import { family } from '../family.ts';
import { is, keysOfP, type Refusal, refusingEach } from '../legacy-forms.ts';
import { counted, indexed, invalid, keyed, numbered, page, queried, rowsOf, texts } from '../reads.ts';
import { sources } from '../sources.ts';
import { put, puts } from '../steps.ts';

const rows = rowsOf(6);
const some = (...at: number[]) => at.map((one) => rows[one]!);

const shared = {
  area: 'query-paging',
  certainty: 'recorded',
  sources: [sources.dynaliteTests, sources.legacyParameters],
} as const;

const conditions = family(
  {
    ...shared,
    name: 'legacy-key',
    because: 'KeyConditions selects as the same comparison in a KeyConditionExpression does.',
    tables: { t: numbered },
  },
  {
    equals: { title: 'KeyConditions with EQ selects one row', sk: is('EQ', n('2.0')), at: [2] },
    less: { title: 'KeyConditions with LT leaves out its bound', sk: is('LT', n(2)), at: [0, 1] },
    'less-or-equal': { title: 'KeyConditions with LE has its bound', sk: is('LE', n(2)), at: [0, 1, 2] },
    greater: { title: 'KeyConditions with GT leaves out its bound', sk: is('GT', n(2)), at: [3, 4, 5] },
    'greater-or-equal': { title: 'KeyConditions with GE has its bound', sk: is('GE', n(2)), at: [2, 3, 4, 5] },
    between: { title: 'KeyConditions with BETWEEN has both bounds', sk: is('BETWEEN', n(2), n(4)), at: [2, 3, 4] },
    'between-equal': {
      title: 'KeyConditions with BETWEEN may have one bound twice',
      sk: is('BETWEEN', n(2), n(2)),
      at: [2],
    },
    'partition-alone': {
      title: 'KeyConditions may be on the partition key alone',
      sk: undefined,
      at: [0, 1, 2, 3, 4, 5],
    },
  },
  ({ sk, at }) => ({
    steps: [
      ...puts('t', rows),
      put('t', { pk: s('q'), sk: n(2) }),
      queried(keysOfP(sk), page(some(...at))),
      queried({ ...keysOfP(sk), ScanIndexForward: false }, page([...some(...at)].reverse())),
      queried({ ...keysOfP(sk), Select: 'COUNT' }, counted(at.length)),
    ],
  }),
);

const prefix: Case = {
  id: 'query-paging/legacy-key-begins-with',
  title: 'KeyConditions with BEGINS_WITH selects by prefix',
  ...shared,
  findings: [],
  because: 'KeyConditions selects as the same comparison in a KeyConditionExpression does.',
  tables: { t: texts },
  steps: [
    ...puts(
      't',
      ['a', 'ab', 'abc', 'b'].map((sk) => ({ pk: s('p'), sk: s(sk) })),
    ),
    queried(keysOfP(is('BEGINS_WITH', s('ab'))), page(['ab', 'abc'].map((sk) => ({ pk: s('p'), sk: s(sk) })))),
    queried(keysOfP(is('BEGINS_WITH', s('c'))), page([])),
  ],
};

const notIndexable = 'Attempted conditional constraint is not an indexable operation';

const refused = family(
  {
    ...shared,
    name: 'legacy-key-refused',
    because: 'KeyConditions holds an equality on the partition key and one more comparison at most.',
    tables: { t: indexed },
  },
  {
    operators: {
      title: 'KeyConditions with an operator that no key condition has is refused',
      of: [
        is('NE', n(1)),
        is('NULL'),
        is('NOT_NULL'),
        is('IN', n(1)),
        is('CONTAINS', n(1)),
        is('NOT_CONTAINS', n(1)),
      ].map((sk): Refusal => [keysOfP(sk), notIndexable]),
    },
    'partition-range': {
      title: 'KeyConditions with another operator than EQ on the partition key is refused',
      of: ['LT', 'LE', 'GT', 'GE', 'BEGINS_WITH'].map(
        (operator): Refusal => [{ KeyConditions: { pk: is(operator, s('p')) } }, 'Query key condition not supported'],
      ),
    },
    'no-partition-key': {
      title: 'KeyConditions without the partition key is refused',
      of: [[{ KeyConditions: { sk: is('EQ', n(1)) } }, 'Query condition missed key schema element: pk']],
    },
    'no-sort-key': {
      title: 'KeyConditions with an attribute that is no key is refused',
      of: [
        [
          { KeyConditions: { pk: is('EQ', s('p')), v: is('EQ', n(1)) } },
          'Query condition missed key schema element: sk',
        ],
      ],
    },
    'three-conditions': {
      title: 'Three KeyConditions are refused, and none',
      of: [
        [
          { KeyConditions: { pk: is('EQ', s('p')), sk: is('EQ', n(1)), v: is('EQ', n(1)) } },
          'Conditions can be of length 1 or 2 only',
        ],
        [{ KeyConditions: {} }, 'Conditions can be of length 1 or 2 only'],
      ],
    },
    'other-type': {
      title: 'KeyConditions with a value of another type than the key is refused',
      of: [
        [
          keysOfP(is('EQ', s('1'))),
          'One or more parameter values were invalid: Condition parameter type does not match schema type',
        ],
      ],
    },
    'number-of-values': {
      title: 'KeyConditions with too few or too many values is refused',
      of: [
        [
          keysOfP(is('EQ', n(1), n(2))),
          'One or more parameter values were invalid: Invalid number of argument(s) for the EQ ComparisonOperator',
        ],
        [
          keysOfP(is('BETWEEN', n(1))),
          'One or more parameter values were invalid: Invalid number of argument(s) for the BETWEEN ComparisonOperator',
        ],
      ],
    },
    'inverted-bounds': {
      title: 'KeyConditions with a lower bound above the upper one is refused',
      of: [
        [
          keysOfP(is('BETWEEN', n(2), n(1))),
          'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
        ],
      ],
    },
  } satisfies { [slug: string]: Partial<Case> & { title: string; of: Refusal[] } },
  refusingEach(rows[0]!),
);

const onIndex: Case = {
  id: 'query-paging/legacy-index',
  title: 'KeyConditions on an index are on the keys of the index',
  ...shared,
  findings: [],
  because: 'An index has a key schema of its own.',
  tables: { t: indexed },
  steps: [
    ...puts(
      't',
      [1, 2].map((at) => ({ pk: s('p'), sk: n(at), g: s('g'), h: n(-at) })),
    ),
    queried(
      { IndexName: 'by-g', KeyConditions: { g: is('EQ', s('g')), h: is('LT', n(-1)) } },
      page([{ pk: s('p'), sk: n(2), g: s('g'), h: n(-2) }]),
    ),
    invalid(
      'Query',
      { IndexName: 'by-g', KeyConditions: { g: is('EQ', s('g')) }, QueryFilter: { h: is('NOT_NULL') } },
      'QueryFilter can only contain non-primary key attributes: Primary key attribute: h',
    ),
    queried({ IndexName: 'by-g', ...keyed('g = :g', { ':g': s('g') }) }, { Count: 2 }),
  ],
};

export const cases: readonly Case[] = [...conditions, prefix, ...refused, onIndex];
