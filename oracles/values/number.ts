import { requestRefusal, validation } from './refusal.ts';

/** A DynamoDB number: `coefficient × 10^exponent`. The coefficient has no trailing zero; zero is `{0n, 0}`. */
export interface Num {
  readonly coefficient: bigint;
  readonly exponent: number;
}

export const digitsMax = 38;
/**
 * Largest exponent of the leading digit: magnitudes range from 1E-130 to 9.99E125. Source: developer guide, data types.
 */
const magnitudeMax = 125;
const magnitudeMin = -130;

export const numberTexts = {
  overflow: 'Number overflow. Attempting to store a number with magnitude larger than supported range',
  underflow: 'Number underflow. Attempting to store a number with magnitude smaller than supported range',
  tooPrecise: 'Attempting to store more than 38 significant digits in a Number',
} as const;

const zero: Num = { coefficient: 0n, exponent: 0 };
const grammar = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;
const smallInteger = /^-?[1-9][0-9]{0,14}$/;

/**
 * An exponent of more than 64 bits is no number; one of more than 32 bits is too large or too small. Source: the parity
 * suite (eu-west-2, 2026-10).
 * @throws Refusal ValidationException, with the text of the violated rule
 */
export function parseNumber(text: string): Num {
  if (smallInteger.test(text)) return fromDigits(text, 0);
  const [, sign = '', whole = '', fraction = '', power = '0'] = grammar.exec(text) ?? notNumeric(text);
  if (whole === '' && fraction === '') notNumeric(text);
  if (BigInt.asIntN(64, BigInt(power)) !== BigInt(power)) notNumeric(text);
  // Zero is refused by the exponent it is written with, as if it were a digit (measured in eu-west-2, 2026-10).
  const digits = (whole + fraction).replace(/^0+(?=.)/, '');
  const magnitude = digits.length - 1 - fraction.length + Number(power);
  if (magnitude > magnitudeMax) throw requestRefusal(numberTexts.overflow, olderOverflow(digits.length, Number(power)));
  if (magnitude < magnitudeMin) throw requestRefusal(numberTexts.underflow);
  if (digits === '0') return zero;
  const value = fromDigits(sign === '-' ? `-${digits}` : digits, Number(power) - fraction.length);
  if (digitCount(value) > digitsMax) throw requestRefusal(numberTexts.tooPrecise);
  return value;
}

function notNumeric(text: string): never {
  const problem = 'The parameter cannot be converted to a numeric value';
  throw requestRefusal(`${problem}: ${text}`, text === '' ? problem : undefined);
}

/** The older layer overflows 32 bits, so 1e2147483647 counts as too small (captured in three regions, 2026-10-09). */
const olderOverflow = (digits: number, power: number): string =>
  power <= 0x7fffffff && digits + power > 0x7fffffff ? numberTexts.underflow : numberTexts.overflow;

/** @param digits of a nonzero number, optionally after a minus sign */
function fromDigits(digits: string, exponent: number): Num {
  const kept = withoutTrailingZeros(digits);
  return { coefficient: BigInt(kept), exponent: exponent + digits.length - kept.length };
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

const digitsOf = (value: Num): string => value.coefficient.toString().replace('-', '');
export const digitCount = (value: Num): number => digitsOf(value).length;

/** The canonical text as DynamoDB returns it: no exponent, no extra zeros, no negative zero. */
export function formatNumber(value: Num): string {
  const sign = value.coefficient < 0n ? '-' : '';
  const digits = digitsOf(value);
  if (value.exponent >= 0) return sign + digits + '0'.repeat(value.exponent);
  const point = digits.length + value.exponent;
  if (point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  return `${sign}0.${'0'.repeat(-point)}${digits}`;
}

export const canonicalNumber = (text: string): string => formatNumber(parseNumber(text));

/** Both coefficients scaled to the smaller exponent. */
function aligned(left: Num, right: Num): [bigint, bigint, number] {
  if (left.exponent === right.exponent) return [left.coefficient, right.coefficient, left.exponent];
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = (value: Num): bigint =>
    value.exponent === exponent ? value.coefficient : value.coefficient * 10n ** BigInt(value.exponent - exponent);
  return [scaled(left), scaled(right), exponent];
}

/** Negative, zero or positive. */
export function compareNumbers(left: Num, right: Num): number {
  const [a, b] = aligned(left, right);
  return Number(a > b) - Number(a < b);
}

/** The exact sum, of any length. */
export function exactSum(left: Num, right: Num): Num {
  const [a, b, exponent] = aligned(left, right);
  return normalised(a + b, exponent);
}

function normalised(coefficient: bigint, exponent: number): Num {
  return coefficient === 0n ? zero : fromDigits(coefficient.toString(), exponent);
}

/**
 * The exact sum, never rounded. A sum of more than 38 digits gives the overflow error (measured on DynamoDB by the
 * Alternator suite), although other texts have been seen elsewhere.
 * @throws Refusal
 */
export const addNumbers = (left: Num, right: Num): Num => checked(exactSum(left, right));
export const subtractNumbers = (left: Num, right: Num): Num => addNumbers(left, negated(right));
export const negated = (value: Num): Num => ({ coefficient: -value.coefficient, exponent: value.exponent });

function checked(sum: Num): Num {
  const magnitude = digitCount(sum) - 1 + sum.exponent;
  if (magnitude > magnitudeMax || digitCount(sum) > digitsMax) throw validation(numberTexts.overflow);
  if (magnitude < magnitudeMin) throw validation(numberTexts.underflow);
  return sum;
}

/** Rounds to significant digits, half to even, like IEEE 754 decimals. */
export function roundToDigits(value: Num, digits: number): Num {
  const surplus = digitCount(value) - digits;
  if (surplus <= 0) return value;
  const unit = 10n ** BigInt(surplus);
  const negative = value.coefficient < 0n;
  const size = negative ? -value.coefficient : value.coefficient;
  const rest = size % unit;
  const floor = size / unit;
  const up = rest * 2n > unit || (rest * 2n === unit && floor % 2n === 1n);
  const rounded = up ? floor + 1n : floor;
  return normalised(negative ? -rounded : rounded, value.exponent + surplus);
}

/** Rounds to the nearest double and converts back to decimal. */
export function throughFloat64(value: Num): Num {
  return parseNumber(String(Number(formatNumber(value))));
}

/**
 * Bytes of a number in an item. Digits left and right of the decimal point are packed in pairs, each side separately.
 * Source: the parity suite (eu-west-2, 2026-08-18); the developer guide's rule is one byte off for many values.
 */
export function numberSize(value: Num): number {
  if (value.coefficient === 0n) return 1;
  const digits = digitCount(value);
  const fraction = Math.min(Math.max(-value.exponent, 0), digits);
  const whole = digits - fraction;
  return 1 + Math.ceil(whole / 2) + Math.ceil(fraction / 2) + (value.coefficient < 0n ? 1 : 0);
}
