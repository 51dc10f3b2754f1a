/**
 * Text in the columns of a terminal. Everything takes plain text; colour is put on afterwards.
 *
 * The widths are those of `string-width`: which signs are wide, joined or without width changes with every Unicode version, and a
 * list of our own was wrong for flags, joined emoji and several scripts. It is typed and brings three small packages of its kind.
 * Those that wrap know no lead for the first line, and look for colours where there are none.
 */
import stringWidth from 'string-width';

/** Columns that a text takes: combining marks none, East Asian letters and emoji two. */
export const columns = (text: string): number => stringWidth(text, { countAnsiEscapeCodes: true });

const graphemes = new Intl.Segmenter();

/** The longest beginning of at most `width` columns, never a part of what is seen as one sign. */
function head(text: string, width: number): string {
  let end = 0;
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += columns(segment);
    if (used > width) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** The longest beginning that fits, ending in `…` when something was cut. */
export const shorten = (text: string, width: number): string =>
  columns(text) <= width ? text : `${head(text, width - 1)}…`;

export const pad = (text: string, width: number, right = false): string => {
  const blanks = ' '.repeat(Math.max(0, width - columns(text)));
  return right ? blanks + text : text + blanks;
};

// Less would be a column of letters: a lead may be long, and a terminal may say that it has no columns.
const roomMin = 8;

/**
 * Lines no wider than `width`: broken between words, and inside a word only when it is wider than a line. The first line
 * starts with `lead`, the others with as many blanks.
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

/** What is seen as one sign; of one that is wider than a line, such as a run of Hangul letters, its characters. */
const signsOf = (text: string, width: number): string[] =>
  [...graphemes.segment(text)].flatMap(({ segment }) => (columns(segment) > width ? [...segment] : [segment]));
