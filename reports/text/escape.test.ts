import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostile } from '../testing/report.ts';
import { escapeHtml, jsonIsland, slug } from './escape.ts';
import { clip, shortText, visible, visibleLine } from './visible.ts';

describe('visible', () => {
  test.each([
    ['the start of a terminal command', hostile.ansi, '␛[2J␛]0;owned␇\\u009b31m'],
    ['line separators of JavaScript', hostile.separators, 'a\\u2028b\\u2029c'],
    ['halves of pairs', hostile.surrogate, 'left \\ud83d right \\ude00'],
    ['marks of direction', hostile.bidi, 'exe\\u202egnp.\\u2066x'],
    ['NUL and DEL', 'a\0b\x7f', 'a␀b␡'],
    ['a carriage return, which would overwrite the line', 'safe\rEVIL', 'safe␍EVIL'],
  ])('names %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('leaves whole pairs, letters, line feeds and tabs as they are', () => {
    expect(visible('😀 né\n\t日本')).toBe('😀 né\n\t日本');
    expect(visibleLine('a\n\tb')).toBe('a␊␉b');
  });

  test('clips between characters and says how much is left', () => {
    expect(clip('ab😀cd', 3)).toEqual({ text: 'ab', left: 4 });
    expect(clip('abc', 3)).toEqual({ text: 'abc', left: 0 });
  });
});

describe('HTML', () => {
  test('no markup, quote or control character is left, whatever the text', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'<>&"\'`\u001b\u2028\ud800\u202e\0'), fc.string({ unit: 'binary' })),
    });
    fc.assert(
      fc.property(text, (value) => {
        for (const escaped of [escapeHtml(value), escapeHtml(shortText(value, 5))]) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
          expect(escaped).not.toMatch(/[<>"'`\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]|\p{Surrogate}/u);
          expect(escaped.replace(/&(amp|lt|gt|quot|#39|#96);/g, '')).not.toContain('&');
        }
      }),
    );
  });

  test('a browser shows the original text', () => {
    const names: { [entity: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' };
    const read = escapeHtml('a&<>"\'`b').replace(/&([^;]*);/g, (_, entity: string) => names[entity] ?? '?');
    expect(read).toBe('a&<>"\'`b');
  });

  test('text that is escaped twice is not unescaped once', () => {
    expect(escapeHtml('&lt;')).toBe('&amp;lt;');
  });

  test('an anchor is made of letters, digits and dashes', () => {
    expect(slug('http://[::1]:80/"><script>')).toMatch(/^[a-z0-9-]+$/);
  });
});

describe('a JSON island', () => {
  test.each(Object.entries(hostile))('holds %s, is not ended by it, and reads back unchanged', (_, text) => {
    const island = jsonIsland({ [text]: [text] });
    expect(island).not.toMatch(/[<>&\u2028\u2029]|\p{Surrogate}/u);
    expect(JSON.parse(island)).toEqual({ [text]: [text] });
  });
});
