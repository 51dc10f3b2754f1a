/**
 * Bundles sources into JavaScript for Node. With esbuild, since a changed clone waits for this: it takes a third of a second, half
 * the processor time of rolldown. Packages are not bundled, so that they get their own updates.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { basename, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

/** Writes NAME.mjs for every entry `…/NAME.ts`, and their shared chunks, into `directory`. Entries are paths from `root`. */
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
    // Otherwise esbuild's process would live as long as the command.
    await stop();
  }
}

/** Sets `import.meta` of each source to its original place relative to the bundle, so that it still finds the files beside it. */
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
