/** Foreign text inside HTML: the escaping itself. Pages are made with the templates of `html.ts`, which call it. */
import { codeUnit, visible } from './visible.ts';

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

/**
 * JSON for a `<script type="application/json">`, in plain ASCII. No `<` is left, so neither `</script>` nor `<!--` can end or
 * bend the element, and no control or mark of direction is there for whoever looks at the source.
 */
export const jsonIsland = (value: unknown): string => JSON.stringify(value).replace(/[<>&\x7f-\uffff]/g, codeUnit);

/** An `id` or a fragment: letters, digits and dashes. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
