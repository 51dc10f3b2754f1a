/** The words in which a request is refused whose members break their constraints. */
import type { AttributeValue } from '../../../oracles/values/types.ts';
import type { Call, TemplateObject } from '../case.ts';
import { s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';
import { refused } from '../steps.ts';

const TableName = 'never-made';
const Key = { pk: s('a') };
const one = (text: string): string => `1 validation error detected: ${text}`;
const set = (member: string, ...words: string[]): string =>
  `Value 'X' at '${member}' failed to satisfy constraint: Member must satisfy enum value set: [${words.join(', ')}]`;
const capacity = set('returnConsumedCapacity', 'INDEXES', 'TOTAL', 'NONE');
const returned = set('returnValues', 'ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW');
const returnedBare =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]';
const operator = set('conditionalOperator', 'OR', 'AND');
const operatorBare = 'Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]';
const tooShort = 'failed to satisfy constraint: Member must have length greater than or equal to 1';
const tooLong = (max: number): string =>
  `failed to satisfy constraint: Member must have length less than or equal to ${max}`;
const badCapacity = { ReturnConsumedCapacity: 'X' };
const badValues = { ReturnValues: 'X' };
const keys = (count: number) => Array.from({ length: count }, (_, at) => ({ pk: s(`${at}`) }));

const maps = (wraps: number): AttributeValue => (wraps === 0 ? s('leaf') : { M: { n: maps(wraps - 1) } });
const lists = (wraps: number): AttributeValue => (wraps === 0 ? s('leaf') : { L: [maps(0), lists(wraps - 1)] });
const mixed = (wraps: number): AttributeValue => (wraps === 0 ? s('leaf') : { M: { n: { L: [mixed(wraps - 1)] } } });
const given = (value: AttributeValue): TemplateObject => ({
  ...{ TableName, Key, ConditionExpression: 'd = :deep' },
  ExpressionAttributeValues: { ':deep': value },
});
const expecting = (value: AttributeValue): TemplateObject => ({
  ...{ TableName, Item: Key, ConditionalOperator: 'X' },
  Expected: { a: { Value: value }, b: { Exists: false } },
});

interface Refused {
  title: string;
  op: Call['op'];
  asked: [TemplateObject, string][];
}

const rows: { [slug: string]: Refused } = {
  'deep-values': {
    title: 'The older layer refuses a request whose values are nested more than sixty levels deep',
    op: 'DeleteItem',
    asked: [
      ...[maps(63), lists(63), mixed(32), maps(100)].map((value): [TemplateObject, string] => [
        { ...given(value), ...badValues },
        one(returned),
      ]),
      [{ ...given(maps(100)), ReturnValues: 'ALL_NEW' }, 'ReturnValues can only be ALL_OLD or NONE'],
      [{ TableName, Key: { pk: maps(100) }, ...badValues }, one(returned)],
      ...[maps(40), lists(40), mixed(20)].map((value): [TemplateObject, string] => [
        { ...given(value), ...badValues },
        one(returnedBare),
      ]),
      // What is null has no depth.
      [{ ...given(maps(40)), ...badValues, Expected: null }, one(returnedBare)],
    ],
  },
  'deep-expectations': {
    title: 'The older layer refuses a request that expects a value nested more than sixty levels deep',
    op: 'PutItem',
    asked: [
      [expecting(maps(100)), one(operator)],
      [expecting(lists(63)), one(operator)],
      [expecting(maps(40)), one(operatorBare)],
    ],
  },
  put: {
    title: 'PutItem reports an invalid table name alone, and other members in their order',
    op: 'PutItem',
    asked: [
      [
        { TableName, Item: Key, ...badValues, ...badCapacity },
        `2 validation errors detected: ${capacity}; ${returnedBare}`,
      ],
      [{ TableName: '', Item: Key, ...badValues }, one(`Value at 'TableName' ${tooShort}`)],
    ],
  },
  update: {
    title: 'UpdateItem reports an invalid ReturnValues alone, unless a required member is missing',
    op: 'UpdateItem',
    asked: [
      [{ TableName, Key, ...badValues, ...badCapacity }, one(returnedBare)],
      [
        { TableName: '', ...badValues, ...badCapacity },
        `4 validation errors detected: ${capacity}; Value '' at 'tableName' ${tooShort}; ${returned}; Value null at 'key' failed to satisfy constraint: Member must not be null`,
      ],
    ],
  },
  get: {
    title: 'GetItem says which member is too short',
    op: 'GetItem',
    asked: [[{ TableName: '', Key }, one(`Value '' at 'tableName' ${tooShort}`)]],
  },
  query: {
    title: 'Query reports an unknown ConditionalOperator alone, without the words around it',
    op: 'Query',
    asked: [[{ TableName, KeyConditions: {}, ConditionalOperator: 'X', Select: 'X' }, operatorBare]],
  },
  scan: {
    title: 'Scan reports what is wrong with each member, in their order',
    op: 'Scan',
    asked: [
      [
        { TableName, Limit: 0, Select: 'X' },
        `2 validation errors detected: ${set('select', 'SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES')}; Value '0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
      ],
      [
        { TableName, Segment: 0, TotalSegments: 0 },
        one(
          "Value '0' at 'totalSegments' failed to satisfy constraint: Member must have value greater than or equal to 1",
        ),
      ],
    ],
  },
  'transaction-read': {
    title: 'TransactGetItems says that it has too few or too many reads',
    op: 'TransactGetItems',
    asked: [
      [{ TransactItems: [] }, one(`Value at 'TransactItems' ${tooShort}`)],
      [
        { TransactItems: keys(101).map((one) => ({ Get: { TableName, Key: one } })) },
        one(`Value at 'TransactItems' ${tooLong(100)}`),
      ],
    ],
  },
  'batch-get': {
    title: 'BatchGetItem says which of its lists is too long, and asks for some',
    op: 'BatchGetItem',
    asked: [
      [{ RequestItems: {} }, one(`Value at 'RequestItems' ${tooShort}`)],
      [
        { RequestItems: { [TableName]: { Keys: keys(101) } } },
        one(`Value at 'RequestItems.${TableName}.member.Keys' ${tooLong(100)}`),
      ],
      [
        { RequestItems: { [TableName]: { Keys: [] } } },
        one(`Value at 'RequestItems.${TableName}.member.Keys' ${tooShort}`),
      ],
      [
        { RequestItems: { 'bad!name': { Keys: [Key] } }, ...badCapacity },
        `2 validation errors detected: Value '{"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}' at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]; ${capacity}`,
      ],
    ],
  },
  'batch-write': {
    title: 'BatchWriteItem reports other members before its requests',
    op: 'BatchWriteItem',
    asked: [
      [{ RequestItems: {} }, one(`Value at 'RequestItems' ${tooShort}`)],
      [{ RequestItems: { 'bad!name': [{ PutRequest: { Item: Key } }] }, ...badCapacity }, one(capacity)],
      [
        { RequestItems: { [TableName]: [] } },
        one(
          `Value '{${TableName}=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]`,
        ),
      ],
    ],
  },
  transaction: {
    title: 'TransactWriteItems reports a missing action or a long token alone',
    op: 'TransactWriteItems',
    asked: [
      [{ TransactItems: [], ...badCapacity }, one(`Value at 'TransactItems' ${tooShort}`)],
      [
        { TransactItems: keys(101).map((one) => ({ Delete: { TableName, Key: one } })) },
        one(`Value at 'TransactItems' ${tooLong(100)}`),
      ],
      [
        { TransactItems: [{}], ClientRequestToken: 'x'.repeat(37), ...badCapacity },
        one(`Value at 'ClientRequestToken' ${tooLong(36)}`),
      ],
    ],
  },
};

export const cases = family(
  {
    name: 'words',
    area: 'errors',
    certainty: 'measured',
    because:
      'Two layers check the members of requests, each in words of its own. Most regions answer by the newer one (2026-10).',
    sources: [sources.conformance],
  },
  rows,
  ({ op, asked }) => ({
    steps: asked.map(([input, text]) =>
      refused({ op, input, observe: [], raw: true }, 'ValidationException', { texts: [text] }),
    ),
  }),
);
