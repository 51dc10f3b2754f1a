/** Layout in columns of a terminal. Everything takes plain text; colour is put on afterwards, whole cells at a time. */

const unseen = /[\p{M}\p{Cf}]/gu;
const wide =
  /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/gu;

/** Columns that a text takes: combining marks none, East Asian letters and emoji two. */
export const columns = (text: string): number => {
  const seen = text.replace(unseen, '');
  return [...seen].length + (seen.match(wide)?.length ?? 0);
};

/** The longest beginning that fits, ending in `…` when something was cut. */
export function shorten(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const character of text) {
    used += columns(character);
    if (used > width) break;
    cut += character;
  }
  return `${cut}…`;
}

export const pad = (text: string, width: number, right = false): string => {
  const blanks = ' '.repeat(Math.max(0, width - columns(text)));
  return right ? blanks + text : text + blanks;
};

/**
 * Lines no wider than `width`: broken between words, and inside a word only when it is wider than a line. The first line
 * starts with `lead`, the others with as many blanks.
 */
export function wrap(text: string, width: number, lead = ''): string[] {
  const room = Math.max(8, width - columns(lead));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => broken(part, room))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columns(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((text, index) => (index === 0 ? lead : ' '.repeat(columns(lead))) + text);
}

function broken(word: string, width: number): string[] {
  if (columns(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (columns(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

export interface Column {
  title: string;
  right?: boolean;
  /** Gives way when the table is too wide: down to this width before others are left out, and then as far as it must. */
  shrinks?: number;
  /** Is left out when giving way is not enough, the highest first. */
  spare?: number;
}

/** A table without lines, two blanks between columns, at most `width` wide. `paint` colours a cell that is already padded. */
export function table(
  head: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: (cell: string, row: number, column: number) => string = (cell) => cell,
): string[] {
  const all = [head.map((column) => column.title), ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => columns(row[at] ?? ''))));
  const shown = fitting(head, widths, width);
  return all.map((row, index) =>
    shown
      .map((at) => {
        const room = widths[at] ?? 0;
        const text = shorten(row[at] ?? '', room);
        const blanks = at === shown.at(-1) && head[at]?.right !== true ? 0 : room;
        return paint(pad(text, blanks, head[at]?.right), index - 1, at);
      })
      .join('  '),
  );
}

/** Which columns there is room for; narrows the one that shrinks, in `widths`. */
function fitting(head: readonly Column[], widths: number[], width: number): number[] {
  const shrinking = head.findIndex((column) => column.shrinks !== undefined);
  const shrunkMin = Math.min(head[shrinking]?.shrinks ?? 0, widths[shrinking] ?? 0);
  let shown = head.map((_, at) => at);
  const excess = (): number => shown.reduce((sum, at) => sum + (widths[at] ?? 0) + 2, -2) - width;
  const spares = shown.filter((at) => head[at]?.spare !== undefined);
  spares.sort((a, b) => (head[b]?.spare ?? 0) - (head[a]?.spare ?? 0));
  for (const spare of spares) {
    if (excess() <= (widths[shrinking] ?? 0) - shrunkMin) break;
    shown = shown.filter((at) => at !== spare);
  }
  if (shrinking >= 0 && excess() > 0) widths[shrinking] = Math.max(8, (widths[shrinking] ?? 0) - excess());
  return shown;
}
