/** Holds what is written about the models, and what findings they are said to check, against the models. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { models } from '../models/index.ts';
import { propertiesFor } from '../models/language/entry.ts';
import { noDeadlock, propertyId } from '../models/language/model.ts';
import { pageOf, withModelTable } from '../reports/render/model/pages.ts';
import { findFinding, loadCatalogue } from '../suites/findings/catalogue.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
const entries = Object.values(models);

test.each(entries)('the page of $name says what the model does (`npm run pages` writes it)', (entry) => {
  expect(readFileSync(at(`models/pages/${entry.name}.md`), 'utf8')).toBe(pageOf(entry));
});

test('every page is of a model', () => {
  expect(readdirSync(at('models/pages')).sort()).toEqual(entries.map(({ name }) => `${name}.md`).sort());
});

test('the README has the table of the models as they are', () => {
  const readme = readFileSync(at('README.md'), 'utf8');
  expect(readme).toBe(withModelTable(readme));
});

test.each(entries)('$name names findings that exist, and properties that it has', (entry) => {
  const declared = entry.variants.flatMap((variant) => entry.build({ variant, scale: 'small' }).properties);
  const known = new Set([noDeadlock, ...declared.flatMap(({ name }) => [name, propertyId(name)])]);
  for (const finding of entry.findings) {
    expect(findFinding(finding), finding).toBeDefined();
    expect(propertiesFor(entry, finding), `${finding} is checked by a property`).not.toEqual([]);
  }
  const named = [...Object.values(entry.checkedBy).flat(), ...entry.findings.flatMap((id) => propertiesFor(entry, id))];
  expect(named.filter((property) => !known.has(property))).toEqual([]);
});

test('every finding that a protocol model can check is checked by one', () => {
  const checked = new Set<string>(entries.flatMap(({ findings }) => findings));
  const open = [...loadCatalogue().values()].filter(
    ({ id, checks }) => checks.includes('protocol-model') && !checked.has(id),
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});
