import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { main } from './parallax.ts';

vi.setConfig({ testTimeout: 120_000 });

const directory = mkdtempSync(join(tmpdir(), 'parallax-fuzz-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Calls the command line in this process, with what it prints kept. */
async function parallax(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const ran = { code: -1, out: '', err: '' };
  const keep = (name: 'out' | 'err') => (chunk: unknown) => {
    ran[name] += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  try {
    ran.code = await main(['fuzz', ...args]);
  } finally {
    vi.restoreAllMocks();
  }
  return ran;
}

const bug = ['--mutant', 'binary-order-length-first', '--seed', 'fuzz', '--runs', '80'];

test('the oracle against itself holds, and the seed stands in the title', async () => {
  const { code, out } = await parallax('--target', 'oracle', '--runs', '40', '--seed', 'mine');
  expect(out).toMatch(/^Parallax \S+ · fuzz · seed mine · against oracle\n/);
  expect(out.trim().split('\n').at(-1)).toBe('holds: 40 sequences on 1 target, every difference explained.');
  expect(code).toBe(0);
});

test('a planted bug is found: exit code 1, and the JSON of the contract', async () => {
  const { code, out } = await parallax(...bug, '--json', '-');
  expect(code).toBe(1);
  const json = JSON.parse(out);
  expect(json).toMatchObject({ command: 'fuzz', seed: 'fuzz', verdict: 'violated', runs: 80 });
  const [target] = json.targets;
  expect(Object.keys(target).slice(0, 9)).toEqual([
    'name',
    'version',
    'cases',
    'matched',
    'diverged',
    'known',
    'new',
    'unknown',
    'skipped',
  ]);
  expect(target.cases).toBe(target.matched + target.diverged + target.unknown + target.skipped);
  expect(target.new).toBe(json.divergences.length);
  const members = [
    'fingerprint',
    'target',
    'case',
    'findings',
    'class',
    'severity',
    'step',
    'path',
    'expected',
    'actual',
    'certainty',
    'evidence',
  ];
  for (const one of json.divergences) for (const member of members) expect(one).toHaveProperty(member);
});

test('what is saved shows the same when it is replayed, and each printed command is one that runs', async () => {
  const own = join(directory, 'saved');
  const saved = await parallax(...bug, '--save', own);
  expect(saved.code).toBe(1);
  const files = readdirSync(own);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { fingerprint } = JSON.parse(readFileSync(join(own, file), 'utf8'));
    const command = `npx parallax fuzz --mutant binary-order-length-first --replay ${join(own, file)}`;
    expect(saved.out).toContain(command);
    const again = await parallax(...command.split(' ').slice(3));
    expect(again.code).toBe(1);
    expect(again.out).toContain(fingerprint);
  }
});

test('a run ends when its time is over', async () => {
  const { code, out } = await parallax('--target', 'oracle', '--time', '1', '--seed', 'short');
  expect(code).toBe(0);
  expect(out).toMatch(/holds: \d+ sequences/);
});

describe('a wrong call: a sentence, the next step, and exit code 2', () => {
  const nothing = join(directory, 'nothing.json');
  writeFileSync(nothing, '{"case":{"id":"x","steps":[]}}');
  test.each<[string, string[], RegExp]>([
    ['a target', ['--target', 'dynoxid'], /no target is called 'dynoxid'[\s\S]*Next: /],
    ['a reference', ['--reference', 'nobody'], /no target is called 'nobody'/],
    ['a mutant', ['--mutant', 'gremlin'], /no oracle mutant is called 'gremlin'[\s\S]*Next: /],
    ['a number', ['--runs', 'many'], /'many' is not a whole number/],
    ['no runs', ['--runs', '0'], /'0' is not a whole number of at least 1/],
    ['a time', ['--time', '-5'], /'-5' is not a whole number/],
    ['a file that is not there', ['--replay', 'nowhere.json'], /cannot read nowhere\.json[\s\S]*Next: /],
    ['a file of something else', ['--replay', 'package.json'], /package\.json holds no sequence/],
    ['a file without requests', ['--replay', nothing], /holds no sequence/],
    ['a directory that cannot be', ['--save', 'package.json/x'], /cannot write into package\.json\/x[\s\S]*Next: /],
  ])('%s', async (_, args, sentence) => {
    const { code, out, err } = await parallax(...args);
    expect(`${out}${err}`).toMatch(sentence);
    expect(code).toBe(2);
    expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  });
});

test('a target that is not there: could not tell, exit code 3', async () => {
  const { code, out } = await parallax('--target', 'http://127.0.0.1:1', '--runs', '3');
  expect(code).toBe(3);
  expect(out).toMatch(/could not tell/);
});
