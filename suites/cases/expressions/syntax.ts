/** How update expressions are written, and which errors come before the table is looked up. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const item = { ...key, a: s('1'), b: s('2'), l: { L: [s('x'), s('y')] } };
const tables = { t: table({ hash: ['pk', 'S'] }) };
const shared = {
  ...({ area: 'expressions', certainty: 'measured', tables } as const),
  sources: [sources.alternatorUpdateTests, sources.updateExpressions],
};
const v = (expression: string): TemplateObject =>
  expression.includes(':v') ? { ExpressionAttributeValues: { ':v': s('3') } } : {};

const wrong = family(
  {
    ...{ ...shared, name: 'syntax' },
    because: 'An expression is clauses of actions, each clause once; anything else is refused and changes nothing.',
  },
  {
    'repeated-clause': {
      title: 'A clause stands once in an update, also with another one between',
      sources: [sources.alternatorUpdateTests, sources.motoSections],
      expressions: [
        'SET a = :v SET b = :v',
        'REMOVE l[0] SET a = :v REMOVE b',
        'SET a = :v REMOVE b SET c = :v',
        'set a = :v SET b = :v',
      ],
    },
    empty: { title: 'An empty update is refused', expressions: ['', ' '] },
    'unknown-clause': {
      title: 'A clause that does not exist is refused',
      expressions: ['HELLO b = :v', 'UPDATE b = :v', 'b = :v', 'SETa = :v'],
    },
    incomplete: {
      title: 'An action needs its target, its sign and its operand',
      expressions: [
        'SET',
        'SET a',
        'SET a =',
        'SET a = :v,',
        'SET = :v',
        'REMOVE',
        'REMOVE a,',
        'ADD a',
        'DELETE a',
        'SET a :v',
        'ADD a = :v',
        'REMOVE a = :v',
      ],
    },
    names: {
      title: 'A name that is written out begins with a letter and has letters, digits and underscores',
      expressions: [
        '_123',
        '_abc',
        '123a',
        '123',
        'hi-there',
        'hi$there',
        '"hithere"',
        '!hithere',
        'a b',
        'a..b',
        'a.',
        '.a',
      ].map((name) => `SET ${name} = :v`),
    },
    indexes: {
      title: 'An index is a whole number in brackets',
      expressions: ['l[-1]', 'l[]', 'l[a]', 'l[1.5]', 'l[0', 'l0]', 'l.[0]', 'l.0', '[0]'].map(
        (path) => `SET ${path} = :v`,
      ),
    },
    operands: {
      title: 'An operand is a path, a value or a function, and no literal',
      expressions: [
        'SET b = 1',
        "SET b = 'x'",
        'SET b = true',
        'SET b = a * a',
        'SET b = a + ',
        'SET b = + a',
        'SET b = a(',
        'SET b = if_not_exists(a, :v',
        'SET b = if_not_exists()',
      ],
    },
  } satisfies { [slug: string]: { title: string; expressions: string[]; sources?: string[] } },
  ({ expressions }) => ({
    steps: [
      put('t', item),
      ...expressions.map((expression) => refused(update('t', key, expression, v(expression)), 'ValidationException')),
      getExactly('t', key, item),
    ],
  }),
);

const right = family(
  { ...{ ...shared, name: 'form' }, because: 'Keywords go by any case, blanks separate words and mean nothing else.' },
  {
    'case-of-clauses': {
      title: 'Clauses may be written in any case',
      expressions: ['set b = :v', 'sEt b = :v', 'remove c Set b = :v'],
    },
    blanks: {
      title: 'Blanks may stand anywhere between words, or nowhere',
      expressions: ['  set   b=:v  ', 'SET b=:v', 'SET\nb\t=\r\n:v', 'SET b = if_not_exists ( nope , :v )'],
    },
    names: {
      title: 'Names that are written out go by case',
      expressions: ['SET b = :v, B = b', 'SET b = :v, A123_ = b, Alpha_Numeric_123 = b'].map((text) =>
        text.replaceAll('= b', '= :v'),
      ),
    },
  } satisfies { [slug: string]: { title: string; expressions: string[] } },
  ({ expressions }) => ({
    steps: expressions.flatMap((expression) => [
      put('t', item),
      update('t', key, expression, v(expression)),
      getExactly('t', key, {
        ...{ ...item, b: s('3') },
        ...Object.fromEntries(
          ['B', 'A123_', 'Alpha_Numeric_123'].filter((name) => expression.includes(name)).map((name) => [name, s('3')]),
        ),
      }),
    ]),
  }),
);

const removals: Case = {
  ...{ ...shared, id: 'expressions/clauses-in-any-order' },
  title: 'A clause may have several actions, and clauses come in any order',
  findings: [],
  because: 'Actions of a clause are separated by commas, clauses by nothing.',
  sources: [sources.motoSections, sources.updateExpressions],
  steps: [
    put('t', item),
    update('t', key, 'REMOVE l[0], b SET a = :v', v(':v')),
    getExactly('t', key, { ...key, a: s('3'), l: { L: [s('y')] } }),
  ],
};

const onMissing = (op: Call['op'], input: TemplateObject): Call => ({
  op,
  input: { TableName: { $name: 'missing' }, ...input },
  observe: [],
});
const beforeTable = family(
  {
    ...({ area: 'expressions', name: 'before-table', certainty: 'measured' } as const),
    because: 'What is wrong with the request itself is told before the table is looked up.',
    sources: [sources.extenddbOrder],
  },
  {
    expected: {
      title: 'Expected without its values is refused before the table is looked up',
      call: onMissing('PutItem', { Item: key, Expected: { q: { ComparisonOperator: 'EQ' } } }),
    },
    syntax: {
      title: 'A syntax error is told before the table is looked up',
      call: onMissing('UpdateItem', { Key: key, UpdateExpression: 'SET = :v', ...v(':v') }),
    },
    'reserved-word': {
      title: 'A reserved word is told before the table is looked up',
      call: onMissing('DeleteItem', { Key: key, ConditionExpression: 'status = :v', ...v(':v') }),
    },
    overlap: {
      title: 'Overlapping paths are told before the table is looked up',
      call: onMissing('GetItem', { Key: key, ProjectionExpression: 'b, b.c' }),
    },
    'duplicate-keys': {
      title: 'A key twice in a batch is told before the table is looked up',
      call: { op: 'BatchGetItem', input: { RequestItems: { '$name:missing': { Keys: [key, key] } } }, observe: [] },
    },
  } satisfies { [slug: string]: { title: string; call: Call } },
  ({ call }) => ({
    steps: [
      refused(call, 'ValidationException'),
      refused(onMissing('GetItem', { Key: key }), 'ResourceNotFoundException'),
    ],
  }),
);

export const cases: readonly Case[] = [...wrong, ...right, removals, ...beforeTable];
