/** What is wrong with a request itself is reported before its table is looked up. */
import type { Call, Case, TemplateObject } from '../case.ts';
import { s } from '../case.ts';
import { family } from '../family.ts';
import { sources } from '../sources.ts';

const missing = { TableName: { $name: 'not-there' } };
const key = { pk: s('a') };
const value = { ExpressionAttributeValues: { ':v': s('1') } };

interface Asked {
  title: string;
  op: Call['op'];
  input: TemplateObject;
  text?: string;
}
const rows: { readonly [slug: string]: Asked } = {
  expected: {
    title: 'A comparison of Expected without a value',
    op: 'PutItem',
    input: { Item: key, Expected: { q: { ComparisonOperator: 'EQ' } } },
  },
  syntax: {
    title: 'An update expression that does not parse',
    op: 'UpdateItem',
    input: { Key: key, UpdateExpression: 'SET = :v', ...value },
  },
  reserved: {
    title: 'A reserved word in a condition',
    op: 'DeleteItem',
    input: { Key: key, ConditionExpression: 'status = :v', ...value },
    text: '1 validation error detected: Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: status',
  },
  overlap: {
    title: 'A projection of overlapping paths',
    op: 'GetItem',
    input: { Key: key, ProjectionExpression: 'b, b.c' },
    text: 'Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [b], path two: [b, c]',
  },
  'unknown-word': {
    title: 'A ReturnValues that does not exist',
    op: 'PutItem',
    input: { Item: key, ReturnValues: 'SOME' },
  },
  'unused-value': {
    title: 'A value that no expression uses',
    op: 'DeleteItem',
    input: { Key: key, ConditionExpression: 'attribute_exists(pk)', ...value },
  },
  limit: { title: 'A limit of nought', op: 'Scan', input: { Limit: 0 } },
};

const before = family(
  {
    name: 'before-table',
    area: 'errors',
    certainty: 'measured',
    because: 'A request is checked as far as it can be without its table.',
    sources: [sources.extenddbOrder, sources.conformance],
  },
  rows,
  ({ op, input, text }) => ({
    steps: [
      {
        op,
        input: { ...missing, ...input },
        observe: [],
        expect: { rejected: 'ValidationException', ...(text !== undefined && { texts: [text] }) },
      },
    ],
  }),
).map((one) => ({ ...one, title: `${one.title} is reported ahead of a table that does not exist` }));

const ask = (op: Call['op'], input: TemplateObject): Call => ({
  op,
  input: { ...missing, ...input },
  observe: [],
  expect: { rejected: 'ResourceNotFoundException', texts: ['Requested resource not found'] },
});
const after: Case = {
  id: 'errors/missing-table',
  title: 'A table that does not exist is not found, by any operation on items',
  area: 'errors',
  findings: [],
  certainty: 'measured',
  because: 'A request that is right in itself fails at its table.',
  sources: [sources.extenddbOrder, sources.conformance],
  steps: [
    ask('GetItem', { Key: key }),
    ask('PutItem', { Item: key }),
    ask('UpdateItem', { Key: key, UpdateExpression: 'SET a = :v', ...value }),
    ask('DeleteItem', { Key: key }),
    ask('Query', { KeyConditionExpression: 'pk = :v', ...value }),
    ask('Scan', {}),
    // What only the table can tell comes after it.
    ask('GetItem', { Key: { other: s('a'), more: s('b') } }),
    ask('PutItem', { Item: { pk: s('x'.repeat(3000)) } }),
  ],
};

export const cases: readonly Case[] = [...before, after];
