import { expect, test } from 'vitest';
import type { Report } from '../report.ts';
import { report, run } from '../testing/report.ts';
import { renderHtml } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTerminal } from './terminal.ts';

const name = 'parallax_abcdef_t_1_';
const [target, ...others] = run.targets;
const littered: Report = {
  ...report,
  run: {
    ...run,
    targets: [
      {
        ...target!,
        name: 'http://127.0.0.1:8000',
        leftovers: [{ kind: 'table', name, why: 'DeleteTable: AccessDeniedException: <b>no</b>' }],
      },
      ...others,
    ],
  },
};

test.each([
  ['the terminal', (one: Report) => renderTerminal(one, { width: 200 }), '<b>no</b>'],
  ['Markdown', (one: Report) => renderMarkdown(one), '<b>no</b>'],
  ['HTML', (one: Report) => renderHtml(one, new Map()), '&lt;b&gt;no&lt;/b&gt;'],
])('what could not be removed stands in %s, with the command that removes it later', (_, render, shown) => {
  const text = render(littered);
  expect(text).toContain('Left behind on http');
  expect(text).toContain(name);
  expect(text).toContain(shown);
  expect(text).toContain('npx parallax sweep --target http://127.0.0.1:8000');
  expect(render(report)).not.toContain('Left behind');
});
