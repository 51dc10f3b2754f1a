/** Compares the accepted number texts with JavaScript's number parser, and their values with doubles. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalNumber, parseNumber } from './number.ts';
import { Refusal } from './refusal.ts';

/** `Number` has the same decimal grammar, except for the empty text, blanks, and words outside this alphabet. */
const isNumber = (text: string): boolean => text !== '' && !Number.isNaN(Number(text));
const anyText = fc.string({ unit: fc.constantFrom(...'0123456789+-.eE'), maxLength: 8 });

const refusal = (text: string): string | undefined => {
  try {
    parseNumber(text);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.type === 'ValidationException') return thrown.message;
    throw thrown;
  }
};

test('a text is refused exactly when it is not a number', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(refusal(text)?.startsWith('The parameter cannot be converted') ?? false).toBe(!isNumber(text));
    }),
    { numRuns: 2000 },
  );
});

test('the canonical text has the value of the text, and no exponent, needless zero or plus', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      if (refusal(text) !== undefined) return;
      const canonical = canonicalNumber(text);
      expect(Number(canonical)).toBe(Number(text) + 0);
      expect(canonical).toMatch(/^(?:0|-?(?:[1-9][0-9]*|0)(?:\.[0-9]*[1-9])?)$/);
      expect(canonical).not.toBe('-0');
    }),
    { numRuns: 2000 },
  );
});

/** The two exponents on each side of either limit, and any other. */
const power = fc.oneof(fc.constantFrom(125, 126, -130, -131), fc.integer({ min: -200, max: 200 }));

test('magnitudes are refused at their ends, whatever the digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), power, (digit, exponent) => {
      const refused = refusal(`${digit}e${exponent}`);
      expect(refused?.startsWith('Number overflow') ?? false).toBe(exponent > 125);
      expect(refused?.startsWith('Number underflow') ?? false).toBe(exponent < -130);
    }),
  );
});

test.each(['', ' 1', '1 ', '1_0', '0x10', '1n', 'NaN', 'Infinity', '-Infinity', '１', '1,5', '٣'])(
  '%j is no number, though some programs read it',
  (text) => expect(refusal(text)).toContain('cannot be converted to a numeric value'),
);
