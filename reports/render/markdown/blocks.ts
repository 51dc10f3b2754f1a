/** Blocks of a Markdown comment: folded blocks, and titled lists. */

import { escapeHtml } from '../../text/escape.ts';
import { count } from '../../text/format.ts';
import { shortText } from '../../text/visible.ts';

/** Up to the next blank line the summary is HTML, so it needs HTML escaping, not Markdown escaping. */
export const folded = (summary: string, body: string): string =>
  `<details><summary>${escapeHtml(shortText(summary)).replace(/@/g, '@<!-- -->')}</summary>\n\n${body}\n\n</details>`;

/** Empty when there are no lines. */
export const list = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];

/** GitHub refuses a comment or an issue of more than 65,536 characters; the rest is room for text around it. */
export const commentMax = 60_000;

/** Whole blocks, the most important first. Those beyond the limit are left out, and their number is stated at the end. @param all who has all */
export function within(blocks: readonly string[], charactersMax: number, all: string): string {
  const kept: string[] = [];
  let used = 200;
  for (const block of blocks) {
    if (used + block.length + 2 > charactersMax) continue;
    kept.push(block);
    used += block.length + 2;
  }
  const left = blocks.length - kept.length;
  if (left > 0) kept.push(`_${count(left, 'part')} left out to stay within the size of a comment; ${all} has all._`);
  return `${kept.join('\n\n')}\n`;
}
