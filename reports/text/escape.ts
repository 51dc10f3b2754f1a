/** Foreign text inside HTML. Everything that is not written in these sources goes through one of these functions. */
import { thousands } from './format.ts';
import { clip, visible, visibleLine } from './visible.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['`', '&#96;'],
]);

/** Text between tags and inside a quoted attribute. Controls, lone surrogates and marks of direction are shown by name. */
export const escapeHtml = (text: string): string =>
  visible(text).replace(/[&<>"'`]/g, (character) => entities.get(character) as string);

/** One line of bearable length, for summaries and cells; the whole text must stand somewhere else. */
export function escapeShort(text: string, charactersMax = 200): string {
  const { text: head, left } = clip(visibleLine(text), charactersMax);
  return escapeHtml(head) + (left === 0 ? '' : '…');
}

/** Text of any length: what is beyond `charactersMax` is announced, and opens in place. Needs a parent that may hold blocks. */
export function escapeLong(text: string, charactersMax = 600): string {
  const { text: head, left } = clip(text, charactersMax);
  if (left === 0) return escapeHtml(head);
  const rest = `<details class="rest"><summary>… ${thousands(left)} more characters</summary>`;
  return `${escapeHtml(head)}${rest}<div class="whole">${escapeHtml(text)}</div></details>`;
}

/**
 * JSON for a `<script type="application/json">`, in plain ASCII. No `<` is left, so neither `</script>` nor `<!--` can end or
 * bend the element, and no control or mark of direction is there for whoever looks at the source.
 */
export const jsonIsland = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** An `id` or a fragment: letters, digits and dashes. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
