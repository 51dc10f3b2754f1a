import type { Case } from '../case.ts';
import { b, n, s } from '../case.ts';
import { sources } from '../sources.ts';
import { put } from '../steps.ts';
import { holds, key, tables, type Values } from './holds.ts';

const comparators: readonly (readonly [string, (order: number) => boolean])[] = [
  ['=', (order) => order === 0],
  ['<>', (order) => order !== 0],
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
];

/** Pairs that sort differently as text and as numbers, in numeric order. */
const numberPairs = [
  ['42', '9', 1],
  ['9', '42', -1],
  ['2', '100', -1],
  ['-2', '-10', 1],
  ['-1', '1', -1],
  ['1.0', '1', 0],
  ['1e3', '999', 1],
  ['12345678901234567890123456789012345678', '12345678901234567890123456789012345679', -1],
] as const;

const fieldAgainstField: Case = {
  id: 'conditions/field-against-field',
  title: 'Two number attributes compare as numbers, by all six comparators',
  area: 'conditions',
  findings: ['mongo-rfc/R2-3-field-vs-field', 'mongo-rfc/M6a'],
  certainty: 'documented',
  because: 'A comparison of two attributes goes by type and value, exactly as one with a given value does.',
  sources: [sources.operators],
  tables,
  steps: numberPairs.flatMap(([left, right, order]) => [
    put('t', { ...key, l: n(left), r: n(right) }),
    ...comparators.flatMap(([comparator, truth]) => holds(`l ${comparator} r`, truth(order))),
  ]),
};

const numbersWithGiven: Case = {
  id: 'conditions/numbers',
  title: 'A number compares with a given number as a number, also in BETWEEN and IN',
  area: 'conditions',
  findings: ['mongo-rfc/M6a'],
  certainty: 'documented',
  because: '9 is below 10 and -2 above -10, whatever their digits say as text.',
  sources: [sources.operators],
  tables,
  steps: numberPairs.flatMap(([left, right, order]) => [
    put('t', { ...key, l: n(left) }),
    ...comparators.flatMap(([comparator, truth]) => holds(`l ${comparator} :r`, truth(order), { ':r': n(right) })),
    ...holds('l IN (:r, :x)', order === 0, { ':r': n(right), ':x': n('-7777') }),
    ...holds('l BETWEEN :low AND :high', order <= 0, { ':low': n('-1e30'), ':high': n(right) }),
  ]),
};

const missingSources = [sources.extenddbMissing, sources.dynoxideMissing, sources.alternatorBothMissing];
const ordering = ['=', '<', '<=', '>', '>='];

const missing: Case = {
  id: 'conditions/missing-attribute',
  title: 'No comparison with a missing attribute holds, except <>',
  area: 'conditions',
  findings: ['mongo-rfc/m13'],
  certainty: 'measured',
  because:
    'A missing attribute has no value to be equal or ordered: =, <, <=, > and >= are false, also of two missing ones.',
  sources: missingSources,
  tables,
  steps: [
    put('t', { ...key, a: n(1) }),
    ...ordering.flatMap((comparator) => [
      ...holds(`nope ${comparator} :v`, false, { ':v': n(1) }),
      ...holds(`a ${comparator} nope`, false),
      ...holds(`nope ${comparator} absent`, false),
    ]),
    ...holds('nope BETWEEN :v AND :v', false, { ':v': n(1) }),
    ...holds('nope IN (:v)', false, { ':v': n(1) }),
    ...holds('begins_with(nope, :v)', false, { ':v': s('') }),
    ...holds('contains(nope, :v)', false, { ':v': s('a') }),
    ...holds('size(nope) >= :v', false, { ':v': n(0) }),
    ...holds('attribute_type(nope, :v)', false, { ':v': s('NULL') }),
  ],
};

const missingNotEqual: Case = {
  id: 'conditions/missing-not-equal',
  title: '<> holds when an attribute is missing',
  area: 'conditions',
  findings: ['mongo-rfc/m13'],
  certainty: 'inferred',
  because:
    'Two public projects report this as measured; other documents say that every comparison with a missing attribute is false.',
  sources: missingSources,
  tables,
  steps: [
    put('t', { ...key, a: n(1) }),
    ...holds('nope <> :v', true, { ':v': n(1) }),
    ...holds('a <> nope', true),
    ...holds('nope <> absent', true),
    ...holds('NOT nope = :v', true, { ':v': n(1) }),
  ],
};

const collections: Values = {
  ss: { SS: ['b', 'a'] },
  ns: { NS: ['2', '1'] },
  bs: { BS: [b(2).B, b(1).B] as string[] },
  l: { L: [n(1), s('a'), { L: [n(2)] }] },
  m: { M: { x: n(1), y: { M: { z: { SS: ['q', 'p'] } } } } },
};
/** The same values in another order or notation. */
const same: Values = {
  ss: { SS: ['a', 'b'] },
  ns: { NS: ['1.0', '2e0'] },
  bs: { BS: [b(1).B, b(2).B] as string[] },
  l: { L: [n('1.0'), s('a'), { L: [n(2)] }] },
  m: { M: { y: { M: { z: { SS: ['p', 'q'] } } }, x: n('1e0') } },
};
const different: Values = {
  ss: { SS: ['a', 'b', 'c'] },
  ns: { NS: ['1', '3'] },
  bs: { BS: [b(1).B] as string[] },
  l: { L: [s('a'), n(1), { L: [n(2)] }] },
  m: { M: { x: n(1), y: { M: { z: { SS: ['p'] } } } } },
};

const collectionEquality: Case = {
  id: 'conditions/collection-equality',
  title: 'Sets, lists and maps are equal by value: sets in any order, lists in order, maps by member',
  area: 'conditions',
  findings: ['mongo-rfc/M6b'],
  certainty: 'documented',
  because: 'EQ and NE are defined for every type, sets, lists and maps included.',
  sources: [sources.condition, sources.operators],
  tables,
  steps: [
    put('t', {
      ...key,
      ...collections,
      ...Object.fromEntries(Object.entries(same).map(([name, value]) => [`${name}2`, value])),
    }),
    ...Object.keys(collections).flatMap((name) => [
      ...holds(`${name} = :v`, true, { ':v': same[name]! }),
      ...holds(`${name} <> :v`, false, { ':v': same[name]! }),
      ...holds(`${name} = :v`, false, { ':v': different[name]! }),
      ...holds(`${name} <> :v`, true, { ':v': different[name]! }),
      ...holds(`${name} = ${name}2`, true),
      ...holds(`${name} IN (:w, :v)`, true, { ':v': same[name]!, ':w': different[name]! }),
    ]),
  ],
};

export const cases: readonly Case[] = [
  fieldAgainstField,
  numbersWithGiven,
  missing,
  missingNotEqual,
  collectionEquality,
];
