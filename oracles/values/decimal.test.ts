/** Compares numbers with a decimal library, at a precision high enough that it never rounds. */
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { n, OracleDriver, s } from '../testing/probes/driver.ts';
import type { Item } from '../values/types.ts';
import { addNumbers, canonicalNumber, compareNumbers, numberTexts, parseNumber, subtractNumbers } from './number.ts';
import { Refusal } from './refusal.ts';

const Judge = Decimal.clone({ precision: 2000, maxE: 9e15, minE: -9e15 });

/** The documented limits: 38 digits, magnitudes from 1E-130 to 9.9…E+125. */
function refusalOf(value: Decimal): string | undefined {
  if (value.isZero()) return undefined;
  if (value.e > 125) return numberTexts.overflow;
  if (value.e < -130) return numberTexts.underflow;
  return value.precision() > 38 ? numberTexts.tooPrecise : undefined;
}
/** Zero keeps no exponent in the library, but DynamoDB looks at the one it is written with. */
function refusalOfText(text: string): string | undefined {
  const value = new Judge(text);
  const [, fraction = '', power = '0'] = /^[^.e]*(?:\.([0-9]*))?(?:e(.*))?$/i.exec(text)!;
  return refusalOf(value.isZero() ? new Judge(`1e${Number(power) - fraction.length}`) : value);
}
const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

const answerOf = (work: () => string): string => {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.message;
    throw thrown;
  }
};

const run = (lengths: fc.Arbitrary<number>, unit = '0123456789'): fc.Arbitrary<string> =>
  lengths.chain((length) => fc.string({ unit: fc.constantFrom(...unit), minLength: length, maxLength: length }));
/** Lengths around the limit of 38, and shorter ones. */
const lengths = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 36, max: 40 }));
const zeros = run(fc.nat(3), '0');
/** The digits of one number. The last one is mostly not zero, so that all digits count. */
const digits = fc.tuple(run(lengths), fc.constantFrom('', '1', '9')).map((parts) => parts.join(''));
const spelling = (powers: fc.Arbitrary<number>): fc.Arbitrary<string> =>
  fc
    .record({
      sign: fc.constantFrom('', '', '-', '+'),
      leading: zeros,
      digits,
      trailing: zeros,
      at: fc.nat(45),
      power: powers,
      e: fc.constantFrom('e', 'E', 'e+', 'E+'),
    })
    .map((part) => {
      const all = part.leading + part.digits + part.trailing;
      const text = part.at < all.length ? `${all.slice(0, part.at)}.${all.slice(part.at)}` : all;
      const e = part.power < 0 ? part.e.replace('+', '') : part.e;
      return part.sign + text + (part.power === 0 ? '' : `${e}${part.power}`);
    });
/** Exponents near both limits, zero, and any other. */
const anyPower = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 84, max: 127 }),
  fc.integer({ min: -132, max: -90 }),
  fc.integer({ min: -200, max: 200 }),
);
const number = spelling(anyPower);
/** Exponents close enough that many sums fit. */
const near = spelling(fc.integer({ min: -12, max: 12 })).filter((text) => refusalOfText(text) === undefined);
const fitting = number.filter((text) => refusalOfText(text) === undefined);

test('a number is stored as the library prints it, or refused for its digits or magnitude', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(number, (text) => {
      const value = new Judge(text);
      const refusal = refusalOfText(text);
      seen.set(refusal ?? 'kept', (seen.get(refusal ?? 'kept') ?? 0) + 1);
      expect(answerOf(() => canonicalNumber(text))).toBe(refusal ?? plain(value));
    }),
    { numRuns: 3000 },
  );
  expect([...seen.keys()].sort()).toEqual([...Object.values(numberTexts), 'kept'].sort());
});

test('order matches the library, and equality ignores notation', () => {
  fc.assert(
    fc.property(fitting, fitting, zeros, (left, right, more) => {
      const [a, b] = [new Judge(left), new Judge(right)];
      expect(compareNumbers(parseNumber(left), parseNumber(right))).toBe(a.cmp(b));
      const respelt = plain(a).includes('.') ? `${plain(a)}${more}` : `${plain(a)}.${more}e0`;
      expect(compareNumbers(parseNumber(left), parseNumber(respelt))).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

/** A sum of more than 38 digits gives the overflow error (measured on DynamoDB by the Alternator suite). */
const sumOf = (value: Decimal): string => {
  const refusal = refusalOf(value);
  return refusal === numberTexts.tooPrecise ? numberTexts.overflow : (refusal ?? plain(value));
};

test('sums and differences are exact or refused', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.oneof(fc.tuple(near, near), fc.tuple(fitting, fitting)), ([left, right]) => {
      const [a, b] = [new Judge(left), new Judge(right)];
      const [sum, difference] = [sumOf(a.plus(b)), sumOf(a.minus(b))];
      const of = (combine: typeof addNumbers) =>
        answerOf(() => plainOf(combine(parseNumber(left), parseNumber(right))));
      expect([of(addNumbers), of(subtractNumbers)]).toEqual([sum, difference]);
      seen.add(/^-?[0-9.]+$/.test(sum) ? 'exact' : sum);
    }),
    { numRuns: 2000 },
  );
  expect([...seen].sort()).toEqual([numberTexts.overflow, 'exact'].sort());
});
const plainOf = ({ coefficient, exponent }: ReturnType<typeof parseNumber>): string =>
  plain(new Judge(coefficient.toString()).times(new Judge(10).pow(exponent)));

test('at the ends of the range', () => {
  const sum = (left: string, right: string) =>
    answerOf(() => plainOf(addNumbers(parseNumber(left), parseNumber(right))));
  const nines = '9'.repeat(38);
  for (const [left, right] of [
    [`${nines}e88`, '1e87'],
    [`${nines}e88`, '1e88'],
    [`${nines.slice(1)}8e88`, '1e88'],
    [`-${nines}e88`, '-1e88'],
    [nines, '1'],
    [nines, '-1'],
    ['1.1e-130', '-1e-130'],
    ['1e-130', '-1e-130'],
    ['1.2e-129', '-1.1e-129'],
    ['1.01e-129', '-1e-129'],
    ['1.02e-129', '-1.01e-129'],
    ['1', '1e-37'],
    ['1', '1e-38'],
  ] as const)
    expect(sum(left, right), `${left} + ${right}`).toBe(sumOf(new Judge(left).plus(right)));
});

test('through the oracle: an increment, the order of keys, and a condition', () => {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S', range: 'sk:N' });
  fc.assert(
    fc.property(fc.array(near, { minLength: 2, maxLength: 6 }), fc.string({ minLength: 1 }), (texts, partition) => {
      const pk = s(partition);
      for (const text of texts) driver.put('rows', { pk, sk: n(text), v: n(text) });
      const read = driver.ok('Query', {
        ...{ TableName: 'rows', KeyConditionExpression: 'pk = :p AND sk >= :s', FilterExpression: 'v < :v' },
        ExpressionAttributeValues: { ':p': pk, ':s': n(texts[0]!), ':v': n(texts[1]!) },
      }).Items as Item[];
      const [low, high] = [new Judge(texts[0]!), new Judge(texts[1]!)];
      const wanted = [...new Set(texts.map((text) => plain(new Judge(text))))]
        .filter((text) => low.lte(text) && high.gt(text))
        .sort((a, b) => new Judge(a).cmp(b));
      expect(read.map(({ sk }) => sk)).toEqual(wanted.map(n));
      const Key = { pk, sk: n(texts[0]!) };
      const values = { ':v': n(texts[1]!) };
      const added = driver.update('rows', Key, 'SET v = v - :v', values, { ReturnValues: 'UPDATED_NEW' });
      const sum = sumOf(low.minus(high));
      expect(added.error === undefined ? (added.Attributes as Item).v : 'refused').toEqual(
        sum === numberTexts.overflow ? 'refused' : n(sum),
      );
      for (const text of texts) driver.ok('DeleteItem', { TableName: 'rows', Key: { pk, sk: n(text) } });
    }),
    { numRuns: 200 },
  );
});
