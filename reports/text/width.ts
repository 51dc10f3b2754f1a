/**
 * Text measured in terminal columns. All functions take plain text; colour is applied afterwards.
 *
 * Widths come from `string-width`: which characters are wide, joined or zero-width changes with every Unicode version, and a
 * hand-written table was wrong for flags, joined emoji and several scripts. It is typed and has three small dependencies. Wrapping
 * libraries were not used: they have no different first line, and parse colours that are never there.
 */
import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter();
const windowLength = 256;

/**
 * The graphemes of a text, window by window. V8 gives each segment a copy of the whole text, so a text of 64 KB alone
 * would take 4 GB.
 */
function* windows(text: string): Generator<string[]> {
  for (let from = 0; from < text.length; ) {
    const found = [...segmenter.segment(text.slice(from, from + windowLength))].map(({ segment }) => segment);
    // The last one may go on behind the window.
    const whole = found.length > 1 && from + windowLength < text.length ? found.slice(0, -1) : found;
    yield whole;
    for (const segment of whole) from += segment.length;
  }
}

const widthOf = (text: string): number => stringWidth(text, { countAnsiEscapeCodes: true });

/** The columns that a text takes: combining marks 0, East Asian letters and emoji 2. */
export function columns(text: string): number {
  if (text.length <= windowLength) return widthOf(text);
  let sum = 0;
  for (const window of windows(text)) sum += widthOf(window.join(''));
  return sum;
}

function* graphemes(text: string): Generator<string> {
  for (const window of windows(text)) yield* window;
}

/** The longest prefix of at most `width` columns that splits no grapheme. */
function head(text: string, width: number): string {
  let end = 0;
  let used = 0;
  for (const segment of graphemes(text)) {
    used += columns(segment);
    if (used > width) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** The longest prefix that fits; ends with `…` when something was cut. */
export const shorten = (text: string, width: number): string =>
  columns(text) <= width ? text : `${head(text, width - 1)}…`;

export const pad = (text: string, width: number, right = false): string => {
  const blanks = ' '.repeat(Math.max(0, width - columns(text)));
  return right ? blanks + text : text + blanks;
};

// Narrower text would be a column of letters. A lead may be long, and a terminal may report no columns.
const roomMin = 8;

/**
 * Wraps to lines of at most `width` columns, between words; inside a word only when it is wider than a line. The first line starts
 * with `lead`, the others with spaces of the same width.
 */
export function wrap(text: string, width: number, lead = ''): string[] {
  const room = Math.max(roomMin, width - columns(lead));
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
  let used = 0;
  for (const sign of signsOf(word, width)) {
    const own = columns(sign);
    if (used + own > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += sign;
    used += own;
  }
  return [...parts, part];
}

/** The graphemes of a text. A grapheme wider than a line, such as a run of Hangul letters, is split into characters. */
const signsOf = (text: string, width: number): string[] =>
  [...graphemes(text)].flatMap((segment) => (columns(segment) > width ? [...segment] : [segment]));
