/** Values of every type come back as they were written. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, update } from '../steps.ts';

const key = { pk: s('p') };
const other = { pk: s('other') };
const tables = { t: table({ hash: ['pk', 'S'] }) };
const list = (...elements: AttributeValue[]): AttributeValue => ({ L: elements });
const map = (members: Item): AttributeValue => ({ M: members });
const bytes = (...members: number[][]): AttributeValue => ({ BS: members.map((member) => b(...member).B) });

type Row = { title: string; item: Item } & Partial<Pick<Case, 'certainty' | 'sources'>>;

const stored = family(
  {
    ...({ area: 'values', name: 'stored', certainty: 'documented', tables } as const),
    because: 'What is written by PutItem or by SET is what is read, type and content.',
    sources: [sources.dataTypes],
  },
  {
    'empty-text-and-binary': {
      title: 'Empty texts and binaries are attributes, members and elements',
      certainty: 'measured',
      sources: [sources.alternatorItemTests, sources.dataTypes],
      item: { a: s(''), y: b(), l: list(s(''), b()), m: map({ a: s(''), y: b() }) },
    },
    'empty-list-and-map': {
      title: 'Empty lists and maps stay empty lists and maps, also within each other',
      certainty: 'measured',
      sources: [sources.alternatorItemTests, sources.dataTypes],
      item: { l: list(), m: map({}), n: list(list(), map({})), o: map({ l: list(map({})), m: map({}) }) },
    },
    'empty-members': {
      title: 'A set may hold the empty text or the empty binary',
      certainty: 'recorded',
      sources: [sources.conformance],
      item: { ss: { SS: ['', 'a'] }, bs: bytes([], [0]), only: { SS: [''] } },
    },
    'flags-and-null': {
      title: 'true, false and NULL are three values, and not texts or numbers',
      item: { t: { BOOL: true }, f: { BOOL: false }, z: { NULL: true }, l: list({ BOOL: false }, { NULL: true }) },
    },
    'lists-in-order': {
      title: 'A list keeps its order and its repeated elements, of any types',
      item: { l: list(n(2), n(1), s('1'), n(1), { BOOL: true }, n(2), { NULL: true }, b(1)) },
    },
    sets: {
      title: 'Sets of each type come back whole, within lists and maps as well',
      item: {
        ...{
          ss: { SS: ['b', 'B', 'ab', 'a'] },
          ns: { NS: ['10', '9', '-1', '0.5'] },
          bs: bytes([0x80], [0x7f], [0, 0], [0]),
        },
        ...{ l: list({ SS: ['x'] }, { NS: ['1', '2'] }), m: map({ bs: bytes([1, 2]) }) },
      },
    },
    'near-members': {
      title: 'Members of a set that differ by case, blanks, marks or bytes are different',
      item: {
        ss: { SS: ['a', 'A', 'a ', ' a', '\u00e9', 'e\u0301', 'a\u0000', '1', '01', '1.0'] },
        bs: bytes([0], [0, 0], [1], [1, 0], [0, 1]),
      },
    },
    nested: {
      title: 'Documents of lists and maps come back whole',
      item: {
        d: map({
          a: n(3),
          b: map({ c: s('hi'), d: list(s('there'), map({ x: s('y'), z: list(list(n(1)), n(2)) }), s('42')) }),
        }),
      },
    },
    'control-characters': {
      title: 'NUL and other control characters are characters like others',
      certainty: 'measured',
      sources: [sources.alternatorItemTests],
      item: {
        a: s('a\u0000b'),
        c: s('\u0000'),
        d: s('\u0001\u001f\u007f\u0085\u2028\u2029'),
        y: b(0, 1, 0),
        e: s('tab\tline\r\nend'),
      },
    },
    'beyond-16-bits': {
      title: 'Characters beyond U+FFFF come back, up to U+10FFFF',
      item: {
        a: s('\u{10ffff}'),
        c: s('\u{1f600}x\u{10000}'),
        ss: { SS: ['\u{10ffff}', '\u{10fffe}'] },
        d: s('\uffff\ufffe\ufdd0'),
      },
    },
    'combining-marks': {
      title: 'Combining marks are neither composed nor reordered',
      item: {
        a: s('e\u0301'),
        c: s('\u00e9'),
        d: s('q\u0307\u0323'),
        f: s('q\u0323\u0307'),
        g: s('\u1e9b\u0323'),
        h: s('\ufb01'),
      },
    },
    'quotes-and-escapes': {
      title: 'Quotes, escapes and markup are plain text',
      item: {
        a: s('"\\/\b\f\n\r\t'),
        c: s("'; DROP TABLE t; --"),
        d: s('{"S":"x"}'),
        e: s('<a>&amp;'),
        f: s('\\u0041 %41 $a'),
        g: s('null'),
      },
    },
    'binary-lengths': {
      title: 'Binaries of every length modulo 3 come back, all bytes included',
      item: {
        ...{ a: b(1), c: b(1, 2), d: b(1, 2, 3), e: b(0xfb, 0xff, 0xfe), f: b(0xff), g: b(0, 0) },
        all: b(...Array.from({ length: 256 }, (_, at) => at)),
      },
    },
    'names-by-case': {
      title: 'Names of attributes and members differ by case, marks and characters that cannot be seen',
      item: {
        ...{
          a: n(1),
          A: n(2),
          'a ': n(3),
          ' a': n(4),
          'a\u0000': n(5),
          'a\u200b': n(6),
          '\u00e9': n(7),
          'e\u0301': n(8),
        },
        m: map({ x: n(1), X: n(2), 'x\u0000': n(3), '\u0000': n(4), '\u{10ffff}': n(5) }),
      },
    },
    'odd-names': {
      title: 'A name may be any text, those that mean something elsewhere included',
      item: {
        ...{
          ['__proto__']: map({ ['__proto__']: n(0), x: n(1) }),
          __proto__x: n(1),
          constructor: n(2),
          toString: n(3),
          'a.b': n(4),
          'a[0]': n(5),
          '#n': n(6),
          ':v': n(7),
        },
        ...{
          ' ': n(8),
          'sel"ect\\': n(9),
          S: n(10),
          M: map({ M: map({ S: s('S') }), L: list() }),
          null: n(11),
          _id: n(12),
          '1': n(13),
        },
      },
    },
    'many-attributes': {
      title: 'An item of 500 attributes comes back whole',
      item: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`a${at}`, n(at)])),
    },
  } satisfies { [slug: string]: Row },
  ({ item }) => ({
    steps: [
      put('t', { ...key, ...item }),
      getExactly('t', key, { ...key, ...item }),
      update('t', other, 'SET #m = :m', {
        ExpressionAttributeNames: { '#m': 'whole' },
        ExpressionAttributeValues: { ':m': { M: item } },
      }),
      getExactly('t', other, { ...other, whole: { M: item } }),
    ],
  }),
);

const canonicalSets: Case = {
  ...({ id: 'values/sets-of-numbers', area: 'values', certainty: 'measured', tables } as const),
  title: 'The members of a set of numbers come back in canonical form',
  findings: ['mongo-rfc/VC-number-normal'],
  because: 'A member of a set is a number like any other.',
  sources: [sources.extenddbNumbers, sources.conformance],
  steps: [
    put('t', { ...key, a: { NS: ['0010', '1E2', '-0.0', '+3', '.5', '2.50', '-1e-3'] } }),
    getExactly('t', key, { ...key, a: { NS: ['10', '100', '0', '3', '0.5', '2.5', '-0.001'] } }),
  ],
};

export const cases: readonly Case[] = [...stored, canonicalSets];
