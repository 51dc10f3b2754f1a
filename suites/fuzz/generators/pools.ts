/** Fixed numbers, texts and binaries in their order, and key values. Few of each, so that requests meet the same ones. */
import type { AttributeValue, KeyDescriptor } from '../../../oracles/values/types.ts';
import type { AttributeKind } from './words.ts';

export const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

/** Two 38-digit numbers that differ only in the last digit. */
const digits38 = ['12345678901234567890123456789012345677', '12345678901234567890123456789012345678'] as const;

/** Numbers in ascending order and canonical form, including the smallest, the largest and the longest. */
export const orderedNumbers = [
  '-99999999999999999999999999999999999999',
  '-10',
  '-1',
  '-0.5',
  '0',
  '0.1',
  '1',
  '1.5',
  '2',
  '3',
  '10',
  '100',
  ...digits38,
] as const;

/** The limits of magnitude (developer guide, data types: 1E-130 to 9.99…E+125), and numbers of 37 and 38 digits. */
export const extremeNumbers = [
  '1e-130',
  '-1e-130',
  '1e125',
  '9.9999999999999999999999999999999999999e125',
  '-9.9999999999999999999999999999999999999e+125',
  '0.00000000000000000000000000000000000001',
  '1234567890123456789012345678901234567.8',
  '9007199254740993',
  '0.1234567890123456789012345678901234567',
];

/** Numbers in notations that the service accepts but does not return. Source: recorded by the Alternator suite. */
export const oddNotations = ['-0', '1.0', '1e0', '001', '.5', '1E+1', '+3', '100e-2', '2.', '0.10', '1000e-3'];

/**
 * Strings in UTF-8 byte order. The last three would sort otherwise in UTF-16 units. `e` with a combining accent and the
 * composed letter look the same and are not.
 */
export const orderedTexts = [
  'A',
  'a',
  'ab',
  'abc',
  'b',
  'e\u0301',
  '\u00e9',
  '\uffee',
  '\u{1F600}',
  '\u{10FFFF}',
] as const;

/** The last one is half of a surrogate pair. */
export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000',
  '"',
  '\\',
  "it's",
  'a\u{1F600}b',
  'a\u{10FFFF}',
  '\u00c5',
  'A\u030a',
  '\ud83d',
];

/** Binaries in unsigned byte order. */
export const orderedBinaries = [
  base64(0),
  base64(0, 0),
  base64(1),
  base64(0x7f),
  base64(0x80),
  base64(0xc3, 0xa9),
  base64(0xff),
  base64(0xff, 0xff),
] as const;

/**
 * Few key values, so that writes hit the same items. Each type includes the ends of its order. The first are drawn most, so values
 * that a store may take for one another come early: only where both are written does it show.
 */
export const keyPools = {
  S: ['a', 'a#a', '\uffee', '\u{1F600}', 'ab', 'b', 'a\u0000', 'A', 'a\u{10FFFF}', 'e\u0301', '\u00e9'],
  N: ['1', ...digits38, '2', '10', '-1', '0', '1.5', '-10', '1e125', '-1e-130'],
  B: [base64(0), base64(0xff), base64(0xff, 0xff), base64(0x80), base64(0, 0), base64(0x7f), base64(0xc3, 0xa9)],
} as const satisfies { readonly [type in KeyDescriptor]: readonly string[] };

const n1 = { N: '1' } as const;
const a = { S: 'a' } as const;

type Values = readonly [AttributeValue, ...AttributeValue[]];

/** Fixed values of each kind that are drawn often, so that conditions and queries match stored items. */
export const anchors: { readonly [kind in AttributeKind]: Values } = {
  number: [n1, { N: '2' }],
  string: [a, { S: 'ab' }],
  map: [{ M: { branch: n1 } }, { M: { branch: n1, leaf: { L: [a] } } }],
  list: [{ L: [n1] }, { L: [a, n1] }],
  set: [{ SS: ['a', 'ab'] }, { NS: ['1', '10'] }, { BS: [base64(0), base64(0x80)] }],
  binary: [{ B: base64(0) }, { B: base64(0x80) }],
  any: [{ BOOL: true }, { NULL: true }, a, n1],
};

/** Values beside the fixed ones: equal but spelled otherwise, one member more or less, of another type inside. */
export const nearMisses: { readonly [kind in AttributeKind]: Values } = {
  number: [{ N: '1.0' }, { N: '10' }, { N: '-1' }, { N: '1e0' }],
  string: [{ S: 'A' }, { S: 'abc' }, { S: '' }],
  map: [
    { M: { leaf: { L: [a] }, branch: { N: '1.0' } } },
    { M: { branch: { S: '1' } } },
    { M: { leaf: n1 } },
    { M: { branch: { M: { branch: n1, leaf: a } }, leaf: { L: [n1, a, { N: '2' }] } } },
    { M: { branch: n1, Leaf: { L: [a] } } },
  ],
  list: [
    { L: [{ N: '1.0' }] },
    { L: [n1, a] },
    { L: [n1, n1] },
    { L: [a, { N: '2' }, { M: { branch: n1 } }, { L: [a, n1] }] },
    { L: [{ N: '0' }, n1, { N: '2' }, a, { N: '4' }, { NS: ['1', '10'] }] },
  ],
  set: [
    { SS: ['ab', 'a'] },
    { SS: ['a'] },
    { SS: ['a', 'ab', 'abc'] },
    { NS: ['10', '1.0'] },
    { NS: ['1', '100'] },
    { NS: ['1'] },
    { BS: [base64(0x80)] },
    { SS: ['', 'a'] },
  ],
  binary: [{ B: base64(0, 0) }, { B: '' }],
  any: [{ BOOL: false }, { L: [] }, { M: {} }, { S: '1' }],
};
