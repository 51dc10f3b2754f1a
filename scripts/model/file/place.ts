/** Where in a user's file something is, and what an error of that file says. */
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A path as the user would write it. */
export function shown(path: string): string {
  const near = relative(process.cwd(), resolve(path));
  if (near === '') return basename(path);
  return near.startsWith('..') ? resolve(path) : near;
}

/** What an error says, with the place in the file or beside it where it comes from. */
export function sentenceOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return `it throws ${String(error)}`;
  const [, name] = /^The requested module '.*' does not provide an export named '(.+)'$/.exec(error.message) ?? [];
  if (name !== undefined) return `it imports '${name}', which that module does not export`;
  const text = error.name === 'ModelError' ? error.message : `${error.name}: ${error.message}`;
  return `${text}${placeText(error, file)}`;
}

/** ` (lease.ts:12:5)`; empty where the error does not come from the file. */
export function placeText(error: unknown, file: string): string {
  const { stack = '' } = error instanceof Error ? error : {};
  const folder = `${dirname(file)}${sep}`;
  for (const line of stack.split('\n')) {
    const [, path = '', at] = /(?:\(|at )([^()\s]+|[^()]+):(\d+:\d+)\)?$/.exec(line) ?? [];
    const place = path.startsWith('file:') ? fileURLToPath(path) : path;
    if (place.startsWith(folder) && !place.includes(`${sep}node_modules${sep}`)) return ` (${shown(place)}:${at})`;
  }
  return '';
}
