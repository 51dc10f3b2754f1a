import { describe, expect, test } from 'vitest';
import { type Decisions, rightDecisions } from '../policies/index.ts';
import type { KeySchema } from '../values/keys.ts';
import type { Json, KeyDescriptor } from '../values/types.ts';
import { bind, rangeMatches } from './bind.ts';

const schema = (range?: KeyDescriptor): KeySchema => ({
  hash: { name: 'pk', type: 'S' },
  ...(range === undefined ? {} : { range: { name: 'sk', type: range } }),
});
const select = (keyCondition: string, values: Json, keys: KeySchema, names?: Json) =>
  bind({ keyCondition }, names, values, { decisions: rightDecisions }).keyCondition!.select(keys);
const p = { ':p': { S: 'q' } };
const number = (...given: string[]) => Object.fromEntries(given.map((N, at) => [`:${'abc'[at]}`, { N }]));

describe('a key condition selects', () => {
  test.each<[string, { [name: string]: Json }, unknown]>([
    ['pk = :p', p, undefined],
    [':p = pk', p, undefined],
    ['pk = :p AND sk > :a', { ...p, ...number('5') }, { op: '>', value: { N: '5' } }],
    ['sk > :a AND pk = :p', { ...p, ...number('5') }, { op: '>', value: { N: '5' } }],
    ['pk = :p AND :a > sk', { ...p, ...number('5') }, { op: '<', value: { N: '5' } }],
    ['pk = :p AND :a < sk', { ...p, ...number('5') }, { op: '>', value: { N: '5' } }],
    ['(pk = :p) AND (:a <= sk)', { ...p, ...number('5') }, { op: '>=', value: { N: '5' } }],
    [
      'pk = :p AND sk BETWEEN :a AND :b',
      { ...p, ...number('5', '10') },
      { op: 'between', low: { N: '5' }, high: { N: '10' } },
    ],
  ])('%s', (text, values, range) => {
    expect(select(text, values, schema('N'))).toEqual({ hash: { S: 'q' }, ...(range ? { range } : {}) });
  });

  test('by begins_with, through names', () => {
    const chosen = select('#k = :p AND begins_with(#s, :a)', { ...p, ':a': { S: 'x' } }, schema('S'), {
      '#k': 'pk',
      '#s': 'sk',
    });
    expect(chosen).toEqual({ hash: { S: 'q' }, range: { op: 'begins_with', value: { S: 'x' } } });
  });
});

describe('a key condition is refused', () => {
  const mismatch = 'One or more parameter values were invalid: Condition parameter type does not match schema type';
  const operand = (op: string, type: string) =>
    `Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: ${op}, operand type: ${type}`;
  const t = { BOOL: true };
  test.each<[string, { [name: string]: Json }, KeyDescriptor, string]>([
    ['pk = :p AND begins_with(sk, :v)', { ':v': { N: '1' } }, 'S', operand('begins_with', 'N')],
    ['pk = :p AND begins_with(sk, :v)', { ':v': t }, 'S', operand('begins_with', 'BOOL')],
    ['pk = :p AND begins_with(sk, :v)', { ':v': { S: 'a' } }, 'N', mismatch],
    ['pk = :p AND sk < :v', { ':v': t }, 'N', operand('<', 'BOOL')],
    ['pk = :p AND :v >= sk', { ':v': t }, 'N', operand('>=', 'BOOL')],
    ['pk = :p AND sk BETWEEN :v AND :w', { ':v': t, ':w': t }, 'N', operand('BETWEEN', 'BOOL')],
    ['pk = :p AND sk = :v', { ':v': t }, 'N', mismatch],
    ['pk = :p AND sk = :v', { ':v': { S: '1' } }, 'N', mismatch],
    [
      'pk = :p AND sk > :v AND sk < :w',
      number2('1', '5'),
      'N',
      'Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key',
    ],
    [
      'pk = :p AND sk > :v AND extra = :w',
      number2('1', '5'),
      'N',
      'The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)',
    ],
    ['pk = :p AND extra = :v', { ':v': { N: '1' } }, 'N', 'Query condition missed key schema element: sk'],
    ['extra = :p', {}, 'N', 'Query condition missed key schema element: pk'],
    ['pk > :p', {}, 'N', 'Query key condition not supported'],
    ['pk = :p OR sk = :v', { ':v': { N: '1' } }, 'N', 'Invalid operator used in KeyConditionExpression: OR'],
    ['NOT pk = :p', {}, 'N', 'Invalid operator used in KeyConditionExpression: NOT'],
    ['pk <> :p', {}, 'N', 'Invalid operator used in KeyConditionExpression: <>'],
    ['pk IN (:p)', {}, 'N', 'Invalid operator used in KeyConditionExpression: IN'],
    [
      'pk = :p AND contains(sk, :v)',
      { ':v': { N: '1' } },
      'N',
      'Invalid operator used in KeyConditionExpression: contains',
    ],
    [
      'pk = :p AND size(sk) > :v',
      { ':v': { N: '1' } },
      'N',
      'KeyConditionExpressions cannot contain nested operations',
    ],
    ['pk.a = :p', {}, 'N', 'KeyConditionExpressions cannot have conditions on nested attributes'],
    [
      'pk = sk AND pk = :p',
      {},
      'N',
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    ],
    [
      'pk = :p AND :v < :w',
      number2('1', '5'),
      'N',
      'Invalid condition in KeyConditionExpression: No key attribute specified',
    ],
    ['size(pk) = :p', {}, 'S', 'KeyConditionExpressions cannot contain nested operations'],
    ['pk = size(:p)', {}, 'S', 'KeyConditionExpressions cannot contain nested operations'],
    ['size(pk) BETWEEN :v AND :w', number2('1', '5'), 'S', 'KeyConditionExpressions cannot contain nested operations'],
    [
      'pk = :p AND sk > pk',
      {},
      'S',
      'Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition',
    ],
    [':p = :p', {}, 'S', 'Invalid condition in KeyConditionExpression: No key attribute specified'],
    [
      ':p BETWEEN :v AND :w',
      number2('1', '5'),
      'S',
      'Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand',
    ],
    ['pk > :p', {}, 'S', 'Query key condition not supported'],
    ['begins_with(pk, :p)', {}, 'S', 'Query key condition not supported'],
    ['pk.a = :p', {}, 'S', 'KeyConditionExpressions cannot have conditions on nested attributes'],
    ['sk = :p', {}, 'S', 'Query condition missed key schema element: pk'],
    ['pk = :p AND far = :p', {}, 'S', 'Query condition missed key schema element: sk'],
    [
      'pk = :p AND begins_with(:p, sk)',
      {},
      'S',
      'Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand',
    ],
    [
      'pk = :p AND sk BETWEEN :v AND :w',
      number2('5', '1'),
      'N',
      'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:1}',
    ],
  ])('%s with %j', (text, values, type, message) => {
    expect(() => select(text, { ...p, ...values }, schema(type))).toThrow(
      expect.objectContaining({ type: 'ValidationException', message }),
    );
  });

  test('for the first problem in request order', () => {
    const bad = { ':n': { N: '1' } };
    expect(() => select('pk = :missing AND begins_with(sk, :n)', bad, schema('S'))).toThrow(
      'attribute value: :missing',
    );
    expect(() => select('begins_with(sk, :n) AND pk = :missing', bad, schema('S'))).toThrow('operand type: N');
    expect(() => select('pk = :p AND begins_with(sk, :n) AND sk = :missing', { ...p, ...bad }, schema('S'))).toThrow(
      'operand type: N',
    );
  });

  test('for an empty partition key', () => {
    expect(() => select('pk = :p', { ':p': { S: '' } }, schema())).toThrow(
      'cannot contain an empty string value. Key: pk',
    );
    const binary: KeySchema = { hash: { name: 'pk', type: 'B' } };
    expect(() => select('pk = :p', { ':p': { B: '' } }, binary)).toThrow(
      'cannot contain an empty binary value. Key: pk',
    );
    expect(select('pk = :p', { ':p': { B: 'AA==' } }, binary)).toEqual({ hash: { B: 'AA==' } });
  });

  test.each(['= :e', '< :e', '<= :e', '> :e', '>= :e', 'BETWEEN :e AND :h', 'BETWEEN :e AND :e'])(
    'for an empty sort key in %s',
    (range) => {
      for (const [type, kind, values] of [
        ['S', 'string', { ':e': { S: '' }, ':h': { S: 'x' } }],
        ['B', 'binary', { ':e': { B: '' }, ':h': { B: 'AA==' } }],
      ] as const) {
        const given = { ...p, ':e': values[':e'], ...(range.includes(':h') ? { ':h': values[':h'] } : {}) };
        expect(() => select(`pk = :p AND sk ${range}`, given, schema(type))).toThrow(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: sk`,
        );
      }
    },
  );

  test('for an empty prefix', () => {
    for (const [type, value] of [['S', { S: '' }] as const, ['B', { B: '' }] as const])
      expect(() => select('pk = :p AND begins_with(sk, :e)', { ...p, ':e': value }, schema(type))).toThrow('Key: sk');
  });

  test('for more conditions than there are keys', () => {
    expect(() => select('pk = :p AND a = :p', p, schema())).toThrow(
      'The number of query conditions (2) exceeds the number of key attributes defined in the schema (1)',
    );
  });
});

function number2(low: string, high: string) {
  return { ':v': { N: low }, ':w': { N: high } };
}

test('ranges match by the order of keys', () => {
  const between = { op: 'between', low: { B: 'Af8=' }, high: { B: 'Ag==' } } as const;
  const matches = (some: Partial<Decisions> = {}) =>
    rangeMatches(between, { B: 'Af//' }, { ...rightDecisions, ...some });
  expect(matches()).toBe(true);
  expect(matches({ binaryOrder: 'length-first' })).toBe(false);
  const compared = (op: '=' | '<' | '<=' | '>' | '>=') =>
    ['1', '2', '3'].map((N) => rangeMatches({ op, value: { N: '2.0' } }, { N }, rightDecisions));
  expect(compared('=')).toEqual([false, true, false]);
  expect(compared('<')).toEqual([true, false, false]);
  expect(compared('<=')).toEqual([true, true, false]);
  expect(compared('>')).toEqual([false, false, true]);
  expect(compared('>=')).toEqual([false, true, true]);
  expect(rangeMatches(undefined, undefined, rightDecisions)).toBe(true);
  expect(rangeMatches(between, undefined, rightDecisions)).toBe(false);
});
