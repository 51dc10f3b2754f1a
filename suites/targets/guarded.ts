/** A program that is run to its end: in a private directory, watched as a server is, and never left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWatchdog } from './watchdog.ts';

/**
 * What the program prints. Its directory is also where it puts what is temporary, and it is gone afterwards.
 *
 * @throws Error with what it said when it fails, and the reason of the signal when that ends it.
 */
export async function runGuarded(file: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  // Both in one turn: an exit between them would leave the directory behind with nobody to remove it.
  const directory = mkdtempSync(join(tmpdir(), 'parallax-'));
  const watchdog = startWatchdog(directory);
  const child = spawn(file, args, {
    cwd: directory,
    env: { ...process.env, TMPDIR: directory },
    // A group of its own, so that what it starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) watchdog.guard(child.pid);
  const end = (): void => endGroup(child);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await printed(child);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    watchdog.guard(null);
    await watchdog.release();
  }
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // ESRCH: it ended between the look and the signal.
  }
}

function printed(child: ChildProcess): Promise<string> {
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
      code === 0 ? resolve(out) : reject(new Error(`${child.spawnfile} ended with ${signal ?? code}: ${err || out}`)),
    );
  });
}
