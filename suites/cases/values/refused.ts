/** Values that are refused, wherever a request has them. */
import type { Call, Case, Step, Template, TemplateObject } from '../case.ts';
import { b, n, s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get, put, refused, update } from '../steps.ts';

const key = { pk: s('p') };
const tables = { t: table({ hash: ['pk', 'S'] }) };

/** Each place of a request that may hold a value: alone, in a list, in a map, and given to an expression. */
const places = (value: Template): Call[] => {
  const calls: [Call['op'], TemplateObject][] = [
    ['PutItem', { Item: { ...key, a: value } }],
    ['PutItem', { Item: { ...key, a: { L: [n(1), value] } } }],
    ['PutItem', { Item: { ...key, a: { M: { b: n(1), c: value } } } }],
    ['UpdateItem', { Key: key, UpdateExpression: 'SET a = :v', ExpressionAttributeValues: { ':v': value } }],
    ['DeleteItem', { Key: key, ConditionExpression: 'a = :v', ExpressionAttributeValues: { ':v': value } }],
    ['Scan', { FilterExpression: 'a = :v', ExpressionAttributeValues: { ':v': value } }],
  ];
  return calls.map(([op, input]) => ({
    ...{ op, input: { TableName: { $table: 't' }, ...input }, observe: [], raw: true },
  }));
};

type Row = { title: string; values: Template[] } & Partial<Pick<Case, 'certainty' | 'sources'>>;
const everywhere =
  (type: string) =>
  ({ values }: Row): { steps: Step[] } => ({
    steps: [...values.flatMap(places).map((step) => refused(step, type)), get('t', key, 'absent')],
  });

const bs = (...members: number[][]) => ({ BS: members.map((member) => b(...member).B) });
const invalid = family(
  {
    ...({ area: 'values', name: 'refused', certainty: 'recorded', tables } as const),
    because: 'A value is checked wherever it stands in a request, before any item is read.',
    sources: [sources.conformance, sources.dynaliteBetween],
  },
  {
    'empty-sets': {
      title: 'A set without members is refused, of each type',
      certainty: 'measured',
      sources: [sources.alternatorItemTests, sources.alternatorUpdateTests],
      values: [{ SS: [] }, { NS: [] }, { BS: [] }],
    },
    'duplicate-texts': {
      title: 'A set of texts with a member twice is refused',
      values: [{ SS: ['a', 'b', 'a'] }, { SS: ['', ''] }],
    },
    'duplicate-numbers': {
      title: 'A set of numbers with a value twice is refused, however it is spelled',
      values: [{ NS: ['1', '2', '1'] }, { NS: ['1', '1.0'] }, { NS: ['100', '1e2'] }, { NS: ['0', '-0'] }],
    },
    'duplicate-binaries': {
      title: 'A set of binaries with a member twice is refused',
      values: [bs([1], [2], [1]), bs([], [])],
    },
    'null-of-false': { title: 'NULL is true or nothing', values: [{ NULL: false }] },
    'no-type': { title: 'A value without a type is refused', values: [{}] },
    'two-types': {
      title: 'A value of two types is refused',
      values: [
        { S: 'a', N: '1' },
        { N: '1', NS: ['1'] },
        { NULL: true, BOOL: true },
      ],
    },
    'unknown-type': { title: 'A value of a type that does not exist is refused', values: [{ X: 'a' }, { s: 'a' }] },
    'numbers-within-sets': {
      title: 'A member of a set of numbers is held to what a number may be',
      values: [{ NS: ['1', 'x'] }, { NS: ['1', ''] }, { NS: ['1', '1e126'] }, { NS: ['1', `1${'0'.repeat(37)}1`] }],
    },
  } satisfies { [slug: string]: Row },
  everywhere('ValidationException'),
);

const kinds = family(
  {
    ...({ area: 'values', name: 'kind', certainty: 'recorded', tables } as const),
    because: 'The content of each type has one kind of JSON, and another kind cannot be read at all.',
    sources: [sources.dynaliteBetween],
  },
  {
    'number-as-number': {
      title: 'A number is written as a text, and a JSON number is refused',
      certainty: 'measured',
      sources: [sources.alternatorNumberTests],
      values: [{ N: 1 }, { N: 1.5 }, { NS: [1] }],
    },
    text: {
      title: 'A text is no number, flag, list or map',
      values: [{ S: 1 }, { S: true }, { S: ['a'] }, { S: { a: 'a' } }],
    },
    sets: { title: 'A set is a list of texts', values: [{ SS: 'a' }, { SS: { a: 'a' } }, { SS: [1] }, { NS: '1' }] },
    lists: { title: 'A list is a list of values', values: [{ L: 'a' }, { L: { S: 'a' } }, { L: ['a'] }] },
    maps: { title: 'A map is an object of values', values: [{ M: 'a' }, { M: [] }, { M: { a: 'a' } }] },
    base64: {
      title: 'A binary is base64 with its padding, in the common alphabet and with nothing else in it',
      values: [...['AQ', 'AQI', 'A===', '!!!!', 'AQ-_', 'AQ==AQ=='].map((B) => ({ B })), { BS: ['AQ'] }],
    },
    'base64-bits': {
      title: 'Bits of base64 that no byte needs must be zero',
      values: [{ B: 'AR==' }, { B: 'AQJ=' }],
    },
  } satisfies { [slug: string]: Row },
  everywhere('SerializationException'),
);

const twice = 'One or more parameter values were invalid: Input collection';
const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range';
const underflow = 'Number underflow. Attempting to store a number with magnitude smaller than supported range';
const noNumber = 'The parameter cannot be converted to a numeric value';
const worded: readonly (readonly [Template, string])[] = [
  [{ SS: ['b', 'a', 'b', 'a'] }, `${twice} ["a", "b", "b", "a"] contains duplicates.`],
  [{ SS: ['é"', 'é"'] }, `${twice} ["é\\"", "é\\""] contains duplicates.`],
  [bs([2], [1], [2]), `${twice} ["AQ==","Ag==","Ag=="]of type BS contains duplicates.`],
  [{ NS: ['1', '1.0'] }, `${twice} contains duplicates.`],
  ...['1e126', '1e2147483648', '1e5000000000000000000', '1e9223372036854775807'].map((N) => [{ N }, overflow] as const),
  ...['1e-131', '1e-5000000000000000000', '-1e-9223372036854775808'].map((N) => [{ N }, underflow] as const),
  ...['1e9223372036854775808', '1e-9223372036854775809', 'x', '1e', '.', ' 1'].map(
    (N) => [{ N }, `${noNumber}: ${N}`] as const,
  ),
];
/** In the words of the older checks, which a batch still has. */
const older: readonly (readonly [Template, string])[] = [
  [{ SS: ['b', 'a', 'b'] }, `${twice} [b, a, b] contains duplicates.`],
  [bs([2], [1], [2]), `${twice} [Ag==, AQ==, Ag==]of type BS contains duplicates.`],
  [{ NS: ['1', '1.0'] }, 'Input collection contains duplicates'],
  [{ N: '1e2147483646' }, overflow],
  [{ N: '1e2147483647' }, underflow],
  [{ N: '1e2147483648' }, overflow],
  [{ N: '1e-131' }, underflow],
  [{ N: '' }, noNumber],
];
const one = (text: string) => `1 validation error detected: ${text}`;
const given = (op: Call['op'], input: TemplateObject, value: Template, text: string): Call =>
  refused(
    {
      op,
      input: { TableName: { $table: 't' }, ...input, ExpressionAttributeValues: { ':v': value } },
      ...{ observe: [], raw: true },
    },
    'ValidationException',
    { texts: [text] },
  );
const words: Case = {
  ...({ id: 'values/refused-words', area: 'values', certainty: 'measured', tables } as const),
  title: 'The words of a refusal quote the members of a set, and tell what no number is from what is too large for one',
  findings: [],
  because: 'Members before the first duplicate are sorted; an exponent of more than 64 bits makes no number.',
  sources: [sources.conformance],
  steps: [
    ...worded.map(([value, text]) =>
      refused(
        {
          ...{
            op: 'PutItem',
            input: { TableName: { $table: 't' }, Item: { ...key, a: value } },
            observe: [],
            raw: true,
          },
        },
        'ValidationException',
        { texts: [`1 validation error detected: ${text}`] },
      ),
    ),
    ...older.map(([value, text]) =>
      refused(
        {
          op: 'BatchWriteItem',
          input: { RequestItems: { '$table:t': [{ PutRequest: { Item: { ...key, a: value } } }] } },
          ...{ observe: [], raw: true },
        },
        'ValidationException',
        { texts: [text] },
      ),
    ),
    ...worded.flatMap(([value, text]) =>
      (
        [
          ['UpdateItem', { Key: key, UpdateExpression: 'SET a = :v' }, one(text)],
          ['DeleteItem', { Key: key, ConditionExpression: 'a = :v' }, one(text)],
          ['Query', { KeyConditionExpression: 'pk = :v' }, text],
        ] as const
      ).map(([op, input, words]) => given(op, input, value, words)),
    ),
    ...older.map(([value, text]) =>
      given(
        'Scan',
        { FilterExpression: 'a = :v' },
        value,
        `ExpressionAttributeValues contains invalid value: ${text} for key :v`,
      ),
    ),
    get('t', key, 'absent'),
  ],
};

const unnamed: Case = {
  ...({ id: 'values/refused-attribute-without-name', area: 'values', certainty: 'recorded', tables } as const),
  title: 'An attribute without a name is refused',
  findings: [],
  because: 'A name has at least one character.',
  sources: [sources.conformance, sources.dataTypes, sources.quotas],
  steps: [
    refused(put('t', { ...key, '': n(1) }), 'ValidationException'),
    refused(
      update('t', key, 'SET #n = :v', {
        ExpressionAttributeNames: { '#n': '' },
        ExpressionAttributeValues: { ':v': n(1) },
      }),
      'ValidationException',
    ),
    get('t', key, 'absent'),
  ],
};

export const cases: readonly Case[] = [...invalid, ...kinds, words, unnamed];
