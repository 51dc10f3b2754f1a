/** Zeros and others that are written with a large exponent. */
import type { TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, put, refused } from '../steps.ts';

const TableName = { $table: 't' };
const key = { pk: s('p') };

const shared = {
  area: 'values' as const,
  certainty: 'measured' as const,
  because: 'A number is refused by the magnitude that it is written with, 1E-130 to 9.9E+125, also if it is zero.',
  sources: [sources.conformance, sources.alternatorNumberTests],
  tables: { t: table({ hash: ['pk', 'S'] }) },
};

const kept = family(
  { ...shared, name: 'zero' },
  {
    'at-the-top': { title: '0e125 is zero', number: '0e125' },
    'fraction-at-the-top': { title: '0.0e126 is zero: the exponent counts from its first digit', number: '0.0e126' },
    'at-the-bottom': { title: '0e-130 is zero', number: '0e-130' },
    'negative-with-exponent': { title: '-0e5 is zero', number: '-0e5' },
  },
  ({ number }: { title: string; number: string }) => ({
    steps: [put('t', { ...key, a: n(number) }), get('t', key, { ...key, a: { N: '0' } })],
  }),
);

const refusals = family(
  { ...shared, name: 'exponent' },
  {
    'zero-above-range': { title: '0e126 is refused, though it is zero', numbers: ['0e126', '0e1000', '-0e126'] },
    'zero-below-range': { title: '0e-131 is refused, though it is zero', numbers: ['0e-131', '0e-1000'] },
    'beyond-32-bits': {
      title: 'An exponent of more than 32 bits does not wrap round to a small one',
      numbers: ['1e2147483648', '1e4294967296', '1e-4294967296', '1e99999999999', '1e-99999999999'],
    },
    'beyond-64-bits': {
      title: 'An exponent of more than 64 bits does not wrap round to a small one',
      numbers: ['1e9223372036854775808', '1e18446744073709551616', '1e-18446744073709551616'],
    },
  },
  ({ numbers }: { title: string; numbers: string[] }) => ({
    steps: [
      ...numbers.map((number) => refused({ ...put('t', { ...key, a: n(number) }) }, 'ValidationException')),
      get('t', key, 'absent'),
    ],
  }),
);

const far = n('1e4294967296');
const places: {
  [slug: string]: {
    title: string;
    op: 'GetItem' | 'DeleteItem' | 'UpdateItem' | 'PutItem' | 'BatchGetItem';
    input: TemplateObject;
  };
} = {
  'get-key': {
    title: 'the key of GetItem',
    op: 'GetItem',
    input: { TableName: { $table: 'numbers' }, Key: { pk: far } },
  },
  'delete-key': {
    title: 'the key of DeleteItem',
    op: 'DeleteItem',
    input: { TableName: { $table: 'numbers' }, Key: { pk: far } },
  },
  'update-key': {
    title: 'the key of UpdateItem',
    op: 'UpdateItem',
    input: { TableName: { $table: 'numbers' }, Key: { pk: far }, UpdateExpression: 'REMOVE a' },
  },
  'batch-key': {
    title: 'a key of BatchGetItem',
    op: 'BatchGetItem',
    input: { RequestItems: { '$table:numbers': { Keys: [{ pk: far }] } } },
  },
  'update-value': {
    title: 'a value of an update',
    op: 'UpdateItem',
    input: { TableName, Key: key, UpdateExpression: 'SET a = :v', ExpressionAttributeValues: { ':v': far } },
  },
  'condition-value': {
    title: 'a value of a condition',
    op: 'PutItem',
    input: {
      ...{ TableName, Item: key, ConditionExpression: 'attribute_not_exists(a) OR a = :v' },
      ExpressionAttributeValues: { ':v': far },
    },
  },
};

const everywhere = family(
  { ...shared, name: 'exponent-in', tables: { ...shared.tables, numbers: table({ hash: ['pk', 'N'] }) } },
  Object.fromEntries(
    Object.entries(places).map(([slug, { title, ...call }]) => [
      slug,
      { ...call, title: `An exponent of more than 32 bits is refused in ${title}, and is not read as 1` },
    ]),
  ),
  ({ op, input }: (typeof places)[string]) => ({
    steps: [
      put('t', { ...key, a: n(1) }),
      put('numbers', { pk: n(1) }),
      refused({ op, input, observe: [] }, 'ValidationException'),
      get('t', key, { ...key, a: n(1) }),
      get('numbers', { pk: n(1) }, { pk: n(1) }),
    ],
  }),
);

export const cases = [...kept, ...refusals, ...everywhere];
