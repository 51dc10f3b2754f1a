/**
 * Starts a server in a private directory, on a free port, with limited memory. The watchdog ensures that it never
 * outlives us.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { reasonOf } from './raw.ts';
import { createRing, type Ring } from './ring.ts';
import { TargetError } from './target.ts';
import { registers, type Watchdog, watchedDirectory } from './watchdog.ts';

export interface Command {
  file: string;
  args: readonly string[];
  env?: { readonly [name: string]: string };
}

export interface ServerSpec {
  name: string;
  /** Must make the server listen on 127.0.0.1 at `port`, and write only to `directory`. */
  command(port: number, directory: string): Command;
  /** Address space limit in MiB, or null when a flag limits the server. */
  addressSpaceMiB: number | null;
  /** The log line that shows that our child listens, and not another program on that port. Default: any answer shows it. */
  listening?: RegExp;
  /** Filters each log line before it is kept, to remove secrets. */
  filterLog?: (line: string) => string;
  readyMsMax: number;
  /** Ends the wait for the server to become ready. */
  signal?: AbortSignal;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running server program. */
interface Running {
  readonly pid: number;
  readonly port: number;
  /** Resolves once, when the process ends. */
  readonly exited: Promise<Exit>;
  /** Null while it runs. */
  exit(): Exit | null;
}

export interface Server {
  /** The newest process. */
  readonly running: Running;
  readonly directory: string;
  log(): string;
  /** Starts the program again on the same directory and port, after it has ended. @throws TargetError */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const graceMs = 1_500;
const pollMs = 4;
const attemptsMax = 4;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const describeExit = ({ code, signal }: Exit): string =>
  signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;

/** A port that was just free. The caller must handle the case that it is taken by now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

// Core files are disabled, since a server at its memory limit aborts. `ulimit` fails only when a lower limit is already
// set.
const capScript = `${registers} ulimit -c 0 2>/dev/null; [ "$1" -gt 0 ] && ulimit -v "$1" 2>/dev/null; shift; exec "$@"`;

function spawnCapped(spec: ServerSpec, command: Command, directory: string, { channel }: Watchdog): ChildProcess {
  // macOS has no address space limit, and setting one fails there.
  const kib = process.platform === 'linux' ? (spec.addressSpaceMiB ?? 0) * 1024 : 0;
  const env = { PATH: process.env.PATH ?? '', HOME: directory, TMPDIR: directory, ...command.env };
  return spawn('/bin/sh', ['-c', capScript, 'sh', String(kib), command.file, ...command.args], {
    cwd: directory,
    env,
    // Its own process group: Ctrl-C then reaches only us, and we end the server together with its launcher's children.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', channel],
  });
}

/** Logs go through a pipe, so that no printed secret reaches the disk. */
function keepLog(child: ChildProcess, ring: Ring): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', ring.writer());
    (stream as unknown as { unref?(): void })?.unref?.();
  }
}

function launch(spec: ServerSpec, port: number, directory: string, ring: Ring, watchdog: Watchdog): Running {
  const child = spawnCapped(spec, spec.command(port, directory), directory, watchdog);
  const { pid } = child;
  let exit: Exit | null = null;
  const exited = new Promise<Exit>((resolve) => {
    const settle = (how: Exit): void => {
      watchdog.forget();
      exit ??= how;
      resolve(exit);
    };
    child.once('exit', (code, signal) => settle({ code, signal }));
    child.once('error', () => settle({ code: null, signal: null }));
  });
  if (pid === undefined) throw new TargetError(`${spec.name}: cannot start a process`, 'check `ulimit -u`');
  keepLog(child, ring);
  child.unref();
  return { pid, port, exited, exit: () => exit };
}

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: it ended before the signal arrived.
  }
}

/** Asks the process to end, waits, then kills it. */
async function end(running: Running): Promise<void> {
  if (running.exit() !== null) return;
  signalGroup(running.pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(running.pid, 'SIGKILL'), graceMs);
  await exitOf(running);
  clearTimeout(timer);
}

/** Keeps our process alive until then, which the child alone does not. */
export async function exitOf({ exited }: Running): Promise<Exit> {
  const keepAlive = setInterval(() => {}, 1_000);
  try {
    return await exited;
  } finally {
    clearInterval(keepAlive);
  }
}

type Readiness = 'ready' | 'ended' | 'late' | 'unwanted';

async function becomesReady(spec: ServerSpec, running: Running, ring: Ring, check: ReadinessCheck): Promise<Readiness> {
  const deadline = performance.now() + spec.readyMsMax;
  while (performance.now() < deadline) {
    if (running.exit() !== null) return 'ended';
    if (spec.signal?.aborted) return 'unwanted';
    if ((spec.listening === undefined || ring.seen()) && (await check(running.port))) return 'ready';
    await pause(pollMs);
  }
  return 'late';
}

/** Whether a signed request to this port gets an answer. */
type ReadinessCheck = (port: number) => Promise<boolean>;

function failure(spec: ServerSpec, what: string, ring: Ring): TargetError {
  const { file, args } = spec.command(8000, '/tmp');
  const words = ring.text().split('\n').slice(-5).join('\n');
  const remedy = `try it by hand: ${[file, ...args].join(' ')}`;
  return new TargetError(`${spec.name} ${what}${words === '' ? '' : `; its last words:\n${words}`}`, remedy);
}

async function attempt(spec: ServerSpec, directory: string, watchdog: Watchdog, check: ReadinessCheck) {
  const ring = createRing(spec.listening, spec.filterLog);
  const running = launch(spec, await freePort(), directory, ring, watchdog);
  const readiness = await becomesReady(spec, running, ring, check);
  if (readiness !== 'ready') await end(running);
  return { running, ring, readiness };
}

function placeFor(spec: ServerSpec): ReturnType<typeof watchedDirectory> {
  try {
    return watchedDirectory();
  } catch (thrown) {
    const remedy = 'set TMPDIR to a directory that can be written';
    throw new TargetError(`cannot create a directory for ${spec.name}: ${reasonOf(thrown)}`, remedy);
  }
}

/**
 * Starts a server and waits until `check` succeeds. If the server ends before that, another port is tried, since the
 * first may have been taken.
 *
 * @throws TargetError when it does not answer within `readyMsMax` or keeps ending
 */
export async function startServer(spec: ServerSpec, check: ReadinessCheck): Promise<Server> {
  const { directory, watchdog } = placeFor(spec);
  try {
    for (let left = attemptsMax; ; left -= 1) {
      const { running, ring, readiness } = await attempt(spec, directory, watchdog, check);
      if (readiness === 'ready') return serverOf({ running, ring }, spec, directory, watchdog, check);
      if (readiness === 'unwanted')
        throw new TargetError(`the run ended while ${spec.name} was starting`, 'start it again');
      if (readiness === 'late') throw failure(spec, `did not answer within ${spec.readyMsMax} ms`, ring);
      if (left > 1) continue;
      const how = describeExit(running.exit() ?? { code: null, signal: null });
      throw failure(spec, `does not keep running: ${how}`, ring);
    }
  } catch (thrown) {
    await watchdog.release();
    if (thrown instanceof TargetError) throw thrown;
    throw new TargetError(`${spec.name} could not be started: ${reasonOf(thrown)}`, 'see `parallax targets`');
  }
}

interface Started {
  readonly running: Running;
  readonly ring: Ring;
}

function serverOf(
  first: Started,
  spec: ServerSpec,
  directory: string,
  watchdog: Watchdog,
  check: ReadinessCheck,
): Server {
  const { port } = first.running;
  let now = first;
  let before = '';
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await end(now.running);
    await watchdog.release();
  };
  const restart = async (): Promise<void> => {
    await exitOf(now.running);
    before = now.ring.text();
    const ring = createRing(spec.listening, spec.filterLog);
    now = { running: launch(spec, port, directory, ring, watchdog), ring };
    const readiness = await becomesReady(spec, now.running, ring, check);
    if (readiness === 'ready') return;
    await end(now.running);
    throw failure(spec, 'does not start again', ring);
  };
  return {
    get running() {
      return now.running;
    },
    directory,
    log: () => [before, now.ring.text()].filter((text) => text !== '').join('\n'),
    restart,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
