import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decisions, rightDecisions } from '../policies/index.ts';
import { compareForCondition, deepEqual } from './compare.ts';
import { envelope, requestRefusal, validation } from './refusal.ts';
import { itemSize, nestingDepth, valueSize } from './size.ts';
import type { AttributeValue, Json } from './types.ts';
import { normaliseItem, normaliseValue } from './validate.ts';

const invalid = 'One or more parameter values were invalid: ';
const wrapped = (wraps: number): Json => {
  let value: Json = { S: 'leaf' };
  for (let i = 0; i < wraps; i += 1) value = i % 2 === 0 ? { L: [value] } : { M: { n: value } };
  return value;
};

describe('normaliseValue', () => {
  test.each<[Json, Json]>([
    [{ N: '01.50' }, { N: '1.5' }],
    [{ NS: ['1e1', '2.0'] }, { NS: ['2', '10'] }],
    [{ SS: ['', 'a'] }, { SS: ['', 'a'] }],
    [{ SS: ['\u{1f600}', '\uffee', 'b', ''] }, { SS: ['', 'b', '\uffee', '\u{1f600}'] }],
    [{ NS: ['10', '9', '-1', '0.5'] }, { NS: ['-1', '0.5', '9', '10'] }],
    [{ BS: ['/w==', 'AQ==', ''] }, { BS: ['', 'AQ==', '/w=='] }],
    [{ BS: ['', 'AA=='] }, { BS: ['', 'AA=='] }],
    [{ S: '' }, { S: '' }],
    [{ S: 'x', N: null }, { S: 'x' }],
    [{ BOOL: 'yes' }, { BOOL: true }],
    [{ BOOL: '0' }, { BOOL: false }],
    [{ NULL: true }, { NULL: true }],
    [{ L: [{ M: {} }, { L: [] }] }, { L: [{ M: {} }, { L: [] }] }],
  ])('%j becomes %j', (given, expected) => {
    expect(normaliseValue(given, rightDecisions)).toEqual(expected);
  });

  test.each<[Json, string]>([
    [{}, 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'],
    [{ X: 'a' }, 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'],
    [
      { S: 'a', N: '1' },
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    ],
    [{ SS: [] }, `${invalid}An string set  may not be empty`],
    [{ NS: [] }, `${invalid}An number set  may not be empty`],
    [{ BS: [] }, `${invalid}Binary sets should not be empty`],
    [{ SS: ['b', 'a', 'b'] }, `${invalid}Input collection ["a", "b", "b"] contains duplicates.`],
    [{ NS: ['1', '1.0'] }, `${invalid}Input collection contains duplicates.`],
    [
      { BS: ['/w==', 'AA==', 'AA=='] },
      `${invalid}Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.`,
    ],
    [{ NULL: false }, `${invalid}Null attribute value types must have the value of true`],
    [{ L: [{ N: 'x' }] }, 'The parameter cannot be converted to a numeric value: x'],
    [
      wrapped(32),
      'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    ],
    [{ M: { '': { S: 'x' } } }, 'Empty attribute name'],
    [{ M: { deep: wrapped(40), '': { S: 'x' } } }, 'Empty attribute name'],
    [{ M: { ['n'.repeat(65_536)]: { S: 'x' } } }, 'Attribute name is too large, must be less than 65536 bytes'],
  ])('%# is refused', (given, message) => {
    const refusal = { type: 'ValidationException', message };
    expect(() => normaliseValue(given, rightDecisions)).toThrow(expect.objectContaining(refusal));
  });

  test('31 levels are accepted, and 20,000 do not overflow the stack', () => {
    expect(nestingDepth(normaliseValue(wrapped(31), rightDecisions))).toBe(31);
    expect(() => normaliseValue(wrapped(20_000), rightDecisions)).toThrow('Nesting Levels');
    expect(normaliseItem({ a: wrapped(31) }, rightDecisions)).toBeDefined();
    expect(() => normaliseItem({ a: wrapped(32) }, rightDecisions)).toThrow('Nesting Levels');
  });

  test('names of Object.prototype are ordinary attribute names', () => {
    const item = normaliseItem(
      JSON.parse('{"__proto__": {"S": "p"}, "constructor": {"M": {"__proto__": {"N": "1"}}}}'),
      rightDecisions,
    );
    expect(JSON.stringify(item)).toBe('{"__proto__":{"S":"p"},"constructor":{"M":{"__proto__":{"N":"1"}}}}');
    expect(itemSize(item)).toBe(9 + 1 + 11 + 3 + 1 + 9 + 2);
  });

  test('mutant: a store that compares by notation keeps it', () => {
    const decisions: Decisions = { ...rightDecisions, numberIdentity: 'by-spelling' };
    expect(normaliseValue({ N: '1.0' }, decisions)).toEqual({ N: '1.0' });
  });
});

test('only request errors get an envelope, and only on single-item writes', () => {
  expect(envelope(requestRefusal('x'), 'PutItem').message).toBe('1 validation error detected: x');
  expect(envelope(requestRefusal('x'), 'Query').message).toBe('x');
  expect(envelope(validation('x'), 'PutItem').message).toBe('x');
});

test.each<[AttributeValue, number]>([
  [{ S: 'é' }, 2],
  [{ B: 'AAAA' }, 3],
  [{ BOOL: false }, 1],
  [{ NULL: true }, 1],
  [{ L: [] }, 3],
  [{ L: [{ S: 'a' }, { S: 'b' }] }, 7],
  [{ M: { k: { S: 'a' } } }, 6],
  [{ NS: ['1', '-1'] }, 5],
])('%j has %i bytes', (value, bytes) => {
  expect(valueSize(value)).toBe(bytes);
});

const leaf = fc.oneof(
  fc.string({ maxLength: 3 }).map((S): AttributeValue => ({ S })),
  fc.integer().map((i): AttributeValue => ({ N: String(i) })),
  fc.boolean().map((BOOL): AttributeValue => ({ BOOL })),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1 })
    .map((ns): AttributeValue => ({ NS: ns.map(String) })),
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((SS): AttributeValue => ({ SS })),
);
const { value: anyValue } = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }).map((L): AttributeValue => ({ L })),
    fc.dictionary(fc.string({ maxLength: 2 }), tie('value'), { maxKeys: 3 }).map((M): AttributeValue => ({ M })),
  ),
}));

describe('equality', () => {
  const compare = (op: '=' | '<>' | '<' | '>=', l: AttributeValue, r: AttributeValue, some: Partial<Decisions> = {}) =>
    compareForCondition(op, l, r, { ...rightDecisions, ...some }, { bothAttributes: false });

  /** Shuffles unordered parts and changes the notation of numbers. */
  const respelt = (value: AttributeValue): AttributeValue => {
    if ('N' in value) return { N: `${value.N}.0` };
    if ('NS' in value) return { NS: value.NS.map((member) => `${member}e0`).reverse() };
    if ('SS' in value) return { SS: [...value.SS].reverse() };
    if ('L' in value) return { L: value.L.map(respelt) };
    if (!('M' in value)) return value;
    return {
      M: Object.fromEntries(
        Object.entries(value.M)
          .reverse()
          .map(([name, v]) => [name, respelt(v)]),
      ),
    };
  };

  test('ignores the order of sets and maps and the notation of numbers', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (left, right) => {
        expect(deepEqual(left, respelt(left))).toBe(true);
        expect(deepEqual(left, right)).toBe(deepEqual(right, left));
        expect(compare('<>', left, right)).toBe(!compare('=', left, right));
        if (JSON.stringify(left) === JSON.stringify(right)) expect(deepEqual(left, right)).toBe(true);
      }),
    );
    expect(deepEqual({ SS: ['a', 'b'] }, { SS: ['a', 'c'] })).toBe(false);
    expect(deepEqual({ SS: ['a'] }, { SS: ['a', 'b'] })).toBe(false);
    expect(deepEqual({ L: [{ S: 'a' }] }, { L: [{ S: 'a' }, { S: 'a' }] })).toBe(false);
    expect(deepEqual({ M: { a: { S: 'x' } } }, { M: { b: { S: 'x' } } })).toBe(false);
    expect(deepEqual({ M: {} }, { M: { __proto__: { S: 'x' } } as never })).toBe(true);
    expect(deepEqual({ S: '1' }, { N: '1' })).toBe(false);
  });

  test('each mutant answers differently', () => {
    expect(compare('<', { N: '9' }, { N: '10' })).toBe(true);
    expect(compare('<', { N: '9' }, { N: '10' }, { numberComparison: 'as-text' })).toBe(false);
    const fields = (some: Partial<Decisions>) =>
      compareForCondition('<', { N: '42' }, { N: '9' }, { ...rightDecisions, ...some }, { bothAttributes: true });
    expect(fields({})).toBe(false);
    expect(fields({ numberComparison: 'as-text' })).toBe(false);
    expect(fields({ attributeComparison: 'as-text' })).toBe(true);
    expect(compare('=', { S: '7' }, { N: '7' })).toBe(false);
    expect(compare('=', { S: '7' }, { N: '7' }, { crossTypeComparison: 'by-text' })).toBe(true);
    expect(compare('>=', { S: '7' }, { N: '7' })).toBe(false);
    expect(compare('>=', { S: '7' }, { N: '7' }, { crossTypeComparison: 'by-text' })).toBe(true);
    expect(compare('=', { SS: ['a', 'b'] }, { SS: ['b', 'a'] })).toBe(true);
    expect(compare('=', { SS: ['a', 'b'] }, { SS: ['b', 'a'] }, { collectionEquality: 'never' })).toBe(false);
    const missing = (missingNotEqual: Decisions['missingNotEqual']) =>
      compareForCondition(
        '<>',
        undefined,
        { N: '1' },
        { ...rightDecisions, missingNotEqual },
        { bothAttributes: false },
      );
    expect([missing('holds'), missing('fails')]).toEqual([true, false]);
  });
});
