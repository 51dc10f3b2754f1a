/** Blocks of a comment: what is folded away, and lists under a title. */
import { escapeHtml } from '../../text/escape.ts';
import { shortText } from '../../text/visible.ts';

/** The summary is HTML up to the next blank line: what escapes Markdown would escape nothing there. */
export const folded = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(shortText(summary)).replace(/@/g, '@<!-- -->')}</summary>\n\n${body}\n\n</details>`;

/** Nothing where there are no lines. */
export const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];
