import { expect, test } from 'vitest';
import { duration, magnitude, thousands } from './format.ts';

test('numbers as people read them', () => {
  expect(thousands(4148427)).toBe('4,148,427');
  expect(thousands('705880015015824139888994381086')).toBe('705,880,015,015,824,139,888,994,381,086');
  expect(magnitude('705880015015824139888994381086')).toBe('7.06 × 10^29');
  expect(magnitude('999999999999999999')).toBe('1.00 × 10^18');
  expect(magnitude('1534790221')).toBe('1,534,790,221');
  expect([duration(12.4), duration(1_500), duration(59_999), duration(61_400)]).toEqual([
    '12 ms',
    '1.5 s',
    '1 min 0 s',
    '1 min 1 s',
  ]);
});
