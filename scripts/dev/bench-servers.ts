/** The oracle and its server compared with other servers: the same sequence of requests, and the same client. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createOracle } from '../../oracles/oracle.ts';
import type { JsonObject, Operation } from '../../oracles/values/types.ts';
import { thousands } from '../../reports/text/format.ts';
import { endpointTarget } from '../../suites/targets/endpoint.ts';
import { serversInMemory } from '../../suites/targets/index.ts';
import { startServer } from '../../suites/targets/process.ts';
import type { Session } from '../../suites/targets/target.ts';
import type { CommandContext } from '../command-line/command.ts';
import type { Figure } from './figure.ts';

type Request = readonly [Operation, JsonObject];

const requestsCount = 3000;
const keysCount = 500;
const inFlight = 32;
const rounds = 4;
const readyMsMax = 15_000;

const TableName = 'bench';
const table: JsonObject = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
};
const keyAt = (at: number): JsonObject => ({ pk: { S: `p${at % keysCount}` }, sk: { S: `s${(at * 7) % keysCount}` } });
const itemAt = (at: number): JsonObject => ({ ...keyAt(at), n: { N: String(at) }, text: { S: 'x'.repeat(100) } });

type Kind = 'put' | 'get' | 'update' | 'conditional put' | 'mixed';
const requests: { readonly [K in Kind]: (at: number) => Request } = {
  put: (at) => ['PutItem', { TableName, Item: itemAt(at) }],
  get: (at) => ['GetItem', { TableName, Key: keyAt(at), ConsistentRead: true }],
  update: (at) => [
    'UpdateItem',
    {
      ...{ TableName, Key: keyAt(at), UpdateExpression: 'ADD n :one' },
      ExpressionAttributeValues: { ':one': { N: '1' } },
    },
  ],
  'conditional put': (at) => [
    'PutItem',
    { TableName, Item: itemAt(at), ConditionExpression: 'attribute_exists(pk) OR attribute_not_exists(pk)' },
  ],
  /** In every ten: four puts, three reads, two updates and a conditional put. */
  mixed: (at) => {
    const kind = at % 10;
    if (kind < 4) return requests.put(at);
    if (kind < 7) return requests.get(at);
    return kind < 9 ? requests.update(at) : requests['conditional put'](at);
  },
};
const kinds = Object.keys(requests) as Kind[];
/** What executes a sequence of requests, and its best rate so far. */
interface Contender {
  readonly name: string;
  readonly play: (sequence: readonly Request[]) => Promise<void> | void;
  readonly rates: Map<Kind, number>;
  /** What a server's process has used, where the machine reports it. */
  readonly usage: () => Usage | undefined;
  readonly stop: () => Promise<void>;
}

interface Usage {
  /** Peak memory. */
  readonly megabytes: number;
  /** Processor time since its start, in milliseconds. */
  readonly cpuMs: number;
}

const sequenceOf = (kind: Kind): readonly Request[] =>
  Array.from({ length: requestsCount }, (_, at) => requests[kind](at));

/** Operations per second. */
async function rate({ play }: Contender, sequence: readonly Request[]): Promise<number> {
  const begin = performance.now();
  await play(sequence);
  return (sequence.length / (performance.now() - begin)) * 1000;
}

/** Contenders take turns, and the best of each counts: so the load of the machine is the same for all, and noise only ever adds time. */
async function compete(contenders: readonly Contender[], { progress, signal }: CommandContext): Promise<void> {
  for (const kind of kinds) {
    const sequence = sequenceOf(kind);
    for (let round = 0; round < rounds; round++)
      for (const contender of contenders) {
        progress.update('bench', `${kind} on ${contender.name}`);
        signal.throwIfAborted();
        const best = contender.rates.get(kind) ?? 0;
        contender.rates.set(kind, Math.max(best, await rate(contender, sequence)));
      }
  }
}

function inProcess(): Contender {
  const oracle = createOracle();
  oracle.send('CreateTable', table);
  oracle.clock.advance(60_000);
  const play = (sequence: readonly Request[]): void => {
    for (const [operation, input] of sequence)
      if (oracle.send(operation, input).kind !== 'ok')
        throw new Error(`the oracle refuses ${operation} of the benchmark`);
  };
  return { name: 'oracle in process', play, rates: new Map(), usage: () => undefined, stop: async () => {} };
}

async function ready(session: Session, signal: AbortSignal): Promise<void> {
  await session.send('CreateTable', table, { raw: true });
  for (let tries = 0; tries < 100; tries++) {
    signal.throwIfAborted();
    const outcome = await session.send('DescribeTable', { TableName: 'bench' }, { raw: true });
    if (outcome.kind === 'ok' && (outcome.output.Table as JsonObject).TableStatus === 'ACTIVE') return;
    await session.pause(100);
  }
  throw new Error(`${session.target} does not make the table of the benchmark active`);
}

/** The parent of each process, from /proc on Linux. */
function processes(): Map<number, number> {
  try {
    const parents = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): [number, number][] => {
        const parent = /^PPid:\s+(\d+)/m.exec(statusOf(Number(name)))?.[1];
        return parent === undefined ? [] : [[Number(name), Number(parent)]];
      });
    return new Map(parents);
  } catch {
    return new Map();
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended since it was listed.
    return '';
  }
}

/** The descendants of this process. */
function below(): number[] {
  const parents = processes();
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

// The unit of processor time in /proc: 100 ticks a second, on every architecture that Node supports.
const msPerTick = 10;

/** The memory of the largest of these processes, and the processor time of all. */
function usageOf(pids: readonly number[]): Usage | undefined {
  if (pids.length === 0) return undefined;
  const sizes = pids.map((pid) => Number(/^VmHWM:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0));
  const ticks = pids.map(ticksOf).reduce((sum, one) => sum + one, 0);
  return { megabytes: Math.max(...sizes) / 1024, cpuMs: ticks * msPerTick };
}

/** User and system time. The second field is the program's name in brackets, which may contain anything. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

async function overHttp(name: string, start: () => Promise<Session>, signal: AbortSignal): Promise<Contender> {
  signal.throwIfAborted();
  const before = new Set(below());
  const session = await start();
  try {
    await ready(session, signal);
  } catch (error) {
    await session.stop();
    throw error;
  }
  const own = below().filter((pid) => !before.has(pid));
  const atStart = usageOf(own)?.cpuMs ?? 0;
  const usage = () => {
    const now = usageOf(own);
    return now && { ...now, cpuMs: now.cpuMs - atStart };
  };
  const play = (sequence: readonly Request[]) => playAll(session, sequence, signal);
  return { name, play, rates: new Map(), usage, stop: () => session.stop() };
}

async function playAll(session: Session, sequence: readonly Request[], signal: AbortSignal): Promise<void> {
  let next = 0;
  const play = async (): Promise<void> => {
    for (let request = sequence[next++]; request !== undefined; request = sequence[next++]) {
      signal.throwIfAborted();
      const { kind } = await session.send(request[0], request[1], { raw: true });
      if (kind !== 'ok') throw new Error(`${session.target} refuses ${request[0]} of the benchmark`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, play));
}

/** Our server in a separate process, as the others. */
async function serve(): Promise<Session> {
  const bin = fileURLToPath(new URL('../bin.mjs', import.meta.url));
  const server = await startServer(
    {
      name: 'our server',
      command: (port) => ({ file: process.execPath, args: [bin, 'serve', '--port', String(port)] }),
      addressSpaceMiB: null,
      listening: /answers at http:/,
      readyMsMax,
    },
    async () => true,
  );
  const session = await endpointTarget(`http://127.0.0.1:${server.running.port}`).start({});
  const stop = async (): Promise<void> => {
    await session.stop();
    await server.stop();
  };
  return new Proxy(session, { get: (of, member) => (member === 'stop' ? stop : Reflect.get(of, member, of)) });
}

const rounded = (value: number): string => thousands(Math.round(value));

function figuresOf(ours: Contender, theirs: Contender): Figure[] {
  const rates = kinds.map((kind): Figure => {
    const [own, other] = [ours.rates.get(kind) ?? 0, theirs.rates.get(kind) ?? 0];
    const against = `${theirs.name} over HTTP, ${rounded(other)} operations/s`;
    const name = `${ours.name}, ${kind}`;
    return { name, value: Math.round(own), unit: 'operations/s', against, ratio: own / other };
  });
  const [own, other] = [ours.usage(), theirs.usage()];
  if (own === undefined || other === undefined) return rates;
  const served = kinds.length * rounds * requestsCount;
  const [ownTime, otherTime] = [own, other].map(({ cpuMs }) => (cpuMs * 1000) / served) as [number, number];
  return [
    ...rates,
    {
      ...{ name: `memory of ${ours.name}`, value: Math.round(own.megabytes), unit: 'MB' },
      ...{ against: `${theirs.name}, ${rounded(other.megabytes)} MB`, ratio: own.megabytes / other.megabytes },
    },
    // One client on the same machine limits the rate, so processor time shows what a server could still do.
    {
      ...{ name: `processor time of ${ours.name}`, value: Math.round(ownTime), unit: 'µs/request' },
      ...{ against: `${theirs.name}, ${rounded(otherTime)} µs/request`, ratio: ownTime / otherTime },
    },
  ];
}

/** Each figure on the same sequences, for every server that this machine has. Figures over HTTP include the client's work. */
export async function serverFigures(context: CommandContext): Promise<Figure[]> {
  const { signal } = context;
  const started: Contender[] = [inProcess()];
  try {
    started.push(await overHttp('oracle over HTTP', serve, signal));
    for (const target of serversInMemory)
      if ((await target.availability()).kind === 'available')
        started.push(await overHttp(target.name, () => target.start({}), signal));
    await compete(started, context);
    const [oracle, served, ...others] = started as [Contender, Contender, ...Contender[]];
    return others.flatMap((theirs) => [...figuresOf(oracle, theirs), ...figuresOf(served, theirs)]);
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
}
