/** How long a key may be, and that it is not empty. */
import type { Item, KeyDescriptor } from '../../../oracles/values/types.ts';
import type { Call, Case } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused, remove, update } from '../steps.ts';
import { invalidValues } from '../words.ts';

const bytes = (count: number) => b(...Array.from({ length: count }, () => 0x7a));

/** Each request that has a key. */
const requests = (key: Item): Call[] => [
  put('t', { ...key, a: n(1) }),
  { ...get('t', key, 'absent'), observe: [] },
  update('t', key, 'SET a = :v', { ExpressionAttributeValues: { ':v': n(1) } }),
  update('t', key, 'REMOVE a'),
  remove('t', key),
  { op: 'BatchWriteItem', input: { RequestItems: { '$table:t': [{ PutRequest: { Item: key } }] } }, observe: [] },
  { op: 'BatchWriteItem', input: { RequestItems: { '$table:t': [{ DeleteRequest: { Key: key } }] } }, observe: [] },
  { op: 'BatchGetItem', input: { RequestItems: { '$table:t': { Keys: [key] } } }, observe: [] },
];

type Length = { title: string; type: KeyDescriptor; fits: Item[string]; exceeds: Item[string] };

const lengths = (part: 'hash' | 'range', max: number): { [slug: string]: Length } => ({
  [`${part}-text`]: {
    title: `A text of ${max} bytes is a ${part} key, one of ${max + 1} is not`,
    type: 'S',
    fits: s('k'.repeat(max)),
    exceeds: s('k'.repeat(max + 1)),
  },
  [`${part}-text-of-two-bytes`]: {
    title: `A ${part} key is measured in bytes of UTF-8, not in characters of two bytes`,
    type: 'S',
    fits: s('\u00e9'.repeat(max / 2)),
    exceeds: s(`${'\u00e9'.repeat(max / 2)}k`),
  },
  [`${part}-text-of-four-bytes`]: {
    title: `A ${part} key is measured in bytes of UTF-8, not in UTF-16 units`,
    type: 'S',
    fits: s('\u{10ffff}'.repeat(max / 4)),
    exceeds: s(`${'\u{10ffff}'.repeat(max / 4)}k`),
  },
  [`${part}-binary`]: {
    title: `A binary of ${max} bytes is a ${part} key, one of ${max + 1} is not, whatever its base64`,
    type: 'B',
    fits: bytes(max),
    exceeds: bytes(max + 1),
  },
});

const sized = family(
  {
    ...({ area: 'limits', name: 'key', certainty: 'measured' } as const),
    because: 'A hash key has up to 2048 bytes and a range key up to 1024, in reads and in writes.',
    sources: [sources.alternatorLimitTests, sources.quotas],
  },
  { ...lengths('hash', 2048), ...lengths('range', 1024) },
  ({ type, fits, exceeds }, slug) => {
    const ranged = slug.startsWith('range');
    const keyOf = (value: Item[string]): Item => (ranged ? { pk: s('p'), sk: value } : { pk: value });
    return {
      tables: { t: ranged ? table({ hash: ['pk', 'S'], range: ['sk', type] }) : table({ hash: ['pk', type] }) },
      steps: [
        put('t', { ...keyOf(fits), a: n(1) }),
        getExactly('t', keyOf(fits), { ...keyOf(fits), a: n(1) }),
        ...requests(keyOf(exceeds)).map((step) =>
          refused(step, 'ValidationException', {
            texts: [
              invalidValues(
                ranged
                  ? 'Aggregated size of all range keys has exceeded the size limit of 1024 bytes'
                  : 'Size of hashkey has exceeded the maximum size limit of2048 bytes',
              ),
            ],
          }),
        ),
      ],
    };
  },
);

const empty = family(
  {
    ...({ area: 'limits', name: 'key-empty', certainty: 'measured' } as const),
    because: 'A key has at least one byte.',
    sources: [sources.alternatorItemTests, sources.quotas],
  },
  {
    'hash-text': { title: 'The empty text is no hash key', type: 'S', ranged: false, value: s('') },
    'hash-binary': { title: 'The empty binary is no hash key', type: 'B', ranged: false, value: b() },
    'range-text': { title: 'The empty text is no range key', type: 'S', ranged: true, value: s('') },
    'range-binary': { title: 'The empty binary is no range key', type: 'B', ranged: true, value: b() },
  } satisfies { [slug: string]: { title: string; type: KeyDescriptor; ranged: boolean; value: Item[string] } },
  ({ type, ranged, value }) => ({
    tables: { t: ranged ? table({ hash: ['pk', 'S'], range: ['sk', type] }) : table({ hash: ['pk', type] }) },
    steps: requests(ranged ? { pk: s('p'), sk: value } : { pk: value }).map((step) =>
      refused(step, 'ValidationException', {
        texts: [
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'S' ? 'string' : 'binary'} value. Key: ${ranged ? 'sk' : 'pk'}`,
        ],
      }),
    ),
  }),
);

/** Keys that do not fit a table of a text `pk` and a number `sk`. */
const mismatch = (name: string, expected: string, actual: string): string =>
  `Type mismatch for key ${name} expected: ${expected} actual: ${actual}`;
const lacks = (name: string): string => `Missing the key ${name} in the item`;
/** `asItem` is what PutItem says of it. */
const misfits: { [slug: string]: { title: string; key: Item; asItem: string | null } } = {
  'hash-type': {
    title: 'A hash key of another type does not fit',
    key: { pk: n(1), sk: n(1) },
    asItem: mismatch('pk', 'S', 'N'),
  },
  'range-type': {
    title: 'A range key of another type does not fit',
    key: { pk: s('p'), sk: s('1') },
    asItem: mismatch('sk', 'N', 'S'),
  },
  'binary-for-text': {
    title: 'A binary is no text, though both have bytes',
    key: { pk: b(0x70), sk: n(1) },
    asItem: mismatch('pk', 'S', 'B'),
  },
  'no-scalar': {
    title: 'A list, a set or NULL is no key',
    key: { pk: { SS: ['p'] }, sk: n(1) },
    asItem: mismatch('pk', 'S', 'SS'),
  },
  'hash-missing': { title: 'A key without its hash part does not fit', key: { sk: n(1) }, asItem: lacks('pk') },
  'range-missing': { title: 'A key without its range part does not fit', key: { pk: s('p') }, asItem: lacks('sk') },
  'name-by-case': {
    title: 'The names of key attributes go by case',
    key: { PK: s('p'), sk: n(1) },
    asItem: lacks('pk'),
  },
  surplus: { title: 'A key has no further attribute', key: { pk: s('p'), sk: n(1), a: n(1) }, asItem: null },
};
const schema = family(
  {
    ...({ area: 'limits', name: 'key-schema', certainty: 'measured' } as const),
    because: 'A key has exactly the attributes of the key schema, each of its type.',
    sources: [sources.alternatorItemTests],
    tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  },
  misfits,
  ({ key, asItem }) => ({
    steps: requests(key)
      // What a key may not have, an item may.
      .filter((step) => asItem !== null || !JSON.stringify(step.input).includes('"Item"'))
      .map((step) =>
        refused(step, 'ValidationException', {
          texts: [
            step.op === 'PutItem' ? invalidValues(asItem!) : 'The provided key element does not match the schema',
          ],
        }),
      ),
  }),
);

export const cases: readonly Case[] = [...sized, ...empty, ...schema];
