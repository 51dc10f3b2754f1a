/**
 * A templating tag that escapes by default: every value in an `html` template is escaped, unless it is such a template itself. A
 * mistake escapes twice, which is visible and safe. Existing libraries bring a framework or accept null, true and promises as
 * content. Attributes must be in double quotes, since escaping protects only those.
 */
import { escapeHtml } from './escape.ts';
import { count } from './format.ts';
import { clip } from './visible.ts';

/** Text that a browser may interpret as markup. A class, so that neither the compiler nor the runtime accepts a string instead. */
export class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** What a template may contain. The elements of a list are joined without a separator. */
export type Content = string | number | Markup | readonly Content[];

export function html(fixed: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let text = fixed[0] as string;
  contents.forEach((content, at) => {
    text += markupOf(content) + fixed[at + 1];
  });
  return new Markup(text);
}

function markupOf(content: Content): string {
  if (content instanceof Markup) return String(content);
  return typeof content === 'object' ? content.map(markupOf).join('') : escapeHtml(String(content));
}

/** Empty markup, for a part that a page omits. */
export const nothing = html``;

/** Joined by newlines, so that the source is readable; or by another separator. */
export const lines = (contents: readonly Content[], between: Content = trusted('\n')): Content[] =>
  contents.flatMap((content, at) => (at === 0 ? [content] : [between, content]));

/** Markup from trusted text: a constant of this program, or text that is already safe in a page. */
export const trusted = (text: string): Markup => new Markup(text);

/** A text of any length: what exceeds `charactersMax` is behind a `<details>`. The parent must allow block content. */
export function longText(text: string, charactersMax = 600): Markup {
  const { text: head, left } = clip(text, charactersMax);
  if (left === 0) return html`${head}`;
  const summary = html`<summary>… ${count(left, 'more character')}</summary>`;
  return html`${head}<details class="rest">${summary}<div class="whole">${text}</div></details>`;
}
