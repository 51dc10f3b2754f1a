/**
 * Joins sources into JavaScript that Node runs as it is. esbuild, since it takes a third of a second, and half the processor time
 * of rolldown, and a clone that has just changed waits for it. Packages are not joined: they get their own updates.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

/** Writes NAME.mjs for every entry `…/NAME.ts`, and what they share, into `directory`. Entries are paths from `root`. */
export async function bundle(root, entries, directory) {
  try {
    await build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), entry])),
      outdir: directory,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
      plugins: [placesOfSources(realpathSync(directory))],
    });
  } finally {
    // Its process would otherwise stay as long as the command that waited for it.
    await stop();
  }
}

/** Each source still finds the files beside it: `import.meta` tells its own place, seen from the file that it becomes a part of. */
const placesOfSources = (directory) => ({
  name: 'places of sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return text.includes('import.meta.')
        ? { loader: 'ts', contents: withPlace(text, urlFrom(directory, path)) }
        : null;
    }),
});

const urlFrom = (directory, path) =>
  relative(pathToFileURL(directory).pathname, pathToFileURL(path).pathname).replaceAll(sep, '/');

function withPlace(text, url) {
  const place = `new URL(${JSON.stringify(url)}, import.meta.url)`;
  const members = {
    url: `${place}.href`,
    filename: `pathOfSource(${place})`,
    dirname: `pathOfSource(new URL('.', ${place})).slice(0, -1)`,
  };
  const placed = text.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, member) => members[member]);
  return `import { fileURLToPath as pathOfSource } from 'node:url'; ${placed}`;
}
