/** Finds a server's program: where the user says, among the installed packages, or on the PATH. */
import { execFile } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf } from './raw.ts';
import type { Availability } from './target.ts';

interface BinarySpec {
  /** Name of the program, its file and its npm package. */
  name: string;
  /** npm scope with one package per platform: `SCOPE/linux-x64`. */
  scope: string;
  /** Environment variable with the program's path, which takes precedence. */
  variable: string;
}

type FoundBinary = { path: string } | { reason: string };

const versionMsMax = 5_000;
const platform = `${process.platform}-${process.arch}`;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isScript(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(2);
    readSync(file, start, 0, 2, 0);
    return start.toString('latin1') === '#!';
  } finally {
    closeSync(file);
  }
}

/**
 * The directory of a package, resolved from a file. Looks for package.json directly, since `exports` may hide it from
 * `resolve`.
 */
function packageDirectory(name: string, from: string): string | undefined {
  const places = createRequire(from).resolve.paths(name) ?? [];
  return places
    .map((place) => join(place, name))
    .find((dir) => statSync(dir, { throwIfNoEntry: false })?.isDirectory());
}

function platformBinary(spec: BinarySpec, from: string): string | undefined {
  const directory = packageDirectory(`${spec.scope}/${platform}`, from);
  const path = directory === undefined ? undefined : join(directory, spec.name);
  return path !== undefined && isProgram(path) ? path : undefined;
}

/**
 * npm launchers are scripts that start the real program. A limit on address space would stop Node itself, and the
 * program would outlive its launcher. So this returns the program behind a launcher.
 */
function behindLauncher(spec: BinarySpec, path: string): string | undefined {
  return isScript(path) ? platformBinary(spec, realpathSync(path)) : path;
}

function ownPackage(spec: BinarySpec): string | undefined {
  const directory = packageDirectory(spec.name, import.meta.filename);
  return directory === undefined ? undefined : platformBinary(spec, join(realpathSync(directory), 'package.json'));
}

function onPath(spec: BinarySpec): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).filter((place) => place !== '');
  const path = candidates.map((place) => join(place, spec.name)).find(isProgram);
  return path === undefined ? undefined : behindLauncher(spec, path);
}

export function findBinary(spec: BinarySpec): FoundBinary {
  const named = process.env[spec.variable];
  if (named !== undefined && named !== '') {
    return isProgram(named) ? { path: named } : { reason: `${spec.variable} names no program: ${named}` };
  }
  const path = ownPackage(spec) ?? platformBinary(spec, import.meta.filename) ?? onPath(spec);
  return path === undefined
    ? { reason: `no program for ${platform}: not in ${spec.variable}, the installed packages or the PATH` }
    : { path };
}

/** Runs `--version`, which also shows whether the program works on this machine. */
export async function binaryAvailability(spec: BinarySpec): Promise<Availability> {
  const remedy = `npm install --no-save ${spec.scope}/${platform}, or set ${spec.variable} to its program`;
  const found = findBinary(spec);
  if ('reason' in found) return { kind: 'unavailable', reason: found.reason, remedy };
  try {
    const { stdout } = await promisify(execFile)(found.path, ['--version'], { timeout: versionMsMax });
    const version = /\d+\.\d+\.\d+[^\s)]*/.exec(stdout)?.[0] ?? 'unknown';
    return { kind: 'available', version, found: found.path };
  } catch (thrown) {
    return { kind: 'unavailable', reason: `${found.path} cannot run here: ${reasonOf(thrown)}`, remedy };
  }
}

/** The directory of an npm package that is a server itself. */
export const dependencyDirectory = (name: string): string | undefined => {
  const directory = packageDirectory(name, import.meta.filename);
  return directory === undefined ? undefined : dirname(realpathSync(join(directory, 'package.json')));
};
