/** Comparisons by type, with operands in every order. */
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Held, held, isRefused, type Refused, shared, type Value } from './table.ts';

const comparators = [
  ['=', [false, true, false]],
  ['<>', [true, false, true]],
  ['<', [true, false, false]],
  ['<=', [true, true, false]],
  ['>', [false, false, true]],
  ['>=', [false, true, true]],
] as const;
const mirrored = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** `a` is compared with a value above it, equal to it and below it, in all ways and from both sides. */
const against = (above: Value, equal: Value, below: Value): Held['holds'] =>
  comparators.flatMap(([comparator, truths]) =>
    [above, equal, below].flatMap((value, at) => [
      [`a ${comparator} :v`, truths[at]!, { ':v': value }] as const,
      [`:v ${mirrored[comparator]} a`, truths[at]!, { ':v': value }] as const,
    ]),
  );

const ordered = family(
  {
    ...{ ...shared, name: 'ordered' },
    because:
      'Texts and binaries are ordered by unsigned bytes, numbers by value, and a :value may stand on either side.',
    sources: [sources.operators, sources.dataTypes],
  },
  {
    texts: { title: 'Texts compare with a given text', item: { a: s('b') }, holds: against(s('ba'), s('b'), s('B')) },
    'texts-by-length': {
      title: 'A text is above each of its own beginnings',
      item: { a: s('ab') },
      holds: against(s('ab\u0000'), s('ab'), s('a')),
    },
    'texts-beyond-16-bits': {
      title: 'Texts compare by UTF-8 bytes, not by UTF-16 units',
      item: { a: s('\uffee') },
      holds: against(s('\u{1f600}'), s('\uffee'), s('\ud7ff')),
    },
    'texts-last-code-point': {
      title: 'U+10FFFF is the last of all characters',
      item: { a: s('\u{10ffff}') },
      holds: against(s('\u{10ffff}a'), s('\u{10ffff}'), s('\u{10fffe}\u{10ffff}')),
    },
    'texts-combining': {
      title: 'A composed letter is not the letter with a combining mark',
      item: { a: s('e\u0301') },
      holds: against(s('\u00e9'), s('e\u0301'), s('ez')),
    },
    binaries: {
      title: 'Binaries compare by unsigned bytes',
      item: { a: b(0x7f, 0xff) },
      holds: against(b(0x80), b(0x7f, 0xff), b(0x7f)),
    },
    'binaries-before-length': {
      title: 'A longer binary is not above a shorter one for its length',
      item: { a: b(0x02) },
      holds: against(b(0x02, 0x00), b(0x02), b(0x01, 0xff, 0xff)),
    },
    'numbers-across-zero': {
      title: 'Numbers around zero compare by value',
      item: { a: n('-0') },
      holds: against(n('1e-130'), n('0.00'), n('-1e-130')),
    },
    'numbers-of-38-digits': {
      title: 'Numbers compare by their 38th digit, and across exponents',
      item: { a: n(`0.${'1'.repeat(38)}`) },
      holds: against(n(`0.${'1'.repeat(37)}2`), n(`${'1'.repeat(38)}e-38`), n(`0.${'1'.repeat(37)}`)),
    },
    'numbers-of-range': {
      title: 'Numbers of very different exponents compare by value',
      item: { a: n('9.9e125') },
      holds: against(n(`9.9${'0'.repeat(35)}1e125`), n('99e124'), n('-9.9e125')),
    },
  } satisfies { [slug: string]: Held },
  held,
);

const sets = {
  ss: { SS: ['a'] },
  l: { L: [n(1)] },
  m: { M: { a: n(1) } },
  t: { BOOL: true },
  z: { NULL: true as const },
};

const unordered = family(
  {
    ...{ ...shared, name: 'unordered' },
    because: 'Only numbers, texts and binaries have an order.',
    sources: [sources.alternatorConditionTests],
  },
  {
    'of-the-item': {
      title: 'An attribute without an order is neither below nor above, and no error',
      certainty: 'measured',
      item: { ...sets, a: n(1) },
      holds: Object.keys(sets).flatMap((name) =>
        ['<', '<=', '>', '>='].flatMap((comparator) => [
          [`${name} ${comparator} :v`, false, { ':v': n(1) }] as const,
          [`a ${comparator} ${name}`, false] as const,
        ]),
      ),
    },
    'with-itself': {
      title: 'Two equal attributes without an order are equal, and neither is below or above',
      certainty: 'measured',
      item: { ...sets, ...Object.fromEntries(Object.entries(sets).map(([name, value]) => [`${name}2`, value])) },
      holds: Object.keys(sets).flatMap((name) => [
        [`${name} = ${name}2`, true] as const,
        ...['<', '<=', '>', '>=', '<>'].map((comparator) => [`${name} ${comparator} ${name}2`, false] as const),
      ]),
    },
    'with-a-neighbour': {
      title: 'Two places of one attribute are compared with each other',
      sources: [sources.operators],
      item: { d: { M: { x: n(1), y: n(2), z: n(1) } }, l: { L: [n(1), n(2), s('1')] } },
      holds: [
        ['d.x = d.z', true],
        ['d.x = d.y', false],
        ['d.x < d.y', true],
        ['l[0] < l[1]', true],
        ['l[0] <> l[2]', true],
        ['l[1] BETWEEN l[0] AND d.y', true],
        ['d.y IN (d.x, l[1])', true],
      ],
    },
    'flags-and-null': {
      title: 'true, false and NULL are equal to themselves only',
      sources: [sources.condition],
      item: { t: { BOOL: true }, f: { BOOL: false }, z: { NULL: true } },
      holds: [
        ['t = :v', true, { ':v': { BOOL: true } }],
        ['t = :v', false, { ':v': { BOOL: false } }],
        ['f = :v', true, { ':v': { BOOL: false } }],
        ['f <> :v', true, { ':v': { BOOL: true } }],
        ['t = f', false],
        ['z = :v', true, { ':v': { NULL: true } }],
        ['z <> :v', false, { ':v': { NULL: true } }],
        ['z = f', false],
        ['z <> f', true],
        ['nope = :v', false, { ':v': { NULL: true } }],
      ],
    },
  } satisfies { [slug: string]: Held },
  held,
);

const wrongType = (operator: string, value: Value) =>
  `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${Object.keys(value)[0]}`;

const given = family(
  {
    ...{ ...shared, name: 'given' },
    because: 'The types of the values in a request are checked before any item is read.',
    sources: [sources.alternatorConditionTests],
  },
  {
    unordered: {
      title: 'A given value without an order is refused by <, <=, >, >= and BETWEEN, on either side',
      certainty: 'measured',
      item: { a: n(1) },
      refused: Object.values(sets).flatMap((value) => [
        ...['<', '<=', '>', '>='].flatMap((comparator) => [
          [`a ${comparator} :v`, { ':v': value }, wrongType(comparator, value)] as const,
          [`:v ${comparator} a`, { ':v': value }, wrongType(comparator, value)] as const,
        ]),
        ['a BETWEEN :v AND :v', { ':v': value }, wrongType('BETWEEN', value)] as const,
      ]),
    },
    'unordered-places': {
      title: 'Each operand of BETWEEN must have an order, at every place',
      item: { a: n(1), c: n(2) },
      refused: [sets.m, { NS: ['1'] }, { BS: [b(1).B] }].flatMap((value) =>
        [':v BETWEEN a AND c', 'a BETWEEN :v AND c', 'a BETWEEN c AND :v'].map(
          (expression) => [expression, { ':v': value }, wrongType('BETWEEN', value)] as const,
        ),
      ),
    },
    'attribute-with-itself': {
      title: 'An attribute is not compared with itself',
      certainty: 'recorded',
      sources: [sources.conformance, sources.dynaliteBetween],
      item: { a: n(1), d: { M: { x: n(1) } } },
      refused: [['a = a'], ['a <> a'], ['a <= a'], ['d.x = d.x'], ['contains(a, a)'], ['begins_with(a, a)']],
    },
    'bounds-of-two-types': {
      title: 'Given bounds of BETWEEN must be of one type',
      certainty: 'recorded',
      sources: [sources.dynaliteBetween],
      item: { a: n(1) },
      refused: [['a BETWEEN :v AND :w', { ':v': n(0), ':w': s('9') }]],
    },
    'bounds-inverted': {
      title: 'Given bounds of BETWEEN must not be the wrong way round, of any type',
      certainty: 'recorded',
      sources: [sources.dynaliteBetween],
      item: { a: n(1) },
      refused: [
        ['a BETWEEN :v AND :w', { ':v': n(10), ':w': n(9) }],
        ['a BETWEEN :v AND :w', { ':v': s('b'), ':w': s('a') }],
        ['a BETWEEN :v AND :w', { ':v': b(0x80), ':w': b(0x7f) }],
      ],
    },
  } satisfies { [slug: string]: Refused },
  isRefused,
);

export const cases: readonly Case[] = [...ordered, ...unordered, ...given];
