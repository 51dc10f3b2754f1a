/** Both answers side by side: equal lines aligned, and long runs of equal lines folded. */
import type { Json } from '../../../oracles/values/types.ts';
import { count } from '../../text/format.ts';
import { html, longText, type Markup } from '../../text/html.ts';
import { commonEnds, type DiffLine, diffLines } from '../json-diff.ts';

/** Equal lines shown before and after a difference. */
const contextLines = 3;
/** The most lines kept behind one summary; and below, the most lines shown. The record at the end of the page is complete. */
const foldedMax = 200;
const linesMax = 1500;

export function answersHtml(expected: Json, actual: Json): Markup {
  const lines = diffLines(expected, actual);
  const shown = lines.slice(0, linesMax);
  const left = lines.length - shown.length;
  return html`<div class="diff">
<div class="line head"><span>Expected</span><span>Actual</span></div>
${folded(shown)}${left > 0 ? html`<p class="note">${count(left, 'more line')}; the data at the end of this page has them.</p>` : ''}
</div>`;
}

/** Puts each long run of equal lines behind a summary. */
function folded(lines: readonly DiffLine[]): Markup[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some((line) => line.kind !== 'same'),
  );
  const parts: Markup[] = [];
  for (let at = 0; at < lines.length; ) {
    const end = near.indexOf(!near[at], at);
    const run = lines.slice(at, end < 0 ? lines.length : end);
    parts.push(...(near[at] || run.length <= contextLines ? run.map(lineHtml) : [foldHtml(run)]));
    at += run.length;
  }
  return parts;
}

/** Equal lines are the same on both sides, so they are written only once. */
function foldHtml(lines: readonly DiffLine[]): Markup {
  const text = lines.slice(0, foldedMax).map((line) => line.left ?? '');
  if (lines.length > foldedMax) text.push(`… ${count(lines.length - foldedMax, 'more line')}`);
  const summary = html`<summary>${count(lines.length, 'equal line')}</summary>`;
  return html`<details class="fold">${summary}<div class="cell">${longText(text.join('\n'), 20_000)}</div></details>`;
}

function lineHtml({ kind, left = '', right = '' }: DiffLine): Markup {
  if (kind === 'same') return html`<div class="line same">${cell(left)}${cell(right)}</div>`;
  const [l, r] = kind === 'changed' ? marked(left, right) : [longText(left), longText(right)];
  const absent = html`<div class="cell none"></div>`;
  return html`<div class="line">${kind === 'right' ? absent : side('minus', 'expected', l)}${kind === 'left' ? absent : side('plus', 'actual', r)}</div>`;
}

const cell = (text: string): Markup => html`<div class="cell">${longText(text)}</div>`;
const side = (name: 'minus' | 'plus', spoken: string, text: Markup): Markup =>
  html`<div class="cell ${name}"><span class="sr">${spoken}: </span>${text}</div>`;

/** Marks the differing part of two lines. Lines that are too long are not marked. */
function marked(left: string, right: string): [Markup, Markup] {
  if (left.length > 600 || right.length > 600) return [longText(left), longText(right)];
  const { before, after } = commonEnds(left, right);
  const mark = (text: string): Markup => {
    const middle = text.slice(before, text.length - after);
    return html`${text.slice(0, before)}${middle === '' ? '' : html`<mark>${middle}</mark>`}${text.slice(text.length - after)}`;
  };
  return [mark(left), mark(right)];
}
