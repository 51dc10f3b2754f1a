import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { models } from './index.ts';
import { catalogue } from './protocols/mutants.ts';
import { interleavings } from './protocols/sentences.ts';

test.each(Object.entries(models))('%s has its key as name, and its mutants name only what exists', (key, entry) => {
  expect(entry.name).toBe(key);
  const ids = entry.mutants.map(({ id }) => id);
  for (const { id, together, variant, expect: expectation } of entry.mutants) {
    expect(entry.variants).toContain(variant);
    if (together.length > 0) expect(id).toBe(together.join('+'));
    if (!('masked' in expectation)) continue;
    // Each partner forms a pair that is listed and breaks something.
    for (const partner of expectation.with) {
      const pair = entry.mutants.find((other) => other.together.includes(id) && other.together.includes(partner));
      expect(ids, `${id} with ${partner}`).toContain(pair?.id);
      expect(pair?.expect).toHaveProperty('breaks');
    }
  }
});

test('a mutant with the same title in two protocols is in the catalogue of mutants, and no other is', () => {
  const all = Object.values(models).flatMap(({ mutants }) => mutants.map(({ id, title }) => ({ id, title })));
  const users = ({ id, title }: { id: string; title: string }) =>
    all.filter((mutant) => mutant.id === id && mutant.title === title).length;
  const shared = all.filter((mutant) => users(mutant) > 1).map(({ id }) => id);
  expect(Object.keys(catalogue).sort()).toEqual([...new Set(shared)].sort());
  const unused = Object.entries(catalogue).filter(([id, { title }]) => users({ id, title }) < 2);
  expect(unused).toEqual([]);
});

test('every registered model is tested exactly once', () => {
  const folder = fileURLToPath(new URL('protocols/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const tested = texts.flatMap((text) => [...text.matchAll(/^testModel\('(.+)'\);$/gm)].map(([, name]) => name));
  expect(tested.sort()).toEqual(Object.keys(models).sort());
});

test('each interleaving that the documents ask for is shown by some model', () => {
  const said = new Set(
    Object.values(models).flatMap(({ document }) => document?.sentences.map(({ says }) => says) ?? []),
  );
  expect(Object.values(interleavings).filter((says) => !said.has(says))).toEqual([]);
});
