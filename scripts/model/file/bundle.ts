/** Turns a user's file, with what it imports from its own folder, into one module that can be imported. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, Message, OnResolveArgs, Plugin } from 'esbuild';
import { UsageError } from '../../command-line/usage-error.ts';
import { shown } from './place.ts';

/** The name by which a user's file imports the language. */
const publicName = 'parallax/models';

/** Told apart from what resolves to nothing at the first call, since a plugin is asked about its own question again. */
const asked = Symbol('asked');

/** @throws UsageError for a syntax error, and for an import that is missing. */
export async function bundled(file: string): Promise<string> {
  const { build, stop } = await bundler();
  const language = await addressOfLanguage();
  try {
    const { outputFiles } = await build({
      absWorkingDir: process.cwd(),
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'inline',
      sourceRoot: `${pathToFileURL(dirname(file)).href}/`,
      keepNames: true,
      logLevel: 'silent',
      outfile: `${file}.mjs`,
      plugins: [imports(language), ownPlaces],
    });
    return outputFiles[0]!.text;
  } catch (error) {
    const [first] = (error as Partial<BuildFailure>).errors ?? [];
    throw first === undefined ? cannotRun(error) : complaintOf(file, first);
  } finally {
    // Otherwise esbuild's process would live as long as the command.
    await stop();
  }
}

async function bundler(): Promise<typeof import('esbuild')> {
  try {
    return await import('esbuild');
  } catch (error) {
    throw cannotRun(error);
  }
}

/** Such as when the part of esbuild for this platform is not installed. */
const cannotRun = (error: unknown): UsageError =>
  new UsageError(
    `esbuild, which reads the files of models, cannot run: ${String((error as Error).message).split('\n')[0]}`,
    'run npm install without --omit=optional',
  );

async function addressOfLanguage(): Promise<string> {
  const { addressOf } = (await import(new URL('../../load.mjs', import.meta.url).href)) as {
    addressOf(entry: string): Promise<string>;
  };
  return addressOf('models/public.ts');
}

/** The language is that of this program. Other packages stay where they are: they are found from the file that imports them. */
const imports = (language: string): Plugin => ({
  name: 'imports of a model',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^parallax\/models$/ }, ({ kind }) =>
      kind === 'require-call'
        ? { errors: [{ text: `'${publicName}' cannot be required, only imported` }] }
        : { path: language, external: true },
    );
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...args }: OnResolveArgs) => {
      if (args.kind === 'entry-point' || pluginData === asked || isBuiltIn(path)) return null;
      const { importer, kind, resolveDir } = args;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: asked });
      if (found.errors.length > 0 || found.external || !/[\\/]node_modules[\\/]/.test(found.path)) return found;
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
});

/** Sets `import.meta` of each file to its own place, since the module is run from another. */
const ownPlaces: Plugin = {
  name: 'places of the files of a model',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return null;
      const members: { [name: string]: string } = {
        url: pathToFileURL(path).href,
        filename: path,
        dirname: dirname(path),
      };
      const contents = text.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: string) =>
        JSON.stringify(members[name]),
      );
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
};

const isBuiltIn = (path: string): boolean => path.startsWith('node:') || /^(?:data|file|https?):/.test(path);

function complaintOf(file: string, { text, location }: Message): UsageError {
  const place = location === null ? shown(file) : `${shown(location.file)}:${location.line}:${location.column + 1}`;
  const [, missing] = /^Could not resolve "(.+)"$/.exec(text) ?? [];
  if (missing === undefined) return new UsageError(`${place}: ${text}`, 'correct the file');
  return new UsageError(
    `${place}: there is no '${missing}' to import`,
    /^[./]/.test(missing)
      ? 'correct the path of the import'
      : `npm install ${packageOf(missing)}, or import from '${publicName}'`,
  );
}

const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
