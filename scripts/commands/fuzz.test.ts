import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { sequenceAt } from '../../suites/fuzz/generators/sequences.ts';
import { targets } from '../../suites/targets/index.ts';
import { parallax as commandLine, type Ran } from '../testing/cli.ts';

vi.setConfig({ testTimeout: 120_000 });

const directory = mkdtempSync(join(tmpdir(), 'parallax-fuzz-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const parallax = (...args: string[]): Promise<Ran> => commandLine('fuzz', ...args);

const dynalite = await targets.dynalite.availability();
const bug = ['--mutant', 'binary-order-length-first', '--seed', 'fuzz', '--runs', '80'];

test('the oracle against itself holds, and the title shows the seed', async () => {
  const { code, out } = await parallax('--target', 'oracle', '--runs', '40', '--seed', 'mine');
  expect(out).toMatch(/^parallax \S+ fuzz · seed mine · reference oracle · /);
  expect(out.trim().split('\n').at(-1)).toBe('holds: 40 sequences on 1 target, no difference.');
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

test('--report writes the three files of a report', async () => {
  const own = join(directory, 'report');
  const { code, out } = await parallax(...bug, '--report', own);
  expect(code).toBe(1);
  expect(out).toContain(`Report: ${join(own, 'report.html')}`);
  const [html, markdown, json] = ['html', 'md', 'json'].map((kind) =>
    readFileSync(join(own, `report.${kind}`), 'utf8'),
  );
  const [{ fingerprint }] = JSON.parse(json!).divergences;
  for (const text of [html, markdown]) expect(text).toContain(fingerprint);
});

test('a saved sequence shows the same difference when replayed, and every printed command runs', async () => {
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

test('several saved sequences are replayed, each with a repro command that names its file', async () => {
  const own = join(directory, 'several');
  await parallax(...bug, '--save', own);
  const files = readdirSync(own).map((file) => join(own, file));
  expect(files.length).toBeGreaterThan(1);
  for (const named of [files, [files.join(',')]]) {
    const { code, out } = await parallax(
      '--mutant',
      'binary-order-length-first',
      '--timeout',
      '5000',
      '--replay',
      ...named,
    );
    expect(code).toBe(1);
    const repeats = out.split('\n').filter((line) => line.includes('repeat: '));
    const commands = files.map(
      (file) => `  repeat: npx parallax fuzz --mutant binary-order-length-first --timeout 5000 --replay ${file}`,
    );
    expect(repeats.length).toBeGreaterThan(1);
    for (const line of repeats) expect(commands).toContain(line);
  }
});

describe('a planted bug that is not found is a failure', () => {
  // This bug stores an index key of the wrong type, which generated writes hardly ever contain.
  const missed = ['--mutant', 'index-key-type-stored', '--runs', '3', '--seed', 'miss'];
  const sentence = 'violated: the planted bug index-key-type-stored was not found in 3 sequences.';

  test('alone, and in the JSON', async () => {
    const { code, err, out } = await parallax(...missed, '--json', '-');
    expect(code).toBe(1);
    expect(err.trim().split('\n').at(-1)).toBe(sentence);
    const planted = { id: 'index-key-type-stored', found: false, sequences: 3 };
    expect(JSON.parse(out)).toMatchObject({ verdict: 'violated', planted });
  });

  test('beside another target', async () => {
    const { code, out } = await parallax(...missed, '--target', 'oracle');
    expect(code).toBe(1);
    expect(out.trim().split('\n').at(-1)).toBe(sentence);
  });

  test('in a replay', async () => {
    const file = join(directory, 'harmless.json');
    writeFileSync(file, JSON.stringify({ case: sequenceAt('fuzz', 0) }));
    const { code, out } = await parallax('--mutant', 'index-key-type-stored', '--replay', file);
    expect(code).toBe(1);
    expect(out).toContain('was not found in 1 sequence.');
  });

  test.skipIf(dynalite.kind === 'unavailable')(
    'a difference that the oracle shows without the bug does not count as the bug',
    async () => {
      // Against a wrong reference, everything differs.
      const { code, out } = await parallax(...missed, '--runs', '2', '--reference', 'dynalite');
      expect(code).toBe(1);
      expect(out.trim().split('\n').at(-1)).toMatch(
        /^violated: the planted bug \S+ was not found in 2 sequences; \d+ new/,
      );
    },
  );
});

test('a run ends when its time is over', async () => {
  const { code, out } = await parallax('--target', 'oracle', '--time', '1', '--seed', 'short');
  // On a busy machine the second may be over before anything was played, which is no pass.
  expect(out).toMatch(code === 3 ? /no verdict: / : /holds: (?:\d+ of )?\d+ sequences?/);
  expect([0, 3]).toContain(code);
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
    ['no file to replay', ['--replay', ','], /is an empty list[\s\S]*Next: /],
    ['a file without requests', ['--replay', nothing], /holds no sequence/],
    ['a directory that cannot be', ['--save', 'package.json/x'], /cannot write into package\.json\/x[\s\S]*Next: /],
  ])('%s', async (_, args, sentence) => {
    const { code, out, err } = await parallax(...args);
    expect(`${out}${err}`).toMatch(sentence);
    expect(code).toBe(2);
    expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/);
  });
});

test('an unreachable target: no verdict, exit code 3', async () => {
  const { code, out } = await parallax('--target', 'http://127.0.0.1:1', '--runs', '3');
  expect(code).toBe(3);
  expect(out.trim().split('\n').at(-1)).toMatch(/^no verdict: /);
});
