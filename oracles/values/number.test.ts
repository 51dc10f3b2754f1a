import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addNumbers,
  canonicalNumber,
  compareNumbers,
  digitsMax,
  exactSum,
  formatNumber,
  negated,
  numberSize,
  numberTexts,
  parseNumber,
  roundToDigits,
  subtractNumbers,
} from './number.ts';

const digits = fc.tuple(
  fc.boolean(),
  fc.integer({ min: 1, max: digitsMax }).chain((length) => fc.bigInt({ min: 0n, max: 10n ** BigInt(length) - 1n })),
);
/** A decimal in scientific notation with its exact scaled integer: value = scaled × 10^-170. */
const decimal = fc.tuple(digits, fc.integer({ min: -130, max: 87 })).map(([[negative, size], power]) => {
  const signed = negative ? -size : size;
  return { text: `${signed}e${power}`, scaled: signed * 10n ** BigInt(power + 170) };
});

/** Exponents close enough that many sums fit. */
const nearby = fc.tuple(digits, fc.integer({ min: -20, max: 20 })).map(([[negative, size], power]) => {
  const signed = negative ? -size : size;
  return { text: `${signed}e${power}`, scaled: signed * 10n ** BigInt(power + 170) };
});

describe('parseNumber and formatNumber', () => {
  test.each([
    ['000730', '730'],
    ['-0.00', '0'],
    ['-0', '0'],
    ['2.5E3', '2500'],
    ['9.900', '9.9'],
    ['1E-3', '0.001'],
    ['0042.1200', '42.12'],
    ['+3', '3'],
    ['.123', '0.123'],
    ['0001.23', '1.23'],
    ['1e+5', '100000'],
    ['0e125', '0'],
    ['-0.0e126', '0'],
    ['0e-130', '0'],
    [`0.${'0'.repeat(130)}`, '0'],
    ['-12.50e1', '-125'],
    ['1E125', `1${'0'.repeat(125)}`],
    ['1e-130', `0.${'0'.repeat(129)}1`],
    ['9'.repeat(38), '9'.repeat(38)],
    [`${'9'.repeat(38)}000`, `${'9'.repeat(38)}000`],
    [`0.000${'9'.repeat(38)}`, `0.000${'9'.repeat(38)}`],
  ])('%s is kept as %s', (text, canonical) => {
    expect(canonicalNumber(text)).toBe(canonical);
  });

  test.each([
    ['abc', 'The parameter cannot be converted to a numeric value: abc'],
    ['', 'The parameter cannot be converted to a numeric value: '],
    ...[' 1', '1 ', '1 0', '.', '1e', '0x10', 'NaN', 'Infinity', '+', '-', '1e1.5', '--1', '1\n'].map((text) => [
      text,
      `The parameter cannot be converted to a numeric value: ${text}`,
    ]),
    ...['1e9223372036854775808', '1e-9223372036854775809', '0e9223372036854775808'].map((text) => [
      text,
      `The parameter cannot be converted to a numeric value: ${text}`,
    ]),
    ['1e126', numberTexts.overflow],
    ['-1e126', numberTexts.overflow],
    ['1e2147483647', numberTexts.overflow],
    ['0e126', numberTexts.overflow],
    ['0e1000', numberTexts.overflow],
    ['000e126', numberTexts.overflow],
    ['-0.0e127', numberTexts.overflow],
    ['1e9223372036854775807', numberTexts.overflow],
    ['1e-9223372036854775808', numberTexts.underflow],
    ['0e-131', numberTexts.underflow],
    [`0.${'0'.repeat(131)}`, numberTexts.underflow],
    ['1e-131', numberTexts.underflow],
    ['0.9e-130', numberTexts.underflow],
    ['123456789012345678901234567890123456789', numberTexts.tooPrecise],
    [`1.${'0'.repeat(37)}1`, numberTexts.tooPrecise],
  ])('%j is refused', (text, message) => {
    expect(() => parseNumber(text)).toThrow(expect.objectContaining({ type: 'ValidationException', message }));
  });

  test.each([
    ['1e2147483646', numberTexts.overflow],
    ['1e2147483647', numberTexts.underflow],
    ['12e2147483646', numberTexts.underflow],
    ['1e2147483648', numberTexts.overflow],
    ['1e126', numberTexts.overflow],
  ])('in the older layer %s is %s: it counts in 32 bits', (text, older) => {
    expect(() => parseNumber(text)).toThrow(expect.objectContaining({ message: numberTexts.overflow, older }));
  });

  test('a canonical text is unchanged and keeps its value', () => {
    fc.assert(
      fc.property(decimal, ({ text, scaled }) => {
        const canonical = canonicalNumber(text);
        expect(canonicalNumber(canonical)).toBe(canonical);
        expect(canonical).toMatch(/^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\.[0-9]*[1-9])$/);
        const value = parseNumber(canonical);
        expect(value.coefficient * 10n ** BigInt(value.exponent + 170)).toBe(scaled);
      }),
    );
  });
});

describe('arithmetic', () => {
  test('the order is that of the scaled integers', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const order = compareNumbers(parseNumber(left.text), parseNumber(right.text));
        expect(order).toBe(left.scaled < right.scaled ? -1 : left.scaled > right.scaled ? 1 : 0);
        expect(compareNumbers(parseNumber(right.text), parseNumber(left.text)) + order).toBe(0);
      }),
    );
  });

  test('a sum is exact or refused', () => {
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(nearby, nearby, (left, right) => {
        const sum = left.scaled + right.scaled;
        const kept = sum.toString().replace('-', '').replace(/0+$/, '').length;
        try {
          const added = addNumbers(parseNumber(left.text), parseNumber(right.text));
          expect(added.coefficient * 10n ** BigInt(added.exponent + 170)).toBe(sum);
          expect(kept).toBeLessThanOrEqual(digitsMax);
          accepted += 1;
        } catch (error) {
          expect((error as Error).message).toMatch(/overflow|underflow/);
          refused += 1;
          expect(kept > digitsMax || (error as Error).message === numberTexts.underflow).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(100);
  });

  test('sums from public reports', () => {
    expect(() => addNumbers(parseNumber('1e45'), parseNumber('3'))).toThrow(numberTexts.overflow);
    expect(() => addNumbers(parseNumber('9e125'), parseNumber('9e125'))).toThrow(numberTexts.overflow);
    const difference = subtractNumbers(parseNumber('10000000000000000000000'), parseNumber('1'));
    expect(formatNumber(difference)).toBe('9999999999999999999999');
    expect(formatNumber(addNumbers(parseNumber('0.1'), parseNumber('0.2')))).toBe('0.3');
    expect(formatNumber(subtractNumbers(parseNumber('5'), parseNumber('5.0')))).toBe('0');
  });

  test('rounding moves a number by at most half a unit and keeps its sign', () => {
    expect(formatNumber(roundToDigits(parseNumber('12345'), 4))).toBe('12340');
    expect(formatNumber(roundToDigits(parseNumber('12355'), 4))).toBe('12360');
    expect(formatNumber(roundToDigits(parseNumber('-0.99996'), 4))).toBe('-1');
    fc.assert(
      fc.property(decimal, ({ text }) => {
        const exact = parseNumber(text);
        const rounded = roundToDigits(exact, 34);
        const off = exactSum(exact, negated(rounded));
        const unit = exact.exponent + exact.coefficient.toString().replace('-', '').length - 34;
        expect(compareNumbers(off, { coefficient: 5n, exponent: unit - 1 })).toBeLessThanOrEqual(0);
        expect(compareNumbers(off, { coefficient: -5n, exponent: unit - 1 })).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test.each([
  ['0', 1],
  ['1', 2],
  ['-1', 3],
  ['12', 2],
  ['123456', 4],
  ['3.14159', 5],
  ['0042.1200', 3],
  ['1E125', 2],
  ['0.001', 2],
  ['1.5', 3],
  ['1000.5', 4],
])('%s costs %i bytes', (text, bytes) => {
  expect(numberSize(parseNumber(text))).toBe(bytes);
});
