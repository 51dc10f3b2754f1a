/**
 * Requests that may exhaust a server's memory or crash it: large list indexes, deep documents, large items, long
 * expressions. One UpdateItem made a server grow from megabytes to 23 GB. So these run only on our own servers with a
 * memory limit.
 */
import fc from 'fast-check';
import type { Template } from '../../cases/case.ts';
import { type RequestArbitrary, table } from './request.ts';
import { keyOf, type Schema } from './schemas.ts';
import { nameFor } from './words.ts';

const nested = (depth: number, kind: 'L' | 'M'): Template => {
  let value: Template = { N: '1' };
  for (let at = 0; at < depth; at++) value = kind === 'L' ? { L: [value] } : { M: { branch: value } };
  return value;
};

const listIndex = (schema: Schema): RequestArbitrary =>
  fc.tuple(keyOf(schema), fc.constantFrom(1_000, 1_000_000, 4_294_967_294)).map(([Key, at]) => ({
    op: 'UpdateItem',
    input: {
      TableName: table,
      Key,
      UpdateExpression: `SET ${nameFor('delta', schema.words)}[${at}] = :v`,
      ExpressionAttributeValues: { ':v': { N: '1' } },
    },
  }));

const depth = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(keyOf(schema), fc.constantFrom(31, 32, 100, 300), fc.constantFrom('L' as const, 'M' as const))
    .map(([key, levels, kind]) => ({
      op: 'PutItem',
      input: { TableName: table, Item: { ...key, [nameFor('alpha', schema.words)]: nested(levels, kind) } },
    }));

/** Sizes around the 400 KB limit of an item. */
const size = (schema: Schema): RequestArbitrary =>
  fc.tuple(keyOf(schema), fc.constantFrom(100_000, 409_000, 409_700, 1_000_000)).map(([key, length]) => ({
    op: 'PutItem',
    input: { TableName: table, Item: { ...key, [nameFor('beta', schema.words)]: { S: 'x'.repeat(length) } } },
  }));

/** Lengths around the 4,096 byte and 300 operator limits of an expression. */
const expression = (schema: Schema): RequestArbitrary =>
  fc.tuple(keyOf(schema), fc.constantFrom(100, 299, 301, 2_000)).map(([Key, clauses]) => ({
    op: 'DeleteItem',
    input: {
      TableName: table,
      Key,
      ConditionExpression: Array.from({ length: clauses }, () => 'a=:v').join(' OR '),
      ExpressionAttributeValues: { ':v': { N: '1' } },
    },
  }));

export const hazard = (schema: Schema): RequestArbitrary =>
  fc.oneof(listIndex(schema), depth(schema), size(schema), expression(schema));
