/** The oracle over HTTP, so that its server can be raced and killed like the others. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Decisions, rightDecisions } from '../../oracles/policies/index.ts';
import type { ServiceFaultId } from '../../oracles/server/faults.ts';
import { type OracleServer, startOracleServer } from '../../oracles/server/server.ts';
import { type OpenService, openService, timingOf } from '../../oracles/server/service.ts';
import manifest from '../../package.json' with { type: 'json' };
import { exampleCredentials, localTarget } from './local.ts';
import { createSender, healthOf, pause } from './session.ts';
import type { Session, Target } from './target.ts';
import { type Watchdog, watchedDirectory } from './watchdog.ts';

const bin = fileURLToPath(new URL('../../scripts/bin.mjs', import.meta.url));
/** Long enough to be seen and disturbed, short enough for many rounds. */
const delaysMs = 15;

/** `parallax serve --file`, a process of its own. */
export const oracleFile: Target = localTarget({
  name: 'oracle-file',
  title: 'the oracle, served from a log file',
  keepsItemsIn: 'a file',
  availability: async () => ({ kind: 'available', version: manifest.version, found: bin }),
  launch: (found, memoryMiBMax) => ({
    command: (port, directory) => ({
      file: process.execPath,
      args: [
        ...[`--max-old-space-size=${memoryMiBMax}`, found, 'serve', '--port', String(port)],
        ...['--file', join(directory, 'oracle.log'), '--delays', String(delaysMs)],
      ],
    }),
    cap: `${memoryMiBMax} MiB of heap`,
    listening: /answers at/,
    otherAccount: { none: 'there, requests are not signed for a second account' },
  }),
});

interface Planted {
  readonly name: string;
  readonly decisions?: Decisions;
  readonly fault?: ServiceFaultId;
}

/**
 * The oracle served by this process, with a planted bug or without: starts in no time. Being killed is played: its connections break,
 * what it has in memory is lost, and it starts again from its log.
 */
export const plantedTarget = ({ name, decisions = rightDecisions, fault }: Planted): Target => ({
  name,
  title: `the oracle, served with ${name}`,
  startedByUs: true,
  keepsItemsIn: 'a file',
  availability: async () => ({ kind: 'available', version: manifest.version, found: 'in process' }),
  start: async ({ region = 'us-east-1', requestTimeoutMs } = {}) => {
    const { directory, watchdog } = watchedDirectory();
    const file = join(directory, 'oracle.log');
    const options = { file, decisions, region, timing: timingOf(delaysMs), ...(fault && { fault }) };
    const open = async (port: number): Promise<Running> => {
      const opened = openService({ ...options, startMs: Date.now() });
      opened.oracle.clock.advance(Date.now() - opened.oracle.clock.now());
      const { oracle, service } = opened;
      return { opened, server: await startOracleServer({ oracle, service, port, elapsedMs: Date.now }) };
    };
    return sessionOf(name, await open(0), open, watchdog, region, requestTimeoutMs);
  },
});

interface Running {
  readonly opened: OpenService;
  readonly server: OracleServer;
}

function sessionOf(
  target: string,
  first: Running,
  open: (port: number) => Promise<Running>,
  watchdog: Watchdog,
  region: string,
  timeoutMs: number | undefined,
): Session {
  const { port } = first.server;
  const url = new URL(`http://127.0.0.1:${port}/`);
  const endpoint = { url, streamsUrl: url, region, credentials: async () => exampleCredentials };
  const sender = createSender(endpoint, timeoutMs);
  let running = first;
  let closing: Promise<void> | undefined;
  const kill = (): void => {
    running.opened.kill();
    closing ??= running.server.close();
  };
  return {
    ...{ target, version: manifest.version, facts: {}, clock: 'real', endpoint, pause, send: sender.send },
    otherAccount: { supported: false, reason: 'there, requests are not signed for a second account' },
    process: {
      port,
      signal: (name) => {
        if (name === 'SIGKILL' || name === 'SIGTERM') kill();
      },
      ended: () => (closing === undefined ? null : 'it was ended'),
      exit: async () => closing,
      restart: async () => {
        await closing;
        running = await open(port);
        closing = undefined;
      },
    },
    health: () => healthOf(sender),
    stop: async () => {
      sender.close();
      kill();
      await closing;
      await watchdog.release();
    },
    log: async () => '',
  };
}
