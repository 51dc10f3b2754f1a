import type { Decisions } from '../policies/index.ts';
import { digitCount, type Num, parseNumber, roundToDigits, throughFloat64 } from './number.ts';

/** A key's number as a store keeps it: exact, or rounded to the precision of a decimal128 or a double. */
export function limitedKeyNumber(text: string, decisions: Decisions): Num {
  const exact = parseNumber(text);
  switch (decisions.keyNumberPrecision) {
    case 'all-38':
    case 'over-34-refused':
      return exact;
    case 'decimal128-34':
      return roundToDigits(exact, 34);
    case 'over-34-as-float64':
      return digitCount(exact) > 34 ? throughFloat64(exact) : exact;
    case 'float64':
      return throughFloat64(exact);
  }
}
