/** What is wrong with an expression by itself: it is told before the table is looked up. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Call, Case, TemplateObject } from '../case.ts';
import { b, n, s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';

const key = { pk: s('p') };
/** One value of each type, by the name of its placeholder. */
const values: { [name: string]: AttributeValue } = {
  ':s': s('x'),
  ':n': n(1),
  ':m': n(2),
  ':b': b(1),
  ':ss': { SS: ['x'] },
  ':ns': { NS: ['1'] },
  ':bs': { BS: [b(1).B] },
  ':l': { L: [] },
  ':map': { M: {} },
  ':flag': { BOOL: true },
  ':null': { NULL: true },
};
const types: { [type: string]: string } = {
  ...{ S: ':s', N: ':n', B: ':b', SS: ':ss', NS: ':ns', BS: ':bs', L: ':l', M: ':map', BOOL: ':flag', NULL: ':null' },
};
const allBut = (...left: string[]) => Object.entries(types).filter(([type]) => !left.includes(type));

const missing = (op: Call['op'], input: TemplateObject, expression = ''): Call => {
  const given = [...new Set(expression.match(/:\w+/g))].map((name) => [name, values[name]!] as const);
  return {
    op,
    input: {
      ...{ TableName: { $name: 'missing' }, ...input },
      ...(given.length > 0 && { ExpressionAttributeValues: Object.fromEntries(given) }),
    },
    observe: [],
  };
};

/** Each expression with the words of its refusal; none where they are not known. */
type Row = { title: string; of: { [expression: string]: string } } & Partial<Pick<Case, 'certainty' | 'sources'>>;

/** Each expression is refused by these requests, whose table does not exist. */
const wrong =
  (...asks: ((expression: string) => [member: string, call: Call])[]) =>
  ({ of }: Row): Pick<Case, 'steps'> => ({
    steps: [
      ...Object.entries(of).flatMap(([expression, text]) =>
        asks.map((ask) => {
          const [member, call] = ask(expression);
          const words = /^(?:KeyCondition|Invalid (?:condition|operator))/.test(text)
            ? text
            : `Invalid ${member}: ${text}`;
          return refused(call, 'ValidationException', text === '' ? {} : { texts: [words] });
        }),
      ),
      refused(missing('GetItem', { Key: key }), 'ResourceNotFoundException'),
    ],
  });
const member =
  (op: Call['op'], name: string, more: TemplateObject = {}) =>
  (expression: string): [string, Call] => [name, missing(op, { ...more, [name]: expression }, expression)];

const shared = {
  ...({ area: 'expressions', certainty: 'recorded' } as const),
  because: 'Operands and functions of an expression are checked with the request alone, before the table is looked up.',
  sources: [sources.dynaliteTests, sources.extenddbOrder],
};
const operand = (name: string, type: string) =>
  `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`;
const number = (name: string, count: number) =>
  `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${count}`;
const path = (name: string) => `Operator or function requires a document path; operator or function: ${name}`;
const misused = (name: string) => `The function is not allowed to be used this way in an expression; function: ${name}`;
const unknown = (name: string) => `Invalid function name; function: ${name}`;
const reserved = (name: string) => `Attribute name is a reserved keyword; reserved keyword: ${name}`;
const table = (rows: readonly (readonly [string, string])[]): { [expression: string]: string } =>
  Object.fromEntries(rows);

const longNames: { [type: string]: string } = {
  ...{ S: 'STRING', N: 'NUMBER', B: 'BINARY', L: 'LIST', M: 'MAP', BOOL: 'BOOLEAN', NULL: 'NULL' },
};
const changed = (section: string, ...accepted: string[]) =>
  table(
    allBut('SS', 'NS', 'BS', ...accepted).map(([type, value]) => [
      `${section} a.b ${value}`,
      `Incorrect operand type for operator or function; operator: ${section}, operand type: ${longNames[type]}`,
    ]),
  );

const updates = family(
  { ...shared, name: 'update-checked' },
  {
    sums: {
      title: 'A given operand of + and - is a number, on either side',
      of: table([
        ...['+', '-'].flatMap((sign) =>
          allBut('N').map(([type, v]) => [`SET a = a ${sign} ${v}`, operand(sign, type)] as const),
        ),
        ['SET a = :s + :b', operand('+', 'S')],
        ['SET a = :b + a', operand('+', 'B')],
        ['SET a = :s - :b', operand('-', 'S')],
        ['SET a = :b - a', operand('-', 'B')],
        ['SET c = d, a = :ss - :n', operand('-', 'SS')],
      ]),
    },
    appended: {
      title: 'A given operand of list_append is a list, on either side',
      of: table(
        allBut('L').flatMap(([type, v]) => [
          [`SET a = list_append(${v}, a)`, operand('list_append', type)],
          [`SET a = list_append(a, ${v})`, operand('list_append', type)],
        ]),
      ),
    },
    added: { title: 'ADD takes a number or a set', of: changed('ADD', 'N') },
    deleted: { title: 'DELETE takes a set', of: changed('DELETE') },
    counts: {
      title: 'if_not_exists and list_append need two operands',
      of: {
        'SET a = if_not_exists(c)': number('if_not_exists', 1),
        'SET a = list_append(c)': number('list_append', 1),
        'SET b = c, a = list_append(:l)': number('list_append', 1),
      },
    },
    paths: {
      title: 'if_not_exists needs a path as its first operand',
      of: {
        'SET a = if_not_exists(:s, c)': path('if_not_exists'),
        'SET a = if_not_exists(if_not_exists(a, b), c)': path('if_not_exists'),
      },
    },
    nested: {
      title: 'A function is checked wherever it stands: within another one, and on either side of a sum',
      of: {
        'SET a = list_append(if_not_exists(c), :l)': number('if_not_exists', 1),
        'SET a = list_append(:l, if_not_exists(:l, c))': path('if_not_exists'),
        'SET a = if_not_exists(a, list_append(c))': number('list_append', 1),
        'SET a = if_not_exists(a, list_append(c, :n))': operand('list_append', 'N'),
        'SET a = if_not_exists(a, if_not_exists(:s, c))': path('if_not_exists'),
        'SET a = a + if_not_exists(c)': number('if_not_exists', 1),
        'SET a = if_not_exists(c) - a': number('if_not_exists', 1),
        'SET a = if_not_exists(:n, c) + :n': path('if_not_exists'),
      },
    },
    names: {
      title: 'Functions that do not exist, and reserved words, are found at every place of an update',
      of: {
        'SET a = f(b)': unknown('f'),
        'SET a = f(b) + :n': unknown('f'),
        'SET a = b - f(c)': unknown('f'),
        'SET a = if_not_exists(b, f(c))': unknown('f'),
        'SET a = list_append(f(c), :l)': unknown('f'),
        'SET a = status + :n': reserved('status'),
        'SET a = b - Count': reserved('Count'),
        'SET a = list_append(b, list)': reserved('list'),
        'SET a = if_not_exists(b, if_not_exists(c, values))': reserved('values'),
        'REMOVE a, d.name': reserved('name'),
        'DELETE status :ss': reserved('status'),
      },
    },
    'of-conditions': {
      title: 'Functions of conditions are refused in an update',
      of: table(
        ['size(b)', 'attribute_exists(b)', 'contains(b, :s)'].map((call) => [
          `SET a = ${call}`,
          `The function is not allowed in an update expression; function: ${call.replace(/\(.*/, '')}`,
        ]),
      ),
    },
  } satisfies { [slug: string]: Row },
  wrong(member('UpdateItem', 'UpdateExpression', { Key: key })),
);

const conditions = family(
  { ...shared, name: 'condition-checked' },
  {
    places: {
      title: 'size() is compared, every other function stands alone, and only size() stands within another one',
      of: table(
        (
          [
            ['attribute_exists(a) > b', 'attribute_exists'],
            ['attribute_not_exists(a) > b', 'attribute_not_exists'],
            ['b = attribute_type(a, :s)', 'attribute_type'],
            ['begins_with(a, b) > c', 'begins_with'],
            ['contains(a, b) <> c', 'contains'],
            ['size(a)', 'size'],
            ['NOT size(a) AND a = b', 'size'],
            ['a BETWEEN b AND attribute_exists(c)', 'attribute_exists'],
            ['a BETWEEN contains(b, c) AND d', 'contains'],
            ['contains(b, c) BETWEEN a AND d', 'contains'],
            ['a IN (b, attribute_exists(c))', 'attribute_exists'],
            ['contains(a, b) IN (c)', 'contains'],
            ['size(contains(a, b)) > c', 'contains'],
            ['a < size(attribute_exists(b))', 'attribute_exists'],
            ['a IN (b, size(begins_with(c, d)))', 'begins_with'],
            ['contains(a, attribute_exists(b))', 'attribute_exists'],
            ['contains(a, size(contains(b, c)))', 'contains'],
          ] as const
        ).map(([expression, name]) => [expression, misused(name)]),
      ),
    },
    counts: {
      title: 'Each function has its number of operands',
      of: {
        'attribute_exists(a, b)': number('attribute_exists', 2),
        'attribute_not_exists(a, b)': number('attribute_not_exists', 2),
        'attribute_type(a)': number('attribute_type', 1),
        'begins_with(a)': number('begins_with', 1),
        'begins_with(a, size(b), c)': number('begins_with', 3),
        'contains(a)': number('contains', 1),
        'contains(a, b, c)': number('contains', 3),
        'size(a, b) > c': number('size', 2),
        'a IN (b, size(c, d))': number('size', 2),
        'contains(a, size(b, c))': number('size', 2),
        'a = b OR NOT contains(a)': number('contains', 1),
      },
    },
    'begins-with': {
      title: 'A given operand of begins_with is a text or a binary, on either side',
      of: table([
        ...allBut('S', 'B').flatMap(
          ([type, v]) =>
            [
              [`begins_with(a, ${v})`, operand('begins_with', type)],
              [`begins_with(${v}, a)`, operand('begins_with', type)],
            ] as const,
        ),
        ['begins_with(a, size(b))', operand('begins_with', 'N')],
      ]),
    },
    'attribute-type': {
      title: 'The second operand of attribute_type is a text',
      of: table([
        ...allBut('S').map(([type, v]) => [`attribute_type(a, ${v})`, operand('attribute_type', type)] as const),
        ['attribute_type(a, size(b))', operand('attribute_type', 'N')],
        // These words name all types, in any order.
        ['attribute_type(a, b)', ''],
        ['attribute_type(a, b.c[1])', ''],
      ]),
    },
    size: {
      title: 'size() of what has no size is refused, also within another function',
      of: {
        'size(:n) > a': operand('size', 'N'),
        'size(:flag) > a': operand('size', 'BOOL'),
        'size(:null) > a': operand('size', 'NULL'),
        'size(size(a)) > :n': operand('size', 'N'),
        'attribute_not_exists(size(:n))': operand('size', 'N'),
        'contains(a, size(:n))': operand('size', 'N'),
        'contains(a, size(size(b)))': operand('size', 'N'),
      },
    },
    paths: {
      title: 'attribute_exists and attribute_not_exists need a path',
      of: {
        'attribute_exists(:s)': path('attribute_exists'),
        'attribute_exists(size(a))': path('attribute_exists'),
        'attribute_not_exists(size(:s))': path('attribute_not_exists'),
      },
    },
    distinct: {
      title: 'An attribute is not compared with itself',
      of: table(
        (
          [
            ['a = a', '=', '[a]'],
            ['a <> a', '<>', '[a]'],
            ['b = c AND d.l[1].a >= d.l[1].a', '>=', '[d, l, [1], a]'],
            ['contains(d.l[1].a, d.l[1].a)', 'contains', '[d, l, [1], a]'],
            ['begins_with(a.b, a.b)', 'begins_with', '[a, b]'],
            ['attribute_type(a[0], a[0])', 'attribute_type', '[a, [0]]'],
          ] as const
        ).map(([expression, operator, first]) => [
          expression,
          `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${first}`,
        ]),
      ),
    },
    parentheses: {
      title: 'Parentheses around parentheses are refused before anything else',
      of: table(
        [
          'a > ((b))',
          'a = f(((b)))',
          'a = b AND ((a = c AND a = d)) AND a = a',
          'a = b OR ((a = c OR (a = d OR a = e)))',
        ].map((expression) => [expression, 'The expression has redundant parentheses;']),
      ),
    },
    names: {
      title: 'Functions that do not exist, and reserved words, are found at every place of a condition',
      of: {
        'f(a)': unknown('f'),
        'a = b AND f(:s) > a': unknown('f'),
        'a BETWEEN b AND f(c)': unknown('f'),
        'a IN (b, size(f(c)))': unknown('f'),
        'attRIbute_exIsts(a)': unknown('attRIbute_exIsts'),
        ':n < abOrT': reserved('abOrT'),
        'attribute_exists(views)': reserved('views'),
        'size(values) > :n': reserved('values'),
        'a BETWEEN b AND d.max': reserved('max'),
        'NOT (a = b OR contains(a, size(name)))': reserved('name'),
      },
    },
    'of-updates': {
      title: 'Functions of updates are refused in a condition',
      certainty: 'measured',
      sources: [sources.alternatorConditionTests, sources.extenddbOrder],
      of: table(
        ['if_not_exists(a, b)', 'list_append(a, b)'].map((call) => [
          `${call} = c`,
          `The function is not allowed in a condition expression; function: ${call.replace(/\(.*/, '')}`,
        ]),
      ),
    },
    bounds: {
      title: 'Given bounds of BETWEEN are of one type and in order',
      of: {
        'a BETWEEN :n AND :s':
          'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:x}',
        'a BETWEEN :m AND :n':
          'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}',
      },
    },
    empty: { title: 'An empty condition is refused', of: { '': 'The expression can not be empty;' } },
  } satisfies { [slug: string]: Row },
  wrong(member('Scan', 'FilterExpression'), member('DeleteItem', 'ConditionExpression', { Key: key })),
);

const operator = (name: string) => `Invalid operator used in KeyConditionExpression: ${name}`;
const condition = (text: string) => `Invalid condition in KeyConditionExpression: ${text}`;
const first = (name: string) => condition(`${name} operator must have the key attribute as its first operand`);
const none = condition('No key attribute specified');
const several = condition('Multiple attribute names used in one condition');
const nested = 'KeyConditionExpressions cannot contain nested operations';
const inside = 'KeyConditionExpressions cannot have conditions on nested attributes';

const keyConditions = family(
  { ...shared, name: 'key-condition-checked' },
  {
    operators: {
      title: 'A key condition has comparisons, BETWEEN and begins_with, joined by AND',
      of: {
        'a > :n AND b > :n OR c > :n': operator('OR'),
        'a IN (:n, :m)': operator('IN'),
        'attribute_exists(a)': operator('attribute_exists'),
        'attribute_not_exists(a)': operator('attribute_not_exists'),
        'contains(a, :s)': operator('contains'),
        'NOT a > :n': operator('NOT'),
        'a <> :n': operator('<>'),
        ':n <> a': operator('<>'),
      },
    },
    'no-attribute': {
      title: 'Each part of a key condition names a key attribute',
      of: {
        ':m > :n AND a < :m': none,
        'a = :n AND :n < :m': none,
        ':s BETWEEN a AND b': first('BETWEEN'),
        'begins_with(:s, a)': first('begins_with'),
      },
    },
    functions: {
      title: 'A key condition has no function besides begins_with, on either side',
      of: {
        'size(b) > a': nested,
        'a > size(b)': nested,
        ':n = size(a)': '',
        'size(a) BETWEEN :n AND :m': nested,
        'a BETWEEN size(b) AND size(c)': nested,
        'a BETWEEN :n AND size(b)': nested,
        'a = :n AND begins_with(b, :s) AND size(c) = :n': nested,
      },
    },
    attributes: {
      title: 'A part of a key condition names one attribute',
      of: {
        'b > a': several,
        'b > a.b': several,
        'b BETWEEN c[1] AND d': several,
        'a BETWEEN b AND size(c)': several,
        'a BETWEEN :n AND b': several,
        'begins_with(a, b)': several,
      },
    },
    'nested-attributes': {
      title: 'A key condition does not look into an attribute',
      of: {
        'a.d > c': inside,
        'b[0] > a': inside,
        ':n < a.d': inside,
        'a[1] BETWEEN :n AND :m': inside,
        'begins_with(a.b, :s)': inside,
      },
    },
    twice: {
      title: 'There is one condition for a key',
      of: {
        'b > :n AND b < :n AND c = :n AND d = :n': '',
        '(a > :n AND b > :n) AND (b > :m AND c > :n)': '',
        'a = :n AND a = :n': '',
      },
    },
    bounds: {
      title: 'Given bounds of BETWEEN are of one type and in order, also in a key condition',
      of: {
        'a BETWEEN :n AND :s':
          'The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:x}',
        'a BETWEEN :m AND :n':
          'The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}',
      },
    },
    empty: { title: 'An empty key condition is refused', of: { '': 'The expression can not be empty;' } },
  } satisfies { [slug: string]: Row },
  wrong(member('Query', 'KeyConditionExpression')),
);

export const cases: readonly Case[] = [...updates, ...conditions, ...keyConditions];
