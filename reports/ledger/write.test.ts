import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { emptyLedger, ledgerFileOf, ledgerNames, parseLedger } from './ledger.ts';
import { ledgerText } from './write.ts';

test.each(ledgerNames())('the ledger of %s is as it would be written', (target) => {
  const file = ledgerFileOf(target) as string;
  const text = readFileSync(file, 'utf8');
  expect(ledgerText(parseLedger(text, file))).toBe(text);
});

test('entries are sorted by case, and empty sections are left out', () => {
  const rest = { versions: ['1'], reason: 'x', since: '2026-11-29', how: 'measured' as const };
  const entries = ['b/one', 'a/two'].map((id) => ({ case: id, fingerprints: ['77b2d1f0ac19'], ...rest }));
  const text = ledgerText({ ...emptyLedger('x'), entries });
  expect(Object.keys(JSON.parse(text))).toEqual(['target', 'entries']);
  expect(text.indexOf('a/two')).toBeLessThan(text.indexOf('b/one'));
});
