/** Arithmetic of SET and ADD: exact, or refused. */
import type { Case, Step } from '../case.ts';
import { n } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused, update } from '../steps.ts';
import { key, precise, shared } from './attributes.ts';

const sums = family(
  {
    ...{ ...shared, name: 'sum' },
    because: 'A sum is exact: every digit of it is kept, or it is refused.',
    sources: [sources.alternatorNumberTests, sources.alternatorArithmetic],
  },
  {
    exact: {
      title: 'Sums and differences are exact beyond the precision of a double',
      results: [
        ['10000000000000000000000', '+', '1', '10000000000000000000001'],
        ['10000000000000000000000', '-', '1', '9999999999999999999999'],
        ['0.1', '+', '0.2', '0.3'],
        ['1.1', '-', '1', '0.1'],
        ['0.3', '-', '0.1', '0.2'],
        ['-0.7', '+', '0.1', '-0.6'],
        ['1e-10', '+', '1e10', '10000000000.0000000001'],
      ],
    },
    'of-38-digits': {
      title: 'A sum of 38 digits is kept, and one that carries to a one with zeros as well',
      results: [
        [precise(38), '+', '0', precise(38)],
        ['1e37', '+', '1', `1${'0'.repeat(36)}1`],
        ['9'.repeat(38), '+', '1', `1${'0'.repeat(38)}`],
        [`1${'0'.repeat(38)}`, '-', '1', '9'.repeat(38)],
        [`0.${'9'.repeat(38)}`, '+', '1e-38', '1'],
      ],
    },
    'to-zero': {
      title: 'A number minus itself is 0',
      results: [
        ['9.9e125', '-', '9.9e125', '0'],
        ['1e-130', '+', '-1e-130', '0'],
        ['0', '-', '0', '0'],
      ],
    },
    'at-the-edge': {
      title: 'A sum at the edge of the range is kept',
      results: [
        ['8e125', '+', '1e125', `9${'0'.repeat(125)}`],
        ['-5e125', '-', '4e125', `-9${'0'.repeat(125)}`],
        ['2e-130', '-', '1e-130', `0.${'0'.repeat(129)}1`],
        ['-2e-130', '+', '1e-130', `-0.${'0'.repeat(129)}1`],
        ['1.1e-129', '-', '1e-129', `0.${'0'.repeat(129)}1`],
        [`${'9'.repeat(37)}8e88`, '+', '1e88', `${'9'.repeat(38)}${'0'.repeat(88)}`],
        [`-${'9'.repeat(37)}8e88`, '-', '1e88', `-${'9'.repeat(38)}${'0'.repeat(88)}`],
      ],
    },
  } satisfies { [slug: string]: { title: string; results: [string, '+' | '-', string, string][] } },
  ({ results }) => ({
    steps: results.flatMap(([left, sign, right, sum]): Step[] => {
      const added = sign === '+' ? right : `-${right}`.replace('--', '');
      const result = { ...key, a: n(left), b: n(sum), c: n(sum) };
      return [
        put('t', { ...key, a: n(left), c: n(left) }),
        update('t', key, `SET b = a ${sign} :v ADD c :w`, {
          ExpressionAttributeValues: { ':v': n(right), ':w': n(added) },
        }),
        // Both sides as the store has them: the operand as it was written, the results as they are kept.
        getExactly('t', key, { ...result, a: { N: { $number: left } } }),
      ];
    }),
  }),
);

const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const inexact = family(
  {
    ...{ ...shared, name: 'sum-refused' },
    because: 'A sum that needs more digits or a larger magnitude than a number has is refused, never rounded.',
    sources: [sources.alternatorNumberTests, sources.alternatorArithmetic],
  },
  {
    'digits-39': {
      title: 'A sum of 39 digits is refused',
      sums: [
        ['1e45', '+', '3'],
        ['1e50', '-', '1'],
        ['1e38', '+', '1'],
        [precise(38), '+', '0.1'],
        ['1', '+', '1e-38'],
      ],
    },
    'too-large': {
      title: 'A sum beyond the range is refused',
      sums: [
        ['9e125', '+', '9e125'],
        ['9e125', '-', '-9e125'],
        ['-9e125', '-', '1e125'],
        [`${'9'.repeat(38)}e88`, '+', '1e88'],
        [`-${'9'.repeat(38)}e88`, '-', '1e88'],
      ],
    },
    'too-small': {
      title: 'A difference below the smallest number is refused',
      certainty: 'documented',
      sources: [sources.dataTypes],
      sums: [
        ['1.1e-130', '-', '1e-130'],
        ['-1.1e-130', '+', '1e-130'],
        ['1e-130', '-', '1.1e-130'],
        ['1.05e-129', '-', '1e-129'],
        ['1.0000000001e-121', '-', '1e-121'],
      ],
      text: 'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    },
  } satisfies {
    [slug: string]: {
      title: string;
      sums: [string, '+' | '-', string][];
      text?: string;
      certainty?: Case['certainty'];
      sources?: string[];
    };
  },
  ({ sums: all, text = overflow }) => ({
    steps: all.flatMap(([left, sign, right]): Step[] => {
      const added = sign === '+' ? right : `-${right}`.replace('--', '');
      return [
        put('t', { ...key, a: n(left) }),
        refused(
          update('t', key, `SET b = a ${sign} :v`, { ExpressionAttributeValues: { ':v': n(right) } }),
          'ValidationException',
          { texts: [text] },
        ),
        refused(
          update('t', key, 'ADD a :v', { ExpressionAttributeValues: { ':v': n(added) } }),
          'ValidationException',
          { texts: [text] },
        ),
        {
          op: 'TransactWriteItems',
          input: {
            TransactItems: [
              {
                Update: {
                  ...{ TableName: { $table: 't' }, Key: key, UpdateExpression: 'ADD a :v' },
                  ExpressionAttributeValues: { ':v': n(added) },
                },
              },
            ],
          },
          observe: [],
          expect: {
            rejected: 'TransactionCanceledException',
            members: { CancellationReasons: [{ Code: 'ValidationError', Message: { $present: true } }] },
            certainty: 'documented',
            source: sources.transactWrite,
          },
        },
        getExactly('t', key, { ...key, a: { N: { $number: left } } }),
      ];
    }),
  }),
);

export const cases: readonly Case[] = [...sums, ...inexact];
