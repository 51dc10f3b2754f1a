/** How a refusal words JSON of another kind, for values at any depth and for members of requests. */
import type { Call, Case, Template } from '../case.ts';
import { s, table } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { get } from '../steps.ts';

const structure = 'Start of structure or map found where not expected';
const to = (kind: string, ...values: Template[]): readonly (readonly [Template, string])[] =>
  values.map((value) => [value, `${nameOf(value)}_VALUE cannot be converted to ${kind}`]);
const nameOf = (value: Template): string =>
  typeof value === 'string'
    ? 'STRING'
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? 'NUMBER'
        : 'DECIMAL'
      : String(value).toUpperCase();
const collection = (type: string) => `Unrecognized collection type ${type}`;
const value = 'com.amazonaws.dynamodb.v20120810.AttributeValue';
const notBytes = 'only base-64-encoded strings are convertible to bytes';
const all = (text: string, ...values: Template[]) => values.map((one) => [one, text] as const);

/** What stands where the kind is expected, and the words of its refusal. */
const wrong = {
  text: [
    ...to('String', true, false, 23, -2147483648, 34.56),
    [[], collection('class java.lang.String')],
    [{}, structure],
  ],
  number: [...to('Integer', '23', true, false), [[], collection('class java.lang.Integer')], [{}, structure]],
  flag: [
    ['23', 'Unexpected token received from parser'],
    ...to('Boolean', 23, 34.56),
    [[], collection('class java.lang.Boolean')],
    [{}, structure],
  ],
  bytes: [
    ...all(notBytes, true, false, 23, 34.56),
    [[], collection('class java.nio.ByteBuffer')],
    [{}, structure],
    ['23456', 'Base64 encoded length is expected a multiple of 4 bytes but found: 5'],
    ['A', 'Base64 encoded length is expected a multiple of 4 bytes but found: 1'],
    ['AB==', 'Invalid last non-pad Base64 character dectected'],
  ],
  list: [...all('Unexpected field type', '23', true, 23, 34.56), [{}, structure]],
  map: [
    ...all('Unexpected field type', '23', true, 23, 34.56),
    [[], collection(`java.util.Map<java.lang.String, ${value}>`)],
  ],
  value: [...all('Unexpected value type in payload', '23', true, 23, 34.56), [[], collection(`class ${value}`)]],
} satisfies { [kind: string]: readonly (readonly [Template, string])[] };

const t = { TableName: { $table: 't' } };
const key = { pk: s('a') };
const refusal = (op: Call['op'], input: Template, text: string): Call => ({
  op,
  input,
  raw: true,
  observe: [],
  expect: { rejected: 'SerializationException', texts: [text] },
});
type Inside = (inner: Template) => Template;
const whole: Inside = (inner) => inner;

const shared = {
  area: 'wire',
  certainty: 'recorded',
  because: 'JSON of another kind is refused by what was found and what was expected.',
  sources: [sources.dynaliteTests],
  tables: { t: table({ hash: ['pk', 'S'] }) },
} as const;

/** A part of an attribute value, and around it what it is a part of. */
const parts: { [slug: string]: readonly [kind: keyof typeof wrong, ...Inside[]] } = {
  texts: ['text', (S) => ({ S }), (N) => ({ N }), (one) => ({ SS: [one] }), (one) => ({ NS: ['1', one] })],
  bytes: ['bytes', (B) => ({ B }), (one) => ({ BS: [one] }), (one) => ({ BS: ['AA==', one] })],
  flags: ['flag', (BOOL) => ({ BOOL }), (NULL) => ({ NULL })],
  lists: ['list', (SS) => ({ SS }), (NS) => ({ NS }), (BS) => ({ BS }), (L) => ({ L })],
  maps: ['map', (M) => ({ M })],
  values: ['value', whole, (one) => ({ L: [one] }), (a) => ({ M: { a } }), (one) => ({ L: [s('x'), one] })],
};
/** Where a request has a value. */
const requests: readonly ((v: Template) => readonly [Call['op'], Template])[] = [
  (a) => ['PutItem', { ...t, Item: { ...key, a } }],
  (pk) => ['DeleteItem', { ...t, Key: { pk } }],
  (v) => ['DeleteItem', { ...t, Key: key, ConditionExpression: 'a = :v', ExpressionAttributeValues: { ':v': v } }],
  (a) => ['PutItem', { ...t, Item: { ...key, deep: { L: [{ M: { x: s('x'), a } }] } } }],
];

const values = family({ ...shared, name: 'words-of-value' }, rowsOf(parts), ({ at: [kind, ...around] }) => ({
  steps: [
    ...around.flatMap((inside) =>
      wrong[kind].flatMap(([found, text], at) =>
        requests.slice(0, at === 0 ? 4 : 1).map((request) => refusal(...request(inside(found)), text)),
      ),
    ),
    get('t', key, 'absent'),
  ],
}));

function rowsOf<T>(of: { [slug: string]: T }): { [slug: string]: { title: string; at: T } } {
  return Object.fromEntries(
    Object.entries(of).map(([slug, at]) => [
      slug,
      { title: `The words of a refusal name the JSON that stands in place of ${slug} in a value`, at },
    ]),
  );
}

/** Deeper than a value may be, and not so deep that its kinds are no longer looked at. */
const buried = (value: Template, wrap: (inner: Template) => Template, times: number): Template =>
  times === 0 ? value : wrap(buried(value, wrap, times - 1));
const deep: Case = {
  ...shared,
  id: 'wire/words-of-value-deep',
  title: 'JSON of another kind is found in a value that is too deep, ahead of its depth',
  findings: [],
  steps: [
    ...[(inner: Template) => ({ L: [inner] }), (inner: Template) => ({ M: { a: inner } })].flatMap((wrap) =>
      [1, 20, 33, 40, 50].flatMap((times) =>
        [
          [{ S: 5 }, 'NUMBER_VALUE cannot be converted to String'],
          ['x', 'Unexpected value type in payload'],
        ].map(([found, text]) =>
          refusal('PutItem', { ...t, Item: { ...key, a: buried(found as Template, wrap, times) } }, text as string),
        ),
      ),
    ),
    get('t', key, 'absent'),
  ],
};

const ofKey = { ...t, Key: key };
const members: readonly (readonly [keyof typeof wrong, Call['op'], Inside])[] = [
  ['text', 'GetItem', (TableName) => ({ TableName, Key: key })],
  ['text', 'GetItem', (ProjectionExpression) => ({ ...ofKey, ProjectionExpression })],
  ['text', 'GetItem', (one) => ({ ...ofKey, ExpressionAttributeNames: { '#a': one } })],
  ['text', 'GetItem', (one) => ({ ...ofKey, AttributesToGet: [one] })],
  ['text', 'GetItem', (ReturnConsumedCapacity) => ({ ...ofKey, ReturnConsumedCapacity })],
  ['text', 'PutItem', (ReturnValues) => ({ ...t, Item: key, ReturnValues })],
  ['text', 'PutItem', (ConditionExpression) => ({ ...t, Item: key, ConditionExpression })],
  ['text', 'UpdateItem', (UpdateExpression) => ({ ...ofKey, UpdateExpression })],
  ['text', 'Query', (IndexName) => ({ ...t, IndexName })],
  ['text', 'Scan', (Select) => ({ ...t, Select })],
  ['number', 'Query', (Limit) => ({ ...t, Limit })],
  ['number', 'Scan', (Limit) => ({ ...t, Limit })],
  ['number', 'Scan', (Segment) => ({ ...t, Segment })],
  ['number', 'Scan', (TotalSegments) => ({ ...t, TotalSegments })],
  ['number', 'ListTables', (Limit) => ({ Limit })],
  ['flag', 'GetItem', (ConsistentRead) => ({ ...ofKey, ConsistentRead })],
  ['flag', 'Query', (ScanIndexForward) => ({ ...t, ScanIndexForward })],
  ['list', 'GetItem', (AttributesToGet) => ({ ...ofKey, AttributesToGet })],
  ['map', 'GetItem', (Key) => ({ ...t, Key })],
  ['map', 'PutItem', (Item) => ({ ...t, Item })],
  ['map', 'Query', (ExclusiveStartKey) => ({ ...t, ExclusiveStartKey })],
  ['map', 'Scan', (ExpressionAttributeValues) => ({ ...t, ExpressionAttributeValues })],
  ['map', 'UpdateItem', (Key) => ({ ...t, Key })],
];
const ofMembers: Case = {
  ...shared,
  id: 'wire/words-of-members',
  title: 'The words of a refusal name the JSON that stands in place of a member of a request',
  findings: [],
  steps: [
    ...members.flatMap(([kind, op, request]) => wrong[kind].map(([found, text]) => refusal(op, request(found), text))),
    get('t', key, 'absent'),
  ],
};

export const cases: readonly Case[] = [...values, deep, ofMembers];
