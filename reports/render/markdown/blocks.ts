/** Blocks of a Markdown comment: folded blocks, and titled lists. */
import { escapeHtml } from '../../text/escape.ts';
import { shortText } from '../../text/visible.ts';

/** Up to the next blank line the summary is HTML, so it needs HTML escaping, not Markdown escaping. */
export const folded = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(shortText(summary)).replace(/@/g, '@<!-- -->')}</summary>\n\n${body}\n\n</details>`;

/** Empty when there are no lines. */
export const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];
