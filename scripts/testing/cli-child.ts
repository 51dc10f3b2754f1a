/** The command line and faulty stores as processes of their own, each in a place where whatever it leaves behind is seen. */
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
/** Loads the store as the command line is loaded: built, which takes half the time. */
const storeProgram = `const { load } = await import(${JSON.stringify(loader)}); await load(${JSON.stringify(storeSource)});`;
/** `--` keeps Node from taking what follows for itself; then the name of the program, which stands before its arguments. */
const storeArguments = ['--input-type=module', '--eval', storeProgram, '--', 'faulty-store'];

/** What no text for people may match. */
export const stackTrace = /\n\s+at .*:\d+:\d+/;

export interface StoreChild {
  readonly url: string;
  /** `null` once its process has ended, and its tables with it. */
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
  /** `null` where a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  seconds: number;
}
export interface CliChild {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Its TMPDIR, its working directory and its home. */
  readonly place: string;
  /** How many processes were started below it and still run, itself included. */
  processes(): number;
  /** What it has printed so far. */
  readonly printed: { out: string; err: string };
  readonly ended: Promise<Ending>;
  /** Paths below its TMPDIR, and processes that were started below it and still run, a few seconds after its end. */
  left(): Promise<{ files: string[]; processes: string[] }>;
  /** Ends whatever still runs, each process by its own number, and removes its place. */
  clear(): void;
}

/** Runs `parallax ARGS` with a TMPDIR of its own. Nothing of this environment's credentials is handed on. */
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
    left: () => leftIn(place),
    clear: () => {
      for (const one of processesIn(place)) kill(one);
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/**
 * The environment in which a faulty store stands in for the program of a server that Parallax starts itself. Writes a launcher into
 * `directory`. Parallax gives it a port, and asks for its version first.
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

/** Of nobody: servers on loopback take any. */
const keys = { AWS_ACCESS_KEY_ID: 'parallax', AWS_SECRET_ACCESS_KEY: 'parallax', AWS_EC2_METADATA_DISABLED: 'true' };

const leftMsMax = 5_000;
/** A watchdog outlives the process that it watches by a moment: what is there is looked at until it is nothing. */
async function leftIn(place: string): Promise<{ files: string[]; processes: string[] }> {
  const deadline = performance.now() + leftMsMax;
  for (;;) {
    const left = { files: filesIn(place), processes: processesIn(place).map(commandOf) };
    if ((left.files.length === 0 && left.processes.length === 0) || performance.now() > deadline) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Files that a test asked for have names that begin with this. */
export const asked = 'asked-';
const filesIn = (place: string): string[] =>
  existsSync(place) ? readdirSync(place).filter((name) => !name.startsWith(asked)) : [];

/** Every process that was given this TMPDIR, or one below it. Only Linux tells; elsewhere none is found. */
function processesIn(place: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/environ`).includes(`TMPDIR=${place}`))
    .map(Number);
}
const commandOf = (pid: number): string => `${pid} ${textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`;
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended since it was listed, or belongs to somebody else.
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

/** Seconds of processor time that a process has used so far; 0 where the machine does not tell. */
export function processorSeconds(pid: number): number {
  // The second field is the name of the program in brackets, which may hold anything. Ticks are hundredths on Linux.
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/**
 * Resolves when a process has used so many seconds of processor time, or has ended: by work done, a busy machine stops it at the
 * same place as an idle one. At the latest after `msMax`, since a process may wait, and not every machine tells.
 */
export async function hasWorked(child: ChildProcess, { seconds, msMax }: { seconds: number; msMax: number }) {
  const deadline = performance.now() + msMax;
  const isDone = () => processorSeconds(child.pid ?? 0) >= seconds || child.exitCode !== null;
  while (!isDone() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}
