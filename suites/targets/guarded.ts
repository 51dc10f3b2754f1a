/** Runs a program to its end in a private directory. The watchdog ensures that it never outlives us. */
import { type ChildProcess, spawn } from 'node:child_process';
import { registers, watchedDirectory } from './watchdog.ts';

/**
 * Returns the program's output. Its directory also holds its temporary files, and is removed afterwards.
 *
 * @throws Error with its output when it fails, or the signal's reason when aborted
 */
export async function runGuarded(file: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const { directory, watchdog } = watchedDirectory();
  const child = spawn('/bin/sh', ['-c', `${registers} exec "$@"`, 'sh', file, ...args], {
    cwd: directory,
    env: { ...process.env, TMPDIR: directory },
    // Its own process group, so that its children end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', watchdog.channel],
  });
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
