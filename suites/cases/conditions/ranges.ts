/** BETWEEN and IN. */
import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { type Held, held, isRefused, type Refused, shared } from './table.ts';

const ranges = family(
  {
    ...{ ...shared, name: 'between' },
    because: 'BETWEEN holds from its lower to its upper bound, both included.',
    sources: [sources.operators],
  },
  {
    numbers: {
      title: 'BETWEEN of numbers includes both bounds and nothing beyond',
      item: { a: n(5) },
      holds: [
        ['a BETWEEN :v AND :w', true, { ':v': n(5), ':w': n(9) }],
        ['a BETWEEN :v AND :w', true, { ':v': n('-10'), ':w': n('5.0') }],
        ['a BETWEEN :v AND :w', false, { ':v': n('5.01'), ':w': n(9) }],
        ['a BETWEEN :v AND :w', false, { ':v': n('-10'), ':w': n('4.99') }],
        ['a BETWEEN :v AND :v', true, { ':v': n(5) }],
      ],
    },
    texts: {
      title: 'BETWEEN of texts goes by bytes',
      item: { a: s('b') },
      holds: [
        ['a BETWEEN :v AND :w', true, { ':v': s('b'), ':w': s('b\u0000') }],
        ['a BETWEEN :v AND :w', true, { ':v': s('B'), ':w': s('b') }],
        ['a BETWEEN :v AND :w', false, { ':v': s('ba'), ':w': s('z') }],
        ['a BETWEEN :v AND :w', false, { ':v': s(''), ':w': s('azzz') }],
      ],
    },
    binaries: {
      title: 'BETWEEN of binaries goes by unsigned bytes',
      item: { a: b(0x80) },
      holds: [
        ['a BETWEEN :v AND :w', true, { ':v': b(0x7f), ':w': b(0x80) }],
        ['a BETWEEN :v AND :w', true, { ':v': b(0x80), ':w': b(0xff) }],
        ['a BETWEEN :v AND :w', false, { ':v': b(0x00), ':w': b(0x7f, 0xff) }],
        ['a BETWEEN :v AND :w', false, { ':v': b(0x80, 0x00), ':w': b(0xff) }],
      ],
    },
    attributes: {
      title: 'Bounds may be attributes, and inverted ones hold of nothing',
      item: { a: n(5), low: n(4), high: n(6) },
      holds: [
        ['a BETWEEN low AND high', true],
        ['a BETWEEN high AND low', false],
        ['low BETWEEN a AND high', false],
        [':v BETWEEN low AND a', true, { ':v': n('4.5') }],
      ],
    },
    'attributes-of-two-types': {
      title: 'An attribute of another type, or a missing one, is between nothing',
      item: { a: n(5), low: n(4), high: n(6), t: s('5') },
      holds: [
        ['a BETWEEN low AND nope', false],
        ['t BETWEEN low AND high', false],
        ['a BETWEEN low AND t', false],
      ],
    },
    'in-100': {
      title: 'IN takes up to 100 members, and looks at the first and at the last',
      sources: [sources.operators],
      item: { a: n(0), b: n(99), c: n(50) },
      holds: ['a', 'b', 'c'].map((name) => [
        `${name} IN (${Array.from({ length: 100 }, (_, at) => `:v${at}`).join(', ')})`,
        true,
        Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`:v${at}`, n(at)])),
      ]),
    },
    'in-attributes': {
      title: 'The members of IN may be attributes, and its operand a value',
      item: { a: n(1), b: n(2), l: { L: [n(2)] } },
      holds: [
        ['a IN (b, :v)', true, { ':v': n('1.0') }],
        [':v IN (a, b)', true, { ':v': n(2) }],
        [':v IN (a, b)', false, { ':v': n(3) }],
        ['b IN (l[0])', true],
      ],
    },
    'in-missing': {
      title: 'A missing attribute is no member of IN, and equals none',
      item: { a: n(1), b: n(2), l: { L: [n(2)] } },
      holds: [
        ['a IN (b, l, nope)', false],
        ['nope IN (a, absent)', false],
      ],
    },
  } satisfies { [slug: string]: Held },
  held,
);

const beyond = family(
  { ...{ ...shared, name: 'in' }, because: 'An expression has its limits.', sources: [sources.operators] },
  {
    '101': {
      title: 'IN with 101 members is refused',
      item: { a: n(0) },
      refused: [
        [
          `a IN (${Array.from({ length: 101 }, (_, at) => `:v${at}`).join(', ')})`,
          Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`:v${at}`, n(at)])),
        ],
      ],
    },
  } satisfies { [slug: string]: Refused },
  isRefused,
);

export const cases: readonly Case[] = [...ranges, ...beyond];
