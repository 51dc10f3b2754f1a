/** Imports a user's file of models. */
import { mkdtempSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../../command-line/usage-error.ts';
import { bundled } from './bundle.ts';
import { sentenceOf, shown } from './place.ts';

export type Exports = { readonly [name: string]: unknown };

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/** What an argument of `model` names: a file if it is a path, or ends as a module does; else a model. */
export const isFile = (argument: string): boolean => /[\\/]/.test(argument) || extensions.includes(extname(argument));

/** @throws UsageError for a file that cannot be loaded, with the place in the file. */
export async function exportsOf(path: string): Promise<Exports> {
  const file = checked(path);
  const code = await bundled(file);
  const folder = mkdtempSync(join(tmpdir(), 'parallax-model-'));
  // So that errors of the module name the places in the user's file.
  process.setSourceMapsEnabled(true);
  try {
    const module = join(folder, 'model.mjs');
    writeFileSync(module, code);
    return (await import(pathToFileURL(module).href)) as Exports;
  } catch (error) {
    throw new UsageError(`${shown(file)} cannot be loaded: ${sentenceOf(error, file)}`, 'correct the file');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checked(path: string): string {
  const file = resolve(path);
  const stats = statsOf(file);
  if (stats === undefined) {
    const near = existingFile(path);
    const next =
      near === undefined
        ? 'check the path; `npx parallax model --init` writes an example'
        : `did you mean ${shown(near)}?`;
    throw new UsageError(`there is no file ${shown(file)}`, next);
  }
  if (!stats.isFile()) throw new UsageError(`${shown(file)} is not a file`, 'name one file of the folder');
  if (!extensions.includes(extname(file)))
    throw new UsageError(`${shown(file)} is no module`, `a file of models ends in ${extensions.join(', ')}`);
  return file;
}

/** The file that a path without its extension means. */
export const existingFile = (path: string): string | undefined =>
  extensions.map((extension) => `${path}${extension}`).find((one) => statsOf(resolve(one))?.isFile());

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    // A part of the path is a file, or is locked.
    return undefined;
  }
}
