import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duration, magnitude, thousands } from './format.ts';
import { columns, shorten, table, wrap } from './text.ts';

test('counts the columns of a terminal, not characters', () => {
  expect([columns('abc'), columns('日本'), columns('e\u0301'), columns('😀')]).toEqual([3, 4, 1, 2]);
});

test('no line is wider than asked, and no word is lost', () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'é', '日', '-'), maxLength: 60 }))
    .map((w) => w.join(' '));
  fc.assert(
    fc.property(text, fc.integer({ min: 10, max: 80 }), (value, width) => {
      const lines = wrap(value, width, '> ');
      expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(width);
      expect(
        lines
          .map((line) => line.slice(2))
          .join('')
          .replace(/ /g, ''),
      ).toBe(value.replace(/ /g, ''));
      expect(columns(shorten(value, width))).toBeLessThanOrEqual(width);
    }),
  );
});

test('a table narrows one column, then leaves out those that can be spared', () => {
  const head = [
    { title: 'name', shrinks: 20 },
    { title: 'first', spare: 2 },
    { title: 'second', spare: 1 },
    { title: 'last' },
  ];
  const rows = [['n'.repeat(40), '1', '2', '3']];
  expect(table(head, rows, 50)[0]).toMatch(/^name +first +second +last$/);
  expect(table(head, rows, 40)[0]).toMatch(/^name +second +last$/);
  for (const width of [80, 50, 40, 34]) {
    for (const line of table(head, rows, width)) expect(columns(line)).toBeLessThanOrEqual(width);
  }
});

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
