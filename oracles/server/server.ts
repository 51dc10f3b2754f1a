/**
 * Serves the oracle over HTTP in DynamoDB's wire protocol. Malformed requests get a refusal and never stop the server.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { type Oracle, rejected } from '../oracle.ts';
import { operationOf, operations } from '../values/operations.ts';
import type { JsonObject, Operation, Outcome } from '../values/types.ts';
import type { Service } from './faults.ts';
import { type Secrets, signatureRefusal } from './signatures.ts';
import { createVisitors } from './visitors.ts';

export interface ServerOptions {
  oracle: Oracle;
  /** Answers requests in place of the oracle, which keeps the time. */
  service?: Service;
  /** Default 127.0.0.1. */
  host?: string;
  /** Extra host names under which clients may address the server, besides `host` and the names of this machine. */
  names?: readonly string[];
  /** Default 0: any free port. */
  port?: number;
  /** The account of requests whose access key is not itself twelve digits. Default: the oracle's account. */
  account?: string;
  /**
   * Monotonic time in milliseconds, from any origin. Before each request the oracle's clock advances by the difference.
   * Default: the machine's monotonic clock. With `() => 0` only others move the oracle's clock.
   */
  elapsedMs?: () => number;
  /**
   * Accepts `Parallax.AdvanceClock` with `{"Milliseconds": n}`, which DynamoDB does not have. Default: unknown
   * operation.
   */
  clockMoves?: boolean;
  /** Refuses requests that none of these keys signed. Default: signatures are not checked. */
  secrets?: Secrets;
  /** Time against which signatures are checked, in milliseconds since 1970. Default: the machine's clock. */
  wallMs?: () => number;
}
export interface OracleServer {
  readonly port: number;
  close(): Promise<void>;
}

const bodyBytesMax = 16 * 1024 * 1024;
const requestTimeoutMs = 30_000;
/** Longer than clients keep an idle connection, so the server never closes one while a request is on its way. */
const keepAliveMs = 75_000;
const modernType = 'application/x-amz-json-1.0';
const advanceTarget = 'Parallax.AdvanceClock';

/** Calls `whole` with the complete body, or `cut` when the body exceeds the limit or the client disconnects. */
function readBody(request: IncomingMessage, whole: (body: Buffer) => void, cut: (tooLarge: boolean) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyBytesMax) chunks.push(chunk);
    else cut(true);
  });
  request.on('end', () => {
    if (bytes <= bodyBytesMax) whole(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  });
  request.on('error', () => cut(false));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
function parse(body: Buffer): JsonObject | undefined {
  try {
    return JSON.parse(utf8.decode(body)) as JsonObject;
  } catch {
    return undefined;
  }
}

/** SerializationException spells its member `Message`, and omits it when the body is not JSON. */
function bodyFor(outcome: Outcome, operation: Operation | undefined): string {
  if (outcome.kind === 'ok')
    return operation !== undefined && operations[operation].isSilent ? '' : JSON.stringify(outcome.output);
  if (outcome.kind === 'unanswered') return outcome.detail;
  const { rawType, type, message, members } = outcome;
  const member = type === 'SerializationException' ? 'Message' : 'message';
  return JSON.stringify({ __type: rawType, ...(message === '' ? {} : { [member]: message }), ...members });
}

const statusOf = (outcome: Outcome): number => {
  if (outcome.kind === 'ok') return 200;
  return outcome.kind === 'rejected' ? outcome.status : 501;
};

/** An access key of twelve digits names the account, as in other emulators. */
const accountOf = (request: IncomingMessage): string | undefined =>
  /Credential=(\d{12})\//.exec(request.headers.authorization ?? '')?.[1];

const typeOf = (request: IncomingMessage): string => (request.headers['content-type'] ?? '').split(';')[0]!.trim();

/** Order of checks: JSON, target, signature, request. */
function outcomeOf(
  options: ServerOptions,
  request: IncomingMessage,
  body: Buffer,
  context: { readonly overlaps: boolean; readonly isGone: () => boolean },
): Outcome | Promise<Outcome> {
  const { oracle, secrets, clockMoves, wallMs = Date.now } = options;
  const input = parse(body);
  if (input === undefined) return rejected('SerializationException', '');
  const target = request.headers['x-amz-target'] as string | undefined;
  const operation = operationOf(target);
  const moves = clockMoves === true && target === advanceTarget;
  if (operation === undefined && !moves) return rejected('UnknownOperationException', '');
  const { method = 'POST', url = '/', headers } = request;
  const verifier = secrets && { secrets, region: oracle.region, nowMs: wallMs() };
  const refusal = verifier && signatureRefusal({ method, url, headers, body }, verifier);
  if (refusal !== undefined) return refusal;
  if (operation === undefined) return advance(oracle, input);
  const account = accountOf(request) ?? options.account;
  const { service = oracle.send } = options;
  return service(operation, input, { ...context, ...(account === undefined ? {} : { account }) });
}

/**
 * Ten years. The limit keeps the work finite, since every sweep on the way runs, and keeps dates within the valid
 * range.
 */
const advanceMsMax = 10 * 365 * 24 * 60 * 60 * 1000;
const lastMs = Date.UTC(9999, 11, 31);

function advance(oracle: Oracle, input: JsonObject | null): Outcome {
  const ms = input?.Milliseconds;
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= advanceMsMax) || oracle.clock.now() + ms > lastMs)
    return rejected(
      'ValidationException',
      `Milliseconds must be a number from 0 to ${advanceMsMax}, before the year 9999`,
    );
  oracle.clock.advance(ms);
  return { kind: 'ok', output: { Now: oracle.clock.now() / 1000 } };
}

export async function startOracleServer(options: ServerOptions): Promise<OracleServer> {
  const { oracle, host = '127.0.0.1', port = 0, elapsedMs = () => performance.now() } = options;
  let answered = 0;
  let underWay = 0;
  let seenMs = elapsedMs();
  const passTime = (): void => {
    const nowMs = elapsedMs();
    oracle.clock.advance(nowMs - seenMs);
    // If the clock is set back, the time until it catches up must not count twice.
    seenMs = Math.max(seenMs, nowMs);
  };
  const reply = (response: ServerResponse, status: number, type: string, body: string): void => {
    answered += 1;
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'x-amzn-requestid': answered.toString(36).toUpperCase().padStart(52, '0'),
      'x-amz-crc32': crc32(body),
    });
    // `end` sends a text together with the head in one write.
    response.end(body);
  };
  const visitors = createVisitors([host, ...(options.names ?? [])]);
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    overlaps: boolean,
  ): Promise<void> => {
    const stranger = visitors.faultOf(request.headers);
    const type = typeOf(request);
    const spoken = type === modernType || type === 'application/json' || body.length === 0;
    if (stranger) reply(response, stranger.status, modernType, stranger.body);
    else if (request.method === 'GET')
      reply(response, 200, 'text/plain', `healthy: dynamodb.${oracle.region}.amazonaws.com `);
    else if (request.method !== 'POST' || !spoken)
      reply(response, 404, 'application/xml', '<UnknownOperationException/>\n');
    else {
      passTime();
      const found = outcomeOf(options, request, body, { overlaps, isGone: () => response.destroyed });
      // A wait, however short, would let another request in between.
      const outcome = found instanceof Promise ? await found : found;
      const text = bodyFor(outcome, operationOf(request.headers['x-amz-target'] as string | undefined));
      reply(response, statusOf(outcome), type === modernType ? modernType : 'application/json', text);
    }
  };
  const timeouts = { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs };
  const server = createServer(timeouts, (request, response) => {
    const overlaps = underWay > 0;
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    const failed = (error: unknown): void => {
      // A bug in one answer must not disconnect the other clients.
      const message = `The oracle failed: ${error instanceof Error ? error.message : String(error)}`;
      const body = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message };
      reply(response, 500, modernType, JSON.stringify(body));
    };
    const whole = (body: Buffer): void => void answer(request, response, body, overlaps).catch(failed);
    readBody(request, whole, (tooLarge) => {
      if (tooLarge && !response.headersSent)
        response.writeHead(413, { connection: 'close', 'transfer-encoding': 'chunked' }).end();
      request.destroy();
    });
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n', () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
