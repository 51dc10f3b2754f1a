import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Case } from '../suites/cases/case.ts';
import { readCases } from './saved-case.ts';
import { parallax } from './testing/cli.ts';

vi.setConfig({ testTimeout: 60_000 });

const directory = mkdtempSync(join(tmpdir(), 'parallax-case-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const page = readFileSync(new URL('../suites/cases/README.md', import.meta.url), 'utf8');
const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const file = join(directory, 'orders.json');
writeFileSync(file, example);

describe('the example in the README of cases', () => {
  test('runs as written', async () => {
    const { code, out } = await parallax('fuzz', '--target', 'oracle', '--replay', file);
    expect(out).toMatch(/holds: 1 sequence on 1 target/);
    expect(code).toBe(0);
  });

  test('finds the bug it describes', async () => {
    const broken = await parallax('fuzz', '--mutant', 'condition-outcome-when-it-does-not', '--replay', file);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/violated: \d+ new kind/);
  });
});

test('a file needs only steps', () => {
  const bare = join(directory, 'bare.json');
  writeFileSync(bare, JSON.stringify({ steps: [{ op: 'ListTables', input: {} }] }));
  expect(readCases([bare])).toMatchObject([{ id: bare, tables: {}, certainty: 'inferred' }]);
});

describe('an invalid file gives a sentence', () => {
  const whole = JSON.parse(example) as Case;
  const [write] = whole.steps;
  test.each<[string, unknown, RegExp]>([
    ['no step', { ...whole, steps: [] }, /holds no sequence of requests/],
    ['a step that is none', { ...whole, steps: [write, { send: 'PutItem' }] }, /steps\[1\] is not a request/],
    ['branches', { ...whole, steps: [{ parallel: [[write]] }] }, /steps\[0\] is not a request/],
    ['an operation that is none', { steps: [{ op: 'PutItems', input: {} }] }, /'PutItems' is not an operation/],
    ['a table that is not declared', { ...whole, tables: {} }, /no table 'orders' is declared/],
    [
      'a reference into nothing',
      { steps: [{ op: 'GetItem', input: { Key: { $from: 'x', path: 'Y' } } }] },
      /called 'x'/,
    ],
    [
      'a word that is none',
      { steps: [{ op: 'ListTables', input: {}, expect: { ok: { $any: 1 } } }] },
      /'\$any' is not a word/,
    ],
    ['a path that is none', { steps: [{ op: 'ListTables', input: {}, observe: ['a[b]'] }] }, /'a\[b\]' is not a path/],
    ['tables that are none', { ...whole, tables: ['orders'] }, /tables must be tables by name/],
    [
      'a member that is none',
      { steps: [{ op: 'ListTables', input: {}, expct: {} }] },
      /steps\[0\]\.expct is not a known/,
    ],
  ])('%s', async (_, content, message) => {
    const wrong = join(directory, 'wrong.json');
    writeFileSync(wrong, JSON.stringify(content));
    const { code, err } = await parallax('fuzz', '--target', 'oracle', '--replay', wrong);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/ at |internal error/);
    expect(code).toBe(2);
  });
});
