import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Divergence } from '../record.ts';
import { type Grounds, groundsText, type Origin, rule, statusOf } from './status.ts';

const measured: Grounds = { class: 'value', tier: 'outcome', certainty: 'measured' };
const inferred: Grounds = { ...measured, certainty: 'inferred' };

describe('whether it fails', () => {
  test.each<[string, Grounds, Origin, 'new' | 'advisory']>([
    ['a server error', { ...inferred, class: 'server-error' }, 'written', 'new'],
    ['a server error, of generated requests', { ...inferred, class: 'server-error' }, 'generated', 'new'],
    ['another text, though measured', { ...measured, class: 'error-text', tier: 'text' }, 'written', 'advisory'],
    [
      'another text, of generated requests',
      { ...measured, class: 'error-text', tier: 'text' },
      'generated',
      'advisory',
    ],
    ['a written expectation', { ...measured, certainty: 'documented' }, 'written', 'new'],
    ['a written expectation that is only inferred', inferred, 'written', 'advisory'],
    ['an answer of real DynamoDB', measured, 'written', 'new'],
    ['what the oracle answers beyond the written expectation', inferred, 'written', 'advisory'],
    ['what the oracle answers to generated requests', inferred, 'generated', 'new'],
  ])('%s', (_, grounds, origin, status) => expect(statusOf(grounds, origin)).toBe(status));
});

test('no label is both inferred and failing', () => {
  const one = { ...inferred, status: 'new', evidence: 'oracle' } as Divergence;
  expect(groundsText({ ...one, case: 'generated/gen123456789' })).toBe('unexplained, by oracle');
  expect(groundsText({ ...one, case: 'scan/limits', class: 'server-error' })).toBe('a server error, new');
  expect(groundsText({ ...one, case: 'scan/limits', certainty: 'documented' })).toBe('documented, new');
  expect(groundsText({ ...one, case: 'scan/limits', status: 'advisory' })).toBe('inferred, advisory');
});

test('the README says the same', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const section = readme.split('\n## How far to trust it\n')[1]?.split('\n## ')[0] ?? '';
  expect(section.replace(/\s+/g, ' ')).toContain(rule.join(' '));
});
