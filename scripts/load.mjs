/**
 * Loads a part of the program, named by the path of its source. The published package has it built, in `dist`. A clone builds it
 * when a source has changed, into the folder of installed packages, since loading hundreds of sources separately takes four times
 * as long. When building fails, or PARALLAX_FROM_SOURCES is set, the sources are loaded directly. Plain JavaScript, since no loader
 * for TypeScript is active yet.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folders = ['models', 'oracles', 'reports', 'scripts', 'suites'];
/** Builds of older sources that are kept, for switching between branches. */
const keptBuilds = 4;

/** The exports of `entry`, the path of a source from `root`. `again`: builds even if nothing has changed. */
export const load = async (entry, options) => import(await addressOf(entry, options));

/** The address from which `entry` can be imported. */
export async function addressOf(entry, { root = fileURLToPath(new URL('..', import.meta.url)), again = false } = {}) {
  const isPublished = !existsSync(join(root, entry));
  const file = isPublished ? join(root, 'dist', fileOf(entry)) : await built(root, entry, again);
  if (file === null) await registerSources();
  return pathToFileURL(file ?? join(root, entry)).href;
}

/** The path of the built file in a clone; null where the sources are to be loaded directly. */
export async function built(root, entry, again = false) {
  if (process.env.PARALLAX_FROM_SOURCES) return null;
  try {
    const builds = join(cacheOf(root), 'parallax', digest([root, entry]));
    const directory = join(builds, stampOf(root));
    if (again || !existsSync(directory)) await buildInto(directory, root, entry);
    return join(directory, fileOf(entry));
  } catch {
    return null;
  }
}

/** The name of the built file of `entry`. */
const fileOf = (entry) => `${basename(entry, '.ts')}.mjs`;

async function registerSources() {
  const { register } = await import('tsx/esm/api').catch(() => {
    throw new Error('the sources need the development dependencies; run npm ci');
  });
  register();
}

const digest = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

const cacheOf = (root) => join(existsSync(join(root, 'node_modules')) ? join(root, 'node_modules') : root, '.cache');

/** A key of the build: every source by path, size and times of change; the build scripts included. */
function stampOf(root) {
  const stamps = [];
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
  for (const file of ['./load.mjs', './dev/bundle.mjs']) add(fileURLToPath(new URL(file, import.meta.url)));
  return digest(stamps);
}

/**
 * Builds into a temporary folder and renames it, since another process may build the same. The first one wins, and none sees a
 * partial build.
 */
async function buildInto(directory, root, entry) {
  const { bundle } = await import('./dev/bundle.mjs');
  const builds = join(directory, '..');
  mkdirSync(builds, { recursive: true });
  const unfinished = mkdtempSync(join(builds, 'unfinished-'));
  try {
    await bundle(root, [entry], unfinished);
    if (!existsSync(directory)) renameSync(unfinished, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  dropOld(builds);
}

function dropOld(builds) {
  const directories = readdirSync(builds)
    .map((name) => ({ path: join(builds, name), time: statSync(join(builds, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of directories.slice(keptBuilds)) rmSync(path, { recursive: true, force: true });
}
