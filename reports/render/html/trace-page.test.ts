import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Trace } from '../../../models/checker/result.ts';
import { hostile, trace } from '../../testing/report.ts';
import { renderTracePage } from './trace-page.ts';

const lasso: Trace = {
  ...trace,
  brokenBy: 'loop',
  pendingFrom: 1,
  loopFrom: 2,
  divergencePoint: { step: 3, taken: true, instead: [] },
};
const page = renderTracePage(lasso, { variant: 'default', mutant: null, fairness: ['weak: restore'] });
const count = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0;

test('only the script and the style of this page may act, and nothing is fetched', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  const [script = ''] = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  const [style = ''] = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  expect(page).toContain(`script-src 'sha256-${hash(script)}'`);
  expect(page).toContain(`style-src 'sha256-${hash(style)}'`);
  expect(page).not.toMatch(/(src|href)=/);
  expect(() => new Function(script)).not.toThrow();
});

test('without scripts every state is on the page, with changed and read variables marked', () => {
  expect(count(page, /<section data-state=/g)).toBe(lasso.steps.length + 1);
  expect(page).toContain('absent → <mark>CREATING</mark>');
  const read: Trace = {
    ...trace,
    steps: trace.steps.map((step) => ({ ...step, read: [{ variable: 'job', value: 'idle' }] })),
  };
  expect(count(renderTracePage(read, { variant: 'default', mutant: null }), /class="read"/g)).toBe(trace.steps.length);
});

test('a loop has a bracket around its steps, and the page names the fairness assumptions', () => {
  expect(count(page, /<td class="bracket first">/g)).toBe(1);
  expect(count(page, /<td class="bracket last">/g)).toBe(1);
  expect(count(page, /<td class="bracket">/g)).toBe(1);
  expect(page).toContain('repeats 2 steps for ever after 2 steps');
  expect(page).toContain('<li>weak: restore</li>');
  expect(renderTracePage(trace, { variant: 'default', mutant: null, fairness: ['weak: restore'] })).not.toContain(
    'weak:',
  );
});

test('untrusted text adds no element and no attribute', () => {
  const text = Object.values(hostile).join(' ');
  const state = { [text]: text };
  const nasty = renderTracePage(
    {
      ...{ model: text, property: text, brokenBy: 'loop', initial: state, loopFrom: 0, pendingFrom: 0 },
      steps: [
        {
          ...{ process: text, label: text, before: state, after: state },
          changed: [{ variable: text, before: text, after: text }],
          read: [{ variable: text, value: text }],
        },
      ],
      divergencePoint: { step: 0, taken: true, instead: [text] },
    },
    { variant: text, mutant: text, planted: text, fairness: [text] },
  );
  expect(count(nasty, /<script/g)).toBe(2);
  expect(nasty).not.toMatch(/<(img|svg|iframe|b)\b/);
  expect(nasty).not.toMatch(/<[^>]* on\w+=/);
});
