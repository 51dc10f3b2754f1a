/**
 * A shell that waits until our process ends, then kills the server and removes its directory. It notices our end by the
 * end of its input, which the kernel closes in every case: return, exception, `process.exit`, a signal, SIGKILL. So no
 * exit handlers are needed, and no process is found by name.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

// `kill -s KILL -- -N` is POSIX; `kill -KILL -- -N` fails in dash.
// Each line names the process group to kill, an empty line none. Process numbers are reused after a process is reaped,
// so the owner withdraws the number as soon as it has seen the exit.
const script = `
pid=
while read -r line; do pid=$line; done
[ -n "$pid" ] && kill -s KILL -- "-$pid" 2>/dev/null
rm -rf -- "$1"
`;

/**
 * The first commands of a shell that will become a server, with the watchdog's channel as descriptor 3. The shell
 * registers itself: if we registered it, our end just after its start would leave it behind. While it holds the
 * channel, the watchdog's input stays open.
 */
export const registers = 'echo "$$" >&3; exec 3>&-;';

export interface Watchdog {
  /** For a shell that `registers` itself as the leader of the group to kill. */
  readonly channel: Writable;
  /** Nothing is left to kill. */
  forget(): void;
  /** Triggers the watchdog now: kills the group and removes the directory. */
  release(): Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
  });

/**
 * A private directory that is removed when our process ends. The watchdog starts first, so that our end in between
 * leaves nothing.
 */
export function watchedDirectory(): { directory: string; watchdog: Watchdog } {
  const directory = join(tmpdir(), `parallax-${randomBytes(12).toString('hex')}`);
  const watchdog = startWatchdog(directory);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (thrown) {
    void watchdog.release();
    throw thrown;
  }
  return { directory, watchdog };
}

/** Detached, because Ctrl-C reaches the terminal's whole process group and the watchdog must outlive us. */
export function startWatchdog(directory: string): Watchdog {
  const child = spawn('/bin/sh', ['-c', script, 'parallax-watchdog', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return {
    channel: child.stdin,
    forget: () => {
      child.stdin.write('\n');
    },
    release: async () => {
      child.ref();
      child.stdin.end();
      await ended(child);
      // In case someone killed the watchdog first.
      await rm(directory, { recursive: true, force: true });
    },
  };
}
