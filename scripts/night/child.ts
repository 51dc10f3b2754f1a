/** Runs one unit of a night as a process of its own, so that whatever ends it ends no other. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandJson } from '../../reports/night/lines.ts';
import { spawnGuarded } from '../../suites/targets/guarded.ts';
import { type Watchdog, watchedDirectory } from '../../suites/targets/watchdog.ts';

export interface Ended {
  /** What the command wrote, unless it was ended before. */
  readonly json?: CommandJson;
  readonly code: number | null;
  /** The last lines that it printed, for one without a result. */
  readonly said: string;
}

interface ChildOptions {
  readonly signal: AbortSignal;
  /** Told to end after this many milliseconds. */
  readonly capMs: number;
}

const command = fileURLToPath(new URL('../bin.mjs', import.meta.url));
/** A command that is told to end stops its servers, writes its result, and ends. */
const endingMs = 30_000;
const saidMost = 2_000;

/** However the night ends, the watchdog ends the unit and removes its folder. */
export async function runUnit(argv: readonly string[], { signal, capMs }: ChildOptions): Promise<Ended> {
  const { directory, watchdog } = watchedDirectory();
  try {
    const file = join(directory, 'result.json');
    const { code, said } = await ended([command, ...argv, '--json', file], watchdog, signal, capMs);
    return { ...(existsSync(file) && { json: JSON.parse(readFileSync(file, 'utf8')) as CommandJson }), code, said };
  } finally {
    watchdog.forget();
    await watchdog.release();
  }
}

/** The night has its shard already; a unit of it is not divided once more. */
function wholeEnv(): NodeJS.ProcessEnv {
  const { CI_NODE_INDEX: _, JOB_COMPLETION_INDEX: __, ...env } = process.env;
  return env;
}

function ended(
  argv: readonly string[],
  watchdog: Watchdog,
  signal: AbortSignal,
  capMs: number,
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnGuarded(process.execPath, argv, watchdog, { env: wholeEnv() });
    let said = '';
    const listen = (text: Buffer): void => {
      said = (said + text.toString()).slice(-saidMost);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    let killer: NodeJS.Timeout | undefined;
    const end = (): void => {
      child.kill('SIGINT');
      killer ??= setTimeout(() => child.kill('SIGKILL'), endingMs);
    };
    const cap = setTimeout(end, capMs);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const settle = (): void => {
      clearTimeout(cap);
      clearTimeout(killer);
      signal.removeEventListener('abort', end);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code) => {
      settle();
      resolve({ code, said });
    });
  });
}
