/**
 * A list of entries of any length. The first ones are markup; the rest is kept compressed, and becomes markup a page at a time
 * when somebody asks for it. All of it is escaped before it is packed, so that it is as safe as what stands in the page.
 */
import { gzipSync } from 'node:zlib';
import { count } from '../../text/format.ts';
import { html, lines, type Markup, trusted } from '../../text/html.ts';

/** Entries on a page: more than a few screens are not read, and every one has about a hundred elements. */
export const pageEntries = 50;

/** Base64 in an element that nothing runs or shows. */
export const packed = (id: string, value: string): Markup =>
  html`<script type="text/plain" id="${id}">${trusted(gzipSync(value).toString('base64'))}</script>`;

/** `entries`: elements of the class `entry`, with the attributes that the filters go by. */
export function pagedHtml(entries: readonly Markup[]): Markup {
  const first = entries.slice(0, pageEntries);
  const rest = entries.slice(pageEntries);
  const list = html`<div id="entries" data-total="${entries.length}" data-size="${pageEntries}">\n${lines(first)}\n</div>`;
  if (rest.length === 0) return list;
  return html`${list}
<noscript><p class="note">${count(rest.length, 'more entry', 'more entries')}: with scripts this page shows them, and report.json has them all.</p></noscript>
<nav id="pages" aria-label="Pages of divergences" hidden><button type="button" data-page="-1">Previous</button> <span id="page"></span> <button type="button" data-page="1">Next</button></nav>
${packed('rest', JSON.stringify(rest.map(String)))}`;
}
