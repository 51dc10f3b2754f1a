/** Equality and contains of collections, with values that only nearly match. */
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { bytes, type Held, held, list, map, shared, type Value } from './table.ts';

const is = (equal: readonly Value[], different: readonly Value[]): Held['holds'] => [
  ...equal.flatMap((value) => [
    ['a = :v', true, { ':v': value }] as const,
    [':v <> a', false, { ':v': value }] as const,
  ]),
  ...different.flatMap((value) => [
    ['a = :v', false, { ':v': value }] as const,
    [':v <> a', true, { ':v': value }] as const,
  ]),
];

const equality = family(
  {
    ...{ ...shared, name: 'equal' },
    because: 'Two values are equal when type and content are, members and elements included.',
    sources: [sources.condition, sources.operators],
  },
  {
    maps: {
      title: 'A map equals neither its part nor its extension',
      item: { a: map({ x: n(1), y: s('2') }) },
      holds: is(
        [map({ y: s('2'), x: n('1.0') })],
        [
          map({ x: n(1) }),
          map({ x: n(1), y: s('2'), z: n(3) }),
          map({ x: n(1), y: n(2) }),
          map({ x: n(1), Y: s('2') }),
          map({}),
        ],
      ),
    },
    'maps-of-odd-names': {
      title: 'Names of members compare exactly, by case and by every character',
      item: { a: map({ constructor: n(1), 'x\u0000': n(2) }) },
      holds: is(
        [map({ 'x\u0000': n(2), constructor: n(1) })],
        [map({ constructor: n(1), x: n(2) }), map({ 'x\u0000': n(2), toString: n(1) }), map({ 'x\u0000': n(2) })],
      ),
    },
    lists: {
      title: 'A list equals no list that is longer, shorter or in another order',
      item: { a: list(n(1), s('1'), n(2)) },
      holds: is(
        [list(n('1e0'), s('1'), n(2))],
        [list(n(1), s('1')), list(n(1), s('1'), n(2), n(2)), list(n(1), n(2), s('1')), list(n(1), n(1), n(2)), list()],
      ),
    },
    'number-sets': {
      title: 'A set of numbers equals no set that shares its digits or some of its members',
      item: { a: { NS: ['1', '10'] } },
      holds: is(
        [{ NS: ['10', '1'] }, { NS: ['1e1', '1.0'] }],
        [
          { NS: ['1'] },
          { NS: ['1', '10', '100'] },
          { NS: ['1', '11'] },
          { NS: ['-1', '10'] },
          { SS: ['1', '10'] },
          list(n(1), n(10)),
        ],
      ),
    },
    'text-sets': {
      title: 'A set of texts equals no set with a member more, less or near',
      item: { a: { SS: ['a', 'b'] } },
      holds: is(
        [{ SS: ['b', 'a'] }],
        [{ SS: ['a'] }, { SS: ['a', 'b', ''] }, { SS: ['a', 'B'] }, { SS: ['a', 'b '] }, { SS: ['ab'] }],
      ),
    },
    'binary-sets': {
      title: 'A set of binaries equals no set with other bytes',
      item: { a: bytes([1], [1, 0]) },
      holds: is([bytes([1, 0], [1])], [bytes([1]), bytes([1], [0, 1]), bytes([1], [1, 0], [0]), bytes([1], [1, 0, 0])]),
    },
    'empty-ones': {
      title: 'Empty values of different types are not equal',
      item: { a: list() },
      holds: is([list()], [map({}), s(''), b(), { NULL: true }]),
    },
    deep: {
      title: 'A difference in the innermost value counts',
      item: { a: map({ l: list(map({ x: { NS: ['1', '2'] } })) }) },
      holds: is(
        [map({ l: list(map({ x: { NS: ['2', '1'] } })) })],
        [
          map({ l: list(map({ x: { NS: ['2'] } })) }),
          map({ l: list(map({ x: { NS: ['1', '3'] } })) }),
          map({ l: map({ x: { NS: ['1', '2'] } }) }),
        ],
      ),
    },
  } satisfies { [slug: string]: Held },
  held,
);

const has = (yes: readonly Value[], no: readonly Value[]): Held['holds'] => [
  ...yes.map((value) => ['contains(a, :v)', true, { ':v': value }] as const),
  ...no.map((value) => ['contains(a, :v)', false, { ':v': value }] as const),
];

const contained = family(
  {
    ...{ ...shared, name: 'contains', certainty: 'measured' },
    because:
      'contains finds a part of a text or of a binary, a member of a set by value, and an equal element of a list.',
    sources: [sources.alternatorConditionTests, sources.operators],
  },
  {
    text: {
      title: 'contains finds a part of a text, by case',
      item: { a: s('Hello') },
      holds: has(
        [s('ell'), s('H'), s('o'), s('Hello')],
        [s('ELL'), s('Hellos'), s('hello'), s('Ho'), n(1), { SS: ['ell'] }],
      ),
    },
    binary: {
      title: 'contains finds a run of bytes, not of base64 digits',
      item: { a: b(1, 2, 3) },
      holds: has([b(2), b(2, 3), b(1, 2, 3)], [b(1, 3), b(3, 2), b(1, 2, 3, 4), s('AQ'), b(0x10)]),
    },
    'text-set': {
      title: 'contains finds a whole member of a set of texts',
      item: { a: { SS: ['ab', 'cd'] } },
      holds: has([s('ab'), s('cd')], [s('a'), s('abc'), s('AB'), s(''), n(1), { SS: ['ab'] }]),
    },
    'number-set': {
      title: 'contains finds a number by value, not by its first digits',
      item: { a: { NS: ['10', '25'] } },
      holds: has([n(10), n('1e1'), n('25.0')], [n(1), n(2), n(100), n('-10'), s('10'), { NS: ['10'] }]),
    },
    'binary-set': {
      title: 'contains finds a whole member of a set of binaries',
      item: { a: bytes([1, 2], [3]) },
      holds: has([b(1, 2), b(3)], [b(1), b(2), b(1, 2, 3), s('AQI=')]),
    },
    list: {
      title: 'contains finds an equal element of a list, whatever its type',
      item: { a: list(s('hi'), { SS: ['x', 'y'] }, list(n(3), n(4)), n(1), map({ x: n(1), y: n(2) })) },
      holds: has(
        [s('hi'), { SS: ['y', 'x'] }, list(n(3), n(4)), n('1.0'), map({ y: n(2), x: n(1) })],
        [
          s('h'),
          s('x'),
          n(3),
          list(n(3)),
          list(n(4), n(3)),
          map({ x: n(1) }),
          map({ x: n(1), y: n(2), z: n(3) }),
          { SS: ['x'] },
          s('1'),
        ],
      ),
    },
    others: {
      title: 'Numbers and maps contain nothing',
      item: { a: map({ x: s('x') }), d: n(123), z: { NULL: true } },
      holds: [
        ...has([], [s('x'), n(1)]),
        ['contains(d, :v)', false, { ':v': n(2) }],
        ['contains(d, :v)', false, { ':v': s('2') }],
        ['contains(z, :v)', false, { ':v': s('x') }],
      ],
    },
    operands: {
      title: 'Both operands may be attributes, and the first may be a value',
      item: { a: s('hello'), b: s('ell'), c: s('x'), l: list(s('ell')) },
      holds: [
        ['contains(a, b)', true],
        ['contains(b, a)', false],
        ['contains(a, c)', false],
        ['contains(l, b)', true],
        ['contains(a, l[0])', true],
        ['contains(:v, b)', true, { ':v': s('well') }],
        ['contains(:v, c)', false, { ':v': s('well') }],
        ['contains(a, nope)', false],
      ],
    },
  } satisfies { [slug: string]: Held },
  held,
);

export const cases: readonly Case[] = [...equality, ...contained];
