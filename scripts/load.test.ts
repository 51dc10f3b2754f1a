import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const loader = fileURLToPath(new URL('./load.mjs', import.meta.url));

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'load-'));
  for (const folder of ['scripts', 'models']) mkdirSync(join(root, folder));
  write('package.json', '{"type":"module"}');
  write('models/part.ts', "export const part: string = 'first'; export const here = import.meta.url;");
  write(
    'scripts/entry.ts',
    "import { here, part } from '../models/part.ts';\nexport const told = [part, here, import.meta.filename, import.meta.dirname];",
  );
});

afterEach(() => {
  chmodSync(root, 0o755);
  rmSync(root, { recursive: true, force: true });
});

const write = (path: string, text: string) => writeFileSync(join(root, path), text);

const files = () => {
  const cache = join(root, '.cache', 'parallax');
  return readdirSync(cache).flatMap((folder) => readdirSync(join(cache, folder)));
};

/** What a separate process finds in the entry. `isBuilt`: false when the sources were loaded directly. */
function load(settings: { [name: string]: string } = {}): { told: string[]; isBuilt: boolean; error: string } {
  const script = `
    const { built, load } = await import(${JSON.stringify(pathToFileURL(loader).href)});
    const { told } = await load('scripts/entry.ts', { root: ${JSON.stringify(root)} });
    console.log(JSON.stringify({ told, isBuilt: (await built(${JSON.stringify(root)}, 'scripts/entry.ts')) !== null }));
  `;
  const env = { ...process.env, ...settings };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env,
  });
  return { ...(stdout === '' ? { told: [], isBuilt: false } : JSON.parse(stdout)), error: stderr };
}

const places = () => [
  pathToFileURL(join(root, 'models', 'part.ts')).href,
  join(root, 'scripts', 'entry.ts'),
  join(root, 'scripts'),
];

test('the sources are built once, and every part still finds the files beside its source', () => {
  expect(load()).toEqual({ told: ['first', ...places()], isBuilt: true, error: '' });
  expect(load().told).toEqual(['first', ...places()]);
  expect(files()).toHaveLength(1);
});

test('a change of any source is noticed at once, and only the last few builds are kept', () => {
  load();
  for (const word of ['second', 'third', 'fourth', 'fifth', 'sixth']) {
    write('models/part.ts', `export const part = '${word}'; export const here = import.meta.url;`);
    expect(load().told).toEqual([word, ...places()]);
  }
  expect(files()).toHaveLength(4);
});

test('when building fails the sources are loaded directly', () => {
  write('.cache', 'in the way');
  expect(load()).toEqual({ told: ['first', ...places()], isBuilt: false, error: '' });
});

test('on request the sources are loaded directly', () => {
  expect(load({ PARALLAX_FROM_SOURCES: '1' }).told).toEqual(['first', ...places()]);
});

test('a syntax error in a source is reported as the loader of sources reports it', () => {
  write('models/part.ts', 'export const part = ;');
  expect(load().error).toContain('part.ts');
});

test('a program that was copied elsewhere is built again', () => {
  load();
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true });
  const before = root;
  root = copy;
  expect(load().told).toEqual(['first', ...places()]);
  rmSync(before, { recursive: true, force: true });
});

test('a program without sources is loaded from its build', () => {
  rmSync(join(root, 'scripts', 'entry.ts'));
  mkdirSync(join(root, 'dist'));
  write('dist/entry.mjs', "export const told = ['published'];");
  write('.cache', 'in the way');
  expect(load().told).toEqual(['published']);
});

test('processes that build at the same time all get a complete build', async () => {
  const script = `
    const { load } = await import(${JSON.stringify(pathToFileURL(loader).href)});
    console.log((await load('scripts/entry.ts', { root: ${JSON.stringify(root)} })).told[0]);
  `;
  const run = promisify(execFile);
  const all = Array.from({ length: 3 }, () => run(process.execPath, ['--input-type=module', '-e', script]));
  expect((await Promise.all(all)).map(({ stdout }) => stdout)).toEqual(['first\n', 'first\n', 'first\n']);
  expect(files()).toHaveLength(1);
});
