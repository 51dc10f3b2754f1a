/** attribute_exists, attribute_type, begins_with and size. */
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import type { Values } from './holds.ts';
import { bytes, type Held, held, isRefused, list, map, type Refused, shared, type Value } from './table.ts';

const typed: { [type: string]: Value } = {
  S: s(''),
  N: n(0),
  B: b(),
  SS: { SS: ['1'] },
  NS: { NS: ['1'] },
  BS: bytes([1]),
  L: list(),
  M: map({}),
  BOOL: { BOOL: false },
  NULL: { NULL: true },
};

const functions = family(
  {
    ...{ ...shared, name: 'function', certainty: 'measured' },
    because: 'Each function looks at type and content of its operands.',
    sources: [sources.alternatorConditionTests, sources.operators],
  },
  {
    'attribute-type': {
      title: 'attribute_type tells all ten types apart, empty values included',
      item: Object.fromEntries(Object.entries(typed).map(([type, value]) => [`x${type}`, value])),
      holds: Object.keys(typed).flatMap((type) =>
        Object.keys(typed).map(
          (other) => [`attribute_type(x${type}, :v)`, type === other, { ':v': s(other) }] as const,
        ),
      ),
    },
    'attribute-type-of-value': {
      title: 'attribute_type takes a value or a nested path as its first operand',
      item: { d: map({ l: list(n(1), s('x')) }) },
      holds: [
        ['attribute_type(:w, :v)', true, { ':w': n(1), ':v': s('N') }],
        ['attribute_type(:w, :v)', false, { ':w': s('N'), ':v': s('N') }],
        ['attribute_type(d.l[1], :v)', true, { ':v': s('S') }],
        ['attribute_type(d.l, :v)', true, { ':v': s('L') }],
        ['attribute_type(d.l[2], :v)', false, { ':v': s('S') }],
      ],
    },
    'begins-with': {
      title: 'begins_with compares from the beginning, by case and length',
      item: { a: s('hello'), h: s('hell'), d: n(12), e: s('') },
      holds: [
        ['begins_with(a, :v)', true, { ':v': s('h') }],
        ['begins_with(a, :v)', true, { ':v': s('hello') }],
        ['begins_with(a, :v)', false, { ':v': s('hello!') }],
        ['begins_with(a, :v)', false, { ':v': s('ello') }],
        ['begins_with(a, :v)', false, { ':v': s('H') }],
        ['begins_with(a, h)', true],
        ['begins_with(h, a)', false],
        ['begins_with(:v, a)', true, { ':v': s('hello there') }],
        ['begins_with(d, :v)', false, { ':v': s('1') }],
        ['begins_with(a, d)', false],
        ['begins_with(e, h)', false],
        ['begins_with(a, :v)', false, { ':v': b(0x68) }],
      ],
    },
    'contains-other-type': {
      title: 'A text contains no value of another type, and a binary none, however it is spelled',
      item: { a: s('undefined null true 1 [object Object] AQ=='), y: b(1, 2, 3), c: s('AQID'), d: n(1) },
      holds: [
        ...[n(1), b(1), { BOOL: true }, { NULL: true as const }].map(
          (value) => ['contains(a, :v)', false, { ':v': value }] as const,
        ),
        ...[n(1), s('AQ=='), s(''), { BOOL: true }, { NULL: true as const }].map(
          (value) => ['contains(y, :v)', false, { ':v': value }] as const,
        ),
        ['contains(a, :v)', true, { ':v': s('AQ==') }],
        ['contains(y, :v)', true, { ':v': b(2, 3) }],
        ['contains(a, d)', false],
        ['contains(a, y)', false],
        ['contains(y, c)', false],
        ['contains(d, d2)', false],
      ],
    },
    exists: {
      title: 'attribute_exists sees an attribute of any value, by its whole path',
      sources: [sources.operators],
      certainty: 'documented',
      item: {
        z: { NULL: true },
        e: s(''),
        l: list(),
        d: map({ x: map({}), l: list(n(1), { NULL: true }) }),
        'a.b': n(1),
      },
      holds: [
        ...['z', 'e', 'l', 'd.x', 'd.l[0]', 'd.l[1]'].flatMap((path) => [
          [`attribute_exists(${path})`, true] as const,
          [`attribute_not_exists(${path})`, false] as const,
        ]),
        ...['Z', 'l[0]', 'd.y', 'd.x.y', 'd.l[2]', 'd[0]', 'd.l.x', 'a.b', 'e.x', 'e[0]', 'toString'].flatMap(
          (path) => [[`attribute_exists(${path})`, false] as const, [`attribute_not_exists(${path})`, true] as const],
        ),
      ],
    },
    'size-of-each': {
      title: 'size() counts bytes, elements and members, and none of a number, a flag or NULL',
      item: {
        ...Object.fromEntries(Object.entries(typed).map(([type, value]) => [`x${type}`, value])),
        d: map({ l: list(n(1), list(n(1), n(2))) }),
      },
      holds: [
        ...['S', 'B', 'L', 'M'].map((type) => [`size(x${type}) = :v`, true, { ':v': n(0) }] as const),
        ...['SS', 'NS', 'BS'].map((type) => [`size(x${type}) = :v`, true, { ':v': n(1) }] as const),
        ...['N', 'BOOL', 'NULL'].flatMap((type) => [
          [`size(x${type}) >= :v`, false, { ':v': n(0) }] as const,
          [`size(x${type}) < :v`, false, { ':v': n(99) }] as const,
        ]),
        ['size(d) = :v', true, { ':v': n(1) }],
        ['size(d.l) = :v', true, { ':v': n(2) }],
        ['size(d.l[1]) = :v', true, { ':v': n(2) }],
        [':v = size(d.l)', true, { ':v': n(2) }],
        [':v < size(d.l)', false, { ':v': n(2) }],
        ['size(:w) = :v', true, { ':w': s('abc'), ':v': n(3) }],
        ['size(d.l) = :v', false, { ':v': s('2') }],
        ['size(d.l) IN (:v, :w)', true, { ':v': n(1), ':w': n(2) }],
      ],
    },
    'size-of-missing': {
      title: 'size() of a missing attribute meets no comparison, not even <>',
      certainty: 'recorded',
      sources: [sources.conformance],
      item: { a: n(1) },
      holds: ['=', '<>', '<', '<=', '>', '>='].map(
        (comparator) => [`size(nope) ${comparator} :v`, false, { ':v': n(0) }] as const,
      ),
    },
    'size-of-text': {
      title: 'size() of a text counts UTF-16 units, and of a binary bytes',
      certainty: 'recorded',
      sources: [sources.conformance],
      item: { a: s('\u00e9\u20ac\u{1f600}'), y: b(0xc3, 0xa9, 0x00) },
      holds: [
        ['size(a) = :v', true, { ':v': n(4) }],
        ['size(a) = :v', false, { ':v': n(9) }],
        ['size(a) = :v', false, { ':v': n(3) }],
        ['size(y) = :v', true, { ':v': n(3) }],
      ],
    },
  } satisfies { [slug: string]: Held },
  held,
);

const types = Object.keys(typed);
const given = (except: string): Values =>
  Object.fromEntries(types.filter((type) => type !== except).map((type) => [`:${type}`, typed[type]!]));
const apart: Case = {
  ...{ ...shared, id: 'conditions/types-apart', certainty: 'documented', findings: [] },
  title: 'A value is equal to none of another type, be it given or an attribute, and to one of its own',
  because: 'Two values are equal if they have the same type and the same value.',
  sources: [sources.operators],
  ...held({
    title: '',
    item: Object.fromEntries(types.map((type) => [`x${type}`, typed[type]!])),
    holds: types.flatMap((type) => {
      const others = types.filter((other) => other !== type);
      return [
        [`x${type} IN (${others.map((other) => `:${other}`).join(', ')})`, false, given(type)],
        [`x${type} IN (${others.map((other) => `x${other}`).join(', ')})`, false],
        [`:v IN (${others.map((other) => `x${other}`).join(', ')})`, false, { ':v': typed[type]! }],
        [`x${type} IN (${types.map((other) => `:${other}`).join(', ')})`, true, given('')],
        ...others.flatMap(
          (other) =>
            [
              [`x${type} = x${other}`, false],
              [`x${type} <> x${other}`, true],
            ] as const,
        ),
      ] as const;
    }),
  }),
};

const refusals = family(
  {
    ...{ ...shared, name: 'function-refused', certainty: 'measured' },
    because: 'The types of the operands in a request are checked before any item is read.',
    sources: [sources.alternatorConditionTests],
  },
  {
    'exists-of-value': {
      title: 'attribute_exists and attribute_not_exists need a path',
      item: { a: n(1) },
      refused: [
        ['attribute_exists(:v)', { ':v': n(1) }],
        ['attribute_not_exists(:v)', { ':v': n(1) }],
        ['attribute_exists(size(a))'],
      ],
    },
    'type-of-attribute': {
      title: 'The second operand of attribute_type is a given text',
      item: { a: n(1), b: s('N') },
      refused: [
        ['attribute_type(a, b)'],
        ['attribute_type(a, :v)', { ':v': n(1) }],
        ['attribute_type(a, :v)', { ':v': { SS: ['N'] } }],
      ],
    },
    'begins-with-number': {
      title: 'begins_with takes only texts and binaries as given operands',
      item: { a: s('12') },
      refused: [
        ['begins_with(a, :v)', { ':v': n(1) }],
        ['begins_with(:v, a)', { ':v': n(1) }],
        ['begins_with(a, :v)', { ':v': { SS: ['1'] } }],
        ['begins_with(a, :v)', { ':v': { BOOL: true } }],
      ],
    },
    'size-of-number': {
      title: 'size() of a given number, flag or NULL is refused',
      certainty: 'recorded',
      sources: [sources.conformance, sources.dynaliteBetween],
      item: { a: n(1) },
      refused: [
        ['size(:v) = :v', { ':v': n(1) }],
        ['size(:w) = a', { ':w': { BOOL: true } }],
        ['size(:w) = a', { ':w': { NULL: true } }],
        ['size(:v) BETWEEN :w AND :w', { ':v': n(1), ':w': n(9) }],
        [':v BETWEEN size(:v) AND a', { ':v': n(1) }],
        ['size(:v) IN (:w)', { ':v': n(1), ':w': n(9) }],
        ['a IN (size(:v))', { ':v': n(1) }],
      ],
    },
  } satisfies { [slug: string]: Refused },
  isRefused,
);

export const cases: readonly Case[] = [...functions, apart, ...refusals];
