import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { models } from '../../../models/index.ts';
import { withModelTable } from './readme-table.ts';

test('the table of models in the README is up to date (`npm run pages` writes it)', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  expect(readme).toBe(withModelTable(readme));
});

test('a table is replaced, and the text around it stays', () => {
  const written = withModelTable('# Title\n\n## Models\n\n| an | old |\n| table | . |\n\nAfter.\n');
  expect(written.startsWith('# Title\n\n## Models\n\n| model ')).toBe(true);
  expect(written.endsWith(' |\n\nAfter.\n')).toBe(true);
  expect(written.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(Object.keys(models).length);
  expect(withModelTable(written)).toBe(written);
});
