import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from './command-line/usage-error.ts';
import { ledgersOf } from './ledgers.ts';

const directory = mkdtempSync(join(tmpdir(), 'ledgers-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('an invalid ledger is a usage error that names the file and what to do', () => {
  const file = join(directory, 'x.json');
  writeFileSync(file, JSON.stringify({ target: 'x', gaps: [{}] }));
  const wanted = { message: expect.stringContaining(`${file}:1: gaps[0].operations is missing`), next: `fix ${file}` };
  expect(() => ledgersOf([{ name: 'x' }], directory)).toThrow(UsageError);
  expect(() => ledgersOf([{ name: 'x' }], directory)).toThrow(expect.objectContaining(wanted));
});

test('only the ledgers of the selected targets are read', () => {
  expect(ledgersOf([{ name: 'y' }], directory)('y').entries).toEqual([]);
});
