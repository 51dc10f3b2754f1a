import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, pad, shorten, wrap } from './width.ts';

test('counts terminal columns, not characters', () => {
  expect([columns('abc'), columns('日本'), columns('e\u0301'), columns('😀')]).toEqual([3, 4, 1, 2]);
  // Beyond tables of wide letters: a joined family emoji, a flag, a keycap, a wide punctuation mark.
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

test('text is wrapped between words, and inside a word only when the word is too long', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrap('abcdefghijkl m', 10)).toEqual(['abcdefghij', 'kl m']);
  expect(wrap('', 8)).toEqual(['']);
});

test('a terminal that reports no columns gets eight', () => {
  expect(wrap('abcdefghijkl m', -2)).toEqual(['abcdefgh', 'ijkl m']);
});

test('a grapheme is never split', () => {
  expect(shorten('ab👨‍👩‍👧c', 4)).toBe('ab…');
  expect(wrap('👨‍👩‍👧'.repeat(5), 8)).toEqual(['👨‍👩‍👧'.repeat(4), '👨‍👩‍👧']);
  expect(pad('日', 4, true)).toBe('  日');
});

test('a text of 50 KB is wrapped within the memory there is, and loses nothing', () => {
  const text = 'x👩‍👩‍👧é'.repeat(5_000);
  const lines = wrap(text, 100);
  expect(lines.join('')).toBe(text);
  expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(100);
});
