import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decisions, rightDecisions } from '../policies/index.ts';
import { compareKeyValues, keyBeginsWith } from './compare.ts';
import { checkKeyPrecision, compareByRange, itemIdentity, keyIdentity } from './keys.ts';
import { canonicalNumber } from './number.ts';
import type { AttributeValue } from './types.ts';
import { attributeOf } from './validate.ts';

const decide = (some: Partial<Decisions>): Decisions => ({ ...rightDecisions, ...some });
const b = (...bytes: number[]): AttributeValue => ({ B: Buffer.from(bytes).toString('base64') });
const s = (text: string): AttributeValue => ({ S: text });
const n = (text: string): AttributeValue => ({ N: text });
const nines = (digits: number, last: string): AttributeValue => n('9'.repeat(digits - 1) + last);

const bytes = fc.uint8Array({ maxLength: 4 });
const text = fc.string({ unit: 'binary', maxLength: 5 });
const keyText = fc.oneof(fc.constantFrom('a', 'a#b', 'b#c', '1', '#', '\0', '', 'S1:a'), text);
const key = fc.oneof(
  keyText.map(s),
  fc.uint8Array({ maxLength: 3 }).map((value) => b(...value)),
  fc.integer({ min: -20, max: 20 }).map((value) => n(String(value))),
);

describe('identity', () => {
  test('two keys get one text exactly when both parts are equal', () => {
    const same = (left: AttributeValue, right: AttributeValue) => JSON.stringify(left) === JSON.stringify(right);
    fc.assert(
      fc.property(key, key, key, key, (hash1, range1, hash2, range2) => {
        const equal = same(hash1, hash2) && same(range1, range2);
        const [one, two] = [itemIdentity(hash1, range1, rightDecisions), itemIdentity(hash2, range2, rightDecisions)];
        expect(one === two).toBe(equal);
        expect(itemIdentity(hash1, range1, rightDecisions)).not.toBe(itemIdentity(hash2, undefined, rightDecisions));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['joined-by-hash-sign', '#'],
    ['joined-by-nul', '\0'],
  ] as const)('keys %s collide', (itemIdentityWrong, mark) => {
    const [left, right] = [[s(`a${mark}b`), s('c')] as const, [s('a'), s(`b${mark}c`)] as const];
    const decisions = decide({ itemIdentity: itemIdentityWrong });
    expect(itemIdentity(...left, rightDecisions)).not.toBe(itemIdentity(...right, rightDecisions));
    expect(itemIdentity(...left, decisions)).toBe(itemIdentity(...right, decisions));
  });

  test('number keys are equal by value, or by notation under a mutant', () => {
    for (const spelling of ['1e3', '1000.0', '+1000']) {
      expect(keyIdentity(n(spelling), rightDecisions)).toBe(keyIdentity(n('1000'), rightDecisions));
      const decisions = decide({ numberIdentity: 'by-spelling' });
      expect(keyIdentity(n(spelling), decisions)).not.toBe(keyIdentity(n('1000'), decisions));
    }
  });

  test.each([
    ['decimal128-34', 36],
    ['float64', 18],
  ] as const)('%s takes two numbers for one', (keyNumberPrecision, digits) => {
    const decisions = decide({ keyNumberPrecision });
    const [left, right] = [nines(digits, '1'), nines(digits, '2')];
    expect(keyIdentity(left, rightDecisions)).not.toBe(keyIdentity(right, rightDecisions));
    expect(compareKeyValues(left, right, rightDecisions)).toBeLessThan(0);
    expect(keyIdentity(left, decisions)).toBe(keyIdentity(right, decisions));
    expect(compareKeyValues(left, right, decisions)).toBe(0);
  });

  test('only the refusing mutant refuses a key of 35 digits', () => {
    expect(() => checkKeyPrecision(nines(35, '1'), rightDecisions)).not.toThrow();
    const decisions = decide({ keyNumberPrecision: 'over-34-refused' });
    expect(() => checkKeyPrecision(nines(35, '1'), decisions)).toThrow('34 digits');
    expect(() => checkKeyPrecision(nines(34, '1'), decisions)).not.toThrow();
  });
});

describe('order', () => {
  test('of binaries is that of unsigned bytes', () => {
    fc.assert(
      fc.property(bytes, bytes, (left, right) => {
        const order = Math.sign(compareKeyValues(b(...left), b(...right), rightDecisions));
        expect(order).toBe(Buffer.compare(left, right));
      }),
    );
  });

  test('of strings is that of UTF-8 bytes, which is that of code points', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const order = Math.sign(compareKeyValues(s(left), s(right), rightDecisions));
        expect(order).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
        const points = (value: string) => [...value].map((c) => c.codePointAt(0)!.toString(16).padStart(6, '0')).join();
        expect(order).toBe(points(left) < points(right) ? -1 : points(left) > points(right) ? 1 : 0);
      }),
    );
  });

  test('mutants differ in the known cases', () => {
    expect(compareKeyValues(b(1, 0xff), b(2), rightDecisions)).toBeLessThan(0);
    expect(compareKeyValues(b(1, 0xff), b(2), decide({ binaryOrder: 'length-first' }))).toBeGreaterThan(0);
    expect(compareKeyValues(b(0x7f), b(0x80), rightDecisions)).toBeLessThan(0);
    expect(compareKeyValues(b(0x7f), b(0x80), decide({ binaryOrder: 'signed-bytes' }))).toBeGreaterThan(0);
    const [bmp, astral] = [s('\uffff'), s('\u{10000}')];
    expect(compareKeyValues(bmp, astral, rightDecisions)).toBeLessThan(0);
    expect(compareKeyValues(bmp, astral, decide({ stringOrder: 'utf16-units' }))).toBeGreaterThan(0);
    expect(compareKeyValues(n('9'), n('10'), rightDecisions)).toBeLessThan(0);
  });

  test('of items is that of their sort keys', () => {
    const schema = { hash: { name: 'p', type: 'S' }, range: { name: '__proto__', type: 'N' } } as const;
    const item = (sort: string) => Object.assign(Object.create(null), { p: s('x'), ['__proto__']: n(sort) });
    const sorted = ['10', '9', '-1', '0.5'].map(item).sort((l, r) => compareByRange(l, r, schema, rightDecisions));
    expect(sorted.map((one) => attributeOf(one, '__proto__')).map((value) => (value as { N: string }).N)).toEqual([
      '-1',
      '0.5',
      '9',
      '10',
    ]);
    expect(compareByRange(item('1'), item('2'), { hash: schema.hash }, rightDecisions)).toBe(0);
  });
});

describe('prefix', () => {
  test('of bytes and of texts, for any value', () => {
    fc.assert(
      fc.property(bytes, bytes, (value, prefix) => {
        const expected = Buffer.from(value).subarray(0, prefix.length).equals(Buffer.from(prefix));
        expect(keyBeginsWith(b(...value), b(...prefix), rightDecisions)).toBe(expected);
        expect(keyBeginsWith(b(...prefix, ...value), b(...prefix), rightDecisions)).toBe(true);
      }),
    );
    expect(keyBeginsWith(n('12'), s('1'), rightDecisions)).toBe(false);
  });

  test.each([
    ['below-incremented-hex', b(0xff, 1), b(0xff), true],
    ['below-incremented-hex', b(0x30), b(0x2f, 0xff), false],
    ['below-incremented-last-byte', b(0x2f, 0xff, 1), b(0x2f, 0xff), true],
    ['below-incremented-last-byte', b(0xff, 0xff, 1), b(0xff, 0xff), true],
  ] as const)('%s is wrong', (binaryPrefix, value, prefix, right) => {
    expect(keyBeginsWith(value, prefix, rightDecisions)).toBe(right);
    expect(keyBeginsWith(value, prefix, decide({ binaryPrefix }))).toBe(!right);
    const plain = [b(1, 2), b(1)] as const;
    expect(keyBeginsWith(...plain, decide({ binaryPrefix }))).toBe(true);
  });

  test('the last code point', () => {
    const wrong = decide({ stringPrefix: 'below-prefix-and-u10ffff' });
    expect(keyBeginsWith(s('ab\u{10FFFF}'), s('ab'), rightDecisions)).toBe(true);
    expect(keyBeginsWith(s('ab\u{10FFFF}'), s('ab'), wrong)).toBe(false);
    expect(keyBeginsWith(s('abc'), s('ab'), wrong)).toBe(true);
  });
});

test('a number key of 38 digits is unchanged', () => {
  const value = nines(38, '7');
  expect(keyIdentity(value, rightDecisions)).toBe(`N38:${canonicalNumber((value as { N: string }).N)}`);
});
