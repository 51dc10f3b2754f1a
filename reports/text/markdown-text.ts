/** Untrusted text inside GitHub-flavoured Markdown. */
import { clipped, shortLine, visible } from './visible.ts';
import { columns, pad } from './width.ts';

/**
 * Text in a sentence or a table cell. Nothing in it is formatting, a mention, a reference to an issue or a link. GitHub looks for
 * the last three after Markdown, so a backslash does not prevent them; an HTML comment inside does.
 */
export const prose = (text: string, charactersMax = 300): string =>
  shortLine(text, charactersMax)
    .replace(/[\\`*_[\]<>|~$&]/g, '\\$&')
    .replace(/@|#(?=\w)|:(?=\/\/)/g, '$&<!-- -->');

/** A code span. Not for a table cell, where a bar ends the cell even inside backticks: see `cellCode`. */
export function code(text: string, charactersMax = 300): string {
  // An empty code span would show its backticks.
  const line = shortLine(text, charactersMax) || ' ';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const blank = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${blank}${line}${blank}${ticks}`;
}

/** A code span in a table cell. The table parser removes the backslash before a bar. */
export const cellCode = (text: string, charactersMax = 300): string => code(text, charactersMax).replace(/\|/g, '\\|');

/** A fenced block, at most `charactersMax` characters of any text. */
export function fenced(text: string, language = '', charactersMax = 4000): string {
  const body = clipped(visible(text), charactersMax);
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return `${fence}${language}\n${body}\n${fence}`;
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** `rows`: cells that are already escaped. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string => [head, head.map((_, at) => (right.includes(at) ? '---:' : '---')), ...rows].map(tableRow).join('\n');

/** The same, aligned for reading as plain text: every column is as wide as its widest cell. */
export function alignedTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(columns(title), ...rows.map((row) => columns(row[at] ?? ''))));
  const aligned = (cells: readonly string[]): string => tableRow(cells.map((text, at) => pad(text, widths[at] ?? 0)));
  return [aligned(head), tableRow(widths.map((width) => '-'.repeat(width))), ...rows.map(aligned)].join('\n');
}
