import { describe, expect, test } from 'vitest';
import { expressionShape } from './features.ts';
import { kindFingerprint, pathShape, shapeOf, speaksForItself, textShape } from './kind.ts';

describe('a text without its variable parts', () => {
  test.each([
    [
      'Invalid UpdateExpression: Syntax error; token: "=", near: "alpha = ="',
      'Invalid UpdateExpression: Syntax error; token: "…", near: …',
    ],
    ['Type mismatch for key pk expected: S actual: N', 'Type mismatch for key pk expected: S actual: N'],
    [
      "Value '-1' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
      "Value '…' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
    [
      "2 validation errors detected: Value '' at 'tableName' failed to satisfy constraint: Member must have length less than or equal to 255",
      "2 validation errors detected: Value '…' at 'tableName' failed to satisfy constraint: Member must have length less than or equal to 255",
    ],
    [
      '1 validation error detected: ReturnValues can only be NONE',
      '1 validation error detected: ReturnValues can only be NONE',
    ],
    ['more than 38 significant digits', 'more than 38 significant digits'],
    ['Conditions can be of length 1 or 2 only', 'Conditions can be of length 1 or 2 only'],
    ['expected a multiple of 4 bytes but found: 3', 'expected a multiple of 4 bytes but found: n'],
    ['exceeds the limit of 400 KB', 'exceeds the limit of 400 KB'],
    ['The number of query conditions (3) exceeds', 'The number of query conditions (n) exceeds'],
    ["at 'transactItems.2.member.get.tableName'", "at 'transactItems.n.member.get.tableName'"],
    ['invalid value: integer `-1` at line 1 column 47', 'invalid value: integer `-n` at line n column n'],
    ['enum value set: [SIZE, NONE]', 'enum value set: [SIZE, NONE]'],
    ['path one: [alpha], path two: [alpha, branch]', 'path one: […], path two: […]'],
    [
      'The parameter cannot be converted to a numeric value: a:b',
      'The parameter cannot be converted to a numeric value: …',
    ],
    ['attribute value: :v17', 'attribute value: :v'],
    ['specific reasons [None, ConditionalCheckFailed, None]', 'specific reasons ConditionalCheckFailed and None'],
    ['is larger than alphabet', 'is larger than alphabet'],
  ])('%s', (text, shape) => expect(textShape(text)).toBe(shape));
});

test('a value by its type', () => {
  expect([{ S: 'a' }, { alpha: { S: 'a' } }, 1, null, ['a'], true].map(shapeOf)).toEqual([
    'S',
    'object',
    'number',
    'absent',
    'list',
    'true',
  ]);
});

test('a path without indexes and without the inside of items', () => {
  expect(pathShape('Items[3].gamma.M.branch.N')).toBe('Items[].*');
  expect(pathShape('Responses.<rows>[0].alpha.S')).toBe('Responses.<rows>[].*');
  expect(pathShape('Responses[1].Item.alpha')).toBe('Responses[].Item.*');
  expect(pathShape('ConsumedCapacity.Table.CapacityUnits')).toBe('ConsumedCapacity.Table.CapacityUnits');
  expect(pathShape('CancellationReasons[12].Code')).toBe('CancellationReasons[].Code');
});

test('an expression with types for values', () => {
  const names = { '#n0': 'alpha', '#n1': 'pk' };
  const values = { ':v0': { N: '1' }, ':v1': { L: [{ S: 'a' }] } };
  const shape = (text: string): string => expressionShape(text, names, values);
  expect(shape('contains(#n0.branch, :v0) AND NOT beta[12] = :v1')).toBe(
    'contains(path.member, N) AND NOT path[0] = L<S>',
  );
  expect(shape('SET #n0 = if_not_exists(alpha, :v0) + :v0 REMOVE beta')).toBe(
    'SET path = if_not_exists(path, N) + N REMOVE path',
  );
  expect(shape('#n1 = :undefined AND #undefined < sk')).toBe('pk = :undefined AND #undefined < sk');
  expect(shape('status = :v0')).toBe('status = N');
});

const kind = {
  op: 'Query',
  class: 'accepted',
  path: '',
  expected: 'ValidationException: a',
  actual: 'accepted',
  with: [],
} as const;

test('a fingerprint depends on every part of a kind', () => {
  const changes = [
    {},
    { op: 'Scan' },
    { class: 'refused' },
    { path: 'Items' },
    { expected: 'b' },
    { actual: 'b' },
    { with: ['a'] },
  ];
  const marks = changes.map((change) => kindFingerprint({ ...kind, ...change } as never));
  expect(new Set(marks).size).toBe(changes.length);
  expect(marks[0]).toMatch(/^gen[0-9a-f]{9}$/);
});

test('a refusal worded by the reference identifies its rule; a failed condition does not', () => {
  const speaks = (expected: string): boolean => speaksForItself({ ...kind, with: [], expected });
  expect(speaks('ValidationException: The expression can not be empty')).toBe(true);
  expect(speaks('ConditionalCheckFailedException: The conditional request failed')).toBe(false);
  expect(speaks('accepted')).toBe(false);
});
