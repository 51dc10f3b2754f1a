import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { models } from '../../../../models/index.ts';
import { sizesOf } from '../../../../models/sizes.ts';
import { documentHeading } from './document.ts';
import { modelPage } from './page.ts';

/** Longer pages are not read. The table of sentences is at the end, for looking things up, and does not count. */
const pageLinesMax = 200;

const pages = new URL('../../../../models/pages/', import.meta.url);
const entries = Object.values(models);

test.each(entries)('the page of $name is up to date (`npm run pages` writes it), and short', (entry) => {
  const page = readFileSync(new URL(`${entry.name}.md`, pages), 'utf8');
  expect(page).toBe(modelPage(entry, sizesOf(entry)));
  const [read = ''] = page.split(`\n${documentHeading}\n`);
  expect(read.trimEnd().split('\n').length).toBeLessThanOrEqual(pageLinesMax);
});

test('every page belongs to a model', () => {
  expect(readdirSync(pages).sort()).toEqual(entries.map(({ name }) => `${name}.md`).sort());
});
