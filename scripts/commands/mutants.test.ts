import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parallax } from '../testing/cli.ts';

const directory = mkdtempSync(join(tmpdir(), 'mutants-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Calls `parallax mutants` in this process and reads its JSON. */
async function mutants(...args: string[]) {
  const file = join(mkdtempSync(join(directory, 'call-')), 'out.json');
  const { code, out, err } = await parallax('mutants', '--seed', 'a', '--json', file, ...args);
  const ids = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as { mutants: { id: string }[] }).mutants.map(({ id }) => id);
  return { code, out: err + out, ids };
}

test.each([
  ['of both kinds', []],
  ['of models', ['--models']],
  ['of the oracle', ['--oracle']],
])('shards share no mutant %s and together are all', async (_, kind) => {
  const all = (await mutants('--list', ...kind)).ids();
  const shards: string[][] = [];
  for (const part of ['1/3', '2/3', '3/3']) shards.push((await mutants('--list', '--shard', part, ...kind)).ids());
  expect(shards.flat().sort()).toEqual([...all].sort());
  expect(new Set(shards.flat()).size).toBe(all.length);
  const sizes = shards.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test('a shard judges its own mutants and no others', async () => {
  const [first, second] = (await mutants('--list', '--models')).ids();
  const { code, ids } = await mutants(first!, second!, '--shard', '2/2');
  expect([code, ids()]).toEqual([0, [second]]);
});

test.each([
  ['a shard that is none', ['--shard', '3/2'], "'3/2' is not a shard"],
  ['a share of more than everything', ['--mechanical', '--least', '200'], "'200' is more than 100 percent"],
  ['a share of nothing', ['--mechanical', '--least', '0'], 'not a whole number of at least 1'],
  ['--all of mechanical mutants', ['--mechanical', '--all'], '--all is for planted bugs'],
  ['--all of mechanical mutants of models', ['--models', '--mechanical', '--all'], '--all is for planted bugs'],
  ['mechanical mutants of both kinds', ['--models', '--oracle', '--mechanical'], 'of the oracle or of the models'],
  ['a file of the oracle that is not there', ['--mechanical', '--file', 'nosuch'], 'no mutant matches this selection'],
  [
    'a file of the models that is not there',
    ['--models', '--mechanical', '--file', 'nosuch'],
    'no mutant matches this selection',
  ],
  ['a shard with nothing in it', ['--models', '--shard', '999/999'], 'no mutant matches this selection'],
])('%s is a wrong call', async (_, args, sentence) => {
  const { code, out } = await mutants(...args);
  expect(code).toBe(2);
  expect(out).toContain(sentence);
});
