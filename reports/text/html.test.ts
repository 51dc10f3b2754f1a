import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hostile } from '../testing/report.ts';
import { html, lines, longText, nothing } from './html.ts';

describe('a template', () => {
  test.each(Object.entries(hostile))('shows %s as text, between tags and in an attribute', (_, text) => {
    const made = String(html`<p title="${text}">${text}${[text, [text]]}</p>`);
    expect(made.match(/[<>"]/g)?.join('')).toBe('<""><>');
    expect(made).not.toMatch(/\p{Surrogate}/u);
  });

  test('inserts templates, numbers and lists of both without escaping', () => {
    const item = (at: number) => html`<li>${at}</li>`;
    expect(String(html`<ul>${[1, 2].map(item)}</ul>${nothing}`)).toBe('<ul><li>1</li><li>2</li></ul>');
    expect(String(html`${lines([item(1), '<'])}|${lines(['a', 'b'], html`<br>`)}`)).toBe('<li>1</li>\n&lt;|a<br>b');
  });

  test('escapes markup that was converted to a string', () => {
    expect(String(html`${[html`<b>`, html`<i>`].join('')}`)).toBe('&lt;b&gt;&lt;i&gt;');
  });

  test('accepts no undefined value, and nothing that only looks like markup', () => {
    // @ts-expect-error it would be shown as the word undefined
    expect(String(html`${undefined}`)).toBe('undefined');
    // @ts-expect-error: only a template makes markup
    expect(() => html`${{ toString: () => '<b>' }}`).toThrow(TypeError);
  });
});

test('a long text is cut visibly, and the whole text is behind it', () => {
  const made = String(longText(hostile.long, 100));
  expect(made).toMatch(/^start-x{94}<details/);
  expect(made).toContain('19,910 more characters');
  expect(made).toContain('x-end</div></details>');
  expect(String(longText('short', 100))).toBe('short');
});

describe('the pages', () => {
  const folder = new URL('../render/html/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = [new URL('../html.ts', folder), ...files.map((name) => new URL(name, folder))].map(
    (url) => [url.pathname.split('/').at(-1), readFileSync(url, 'utf8')] as const,
  );

  test.each(sources)('%s has no unquoted attribute, since escaping would not protect it', (_, source) => {
    expect(source.match(/[\w-]+=\$\{/g)).toBeNull();
  });

  test.each(sources)('%s makes markup with templates only', (name, source) => {
    const isConstant = /script|style/.test(name ?? '');
    const code = isConstant ? '' : source.replace(/\/\*\*[\s\S]*?\*\//g, '');
    expect(code.match(/(?<!html)`\s*<[a-z/!][^`]*|'<[a-z/][^']*/g)).toBeNull();
  });
});
