/** Escapes untrusted text for HTML. Pages use the templates of `html.ts`, which call this. */
import { codeUnit, visible } from './visible.ts';

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['`', '&#96;'],
]);

/** For text between tags and in quoted attributes. Control characters, lone surrogates and direction marks are shown by name. */
export const escapeHtml = (text: string): string =>
  visible(text).replace(/[&<>"'`]/g, (character) => entities.get(character) as string);

/**
 * JSON for a `<script type="application/json">`, in plain ASCII. It contains no `<`, so neither `</script>` nor `<!--` can end or
 * change the element; and no control or direction mark that could mislead a reader of the source.
 */
export const jsonIsland = (value: unknown): string => JSON.stringify(value).replace(/[<>&\x7f-\uffff]/g, codeUnit);

/** An `id` or a fragment: letters, digits and dashes. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
