/** What happens to a client or to a server while a request is under way. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Anomaly } from '../rounds/anomaly.ts';
import type { Lab } from '../rounds/lab.ts';
import type { Connection } from '../targets/connection.ts';
import { type ServerProcess, TargetError } from '../targets/target.ts';

export const disturbances = {
  abort: 'the client closes its connection before the answer',
  reset: 'the client breaks its connection before the answer',
  kill: 'SIGKILL, then a start on the same file',
  'kill-twice': 'SIGKILL, a start, SIGKILL while it starts, and another start',
  terminate: 'SIGTERM, then a start on the same file',
  pause: 'SIGSTOP, and SIGCONT after 50 ms',
} as const;
export type DisturbanceName = keyof typeof disturbances;

/** Those of a client: any server that we start survives them. The others need its file. */
export const leavesOf = (name: DisturbanceName): name is 'abort' | 'reset' => name === 'abort' || name === 'reset';
export type InterruptionName = Exclude<DisturbanceName, 'abort' | 'reset'>;

const pausedMs = 50;
const endMsMax = 5_000;
/** Of a second kill, after the program was started again: before, while and after it opens its file. */
const startMsMax = 40;

/** Waits for a moment more precisely than a timer does. */
export async function until(moment: number): Promise<void> {
  for (;;) {
    const left = moment - performance.now();
    if (left <= 0) return;
    if (left > 4) await sleep(left - 3);
    else await turn();
  }
}

interface Scene {
  readonly lab: Lab;
  /** From 0 to 1: when a second kill comes. */
  readonly share: number;
  readonly found: Anomaly[];
}

/** Disturbs now. @param client the one whose request is under way */
export async function disturb(
  name: DisturbanceName,
  { client, ...scene }: Scene & { client: Connection },
): Promise<void> {
  if (leavesOf(name)) client.leave(name);
  else await interrupt(name, scene);
}

/** Disturbs the server now, and starts it again if it has ended. */
export async function interrupt(name: InterruptionName, { lab, share, found }: Scene): Promise<void> {
  const server = lab.session.process;
  if (server === undefined) throw new TargetError(`${lab.session.target} is not started by us`, 'omit it');
  else if (name === 'pause') {
    server.signal('SIGSTOP');
    await sleep(pausedMs);
    server.signal('SIGCONT');
  } else {
    await ended(server, name === 'terminate' ? 'SIGTERM' : 'SIGKILL', found);
    lab.disconnect();
    if (name === 'kill-twice') await killedWhileStarting(server, share);
    await startAgain(server, found);
  }
}

async function ended(server: ServerProcess, signal: 'SIGTERM' | 'SIGKILL', found: Anomaly[]): Promise<void> {
  server.signal(signal);
  const late = Symbol('late');
  const abort = new AbortController();
  const timer = sleep(endMsMax, late, { signal: abort.signal }).catch(() => late);
  const first = await Promise.race([server.exit(), timer]);
  abort.abort();
  if (first !== late) return;
  found.push({ kind: 'no-end', where: 'server', expected: `an end within ${endMsMax} ms`, actual: 'it runs on' });
  server.signal('SIGKILL');
  await server.exit();
}

async function killedWhileStarting(server: ServerProcess, share: number): Promise<void> {
  const starting = server.restart().catch(() => {});
  await until(performance.now() + share * startMsMax);
  server.signal('SIGKILL');
  await starting;
  server.signal('SIGKILL');
  await server.exit();
}

async function startAgain(server: ServerProcess, found: Anomaly[]): Promise<void> {
  try {
    await server.restart();
  } catch (thrown) {
    if (!(thrown instanceof TargetError)) throw thrown;
    const actual = thrown.message.split('\n').slice(0, 6).join(' ');
    found.push({ kind: 'no-start', where: 'server', expected: 'a start on the same file', actual });
  }
}
