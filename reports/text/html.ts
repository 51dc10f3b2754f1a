/**
 * Markup that is safe by how it is made: whatever a template of `html` is given is escaped, unless it is such a template itself.
 * What forgets to escape therefore shows too many signs, and lets none in. Ours, since the known ones bring a framework along or
 * take null, true and promises for content. Attributes stand in double quotes, or the escaping would not hold them.
 */
import { escapeHtml } from './escape.ts';
import { count } from './format.ts';
import { clip } from './visible.ts';

/** Text that a browser may read as markup. A class, so that a string does not pass for it, neither here nor for the compiler. */
export class Markup {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template; a list stands without anything between. */
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

/** Nothing at all, for a part that a page leaves out. */
export const nothing = html``;

/** Each on a line of its own, so that the source can be read; or with something else between. */
export const lines = (contents: readonly Content[], between: Content = trusted('\n')): Content[] =>
  contents.flatMap((content, at) => (at === 0 ? [content] : [between, content]));

/** Text that holds nothing foreign, such as a script of ours, or that was made to stand in a page as it is. */
export const trusted = (text: string): Markup => new Markup(text);

/** Text of any length: what is beyond `charactersMax` is announced, and opens in place. Needs a parent that may hold blocks. */
export function longText(text: string, charactersMax = 600): Markup {
  const { text: head, left } = clip(text, charactersMax);
  if (left === 0) return html`${head}`;
  const summary = html`<summary>… ${count(left, 'more character')}</summary>`;
  return html`${head}<details class="rest">${summary}<div class="whole">${text}</div></details>`;
}
