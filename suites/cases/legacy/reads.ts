/** AttributesToGet and ScanFilter, and requests that mix the old form with expressions. */
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { n, s } from '../case.ts';
import { sources } from '../sources.ts';
import { getExactly, put, puts, refused } from '../steps.ts';
import { key, measured, tables, test } from './conditional.ts';

const read = (AttributesToGet: string[]): Call => ({
  op: 'GetItem',
  input: { TableName: { $table: 't' }, Key: key, AttributesToGet, ConsistentRead: true },
  observe: ['Item'],
});
const stored = { ...key, a: s('hello'), 'a.b': n(1), d: { M: { x: n(1) } } };

const projected: Case = {
  ...{ ...measured, id: 'legacy/attributes-to-get' },
  title: 'AttributesToGet gives the named top-level attributes and no others, keys only if named',
  findings: [],
  because: 'Each name is that of one attribute, dots included; an item that has none of them is empty.',
  sources: [sources.alternatorItemTests, sources.legacyProjection],
  steps: [
    put('t', stored),
    ...(
      [
        [['a'], { a: s('hello') }],
        [['d', 'pk'], { ...key, d: stored.d }],
        [['a.b', 'd.x', 'nope'], { 'a.b': n(1) }],
        [['nope'], {}],
      ] as const
    ).map(([names, item]): Step => ({ ...read([...names]), expect: { ok: { Item: { $exact: item } } } })),
    refused(read(['a', 'a']), 'ValidationException'),
    refused(read([]), 'ValidationException'),
  ],
};

/** A request in the old form, and one more member that is an expression. */
const mixes: readonly [Call['op'], TemplateObject][] = [
  ['UpdateItem', { Key: key, AttributeUpdates: { a: { Value: n(2) } }, UpdateExpression: 'SET b = a' }],
  ['UpdateItem', { Key: key, AttributeUpdates: { a: { Value: n(2) } }, ConditionExpression: 'attribute_exists(a)' }],
  ['UpdateItem', { Key: key, UpdateExpression: 'SET b = a', Expected: { a: { Value: n(1) } } }],
  ['PutItem', { Item: key, Expected: { a: { Value: n(1) } }, ConditionExpression: 'attribute_exists(a)' }],
  ['DeleteItem', { Key: key, Expected: { a: { Value: n(1) } }, ConditionExpression: 'attribute_exists(a)' }],
  ['GetItem', { Key: key, AttributesToGet: ['a'], ProjectionExpression: 'a' }],
  ['Scan', { AttributesToGet: ['a'], ProjectionExpression: 'a' }],
  ['Scan', { ScanFilter: { a: test('NOT_NULL') }, FilterExpression: 'attribute_exists(a)' }],
  ['Scan', { AttributesToGet: ['a'], FilterExpression: 'attribute_exists(a)' }],
];
const mixed: Case = {
  ...{ ...measured, id: 'legacy/mixed-with-expressions', certainty: 'recorded' },
  title: 'Old members and expressions do not stand in one request, and nothing of it is done',
  findings: [],
  because: 'A request has one form or the other.',
  sources: [sources.dynaliteBetween, sources.alternatorItemTests],
  steps: [
    put('t', { ...key, a: n(1) }),
    ...mixes.map(([op, input]) =>
      refused({ op, input: { TableName: { $table: 't' }, ...input }, observe: [] }, 'ValidationException'),
    ),
    getExactly('t', key, { ...key, a: n(1) }),
  ],
};

const rows = [1, 2, 3].map((at) => ({ pk: s(`p${at}`), a: n(at), b: s('x') }));
const scanned: Case = {
  ...{ ...measured, id: 'legacy/scan-filter', certainty: 'documented' },
  title: 'ScanFilter selects rows, and AttributesToGet their attributes',
  findings: [],
  because: 'The filter sees the whole item, also attributes that are not returned.',
  sources: [sources.legacyScanFilter, sources.legacyProjection],
  tables,
  steps: [
    ...puts('t', rows),
    {
      op: 'Scan',
      input: {
        ...{ TableName: { $table: 't' }, ConsistentRead: true, AttributesToGet: ['pk'] },
        ScanFilter: { a: test('GE', n(2)), b: test('EQ', s('x')) },
      },
      expect: {
        ok: {
          Items: { $unordered: [{ $exact: { pk: s('p2') } }, { $exact: { pk: s('p3') } }] },
          Count: 2,
          ScannedCount: 3,
        },
      },
    },
  ],
};

export const cases: readonly Case[] = [projected, mixed, scanned];
