/** How long an expression may be, and how many operators it may have. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const item = { ...key, a: n(1), b: n(2), l: { L: [s('north')] } };
const tables = { t: table({ hash: ['pk', 'S'] }) };
const shared = {
  ...({ area: 'limits', certainty: 'measured', tables } as const),
  sources: [sources.alternatorLimitTests, sources.quotas],
};

const given = (value: number): TemplateObject => ({ ExpressionAttributeValues: { ':v': n(value) } });
const scan = (extra: TemplateObject): Call => ({
  op: 'Scan',
  input: { TableName: { $table: 't' }, ConsistentRead: true, ...extra },
  observe: ['Count'],
  expect: { ok: { Count: 1 } },
});

/** Blanks up to so many bytes, before the last word. */
const padded = (beginning: string, end: string, size: number): string =>
  beginning + ' '.repeat(size - Buffer.byteLength(beginning) - Buffer.byteLength(end)) + end;

const lengths = family(
  {
    ...{ ...shared, name: 'expression-length' },
    because: 'An expression has up to 4096 bytes as it is written, blanks included.',
  },
  {
    update: {
      title: 'An update expression of 4096 bytes is accepted, one of 4097 refused',
      step: (size: number): Call => update('t', key, padded('SET a =', ':v', size), given(1)),
    },
    condition: {
      title: 'A condition of 4096 bytes is accepted, one of 4097 refused',
      step: (size: number): Call =>
        update('t', key, 'REMOVE never', { ConditionExpression: padded('a =', ':v', size), ...given(1) }),
    },
    filter: {
      title: 'A filter of 4096 bytes is accepted, one of 4097 refused',
      step: (size: number): Call => scan({ FilterExpression: padded('a =', ':v', size), ...given(1) }),
    },
    projection: {
      title: 'A projection of 4096 bytes is accepted, one of 4097 refused',
      step: (size: number): Call => scan({ ProjectionExpression: padded('a,', 'b', size) }),
    },
    'key-condition': {
      title: 'A key condition of 4096 bytes is accepted, one of 4097 refused',
      certainty: 'documented' as const,
      sources: [sources.quotas],
      step: (size: number): Call => ({
        op: 'Query',
        input: {
          ...{ TableName: { $table: 't' }, KeyConditionExpression: padded('pk =', ':p', size) },
          ExpressionAttributeValues: { ':p': s('p') },
        },
        observe: ['Count'],
        expect: { ok: { Count: 1 } },
      }),
    },
    'of-other-bytes': {
      title: 'The names and values of placeholders do not count',
      step: (size: number): Call =>
        update('t', key, padded('SET #a =', ':v', size), {
          ExpressionAttributeNames: { '#a': 'a' },
          ExpressionAttributeValues: { ':v': s('x'.repeat(5000)) },
        }),
    },
  },
  ({ step }) => ({
    steps: [put('t', item), step(4096), refused(step(4097), 'ValidationException')],
  }),
);

/** So many comparisons, joined: one operator for each, and one between two. */
const chain = (word: string, comparisons: number): string =>
  Array.from({ length: comparisons }, () => 'a<b').join(` ${word} `);
const operators: Case = {
  ...{ ...shared, id: 'limits/operators' },
  title: 'A condition of 300 operators is accepted, one of 301 refused',
  findings: [],
  because: 'Comparators, AND, OR and NOT are counted, each by itself.',
  steps: [
    put('t', item),
    ...[chain('AND', 150), chain('OR', 150), `NOT b<a AND ${chain('AND', 149)}`].map((FilterExpression) =>
      scan({ FilterExpression }),
    ),
    ...[chain('AND', 151), chain('OR', 151), `NOT b<a AND NOT b<a AND ${chain('AND', 148)}`].map((FilterExpression) =>
      refused(scan({ FilterExpression }), 'ValidationException'),
    ),
  ],
};

/** So many sums, and so many defaults. */
const assignments = (sums: number, defaults: number): string =>
  `SET ${[
    ...Array.from({ length: sums }, (_, at) => `s${at}=a+b`),
    ...Array.from({ length: defaults }, (_, at) => `d${at}=if_not_exists(x,a)`),
  ].join(',')}`;
const updateOperators: Case = {
  ...{ ...shared, id: 'limits/operators-of-update', certainty: 'documented' },
  title: 'An update of 300 operators and functions is accepted, one of 301 refused',
  findings: [],
  because: 'The signs and the functions of an update are counted together.',
  sources: [sources.quotas],
  steps: [
    put('t', item),
    ...[assignments(301, 0), assignments(290, 11), assignments(281, 20)].map((expression) =>
      refused(update('t', key, expression), 'ValidationException', {
        texts: ['Invalid UpdateExpression: The expression contains too many operators; operator count: 301'],
      }),
    ),
    ...[assignments(300, 0), assignments(280, 20)].map((expression) => update('t', key, expression)),
  ],
};

const deep = (inner: string, depth: number): string => '('.repeat(depth) + inner + ')'.repeat(depth);
const parentheses: Case = {
  ...{ ...shared, id: 'limits/parentheses', certainty: 'inferred', heavy: true },
  title: 'Thousands of parentheses are refused, and no server error',
  findings: [],
  because: 'Parentheses around parentheses are refused, however many they are.',
  sources: [sources.conformance],
  steps: [
    put('t', item),
    ...[deep('a<b', 300), deep('a<b', 2000), `a<${deep('b', 2000)}`, '('.repeat(4000), `a IN (${'('.repeat(4000)}`].map(
      (FilterExpression) => refused(scan({ FilterExpression }), 'ValidationException'),
    ),
    refused(update('t', key, `SET a = ${'('.repeat(4000)}`), 'ValidationException'),
    scan({ FilterExpression: deep('a<b', 1) }),
  ],
};

const listIndex: Case = {
  ...{ ...shared, id: 'limits/list-index', heavy: true },
  title: 'The largest list index is 4294967294, and it appends without filling the list',
  findings: [],
  because: 'A larger index is refused, and one beyond the end is the place behind the last element.',
  sources: [sources.flociListIndex],
  steps: [
    put('t', item),
    refused(update('t', key, 'SET l[4294967295] = :v', given(1)), 'ValidationException', {
      texts: ['Invalid UpdateExpression: List index is not within the allowable range; index: [4294967295]'],
    }),
    getExactly('t', key, item),
    update('t', key, 'SET l[1900000000] = :v', given(1)),
    update('t', key, 'SET l[4294967294] = :v', given(2)),
    getExactly('t', key, { ...item, l: { L: [s('north'), n(1), n(2)] } }),
  ],
};

export const cases: readonly Case[] = [...lengths, operators, updateOperators, parentheses, listIndex];
