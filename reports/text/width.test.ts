import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, pad, shorten, wrap } from './width.ts';

test('counts the columns of a terminal, not characters', () => {
  expect([columns('abc'), columns('日本'), columns('e\u0301'), columns('😀')]).toEqual([3, 4, 1, 2]);
  // What a list of wide letters does not know: a family of three, a flag, a keycap, a wide sign that is no letter.
  expect(['👨‍👩‍👧', '🇨🇭', '1️⃣', '【'].map(columns)).toEqual([2, 2, 2, 2]);
  expect(['✓', '≈', '→', '─', '…', '␛'].map(columns)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('no line is wider than asked, and no word is lost', () => {
  const text = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'é', '日', '👨‍👩‍👧', 'ᄀ', '\u0301', '-'), maxLength: 60 }))
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

test('text is broken between words, and a word only when it is too long alone', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('abcdefghijkl m', 10)).toEqual(['abcdefghij', 'kl m']);
  expect(wrap('', 8)).toEqual(['']);
});

test('a terminal that says it has no columns has eight', () => {
  expect(wrap('abcdefghijkl m', -2)).toEqual(['abcdefgh', 'ijkl m']);
});

test('nothing that is seen as one sign is cut', () => {
  expect(shorten('ab👨‍👩‍👧c', 4)).toBe('ab…');
  expect(wrap('👨‍👩‍👧'.repeat(5), 8)).toEqual(['👨‍👩‍👧'.repeat(4), '👨‍👩‍👧']);
  expect(pad('日', 4, true)).toBe('  日');
});
