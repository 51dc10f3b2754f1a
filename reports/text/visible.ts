/**
 * Text that came from a server or a file, made safe to look at: every character that a terminal or a browser would act on
 * instead of showing it becomes a visible name. Line feeds and tabs stay.
 */

import type { Json } from '../../oracles/values/types.ts';
import { count } from './format.ts';

// Controls (ESC starts a terminal's commands), the line separators that end a line in JavaScript, the marks that turn the
// direction of text around (`\u202e` makes "gnp.exe" of "exe.png"), the invisible ones, and halves of surrogate pairs.
const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

const named = (character: string): string => {
  const code = character.codePointAt(0) as number;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return codeUnit(character);
};

/** The first unit of a character as `\\u202e`. */
export const codeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const visible = (text: string): string => text.replace(acting, named);

/** On one line. */
export const visibleLine = (text: string): string => visible(text).replace(/\n/g, '\u240a').replace(/\t/g, '\u2409');

/** The first `charactersMax` characters, never half of a pair, with the number of those left out. */
export function clip(text: string, charactersMax: number): { text: string; left: number } {
  if (text.length <= charactersMax) return { text, left: 0 };
  const end = /[\ud800-\udbff]/.test(text.charAt(charactersMax - 1)) ? charactersMax - 1 : charactersMax;
  return { text: text.slice(0, end), left: text.length - end };
}

/** `clip` for places that have no room to show the rest. */
export function clipped(text: string, charactersMax: number): string {
  const { text: head, left } = clip(text, charactersMax);
  return left === 0 ? head : `${head}… (${count(left, 'more character')})`;
}

/** On one line and of bearable length: what lists, tables and titles show of foreign text. */
export const shortLine = (text: string, charactersMax = 300): string => clipped(visibleLine(text), charactersMax);

/** One line, with no more than a sign of what is left out: the whole text must stand somewhere else. */
export function shortText(text: string, charactersMax = 200): string {
  const { text: head, left } = clip(visibleLine(text), charactersMax);
  return left === 0 ? head : `${head}…`;
}

/** JSON on one line; text as it stands, without quotes, only where it cannot be taken for another type. */
export const jsonLine = (value: Json | undefined): string =>
  value === undefined ? '(absent)' : visibleLine(JSON.stringify(value));
