import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Night, readNight } from '../../reports/night/record.ts';
import { write } from '../night/records.ts';
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

/** What `--shard index/2` keeps of the same night; that it plays only that is a test of the workflow. */
function shardOf({ head, ends, results }: Night, index: number): Night {
  const own = head.units.filter((_, at) => at % 2 === index - 1);
  return {
    head: { ...head, shard: `${index}/2` },
    ends: new Map([...ends].filter(([unit]) => own.includes(unit))),
    results: results.filter(({ unit }) => own.includes(unit)),
  };
}

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
  mkdirSync(shards);
  for (const index of [1, 2]) write(join(shards, `${index}.jsonl`), shardOf(whole, index));
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
