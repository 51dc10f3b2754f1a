import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readNight } from '../../reports/night/record.ts';
import { parallax } from '../testing/cli.ts';

const words = ['nightly', '--target', 'oracle', '--suites', 'fuzz', '--runs', '4', '--seed', 'night'] as const;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parallax-nights-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const recordsIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
const resultsOf = (file: string) => readNight(readFileSync(file, 'utf8'));

test('a cut night goes on to the same end, and its shards merge to the same whole', { timeout: 180_000 }, async () => {
  expect(await parallax(...words, '--records', folder)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\nholds: 0 new, /),
  });
  const [file] = recordsIn(folder) as [string];
  const whole = resultsOf(file);
  expect([...whole.ends.keys()]).toEqual(whole.head.units);

  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n{"kind":"end","un`);
  expect(await parallax('nightly', '--resume', file)).toMatchObject({ code: 0 });
  expect([...resultsOf(file).ends.keys()]).toEqual(whole.head.units);

  const shards = join(folder, 'shards');
  for (const shard of ['1/2', '2/2']) await parallax(...words, '--records', shards, '--shard', shard);
  const merged = await parallax('merge', ...recordsIn(shards), '--records', folder);
  expect(merged).toMatchObject({ code: 0, out: expect.stringMatching(/\nholds: 0 new, .*; since /) });
  expect(await parallax('merge', recordsIn(shards)[0]!)).toMatchObject({
    code: 3,
    out: expect.stringMatching(/not played: /),
  });
});

test.each([
  [['nightly', '--suites', 'case'], "no suite is called 'case'"],
  [['nightly', '--resume', 'nowhere.jsonl'], 'there is no record nowhere.jsonl'],
  [['nightly', '--trend', '--records', 'nowhere'], 'nowhere has no finished night'],
  [['merge', 'package.json'], 'package.json is not the record of a night'],
])('%j is refused', async (args, why) => {
  expect(await parallax(...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
});

test('a file among the records that is none is refused before the first unit', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'mine.jsonl'), '{}\n');
  const { code, err } = await parallax(...words, '--records', other);
  expect([code, err]).toEqual([2, expect.stringContaining('mine.jsonl is not the record of a night')]);
  expect(readdirSync(other)).toEqual(['mine.jsonl']);
});
