/** Empty operands of key conditions. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Call, Case, TemplateObject } from '../case.ts';
import { b, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { put, refused } from '../steps.ts';

const tables = {
  texts: table({ hash: ['pk', 'S'], range: ['sk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'], range: ['sk', 'S'] } } }),
  binaries: table({ hash: ['pk', 'B'], range: ['sk', 'B'] }),
};

const shared = {
  area: 'expressions' as const,
  certainty: 'measured' as const,
  because: 'No key is empty, and no operand of a key condition may be, even where all keys would meet the condition.',
  sources: [sources.ministackEmptyOperand],
};

const ranges: { [slug: string]: [what: string, condition: string] } = {
  equal: ['sk = an empty value', 'sk = :e'],
  less: ['sk < an empty value', 'sk < :e'],
  'at-most': ['sk <= an empty value', 'sk <= :e'],
  greater: ['sk > an empty value', 'sk > :e'],
  'at-least': ['sk >= an empty value', 'sk >= :e'],
  reversed: ['an empty value < sk', ':e < sk'],
  'between-from': ['BETWEEN an empty value and another', 'sk BETWEEN :e AND :z'],
  'between-both': ['BETWEEN an empty value and itself', 'sk BETWEEN :e AND :e'],
  prefix: ['begins_with an empty value', 'begins_with(sk, :e)'],
};

const ask = (
  name: keyof typeof tables,
  condition: string,
  values: { [name: string]: AttributeValue },
  more = {},
): Call => ({
  op: 'Query',
  input: {
    ...{ TableName: { $table: name }, KeyConditionExpression: condition },
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(values).filter(([placeholder]) => condition.includes(placeholder)),
    ),
    ...more,
  },
  observe: [],
});

const kinds = [
  { kind: 'text', name: 'texts', p: s('p'), e: s(''), z: s('z') },
  { kind: 'binary', name: 'binaries', p: b(1), e: b(), z: b(0xff) },
] as const;

const bySort = kinds.flatMap(({ kind, name, p, e, z }) =>
  family(
    { ...shared, name: `empty-${kind}`, tables: { [name]: tables[name] } },
    Object.fromEntries(
      Object.entries(ranges).map(([slug, [what, condition]]) => [
        slug,
        { title: `${what} is refused in a key condition, if it is a ${kind}`, condition },
      ]),
    ),
    ({ condition }: { title: string; condition: string }) => ({
      steps: [
        put(name, { pk: p, sk: z }),
        refused(ask(name, `pk = :p AND ${condition}`, { ':p': p, ':e': e, ':z': z }), 'ValidationException', {
          texts: [
            `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind === 'text' ? 'string' : 'binary'} value. Key: sk`,
          ],
        }),
        {
          ...ask(name, `pk = :p AND ${condition}`, { ':p': p, ':e': z, ':z': z }),
          expect: {
            ok: {
              ScannedCount: ['less', 'greater', 'reversed'].some((slug) => ranges[slug]![1] === condition) ? 0 : 1,
            },
          },
        },
      ],
    }),
  ),
);

const elsewhere = family<{ title: string; call: Call; tables?: NonNullable<Case['tables']> }>(
  { ...shared, name: 'empty', tables: { texts: tables.texts } },
  {
    'partition-text': {
      title: 'An empty text as the partition of a query is refused',
      call: ask('texts', 'pk = :e', { ':e': s('') }),
    },
    'partition-binary': {
      title: 'An empty binary as the partition of a query is refused',
      call: ask('binaries', 'pk = :e', { ':e': b() }),
      tables,
    },
    'index-partition': {
      title: 'An empty text as the partition of an index is refused',
      call: ask('texts', 'g = :e', { ':e': s('') }, { IndexName: 'by-g' }),
    },
    'index-sort': {
      title: 'An empty text as an operand of the sort key of an index is refused',
      call: ask('texts', 'g = :g AND sk > :e', { ':g': s('g'), ':e': s('') }, { IndexName: 'by-g' }),
    },
    'key-conditions': {
      title: 'An empty operand is refused in KeyConditions',
      call: {
        op: 'Query',
        input: {
          TableName: { $table: 'texts' },
          KeyConditions: {
            pk: { ComparisonOperator: 'EQ', AttributeValueList: [s('p')] },
            sk: { ComparisonOperator: 'GT', AttributeValueList: [s('')] },
          } as TemplateObject,
        },
        observe: [],
      },
    },
  },
  ({ call }) => ({
    steps: [put('texts', { pk: s('p'), sk: s('a'), g: s('g') }), refused(call, 'ValidationException')],
  }),
);

export const cases = [...bySort, ...elsewhere];
