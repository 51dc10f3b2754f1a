/**
 * Loads the program as one file of JavaScript, which is made from the sources whenever they have changed and kept beside the
 * installed packages: loading hundreds of sources one by one takes longer than most commands. Where that file cannot be
 * made, or PARALLAX_FROM_SOURCES is set, the sources are loaded as they are. Plain JavaScript, as everything before it is loaded.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folders = ['models', 'oracles', 'reports', 'scripts', 'suites'];
/** Files of older sources that are kept, for those who go back and forth. */
const keptFiles = 4;

/** The exports of `entry`, a source by its path from the root. `again`: as if a source had just been changed. */
export async function load(entry, { root = fileURLToPath(new URL('..', import.meta.url)), again = false } = {}) {
  const file = process.env.PARALLAX_FROM_SOURCES ? null : built(root, entry, again);
  if (file !== null) return import(pathToFileURL(file).href);
  const { register } = await import('tsx/esm/api');
  register();
  return import(pathToFileURL(join(root, entry)).href);
}

/** The path of the file, or null where there can be none. */
export function built(root, entry, again = false) {
  try {
    const directory = join(cacheOf(root), 'parallax', digest([root, entry]));
    const file = join(directory, `${stampOf(root)}.mjs`);
    if (!again && existsSync(file)) return file;
    const text = bundle(root, entry);
    mkdirSync(directory, { recursive: true });
    // Another process may be about to make the same file: none sees half of it.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
    dropOld(directory);
    return file;
  } catch {
    return null;
  }
}

const digest = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

const cacheOf = (root) => join(existsSync(join(root, 'node_modules')) ? join(root, 'node_modules') : root, '.cache');

/** What the file is made from: every source by its path, size and time of change, and who makes it. */
function stampOf(root) {
  const stamps = [process.version];
  const add = (path) => {
    const { size, mtimeMs, ctimeMs } = statSync(path);
    stamps.push([path, size, mtimeMs, ctimeMs]);
  };
  const visit = (folder) => {
    for (const one of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, one.name);
      if (one.isDirectory()) visit(path);
      else if (one.name.endsWith('.ts') && !one.name.endsWith('.test.ts')) add(path);
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) visit(join(root, folder));
  add(fileURLToPath(import.meta.url));
  return digest(stamps);
}

function bundle(root, entry) {
  const esbuild = createRequire(createRequire(import.meta.url).resolve('tsx')).resolve('esbuild/package.json');
  const binary = createRequire(esbuild).resolve(`@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
  const options = ['--bundle', '--packages=external', '--format=esm', '--platform=node', '--target=node20'];
  const { status, stdout } = spawnSync(binary, [entry, ...options, '--log-level=silent'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error('the sources cannot be joined');
  return withOwnPlaces(stdout, root);
}

/** Every part still speaks of the place of its source, which a comment of the bundler names before the part. */
function withOwnPlaces(text, root) {
  let source = null;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('// ') && line.endsWith('.ts')) source = resolve(root, line.slice(3));
    if (!line.includes('import.meta.')) return line;
    if (source === null || !existsSync(source)) throw new Error('a part without a source');
    return line
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href))
      .replaceAll('import.meta.filename', JSON.stringify(source))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(source)));
  });
  return lines.join('\n');
}

function dropOld(directory) {
  const files = readdirSync(directory)
    .map((name) => ({ path: join(directory, name), time: statSync(join(directory, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of files.slice(keptFiles)) rmSync(path, { force: true });
}
