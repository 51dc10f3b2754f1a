/** Targets that we start. An adapter defines the command; everything else is shared. */
import { type Command, describeExit, exitOf, type Server, signalGroup, startServer } from './process.ts';
import type { Credentials, Endpoint } from './raw.ts';
import { createSender, healthOf, pause, type Sender } from './session.ts';
import {
  type Availability,
  type Pace,
  type ServerProcess,
  type Session,
  type StartOptions,
  type Target,
  TargetError,
} from './target.ts';

/** The example key from AWS documentation, which every server here accepts. It is not a secret. */
export const exampleCredentials: Credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

export interface Launch {
  /** @param found result of `availability` */
  command(port: number, directory: string): Command;
  listening?: RegExp;
  filterLog?: (line: string) => string;
  /** What limits its memory instead of a limit on its address space, for the reader of a report. */
  cap?: string;
  /** Called once the server answers, to change settings and report facts. Throws when that fails. */
  prepare?(url: URL): Promise<{ [name: string]: string }>;
  /** For a server whose delays `prepare` removed. */
  setPace?(url: URL, pace: Pace): Promise<void>;
  /** Creates a second account, once per session and only when needed; or says why there is none. */
  otherAccount: ((url: URL) => Promise<Credentials>) | { none: string };
}

interface LocalTarget {
  name: string;
  title: string;
  keepsItemsIn: NonNullable<Target['keepsItemsIn']>;
  availability(): Promise<Availability>;
  launch(found: string, memoryMiBMax: number): Launch;
}

const memoryMiBMaxDefault = 2_048;
const readyMsMax = 15_000;
const readyRequestMsMax = 1_000;

function endpointAt(port: number, region: string): Endpoint {
  const url = new URL(`http://127.0.0.1:${port}/`);
  return { url, streamsUrl: url, region, credentials: async () => exampleCredentials };
}

async function answers(port: number, region: string): Promise<boolean> {
  const sender = createSender(endpointAt(port, region), readyRequestMsMax);
  const outcome = await sender.listTables(readyRequestMsMax);
  sender.close();
  return outcome.kind === 'ok';
}

function processOf(server: Server, ended: ServerProcess['ended']): ServerProcess {
  return {
    port: server.running.port,
    signal: (name) => {
      if (ended() === null) signalGroup(server.running.pid, name);
    },
    ended,
    exit: () => exitOf(server.running),
    restart: () => server.restart(),
  };
}

function sessionOf(
  target: LocalTarget,
  version: string,
  facts: Session['facts'],
  other: Launch['otherAccount'],
  server: Server,
  sender: Sender,
  endpoint: Endpoint,
) {
  const end = (): string | null => {
    const exit = server.running.exit();
    return exit === null ? null : describeExit(exit);
  };
  const crash = (): string | null => {
    const how = end();
    return how === null ? null : [how, ...server.log().split('\n').slice(-10)].join('\n').trim();
  };
  return {
    target: target.name,
    version,
    facts,
    otherAccount: 'none' in other ? { supported: false, reason: other.none } : { supported: true },
    clock: 'real',
    endpoint,
    process: processOf(server, end),
    send: sender.send,
    pause,
    health: () => healthOf(sender, crash, true),
    stop: async () => {
      sender.close();
      await server.stop();
    },
    log: async () => server.log(),
  } satisfies Session;
}

/** Calls `make` once and shares its result. A failure is kept, too, since half the work may be done. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function capOf(launch: Launch, memoryMiBMax: number): string {
  if (launch.cap !== undefined) return launch.cap;
  return process.platform === 'linux' ? `${memoryMiBMax} MiB of address space` : `none on ${process.platform}`;
}

async function start(target: LocalTarget, options: StartOptions): Promise<Session> {
  const available = await target.availability();
  if (available.kind === 'unavailable') throw new TargetError(available.reason, available.remedy);
  const { memoryMiBMax = memoryMiBMaxDefault, region = 'us-east-1' } = options;
  const launch = target.launch(available.found, memoryMiBMax);
  const server = await startServer(
    {
      name: target.name,
      command: launch.command,
      ...(launch.listening && { listening: launch.listening }),
      addressSpaceMiB: launch.cap === undefined ? memoryMiBMax : null,
      readyMsMax,
      ...(options.signal && { signal: options.signal }),
      ...(launch.filterLog && { filterLog: launch.filterLog }),
    },
    (port) => answers(port, region),
  );
  const endpoint = endpointAt(server.running.port, region);
  try {
    const facts = { 'memory cap': capOf(launch, memoryMiBMax), ...(await launch.prepare?.(endpoint.url)) };
    const { otherAccount } = launch;
    const other = 'none' in otherAccount ? undefined : once(() => otherAccount(endpoint.url));
    const sender = createSender(endpoint, options.requestTimeoutMs, other);
    const session = sessionOf(target, available.version, facts, otherAccount, server, sender, endpoint);
    const { setPace } = launch;
    return setPace ? { ...session, setPace: (pace) => setPace(endpoint.url, pace) } : session;
  } catch (thrown) {
    await server.stop();
    throw thrown;
  }
}

export const localTarget = (target: LocalTarget): Target => ({
  name: target.name,
  title: target.title,
  startedByUs: true,
  keepsItemsIn: target.keepsItemsIn,
  availability: async () =>
    process.platform === 'win32'
      ? { kind: 'unavailable', reason: 'servers are started and watched by a POSIX shell', remedy: 'use WSL' }
      : target.availability(),
  start: (options = {}) => start(target, options),
});
