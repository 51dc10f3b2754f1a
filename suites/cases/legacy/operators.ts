/** Expected and ScanFilter: the operators. */
import type { Case, TemplateObject } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { both, type Clauses, item, key, shared, test, wrong } from './conditional.ts';

type Row = { title: string; holds: readonly (readonly [attribute: string, clause: TemplateObject, truth: boolean])[] };

const ordered = (operator: string, [above, equal, below]: readonly [boolean, boolean, boolean]): Row['holds'] => [
  ['a', test(operator, n(6)), above],
  ['a', test(operator, n('5.0')), equal],
  ['a', test(operator, n('-10')), below],
  ['t', test(operator, s('hello!')), above],
  ['t', test(operator, s('hello')), equal],
  ['t', test(operator, s('Hello')), below],
  ['y', test(operator, b(0x80, 0x02)), above],
  ['y', test(operator, b(0x80, 0x01)), equal],
  ['y', test(operator, b(0x7f, 0xff)), below],
  ['a', test(operator, s('5')), operator === 'NE'],
  ['nope', test(operator, n(5)), operator === 'NE'],
];

const comparisons = family(
  {
    ...{ ...shared, name: 'operator' },
    because: 'Each operator compares by type and value, as its sign in an expression does.',
    sources: [sources.alternatorExpectedTests, sources.condition],
  },
  {
    eq: {
      title: 'EQ holds of an equal value of its type, sets in any order',
      holds: [
        ...ordered('EQ', [false, true, false]),
        ['ss', test('EQ', { SS: ['cd', 'ab'] }), true],
        ['ss', test('EQ', { SS: ['cd'] }), false],
      ],
    },
    ne: {
      title: 'NE holds of any other value, and of a missing attribute',
      holds: [
        ...ordered('NE', [true, false, true]),
        ['ns', test('NE', { NS: ['25', '1e1'] }), false],
        ['ns', test('NE', { NS: ['25', '1'] }), true],
      ],
    },
    lt: { title: 'LT holds below a value of its type', holds: ordered('LT', [true, false, false]) },
    le: { title: 'LE holds below a value of its type and at it', holds: ordered('LE', [true, true, false]) },
    gt: { title: 'GT holds above a value of its type', holds: ordered('GT', [false, false, true]) },
    ge: { title: 'GE holds above a value of its type and at it', holds: ordered('GE', [false, true, true]) },
    between: {
      title: 'BETWEEN includes both bounds',
      holds: [
        ['a', test('BETWEEN', n(5), n(9)), true],
        ['a', test('BETWEEN', n(1), n(5)), true],
        ['a', test('BETWEEN', n(5), n('5.0')), true],
        ['t', test('BETWEEN', s('hello'), s('hello')), true],
        ['a', test('BETWEEN', n(6), n(6)), false],
        ['a', test('BETWEEN', n(6), n(9)), false],
        ['a', test('BETWEEN', n(1), n('4.9')), false],
        ['t', test('BETWEEN', s('hell'), s('hello')), true],
        ['y', test('BETWEEN', b(0x7f), b(0x80)), false],
        ['a', test('BETWEEN', s('1'), s('9')), false],
        ['nope', test('BETWEEN', n(1), n(9)), false],
      ],
    },
    in: {
      title: 'IN holds when the attribute equals one of the values',
      holds: [
        ['a', test('IN', n(4), n('5e0')), true],
        ['a', test('IN', n(50), n(55)), false],
        ['t', test('IN', s('hello')), true],
        ['ns', test('IN', n(10), n(25)), false],
        ['nope', test('IN', n(5)), false],
      ],
    },
    null: {
      title: 'NULL holds of a missing attribute, not of one that is NULL',
      holds: [
        ['nope', test('NULL'), true],
        ['a', test('NULL'), false],
        ['z', test('NULL'), false],
      ],
    },
    'not-null': {
      title: 'NOT_NULL holds of any attribute that is there',
      holds: [
        ['nope', test('NOT_NULL'), false],
        ['a', test('NOT_NULL'), true],
        ['z', test('NOT_NULL'), true],
      ],
    },
    contains: {
      title: 'CONTAINS finds a part of a text or binary, and a member of a set or list',
      holds: [
        ['t', test('CONTAINS', s('ell')), true],
        ['t', test('CONTAINS', s('ELL')), false],
        ['t', test('CONTAINS', n(1)), false],
        ['y', test('CONTAINS', b(0x01)), true],
        ['ss', test('CONTAINS', s('ab')), true],
        ['ss', test('CONTAINS', s('a')), false],
        ['ns', test('CONTAINS', n('1e1')), true],
        ['ns', test('CONTAINS', n(1)), false],
        ['bs', test('CONTAINS', b(3)), true],
        ['bs', test('CONTAINS', b(1)), false],
        ['l', test('CONTAINS', n(1)), true],
        ['l', test('CONTAINS', s('1')), false],
        ['nope', test('CONTAINS', n(1)), false],
      ],
    },
    'not-contains': {
      title: 'NOT_CONTAINS is the opposite, except that it fails of a missing attribute',
      holds: [
        ['t', test('NOT_CONTAINS', s('ell')), false],
        ['t', test('NOT_CONTAINS', s('dog')), true],
        ['t', test('NOT_CONTAINS', n(1)), true],
        ['ns', test('NOT_CONTAINS', n(10)), false],
        ['ns', test('NOT_CONTAINS', n(1)), true],
        ['l', test('NOT_CONTAINS', s('x')), false],
        ['l', test('NOT_CONTAINS', n(2)), true],
        ['nope', test('NOT_CONTAINS', n(1)), false],
      ],
    },
    'begins-with': {
      title: 'BEGINS_WITH compares the beginning of a text or binary',
      holds: [
        ['t', test('BEGINS_WITH', s('hell')), true],
        ['t', test('BEGINS_WITH', s('hello!')), false],
        ['t', test('BEGINS_WITH', s('Hell')), false],
        ['y', test('BEGINS_WITH', b(0x80)), true],
        ['y', test('BEGINS_WITH', b(0x01)), false],
        ['a', test('BEGINS_WITH', s('5')), false],
        ['nope', test('BEGINS_WITH', s('h')), false],
      ],
    },
  } satisfies { [slug: string]: Row },
  ({ holds }) => ({
    steps: [
      put('t', { ...key, ...item }),
      ...holds.flatMap(([name, clause, truth]) => both({ [name]: clause }, truth)),
    ],
  }),
);

const refusals = family(
  {
    ...{ ...shared, name: 'operator-refused' },
    because: 'Each operator takes its own number and types of values, which are checked before any item is read.',
    sources: [sources.alternatorExpectedTests, sources.condition],
  },
  {
    'number-of-values': {
      title: 'Each operator takes its own number of values',
      clauses: [
        ...['EQ', 'NE', 'LT', 'LE', 'GT', 'GE', 'CONTAINS', 'NOT_CONTAINS', 'BEGINS_WITH'].map((operator) => ({
          a: test(operator, s('1'), s('2')),
        })),
        { a: test('NULL', n(1)) },
        { a: test('NOT_NULL', n(1)) },
        { a: test('BETWEEN', n(1), n(2), n(3)) },
        { a: test('BETWEEN', n(1)) },
      ],
    },
    'types-of-values': {
      title: 'Values without an order, and lists and sets as members, are refused',
      clauses: [
        ...['CONTAINS', 'NOT_CONTAINS', 'IN', 'LT', 'LE', 'GT', 'GE', 'BEGINS_WITH'].map((operator) => ({
          a: test(operator, { L: [n(1)] }),
        })),
        { a: test('BETWEEN', { SS: ['a'] }, { SS: ['b'] }) },
      ],
    },
    'begins-with-number': {
      title: 'BEGINS_WITH takes no number',
      sources: [sources.alternatorBeginsWith, sources.alternatorExpectedTests],
      clauses: [{ a: test('BEGINS_WITH', n(1)) }],
    },
    'mixed-types': {
      title: 'The values of IN and of BETWEEN are of one type',
      clauses: [{ a: test('IN', n(5), s('x')) }, { a: test('BETWEEN', n(4), s('x')) }],
    },
    'bounds-inverted': {
      title: 'The bounds of BETWEEN must not be the wrong way round',
      clauses: [{ a: test('BETWEEN', n(10), n(9)) }, { t: test('BETWEEN', s('b'), s('a')) }],
    },
    'unknown-operator': {
      title: 'An operator that does not exist is refused',
      clauses: [{ a: test('DOG', n(1)) }, { a: test('eq', n(1)) }],
    },
  } satisfies { [slug: string]: { title: string; clauses: Clauses[]; sources?: string[] } },
  ({ clauses }) => ({ steps: [put('t', { ...key, ...item }), ...wrong(clauses)] }),
);

export const cases: readonly Case[] = [...comparisons, ...refusals];
