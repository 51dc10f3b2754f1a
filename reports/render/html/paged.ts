/**
 * A list of any length, one page at a time. The first page is markup; the rest is compressed, and a script turns it into markup on
 * demand. Everything is escaped before it is compressed, so it is as safe as the first page.
 */
import { gzipSync } from 'node:zlib';
import { count } from '../../text/format.ts';
import { html, lines, type Markup, trusted } from '../../text/html.ts';

/** Entries on a page. More are hardly read, and each entry has about a hundred elements. */
export const pageEntries = 50;

/** Base64 in an element that browsers neither run nor show. */
export const packed = (id: string, value: string): Markup =>
  html`<script type="text/plain" id="${id}">${trusted(gzipSync(value).toString('base64'))}</script>`;

/** `entries`: elements of the class `entry`, with the attributes that the filters use. */
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
