/**
 * A shell that waits for the end of our process and then ends the server and removes its directory. It learns of our end
 * by the end of its input, which the kernel closes however we end: return, exception, `process.exit`, a signal, SIGKILL.
 * So nothing here hooks into exits, and nothing is found by name.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

// `kill -KILL -- -N` is an error in dash, `kill -s KILL -- -N` is POSIX.
// Each line names the process group to end, an empty one none. Numbers are re-used once a process is reaped: the owner
// takes the number back as soon as it has seen the exit.
const script = `
pid=
while read -r line; do pid=$line; done
[ -n "$pid" ] && kill -s KILL -- "-$pid" 2>/dev/null
rm -rf -- "$1"
`;

/**
 * What a shell that is about to become a server does first, with the watchdog's channel as its descriptor 3: it names itself. Were
 * we to name it, an end of ours between its start and that would leave it behind; and as long as it holds the channel, the
 * watchdog's input has not ended.
 */
export const registers = 'echo "$$" >&3; exec 3>&-;';

export interface Watchdog {
  /** For a shell that `registers` itself as the leader of the group to be ended with us. */
  readonly channel: Writable;
  /** There is nobody to be ended any more. */
  forget(): void;
  /** Lets it do its work now: what is guarded is ended, the directory removed. */
  release(): Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
  });

/** A private directory that is gone when we are. The watchdog is there first, or an end of ours in between would leave it behind. */
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

/** Detached, since Ctrl-C reaches every process of the terminal's group and this one has to outlive us. */
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
      // Should somebody have ended it before us.
      await rm(directory, { recursive: true, force: true });
    },
  };
}
