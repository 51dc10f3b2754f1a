/** Keys that are equal by value, and keys that only look alike. */
import type { Item, KeyDescriptor } from '../../../oracles/values/types.ts';
import type { Case, Step } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, getExactly, put, refused, remove, scanPages, update } from '../steps.ts';

const unlessThere = { ConditionExpression: 'attribute_not_exists(pk)' };
const failed = 'ConditionalCheckFailedException';

const apart = family(
  {
    ...({ area: 'item-identity', name: 'apart', certainty: 'documented' } as const),
    because: 'Two items are one only when their keys are equal in every byte, or as numbers.',
    sources: [sources.dataTypes, sources.coreComponents],
  },
  {
    'text-hash': {
      title: 'Texts that differ by case, blanks, marks or NUL are different hash keys',
      type: 'S',
      keys: [
        'a',
        'A',
        'a ',
        ' a',
        'a\u0000',
        '\u0000a',
        '\u00e9',
        'e\u0301',
        '1',
        '01',
        '1.0',
        '\u{10ffff}',
        '\uffff',
        '\u{1f600}',
      ].map(s),
    },
    'binary-hash': {
      title: 'Binaries that share bytes, or digits of base64, are different hash keys',
      type: 'B',
      keys: [[0], [0, 0], [1], [0, 1], [1, 0], [0x31], [0xff], [0xff, 0xff], [0x41, 0x51, 0x3d, 0x3d]].map((bytes) =>
        b(...bytes),
      ),
    },
    'number-hash': {
      title: 'Numbers that are close, or share digits, are different hash keys',
      type: 'N',
      keys: [
        '0',
        '1',
        '-1',
        '10',
        '0.1',
        '11',
        '1.1',
        '12345678901234567890123456789012345678',
        '12345678901234567890123456789012345679',
        '1e-130',
        '1e125',
        '-1e125',
      ].map(n),
    },
  } satisfies { [slug: string]: { title: string; type: KeyDescriptor; keys: Item[string][] } },
  ({ type, keys }) => ({
    tables: { t: table({ hash: ['pk', type] }) },
    steps: [
      ...keys.map((pk, at) => put('t', { pk, at: n(at) }, unlessThere)),
      ...keys.map((pk, at) => get('t', { pk }, { at: n(at) })),
      remove('t', { pk: keys[0]! }),
      get('t', { pk: keys[0]! }, 'absent'),
      ...keys.slice(1).map((pk, at) => get('t', { pk }, { at: n(at + 1) })),
    ],
  }),
);

const spellings = ['1000', '1e3', '1000.0', '+1000', '0.1E4', '001000'];
const byValue: Case = {
  ...({ id: 'item-identity/number-hash-by-value', area: 'item-identity', certainty: 'measured' } as const),
  title: 'A number as hash key is one key in every spelling, for each operation',
  findings: ['mongo-rfc/VC-number-normal'],
  because: 'A number key is identified by its value.',
  sources: [sources.alternatorNumberKeys],
  tables: { t: table({ hash: ['pk', 'N'] }) },
  steps: [
    put('t', { pk: n('1000'), v: s('first') }),
    ...spellings.flatMap((pk): Step[] => [
      getExactly('t', { pk: n(pk) }, { pk: n('1000'), v: s('first') }),
      refused(put('t', { pk: n(pk) }, unlessThere), failed),
    ]),
    put('t', { pk: n('1000.0'), v: s('second') }),
    update('t', { pk: n('1e3') }, 'SET w = :w', { ExpressionAttributeValues: { ':w': n(1) } }),
    scanPages('all', 't', [{ $exact: { pk: n('1000'), v: s('second'), w: n(1) } }]),
    remove('t', { pk: n('+1000.00') }),
    get('t', { pk: n('1000') }, 'absent'),
  ],
};

const inBatches: Case = {
  ...({ id: 'item-identity/number-spellings-in-batch', area: 'item-identity', certainty: 'measured' } as const),
  title: 'BatchWriteItem sees two spellings of one number key as one item',
  findings: ['mongo-rfc/VC-number-normal'],
  because: 'A batch may write each item once, and 70 and 7e1 are one item.',
  sources: [sources.alternatorNumberKeys],
  tables: { t: table({ hash: ['pk', 'N'] }) },
  steps: [
    refused(
      {
        op: 'BatchWriteItem',
        input: {
          RequestItems: {
            '$table:t': [{ PutRequest: { Item: { pk: n('70') } } }, { DeleteRequest: { Key: { pk: n('7e1') } } }],
          },
        },
        observe: [],
      },
      'ValidationException',
      { texts: ['Provided list of item keys contains duplicates'] },
    ),
    get('t', { pk: n('70') }, 'absent'),
  ],
};

const replaced: Case = {
  ...({ id: 'item-identity/put-replaces', area: 'item-identity', certainty: 'measured' } as const),
  title: 'PutItem replaces the whole item, and leaves those with the same hash or range key alone',
  findings: [],
  because: 'A put does not merge, and an item is named by both of its keys.',
  sources: [sources.alternatorItemTests],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'S'] }) },
  steps: [
    put('t', { pk: s('p'), sk: s('1'), a: s('hi'), d: { M: { x: n(1) } } }),
    put('t', { pk: s('p'), sk: s('2'), a: s('same hash') }),
    put('t', { pk: s('q'), sk: s('1'), a: s('same range') }),
    put('t', { pk: s('p'), sk: s('1'), b: s('hello'), d: { M: { y: n(2) } } }),
    getExactly('t', { pk: s('p'), sk: s('1') }, { pk: s('p'), sk: s('1'), b: s('hello'), d: { M: { y: n(2) } } }),
    getExactly('t', { pk: s('p'), sk: s('2') }, { pk: s('p'), sk: s('2'), a: s('same hash') }),
    getExactly('t', { pk: s('q'), sk: s('1') }, { pk: s('q'), sk: s('1'), a: s('same range') }),
    put('t', { pk: s('p'), sk: s('1') }),
    getExactly('t', { pk: s('p'), sk: s('1') }, { pk: s('p'), sk: s('1') }),
  ],
};

const keyNotUpdated: Case = {
  ...({ id: 'item-identity/key-not-updated', area: 'item-identity', certainty: 'measured' } as const),
  title: 'No update writes a key attribute, whatever its clause and its value',
  findings: [],
  because: 'The key names the item; it can be read in an update and never written.',
  sources: [sources.alternatorUpdateTests],
  tables: { t: table({ hash: ['pk', 'S'], range: ['sk', 'N'] }) },
  steps: [
    put('t', { pk: s('p'), sk: n(1), a: s('x') }),
    ...(
      [
        ['SET pk = :v', s('q')],
        ['SET pk = :v', s('p')],
        ['SET sk = :v', n(2)],
        ['SET sk = sk + :v', n(0)],
        ['ADD sk :v', n(1)],
        ['DELETE pk :v', { SS: ['p'] }],
        ['SET a = :v, sk = :v', n(1)],
      ] as const
    ).map(([expression, value]) =>
      refused(
        update('t', { pk: s('p'), sk: n(1) }, expression, {
          ExpressionAttributeValues: { ':v': value as { N: string } },
        }),
        'ValidationException',
      ),
    ),
    refused(update('t', { pk: s('p'), sk: n(1) }, 'REMOVE pk'), 'ValidationException'),
    refused(update('t', { pk: s('p'), sk: n(1) }, 'REMOVE sk'), 'ValidationException'),
    getExactly('t', { pk: s('p'), sk: n(1) }, { pk: s('p'), sk: n(1), a: s('x') }),
  ],
};

export const cases: readonly Case[] = [...apart, byValue, inBatches, replaced, keyNotUpdated];
