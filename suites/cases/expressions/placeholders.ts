/** Names and values that stand in for others: #name and :value. */
import type { Call, Case, Step, TemplateObject } from '../case.ts';
import { n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { getExactly, put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const item = { ...key, a: s('x'), b: n(1), 'a.b': s('dotted'), d: { M: { x: n(1), 'y-z': n(2) } } };
const tables = { t: table({ hash: ['pk', 'S'] }) };
const shared = {
  ...({ area: 'expressions', certainty: 'measured', tables } as const),
  sources: [sources.alternatorUpdateTests, sources.attributeNames],
};

type Given = { names?: { [placeholder: string]: string }; values?: TemplateObject };
const given = ({ names, values }: Given): TemplateObject => ({
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: values }),
});
const request = (op: Call['op'], input: TemplateObject): Call => ({
  op,
  input: { TableName: { $table: 't' }, ...input },
  observe: [],
});

type Row = { title: string; requests: [Call['op'], TemplateObject, Given, words?: string][] } & Partial<
  Pick<Case, 'certainty' | 'sources'>
>;

const v = { ':v': n(2) };
const set = (expression: string): TemplateObject => ({ Key: key, UpdateExpression: expression });

const malformed = (kind: 'Names' | 'Values', placeholder: string) =>
  `ExpressionAttribute${kind} contains invalid key: Syntax error; key: "${placeholder}"`;

const namesAlone = 'ExpressionAttributeNames can only be specified when using expressions';

const wrong = family(
  {
    ...{ ...shared, name: 'placeholder' },
    because: 'Every placeholder is defined, used and well formed, or the request is refused before anything is done.',
  },
  {
    'name-undefined': {
      title: 'A name that is not defined is refused in every expression',
      requests: [
        ['UpdateItem', set('SET #a = :v'), { values: v }],
        ['UpdateItem', set('SET #a = :v'), { names: { '#b': 'a' }, values: v }],
        ['UpdateItem', set('SET b = #a'), {}],
        ['UpdateItem', { ...set('SET b = :v'), ConditionExpression: 'attribute_exists(#a)' }, { values: v }],
        ['GetItem', { Key: key, ProjectionExpression: '#a' }, {}],
        ['GetItem', { Key: key, ProjectionExpression: 'd.#a' }, { names: { '#b': 'x' } }],
        ['Scan', { FilterExpression: 'attribute_exists(#a)' }, {}],
        ['Query', { KeyConditionExpression: '#pk = :v' }, { values: { ':v': s('p') } }],
      ],
    },
    'value-undefined': {
      title: 'A value that is not defined is refused in every expression',
      requests: [
        ['UpdateItem', set('SET a = :w'), { values: v }],
        ['UpdateItem', set('SET a = :v'), {}],
        ['UpdateItem', set('ADD b :w'), { values: v }],
        ['DeleteItem', { Key: key, ConditionExpression: 'a = :v' }, {}],
        ['Scan', { FilterExpression: 'a = :w' }, { values: v }],
        ['Query', { KeyConditionExpression: 'pk = :p' }, {}],
      ],
    },
    'name-unused': {
      title: 'A name that nothing uses is refused',
      requests: [
        ['UpdateItem', set('SET #a = :v'), { names: { '#a': 'a', '#b': 'b' }, values: v }],
        ['DeleteItem', { Key: key, ConditionExpression: 'attribute_exists(a)' }, { names: { '#a': 'a' } }],
        ['GetItem', { Key: key, ProjectionExpression: '#a' }, { names: { '#a': 'a', '#b': 'b' } }],
        ['Scan', { FilterExpression: 'attribute_exists(#a)' }, { names: { '#a': 'a', '#b': 'b' } }],
      ],
    },
    'value-unused': {
      title: 'A value that nothing uses is refused',
      requests: [
        ['UpdateItem', set('SET a = :v'), { values: { ...v, ':w': n(1) } }],
        ['UpdateItem', set('REMOVE a'), { values: v }],
        ['DeleteItem', { Key: key, ConditionExpression: 'attribute_exists(a)' }, { values: v }],
        ['Scan', { FilterExpression: 'a = :v' }, { values: { ...v, ':w': n(1) } }],
      ],
    },
    'without-expression': {
      title: 'Names and values without an expression are refused',
      sources: [sources.alternatorItemTests],
      requests: [
        ['PutItem', { Item: item }, { names: { '#a': 'a' } }, namesAlone],
        ['PutItem', { Item: item }, { values: v }],
        ['DeleteItem', { Key: key }, { names: { '#a': 'a' } }, namesAlone],
        ['DeleteItem', { Key: key }, { values: v }],
        ['UpdateItem', { Key: key, AttributeUpdates: { a: { Value: n(2) } } }, { names: { '#a': 'a' } }, namesAlone],
        ['UpdateItem', { Key: key, AttributeUpdates: { a: { Value: n(2) } } }, { values: v }],
        ['GetItem', { Key: key }, { names: { '#a': 'a' } }, namesAlone],
      ],
    },
    'malformed-name': {
      title: 'The placeholder of a name is # and letters, digits and underscores',
      sources: [sources.alternatorUpdateTests, sources.extenddbPlaceholders, sources.dynaliteTests],
      requests: ['bare', '#hi-there', '#!hi', '#', '', 'x#a', '##a', '#a ', '# a', '#é', ':a'].flatMap(
        (name): Row['requests'] => {
          const names = { '#a': 'a', [name]: 'b' };
          const words = malformed('Names', name);
          return [
            ['UpdateItem', set('SET #a = :v'), { names, values: v }, words],
            ['DeleteItem', { Key: key, ConditionExpression: 'attribute_exists(#a)' }, { names }, words],
            ['GetItem', { Key: key, ProjectionExpression: '#a' }, { names }, words],
            ['Scan', { FilterExpression: 'attribute_exists(#a)' }, { names }, words],
          ];
        },
      ),
    },
    'malformed-value': {
      title: 'The placeholder of a value is a colon and letters, digits and underscores',
      sources: [sources.alternatorUpdateTests, sources.extenddbPlaceholders, sources.dynaliteTests],
      requests: ['v2', ':hi!there', ':', '', 'x:v', '::v', ':v ', ': v', ':é', '#v'].flatMap(
        (name): Row['requests'] => {
          const values = { ...v, [name]: n(1) };
          const words = malformed('Values', name);
          return [
            ['UpdateItem', set('SET a = :v'), { values }, words],
            ['DeleteItem', { Key: key, ConditionExpression: 'a = :v' }, { values }, words],
            ['Scan', { FilterExpression: 'a = :v' }, { values }, words],
          ];
        },
      ),
    },
    empty: {
      title: 'Empty maps of names and values are refused',
      certainty: 'recorded',
      sources: [sources.dynaliteBetween, sources.extenddbPlaceholders],
      requests: [
        ['UpdateItem', set('REMOVE c'), { names: {} }],
        ['UpdateItem', set('REMOVE c'), { values: {} }],
        ['Scan', { FilterExpression: 'attribute_exists(a)' }, { names: {} }],
      ],
    },
    'in-place-of-others': {
      title: 'A value is no target, no index and no name, and a name is no index',
      requests: [
        ['UpdateItem', set('SET :v = :w'), { values: { ':v': n(1), ':w': n(2) } }],
        ['UpdateItem', set('SET l[:v] = :w'), { values: { ':v': n(0), ':w': n(2) } }],
        ['UpdateItem', set('SET l[#i] = :v'), { names: { '#i': '0' }, values: v }],
        ['UpdateItem', set('REMOVE :v'), { values: v }],
        ['GetItem', { Key: key, ProjectionExpression: ':v' }, {}],
      ],
    },
  } satisfies { [slug: string]: Row },
  ({ requests }) => ({
    steps: [
      put('t', item),
      ...requests.map(([op, input, more, words]) =>
        refused(
          request(op, { ...input, ...given(more) }),
          'ValidationException',
          words === undefined ? {} : { texts: [words] },
        ),
      ),
      getExactly('t', key, item),
    ],
  }),
);

const names: { [slug: string]: { title: string; placeholder: string; name: string } } = {
  'that-is-reserved': { title: 'A name may be a reserved word', placeholder: '#s', name: 'status' },
  'with-signs': { title: 'A name may be any text', placeholder: '#n', name: '3can include any character!.#=' },
  'of-digits': { title: 'A placeholder may begin with a digit', placeholder: '#123a', name: 'x' },
  'of-an-underscore': { title: 'A placeholder may be an underscore', placeholder: '#_', name: 'x' },
  'with-a-dot': { title: 'A dot in a name makes no path', placeholder: '#n', name: 'd.x' },
  'with-brackets': { title: 'Brackets in a name make no index', placeholder: '#n', name: 'd[0]' },
  'like-a-placeholder': {
    title: 'A name may look like a placeholder, of a name or of a value',
    placeholder: '#a',
    name: '#a',
  },
  'beyond-ascii': { title: 'A name may have any characters', placeholder: '#Alpha_1', name: '\u00e9\u{10ffff}\u0000' },
};
const anyName = family(
  { ...{ ...shared, name: 'name' }, because: 'What a placeholder stands for is one attribute name, letter by letter.' },
  names,
  ({ placeholder, name }) => ({
    steps: [
      put('t', item),
      update('t', key, `SET ${placeholder} = :v1, d.${placeholder} = :v1`, {
        ExpressionAttributeNames: { [placeholder]: name },
        ExpressionAttributeValues: { ':v1': n(7) },
      }),
      getExactly('t', key, { ...item, [name]: n(7), d: { M: { ...item.d.M, [name]: n(7) } } }),
      ...[`${placeholder} = :v`, `d.${placeholder} = :v`].map(
        (FilterExpression): Step => ({
          ...request('Scan', {
            ...{ FilterExpression, ProjectionExpression: placeholder, ConsistentRead: true },
            ...given({ names: { [placeholder]: name }, values: { ':v': n(7) } }),
          }),
          observe: ['Items'],
          expect: { ok: { Items: [{ $exact: { [name]: n(7) } }] } },
        }),
      ),
    ],
  }),
);

const reserved = family(
  {
    ...{ ...shared, name: 'reserved', certainty: 'documented' },
    because:
      'A reserved word is no name in an expression, in any case and at any place of a path; a placeholder may stand for it.',
    sources: [sources.reservedWords, sources.dynaliteReserved],
  },
  {
    update: {
      title: 'A reserved word is no target and no operand of an update',
      requests: [
        'SET status = :v',
        'SET b = :v, c = size',
        'REMOVE Name',
        'ADD count :v',
        'SET d.value = :v',
        'SET d.x = if_not_exists(d.DATE, :v)',
      ].map((expression): [Call['op'], TemplateObject, Given] => [
        'UpdateItem',
        set(expression),
        expression.includes(':v') ? { values: v } : {},
      ]),
    },
    condition: {
      title: 'A reserved word is no operand of a condition',
      requests: [
        'status = :v',
        'a = :v OR d.Type = :v',
        'attribute_exists(TTL) AND a = :v',
        'a IN (:v, data)',
        'a BETWEEN :v AND max',
      ].map((expression): [Call['op'], TemplateObject, Given] => [
        'DeleteItem',
        { Key: key, ConditionExpression: expression },
        { values: v },
      ]),
    },
    projection: {
      title: 'A reserved word is no path of a projection',
      requests: ['status', 'a, d.value', 'a, Zone'].map((expression): [Call['op'], TemplateObject, Given] => [
        'GetItem',
        { Key: key, ProjectionExpression: expression },
        {},
      ]),
    },
  } satisfies { [slug: string]: Row },
  ({ requests }) => ({
    steps: [
      put('t', item),
      ...requests.map(([op, input, more]) => refused(request(op, { ...input, ...given(more) }), 'ValidationException')),
      getExactly('t', key, item),
    ],
  }),
);

const day = { pk: s('k'), day: s('mon') };
const reservedKey: Case = {
  ...{ ...shared, id: 'expressions/reserved-in-key-condition', certainty: 'documented' },
  title: 'A reserved word is refused in a key condition, and allowed by a placeholder',
  findings: [],
  because: 'DAY is a reserved word.',
  sources: [sources.reservedWords, sources.dynaliteReserved],
  tables: { t: table({ hash: ['pk', 'S'], range: ['day', 'S'] }) },
  steps: [
    put('t', day),
    refused(
      request('Query', {
        KeyConditionExpression: 'pk = :p AND day = :d',
        ...given({ values: { ':p': s('k'), ':d': s('mon') } }),
      }),
      'ValidationException',
      { texts: ['Invalid KeyConditionExpression: Attribute name is a reserved keyword; reserved keyword: day'] },
    ),
    {
      ...request('Query', {
        KeyConditionExpression: 'pk = :p AND #d = :d',
        ...given({ names: { '#d': 'day' }, values: { ':p': s('k'), ':d': s('mon') } }),
      }),
      observe: ['Items'],
      expect: { ok: { Items: [{ $exact: day }], Count: 1 } },
    },
  ],
};

export const cases: readonly Case[] = [...wrong, ...anyName, ...reserved, reservedKey];
