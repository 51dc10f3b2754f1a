/**
 * The oracle over HTTP on loopback, behind a layer that adds one fault, chosen by name. It records requests, so that
 * tests can check leftovers and foreign tables.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createOracle, type Oracle } from '../../../oracles/oracle.ts';
import { type OracleServer, startOracleServer } from '../../../oracles/server/server.ts';
import { operationOf } from '../../../oracles/values/operations.ts';
import type { Json, JsonObject, Operation } from '../../../oracles/values/types.ts';
import type { FaultyAnswer, Whole } from './faulty-store-answers.ts';
import { selfSigned } from './faulty-store-certificate.ts';
import { type FaultyCall, foreignPrefix, type Mode, type ModeName, modes } from './faulty-store-modes.ts';

export interface StoreState {
  /** Number of requests by operation name; `(other)` for unknown ones. */
  requests: { [operation: string]: number };
  /** Tables and backup ARNs that exist, without foreign ones. */
  tables: string[];
  backups: string[];
  /** Operations on foreign tables, which no run may touch. */
  touched: string[];
  /** Requests that followed a redirect to another host. */
  elsewhere: number;
}
export interface FaultyStore {
  readonly url: string;
  state(): StoreState;
  close(): Promise<void>;
}
interface StoreOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Called where the process would end. Default: stop answering. */
  onDeath?: () => void;
}

/** Short delays, since these tests are not about delays. */
const timing = { tableCreationMs: 40, tableUpdateMs: 40, tableDeletionMs: 40, indexBackfillMs: 40, backupMs: 40 };
const foreignTables = ['orders', 'people', 'zebras'].map((name) => `${foreignPrefix}${name}`);

function createStoreOracle(): Oracle {
  const oracle = createOracle({ timing });
  for (const TableName of foreignTables)
    oracle.send('CreateTable', {
      ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    });
  oracle.clock.advance(Math.max(60_000, Date.now() - oracle.clock.now()));
  return oracle;
}

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Forwards a request to the oracle unchanged. */
const forward = (inner: OracleServer, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Whole> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: inner.port, method, path: url, headers, agent: false } as const;
    const onward = request(options, async (response) => {
      const { connection: _, 'keep-alive': __, ...rest } = response.headers as { [name: string]: string };
      resolve({ status: response.statusCode ?? 0, headers: rest, body: await bodyOf(response) });
    });
    onward.on('error', reject).end(body);
  });

function callOf(message: IncomingMessage, body: Buffer, requests: StoreState['requests']): FaultyCall {
  const target = String(message.headers['x-amz-target'] ?? '');
  const operation: Operation | '(other)' = operationOf(target) ?? '(other)';
  requests[operation] = (requests[operation] ?? 0) + 1;
  const at = Object.values(requests).reduce((sum, one) => sum + one, 0);
  return { operation, input: inputOf(body), at, nth: requests[operation] };
}
function inputOf(body: Buffer): JsonObject {
  try {
    const value = JSON.parse(body.toString()) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function give(response: ServerResponse, answer: FaultyAnswer): void {
  if (typeof answer === 'function') {
    answer(response);
    return;
  }
  const { status, headers, body } = answer;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

interface Listening {
  readonly port: number;
  close(): Promise<void>;
}
async function listen(server: Server, port: number): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Lists directly from the oracle, page by page, without faults. */
function listed(oracle: Oracle, operation: Operation, list: string, last: string, start: string): Json[] {
  const found: Json[] = [];
  for (let input: JsonObject = {}; ; ) {
    const outcome = oracle.send(operation, input);
    if (outcome.kind !== 'ok') throw new Error(`the oracle refuses ${operation}`);
    found.push(...(outcome.output[list] as Json[]));
    const next = outcome.output[last];
    if (next === undefined) return found;
    input = { [start]: next };
  }
}
const backupsOf = (oracle: Oracle): string[] =>
  listed(oracle, 'ListBackups', 'BackupSummaries', 'LastEvaluatedBackupArn', 'ExclusiveStartBackupArn').map((one) =>
    String((one as JsonObject).BackupArn),
  );
/** A table in DELETING counts as gone: the next request completes its deletion. */
function isLeaving(oracle: Oracle, TableName: string): boolean {
  const outcome = oracle.send('DescribeTable', { TableName });
  return outcome.kind === 'ok' && (outcome.output.Table as JsonObject).TableStatus === 'DELETING';
}
const tablesOf = (oracle: Oracle): string[] =>
  listed(oracle, 'ListTables', 'TableNames', 'LastEvaluatedTableName', 'ExclusiveStartTableName')
    .map(String)
    .filter((name) => !name.startsWith(foreignPrefix) && !isLeaving(oracle, name));

/** @throws Error when the port is taken */
export async function startFaultyStore(name: ModeName, options: StoreOptions = {}): Promise<FaultyStore> {
  const mode: Mode = modes[name];
  const oracle = createStoreOracle();
  const inner = await startOracleServer({ oracle });
  const seen = { requests: {} as StoreState['requests'], touched: [] as string[], elsewhere: 0 };
  const otherHost = await listen(
    createServer((_, response) => {
      seen.elsewhere += 1;
      response.end('{}');
    }),
    0,
  );
  let outer: Listening | undefined;
  const die = options.onDeath ?? (() => void outer?.close());
  const fault = mode.fault?.({ oracle, die, elsewhere: `http://127.0.0.1:${otherHost.port}/` });
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(message);
    const call = callOf(message, body, seen.requests);
    if (call.operation !== 'ListTables' && body.includes(foreignPrefix)) seen.touched.push(call.operation);
    const honest = (): Promise<Whole> => forward(inner, message, body);
    give(response, await (fault?.(call, honest) ?? honest()));
  };
  const listener = (message: IncomingMessage, response: ServerResponse): void => {
    // The client or this server disconnected in the middle.
    handle(message, response).catch(() => response.socket?.destroy());
  };
  outer = await listen(
    mode.secure === true ? (createSecureServer(selfSigned(), listener) as Server) : createServer(listener),
    options.port ?? 0,
  );
  return {
    url: `${mode.secure === true ? 'https' : 'http'}://127.0.0.1:${outer.port}`,
    state: () => ({ ...seen, tables: tablesOf(oracle), backups: backupsOf(oracle) }),
    close: async () => {
      await Promise.all([outer.close(), otherHost.close()]);
      await inner.close();
    },
  };
}
