/** How large an item may be, to the byte. */
import type { AttributeValue, Item } from '../../../oracles/values/types.ts';
import type { Case, Step, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const tables = { t: table({ hash: ['pk', 'S'] }) };
const max = 409_600;

/** An item whose other attributes take `bytes`, filled up with `f` to so many bytes in all. The key takes three. */
const filled = (others: Item, bytes: number, size: number): Item => ({
  ...key,
  ...others,
  f: s('x'.repeat(size - 3 - 1 - bytes)),
});

const list = (...elements: AttributeValue[]): AttributeValue => ({ L: elements });
const map = (members: Item): AttributeValue => ({ M: members });

const puts = family(
  {
    ...({ area: 'limits', name: 'item', certainty: 'recorded', tables } as const),
    because: 'An item of 409,600 bytes is accepted and one of a byte more is not, names and values counted.',
    sources: [sources.conformance, sources.itemSizes],
  },
  {
    text: { title: 'A text takes its bytes and its name', others: { ab: s('xyz') }, bytes: 2 + 3 },
    'text-not-ascii': {
      title: 'Texts and names take their bytes of UTF-8',
      others: { '\u00e9\u20ac': s('\u{1f600}\u00e9e\u0301') },
      bytes: 5 + 4 + 2 + 3,
    },
    binary: { title: 'A binary takes its bytes, not its base64', others: { y: b(1, 2, 3, 4) }, bytes: 1 + 4 },
    'flags-and-null': {
      title: 'A flag takes one byte, and NULL as well',
      others: { t: { BOOL: true }, u: { BOOL: false }, z: { NULL: true } },
      bytes: 3 * (1 + 1),
    },
    'numbers-whole': {
      title: 'A number takes a byte, and one for each two digits',
      others: { a: n(1), c: n(12), d: n(123), e: n(1234), g: n(12345) },
      bytes: 5 + (1 + 1) + (1 + 1) + (1 + 2) + (1 + 2) + (1 + 3),
    },
    'numbers-negative': {
      title: 'A negative number takes a byte more, and zero takes one',
      others: { a: n(-1), c: n('-12'), d: n('-123.5'), z: n(0) },
      bytes: 4 + 3 + 3 + (1 + 2 + 1 + 1) + 1,
    },
    'numbers-fractions': {
      title: 'Digits before and behind the point are counted by themselves',
      others: { a: n('1.5'), c: n('12.345'), d: n('0.5'), e: n('123.4') },
      bytes: 4 + (1 + 1 + 1) + (1 + 1 + 2) + (1 + 1) + (1 + 2 + 1),
    },
    'number-of-38-digits': {
      title: 'The longest number takes 20 bytes, or 21 if it is negative',
      others: { a: n('12345678901234567890123456789012345678'), c: n('-12345678901234567890123456789012345678') },
      bytes: 2 + 20 + 21,
    },
    sets: {
      title: 'A set takes the bytes of its members and nothing else',
      others: { a: { SS: ['x', '\u00e9', ''] }, c: { NS: ['1', '-1', '100.5'] }, d: { BS: [b(1, 2).B, b(3).B] } },
      bytes: 3 + (1 + 2 + 0) + (2 + 3 + (1 + 2 + 1)) + (2 + 1),
    },
    lists: {
      title: 'A list takes three bytes, and one for each element beside its own',
      others: { a: list(), c: list(n(1), s('xy'), { NULL: true }) },
      bytes: 2 + 3 + (3 + (1 + 2) + (1 + 2) + (1 + 1)),
    },
    maps: {
      title: 'A map takes three bytes, and one for each member beside its name and value',
      others: { a: map({}), c: map({ x: n(1), '\u00e9': s('xy') }) },
      bytes: 2 + 3 + (3 + (1 + 1 + 2) + (1 + 2 + 2)),
    },
    nested: {
      title: 'Lists and maps within each other are counted at each level',
      others: { a: map({ l: list(map({ x: n(1) }), list(list())), m: map({}) }) },
      bytes: 1 + 3 + (1 + 1 + (3 + (1 + 3 + (1 + 1 + 2)) + (1 + 3 + (1 + 3)))) + (1 + 1 + 3),
    },
  } satisfies { [slug: string]: { title: string; others: Item; bytes: number } },
  ({ others, bytes }) => ({
    steps: [
      put('t', filled(others, bytes, max)),
      refused(put('t', { ...filled(others, bytes, max), q: s('') }), 'ValidationException', {
        texts: ['Item size has exceeded the maximum allowed size'],
      }),
      refused(put('t', filled(others, bytes, max + 1)), 'ValidationException'),
      update('t', key, 'REMOVE f'),
      getExactly('t', key, { ...key, ...others }),
    ],
  }),
);

type Growth = { title: string; others: Item; bytes: number; fits: Change; exceeds: Change };
type Change = [expression: string, values: TemplateObject];

const updates = family(
  {
    ...({ area: 'limits', name: 'item-update', certainty: 'recorded', tables } as const),
    because: 'An update is measured by the item that it leaves, which may have 409,600 bytes.',
    sources: [sources.conformance, sources.quotas],
  },
  {
    set: {
      title: 'SET of one byte too many is refused',
      others: { a: s('') },
      bytes: 1,
      fits: ['SET a = :v', { ':v': s('12345678') }],
      exceeds: ['SET a = :v', { ':v': s('123456789') }],
    },
    'new-attribute': {
      title: 'The name of a new attribute counts',
      others: {},
      bytes: 0,
      fits: ['SET abc = :v', { ':v': s('12345') }],
      exceeds: ['SET abcd = :v', { ':v': s('12345') }],
    },
    'add-number': {
      title: 'A number that grows counts its new digits',
      others: { a: n(99), c: s('123456') },
      bytes: 1 + 2 + 1 + 6,
      fits: ['SET c = :v ADD a :w', { ':v': s('12345678901234'), ':w': n(1) }],
      exceeds: ['SET c = :v ADD a :w', { ':v': s('12345678901234'), ':w': n(2) }],
    },
    'add-member': {
      title: 'A member added to a set counts, one that is there already does not',
      others: { a: { SS: ['12', '34'] } },
      bytes: 1 + 4,
      fits: ['ADD a :v', { ':v': { SS: ['34', '12345678'] } }],
      exceeds: ['ADD a :v', { ':v': { SS: ['9'] } }],
    },
    'append-element': {
      title: 'An appended element takes one byte beside its value',
      others: { a: list(n(1)) },
      bytes: 1 + 3 + 1 + 2,
      fits: ['SET a = list_append(a, :v)', { ':v': list(s('1234567')) }],
      exceeds: ['SET a = list_append(a, :v)', { ':v': list(s('')) }],
    },
    'nested-member': {
      title: 'A new member takes one byte beside its name and value',
      others: { m: map({ x: n(1) }) },
      bytes: 1 + 3 + 1 + 1 + 2,
      fits: ['SET m.y = :v', { ':v': s('123456') }],
      exceeds: ['SET m.z = :v', { ':v': s('') }],
    },
  } satisfies { [slug: string]: Growth },
  ({ others, bytes, fits, exceeds }) => {
    const change = ([expression, values]: Change) =>
      update('t', key, expression, { ExpressionAttributeValues: values });
    const before = filled(others, bytes, max - 8);
    const size = (truth: boolean, of: number): Step => ({
      op: 'Scan',
      input: {
        ...{ TableName: { $table: 't' }, ConsistentRead: true, Select: 'COUNT', FilterExpression: 'size(f) = :n' },
        ExpressionAttributeValues: { ':n': n(of) },
      },
      observe: ['Count'],
      expect: { ok: { Count: truth ? 1 : 0 } },
    });
    return {
      steps: [
        put('t', before),
        change(fits),
        refused(change(exceeds), 'ValidationException', {
          texts: ['Item size to update has exceeded the maximum allowed size'],
        }),
        size(true, max - 8 - 3 - 1 - bytes),
        update('t', key, 'REMOVE f'),
        change(exceeds),
      ],
    };
  },
);

const name = (length: number): string => 'n'.repeat(length);
const names: Case = {
  ...({ id: 'limits/attribute-name', area: 'limits', certainty: 'measured', tables } as const),
  title: 'A name of 65,535 bytes is accepted at any depth, one of 65,536 is refused on every way in',
  findings: [],
  because: 'A name has less than 64 KiB, measured in bytes of UTF-8.',
  sources: [sources.extenddbNames, sources.alternatorLimitTests],
  steps: [
    put('t', { ...key, [name(65_535)]: n(1), doc: map({ [name(65_535)]: s('v') }) }),
    getExactly('t', key, { ...key, [name(65_535)]: n(1), doc: map({ [name(65_535)]: s('v') }) }),
    refused(put('t', { ...key, [name(65_536)]: n(1) }), 'ValidationException'),
    refused(put('t', { ...key, [`${name(65_534)}\u00e9`]: n(1) }), 'ValidationException'),
    refused(put('t', { ...key, doc: map({ [name(65_536)]: n(1) }) }), 'ValidationException'),
    ...[
      ['SET #n = :v', { '#n': name(65_536) }, n(1)],
      ['SET doc = :v', undefined, map({ [name(65_536)]: n(1) })],
    ].map(
      ([expression, given, value]): Step =>
        refused(
          update('t', key, expression as string, {
            ...(given ? { ExpressionAttributeNames: given as TemplateObject } : {}),
            ExpressionAttributeValues: { ':v': value as AttributeValue },
          }),
          'ValidationException',
        ),
    ),
    getExactly('t', key, { ...key, [name(65_535)]: n(1), doc: map({ [name(65_535)]: s('v') }) }),
  ],
};

export const cases: readonly Case[] = [...puts, ...updates, names];
