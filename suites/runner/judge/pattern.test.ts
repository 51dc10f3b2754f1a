import { describe, expect, test } from 'vitest';
import type { Json } from '../../../oracles/values/types.ts';
import { mismatch } from './pattern.ts';

const matches = (pattern: Json, value: Json | undefined): boolean => mismatch(pattern, value) === undefined;

describe('patterns', () => {
  test('members that are not named may have any value, list elements may not', () => {
    expect(matches({ a: 1 }, { a: 1, b: 2 })).toBe(true);
    expect(matches([1], [1, 2])).toBe(false);
    expect(mismatch({ Items: [{ sk: { N: '1' } }] }, { Items: [{ sk: { N: '2' } }] })).toEqual({
      path: 'Items[0].sk.N',
      expected: '1',
      actual: '2',
    });
  });

  test('$exact allows no other member, at any depth', () => {
    const pattern: Json = { $exact: { a: { M: { x: { N: '1' } } }, l: [{ $present: true }] } };
    const value = (inner: Json, more: Json = {}): Json => ({ a: { M: inner }, l: [{ z: 1 }], ...(more as object) });
    expect(mismatch(pattern, value({ x: { N: '1' } }))).toBeUndefined();
    expect(mismatch(pattern, value({ x: { N: '2' } }))).toEqual({ path: 'a.M.x.N', expected: '1', actual: '2' });
    expect(mismatch(pattern, value({ x: { N: '1' }, y: { N: '2' } }))).toEqual({
      ...{ path: 'a.M.y', expected: { $absent: true } },
      actual: { N: '2' },
    });
    expect(mismatch(pattern, value({ x: { N: '1' } }, { b: 1 }))?.path).toBe('b');
    expect(matches({ $exact: [{ a: 1 }] }, [{ a: 1, b: 1 }])).toBe(false);
    expect(matches({ $exact: { a: 1, b: { $absent: true } } }, { a: 1 })).toBe(true);
  });

  test('an attribute value of another type is one mismatch of the whole value', () => {
    expect(mismatch({ Item: { g: { S: 'g' } } }, { Item: { g: { N: '7' } } })).toEqual({
      path: 'Item.g',
      expected: { S: 'g' },
      actual: { N: '7' },
    });
  });

  test.each<[string, Json[], Json[], string, Json, Json]>([
    [
      'a member that one lacks',
      [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
      ],
      [{ a: 2 }, { a: 1, b: 1 }],
      '[0].b',
      2,
      null,
    ],
    [
      'a member that all lack',
      [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
      ],
      [{ a: 2 }, { a: 1 }],
      '[1].b',
      1,
      null,
    ],
    ['deeper', [{ a: 1, b: { c: 1 } }, { a: 2 }], [{ a: 1, b: { c: 2 } }, { a: 2 }], '[0].b.c', 1, 2],
  ])('for unordered lists the closest element is reported: %s', (_, patterns, values, path, expected, actual) => {
    expect(mismatch({ $unordered: patterns }, values)).toEqual({ path, expected, actual });
  });

  test.each<[string, Json[], Json[]]>([
    ['one too few', [{ a: 1, b: 1 }, { a: 2 }], [{ a: 1 }]],
    ['nothing in common', [{ a: 1, b: 1 }], [{ a: 2 }]],
    [
      'two as near as each other',
      [
        { a: 1, b: 1 },
        { a: 1, b: 1 },
      ],
      [
        { a: 1, b: 2 },
        { a: 1, b: 3 },
      ],
    ],
    ['no objects', [1, 2], [1, 3]],
  ])('or the whole list if none is closest: %s', (_, patterns, values) => {
    const pattern = { $unordered: patterns };
    expect(mismatch(pattern, values)).toEqual({ path: '', expected: pattern, actual: values });
  });

  test.each<[string, Json, Json | undefined, boolean]>([
    ['$absent', { $absent: true }, undefined, true],
    ['$absent of something', { $absent: true }, null, false],
    ['$present', { $present: true }, null, true],
    ['$present of nothing', { $present: true }, undefined, false],
    ['$size', { $size: 2 }, [1, 2], true],
    ['$size of less', { $size: 2 }, [1], false],
    ['$number in another spelling', { $number: '1e2' }, '100', true],
    [
      '$number beyond a double',
      { $number: '12345678901234567890123456789012345678' },
      '12345678901234567890123456789012345679',
      false,
    ],
    ['$number of a text', { $number: '1' }, 'one', false],
    ['$startsWith', { $startsWith: 'arn:' }, 'arn:aws', true],
    ['$matches', { $matches: '[0-9]+|x' }, '12', true],
    ['$matches as a whole', { $matches: '[0-9]+|x' }, 'x12', false],
    ['$matches of no text', { $matches: '[0-9]+' }, 12, false],
    ['$between', { $between: [1, 2] }, 2, true],
    ['$between of one over', { $between: [1, 2] }, 2.5, false],
    ['$between of a text', { $between: [1, 2] }, '1', false],
    ['$oneOf', { $oneOf: [{ S: 'a' }, { S: 'b' }] }, { S: 'b' }, true],
    ['$oneOf none', { $oneOf: [{ S: 'a' }] }, { S: 'b' }, false],
    ['$unordered', { $unordered: [1, 2] }, [2, 1], true],
    ['$unordered counts', { $unordered: [1, 1, 2] }, [1, 2, 2], false],
    ['$unresolved', { $unresolved: 'a.b' }, 'anything', false],
    ['sets have no order', { SS: ['a', 'b'] }, { SS: ['b', 'a'] }, true],
    ['lists have one', { L: ['a', 'b'] }, { L: ['b', 'a'] }, false],
    ['sets count', { NS: ['1', '2'] }, { NS: ['1', '2', '3'] }, false],
  ])('%s', (_, pattern, value, expected) => {
    expect(matches(pattern, value)).toBe(expected);
  });

  test('a greedy pairing would fail here', () => {
    expect(matches({ $unordered: [{}, { a: 1 }] }, [{ a: 1 }, { b: 2 }])).toBe(true);
  });

  test('a misspelt rule is an error, not a member that never matches', () => {
    expect(() => mismatch({ $abesnt: true }, undefined)).toThrow('$abesnt');
  });

  test('a member called __proto__ is a member', () => {
    const pattern = JSON.parse('{"__proto__": {"S": "x"}}') as Json;
    expect(matches(pattern, {})).toBe(false);
    expect(matches(pattern, JSON.parse('{"__proto__": {"S": "x"}}') as Json)).toBe(true);
  });
});

describe('$exact', () => {
  const exact = (pattern: Json): Json => ({ $exact: pattern });

  test('a member that the pattern does not name is a mismatch at any depth', () => {
    expect(matches(exact({ a: { b: 1 } }), { a: { b: 1 } })).toBe(true);
    expect(mismatch(exact({ a: [{ b: 1 }] }), { a: [{ b: 1, c: 2 }] })).toEqual({
      path: 'a[0].c',
      expected: { $absent: true },
      actual: 2,
    });
    expect(matches({ a: exact({}), b: { c: 1 } }, { a: {}, b: { c: 1, d: 2 } })).toBe(true);
    expect(matches(exact({ a: { $absent: true } }), {})).toBe(true);
    expect(matches(exact({ a: { $present: true } }), { a: { anything: 1 } })).toBe(true);
  });

  test('also within lists in any order and among alternatives', () => {
    expect(matches(exact({ $unordered: [{ a: 1 }, { a: 2 }] }), [{ a: 2 }, { a: 1 }])).toBe(true);
    expect(mismatch(exact({ $unordered: [{ a: 1 }, { a: 2 }] }), [{ a: 2 }, { a: 1, b: 3 }])).toEqual({
      path: '[1].b',
      expected: { $absent: true },
      actual: 3,
    });
    expect(matches(exact({ $oneOf: [{ a: 1 }, {}] }), { a: 1, b: 2 })).toBe(false);
  });
});
