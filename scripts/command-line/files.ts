/**
 * Output files. A path is tested before any work begins, so that no result is lost; a file is written beside its final path and
 * renamed; a file that cannot be written gives a sentence and never ends a run.
 */

import {
  accessSync,
  constants,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { count } from '../../reports/text/format.ts';
import type { CommandContext } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Creates a folder with its parents. @throws UsageError when nothing can be written into it. */
export function folderToWrite(path: string, option: string): string {
  if (path === '') throw new UsageError(`${option} needs a directory`, `name a directory that can be written`);
  try {
    makeFolder(resolve(path));
    tryOut(join(path, 'results'));
  } catch (error) {
    throw new UsageError(`cannot write into ${path}: ${reasonOf(error)}`, `name a directory that can be written`);
  }
  return path;
}

/** @throws UsageError for a file that cannot be written. */
export function fileToWrite(path: string): string {
  if (path === '') throw new UsageError('--json needs a file', 'name a file, or - for stdout');
  try {
    const { file, isBeside } = placeOf(path);
    if (isBeside) tryOut(file);
    else accessSync(file, constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `cannot write ${path}: ${reasonOf(error)}`,
      'name a file in a directory that exists, or - for stdout',
    );
  }
  return path;
}

/** Writes these files into a folder. A file that cannot be written gives a warning with the reason; the verdict stays. */
export function keepAll(
  context: Pick<CommandContext, 'warn'>,
  folder: string,
  files: { readonly [name: string]: string },
): void {
  const lost = new Map<string, string[]>();
  for (const [name, text] of Object.entries(files)) {
    const why = complaintOf(join(folder, name), text);
    if (why !== undefined) lost.set(why, [...(lost.get(why) ?? []), name]);
  }
  for (const [why, names] of lost) context.warn(`could not write ${named(names)} into ${folder}: ${why}`);
}

/** Writes one file, or warns why it could not be written. */
export function keep(context: Pick<CommandContext, 'warn'>, path: string, text: string): void {
  const why = complaintOf(path, text);
  if (why !== undefined) context.warn(`could not write ${path}: ${why}`);
}

/** Writes a file that is the result of a command. @throws UsageError when that fails */
export function replaceFile(path: string, text: string): void {
  const why = complaintOf(path, text);
  if (why !== undefined) throw new UsageError(`cannot write ${path}: ${why}`, 'name a file that can be written');
}

const namesMax = 3;

const named = (names: readonly string[]): string =>
  names.length > namesMax ? count(names.length, 'file') : names.join(', ');

function complaintOf(path: string, text: string): string | undefined {
  try {
    writeWhole(path, text);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function writeWhole(path: string, text: string): void {
  const { file, isBeside } = placeOf(path);
  if (!isBeside) {
    writeFileSync(file, text);
    return;
  }
  const unfinished = besideOf(file);
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

const besideOf = (file: string): string => join(dirname(file), `.${basename(file)}.${process.pid}.part`);

/** Where to write. A pipe, a device, and a file in a folder that accepts no new file are written directly. */
function placeOf(path: string): { file: string; isBeside: boolean } {
  const there = statsOf(path);
  if (there === undefined) return { file: path, isBeside: true };
  if (there.isDirectory()) throw new Error('it is a directory');
  // A link stays; the file it points to is replaced.
  const file = there.isFile() ? realpathSync(path) : path;
  return { file, isBeside: there.isFile() && isWritable(dirname(file)) };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const statsOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

/** Creates one folder. Node's recursive mkdir never returns where the system reports ENOENT at every level, as in /proc. */
function makeFolder(path: string): void {
  const there = statsOf(path);
  if (there?.isDirectory()) return;
  if (there !== undefined) throw new Error(`${path} is not a directory`);
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statsOf(path)?.isDirectory()) throw error;
  }
}

/** Writes one byte, since a full disk still accepts an empty file. */
function tryOut(file: string): void {
  const trial = besideOf(file);
  try {
    writeFileSync(trial, '\n');
  } finally {
    rmSync(trial, { force: true });
  }
}

/** `ENOSPC: no space left on device, write`, without the name of the internal system call. */
function reasonOf(error: unknown): string {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return code === undefined || syscall === undefined
    ? message
    : message.replace(new RegExp(`, ${syscall}\\b.*`, 's'), '');
}
