/**
 * Makes text from a server or a file safe to show: every character that a terminal or a browser would act on is replaced by a
 * visible name. Line feeds and tabs stay.
 */

import type { Json } from '../../oracles/values/types.ts';
import { count } from './format.ts';

// Control characters (ESC starts terminal commands), the separators that end a line in JavaScript, direction marks (`\u202e`
// displays "gnp.exe" as "exe.png"), invisible characters, and lone surrogates.
const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

const named = (character: string): string => {
  const code = character.codePointAt(0) as number;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return codeUnit(character);
};

/** The first code unit of a character, as `\\u202e`. */
export const codeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const visible = (text: string): string => text.replace(acting, named);

/** The text on one line. */
export const visibleLine = (text: string): string => visible(text).replace(/\n/g, '\u240a').replace(/\t/g, '\u2409');

/** The first `charactersMax` characters, without splitting a surrogate pair, and the number of characters left out. */
export function clip(text: string, charactersMax: number): { text: string; left: number } {
  if (text.length <= charactersMax) return { text, left: 0 };
  const end = /[\ud800-\udbff]/.test(text.charAt(charactersMax - 1)) ? charactersMax - 1 : charactersMax;
  return { text: text.slice(0, end), left: text.length - end };
}

/** `clip`, for places that cannot show the rest. */
export function clipped(text: string, charactersMax: number): string {
  const { text: head, left } = clip(text, charactersMax);
  return left === 0 ? head : `${head}… (${count(left, 'more character')})`;
}

/** One line of limited length: for untrusted text in lists, tables and titles. */
export const shortLine = (text: string, charactersMax = 300): string => clipped(visibleLine(text), charactersMax);

/** One line that ends with a sign when cut. The whole text must be shown elsewhere. */
export function shortText(text: string, charactersMax = 200): string {
  const { text: head, left } = clip(visibleLine(text), charactersMax);
  return left === 0 ? head : `${head}…`;
}

/** JSON on one line. Text has no quotes, unless it could be mistaken for another type. */
export const jsonLine = (value: Json | undefined): string =>
  value === undefined ? '(absent)' : visibleLine(JSON.stringify(value));
