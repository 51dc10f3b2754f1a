/** The command line and faulty stores as child processes, each with its own directory, so that leftovers can be detected. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoreState } from '../../suites/targets/testing/faulty-store.ts';
import type { ModeName } from '../../suites/targets/testing/faulty-store-modes.ts';

const bin = fileURLToPath(new URL('../bin.mjs', import.meta.url));
const loader = new URL('../load.mjs', import.meta.url).href;
const storeSource = 'suites/targets/testing/faulty-store-main.ts';
/** Loads the store from the build, as the command is loaded. That takes half the time of loading the sources. */
const storeProgram = `const { load } = await import(${JSON.stringify(loader)}); await load(${JSON.stringify(storeSource)});`;
/** `--` ends Node's own options. Then comes a program name, which precedes the arguments. */
const storeArguments = ['--input-type=module', '--eval', storeProgram, '--', 'faulty-store'];

/** No output for users may match this. */
export const stackTrace = /\n\s+at .*:\d+:\d+/;

export interface StoreChild {
  readonly url: string;
  /** `null` once its process has ended; then its tables are gone, too. */
  state(): Promise<StoreState | null>;
  stop(): Promise<void>;
}

/** Resolves once it listens. */
export async function startStore(mode: ModeName): Promise<StoreChild> {
  const child = spawn(process.execPath, [...storeArguments, mode], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const heard = once(child.stdout!, 'data') as Promise<[Buffer]>;
  const [words] = (await Promise.race([heard, ended])) as [Buffer | number];
  const url = /https?:\/\/\S+/.exec(String(words))?.[0];
  if (url === undefined) throw new Error(`the store does not say where it listens: ${words}`);
  return {
    url,
    state: async () => {
      if (!child.connected) return null;
      const answer = once(child, 'message') as Promise<[StoreState]>;
      child.send('state', () => {});
      const [state] = await Promise.race([answer, ended.then(() => [null])]);
      return state;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

interface Ending {
  /** `null` when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  seconds: number;
}
export interface CliChild {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The directory that is its TMPDIR, its working directory and its home. */
  readonly place: string;
  /** The number of running processes that it has started, itself included. */
  processes(): number;
  /** Its output so far. */
  readonly printed: { out: string; err: string };
  readonly ended: Promise<Ending>;
  /** A few seconds after its end: paths that remain below its TMPDIR, and processes it started that still run. */
  left(msMax?: number): Promise<{ files: string[]; processes: string[] }>;
  /** Ends the remaining processes, each by its id, and removes the directory. */
  clear(): void;
}

/** Runs `parallax ARGS` with its own TMPDIR. No credentials of this environment are passed on. */
export function spawnParallax(args: readonly string[], env: { readonly [name: string]: string } = {}): CliChild {
  const place = mkdtempSync(join(tmpdir(), 'faulty-'));
  const begin = performance.now();
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: place,
    env: { ...{ PATH: process.env.PATH ?? '', HOME: place, TMPDIR: place, NO_COLOR: '1' }, ...keys, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  const keep = (name: 'out' | 'err') => (text: string) => {
    printed[name] += text;
  };
  child.stdout.setEncoding('utf8').on('data', keep('out'));
  child.stderr.setEncoding('utf8').on('data', keep('err'));
  const ended = new Promise<Ending>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, seconds: (performance.now() - begin) / 1000 })),
  );
  const pid = child.pid ?? 0;
  return {
    ...{ child, pid, place, printed, ended },
    processes: () => processesIn(place).length,
    left: (msMax) => leftIn(place, msMax),
    clear: () => {
      for (const one of processesIn(place)) kill(one);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/**
 * Environment variables with which a faulty store replaces the program of a server that Parallax starts. Writes a launcher into
 * `directory`. Parallax passes it a port, and first asks for its version.
 */
export function standInFor(
  server: 'dynoxide' | 'extenddb',
  mode: ModeName,
  directory: string,
): { [variable: string]: string } {
  const file = join(directory, `${server}-${mode}`);
  const words = [process.execPath, ...storeArguments, mode].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const version = `[ "$1" = --version ] && echo "${server} 0.0.0" && exit 0`;
  writeFileSync(file, `#!/bin/sh\n${version}\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
  return { [`PARALLAX_${server.toUpperCase()}_BIN`]: file };
}

/** Dummy credentials: servers on loopback accept any. */
const keys = { AWS_ACCESS_KEY_ID: 'parallax', AWS_SECRET_ACCESS_KEY: 'parallax', AWS_EC2_METADATA_DISABLED: 'true' };

const leftMsMax = 5_000;
/** A watchdog outlives its process by a moment, so this polls until nothing is left. */
async function leftIn(place: string, msMax = leftMsMax): Promise<{ files: string[]; processes: string[] }> {
  const deadline = performance.now() + msMax;
  for (;;) {
    const left = { files: filesIn(place), processes: processesIn(place).map(commandOf) };
    if ((left.files.length === 0 && left.processes.length === 0) || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Files that a test requests have names with this prefix, so they are no leftovers. */
export const asked = 'asked-';
const filesIn = (place: string): string[] =>
  existsSync(place) ? readdirSync(place).filter((name) => !name.startsWith(asked)) : [];

/** The processes that name this directory in their environment or their command. Only on Linux; elsewhere the list is empty. */
function processesIn(place: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => [`/proc/${pid}/environ`, `/proc/${pid}/cmdline`].some((file) => textOf(file).includes(place)));
}
const commandOf = (pid: number): string => `${pid} ${textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`;
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended since it was listed, or belongs to another user.
    return '';
  }
}
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since it was listed.
  }
}

/** Processor time that a process has used so far, in seconds; 0 where the machine does not report it. */
export function processorSeconds(pid: number): number {
  // The second field is the program's name in brackets, which may contain anything. A tick is 10 ms on Linux.
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/**
 * Resolves when a process has used so much processor time, or has ended. Work done, unlike time, is the same point on a busy and on
 * an idle machine. Resolves after `msMax` at the latest, since a process may wait, and not every machine reports processor time.
 */
export async function hasWorked(child: ChildProcess, { seconds, msMax }: { seconds: number; msMax: number }) {
  const deadline = performance.now() + msMax;
  const isDone = () => processorSeconds(child.pid ?? 0) >= seconds || child.exitCode !== null;
  while (!isDone() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}
