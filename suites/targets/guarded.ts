/** Runs a program to its end in a private directory. The watchdog ensures that it never outlives us. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { registers, type Watchdog, watchedDirectory } from './watchdog.ts';

/** A program that the watchdog ends, with its children, when our process ends. */
export const spawnGuarded = (
  file: string,
  args: readonly string[],
  { channel }: Watchdog,
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): ChildProcess =>
  spawn('/bin/sh', ['-c', `${registers} exec "$@"`, 'sh', file, ...args], {
    ...options,
    // Its own process group, so that its children end with it, and a Ctrl-C at the terminal reaches it through us alone.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', channel],
  });

/**
 * Returns the program's output. Its directory also holds its temporary files, and is removed afterwards.
 *
 * @throws Error with its output when it fails, or the signal's reason when aborted
 */
export async function runGuarded(file: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const { directory, watchdog } = watchedDirectory();
  const child = spawnGuarded(file, args, watchdog, { cwd: directory, env: { ...process.env, TMPDIR: directory } });
  const end = (): void => endGroup(child);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await printed(child, file);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    watchdog.forget();
    await watchdog.release();
  }
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: it ended before the signal arrived.
  }
}

function printed(child: ChildProcess, file: string): Promise<string> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 ? resolve(out) : reject(new Error(`${file} ended with ${signal ?? code}: ${err || out}`)),
    );
  });
}
