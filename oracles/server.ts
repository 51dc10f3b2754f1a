/** The oracle over HTTP, on loopback, in DynamoDB's wire protocol. It answers garbage with a refusal and stays up. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { type Oracle, rejected } from './oracle.ts';
import { isStreamOperation, type JsonObject, type Operation, type Outcome, operations } from './values/types.ts';

export interface ServerOptions {
  oracle: Oracle;
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: a free one. */
  port?: number;
  /** Account of requests whose access key is not itself twelve digits. Default: the oracle's. */
  account?: string;
  /**
   * Milliseconds that have passed, from any beginning; the oracle's clock is moved on by the difference before each
   * request. Default: the machine's monotonic clock. `() => 0` leaves the oracle's clock to others.
   */
  elapsedMs?: () => number;
}
export interface OracleServer {
  readonly port: number;
  close(): Promise<void>;
}

const bodyBytesMax = 16 * 1024 * 1024;
const requestTimeoutMs = 30_000;
const modernType = 'application/x-amz-json-1.0';

class TooLarge extends Error {}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `DynamoDB_20120810.PutItem` → `PutItem`; each service has its own operations. */
export function operationOf(target: string | undefined): Operation | undefined {
  const match = /^(DynamoDB|DynamoDBStreams)_20120810\.([A-Za-z]+)$/.exec(target ?? '');
  if (match === null) return undefined;
  const operation = operations.find((name) => name === match[2]);
  const wantsStreams = match[1] === 'DynamoDBStreams';
  return operation !== undefined && isStreamOperation(operation) === wantsStreams ? operation : undefined;
}

function parse(body: Buffer): JsonObject | undefined {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as JsonObject;
  } catch {
    return undefined;
  }
}

/** SerializationException spells its text with a capital, and has none when the body is not JSON at all. */
function bodyFor(outcome: Outcome): string {
  if (outcome.kind === 'ok') return JSON.stringify(outcome.output);
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

export async function startOracleServer(options: ServerOptions): Promise<OracleServer> {
  const { oracle, host = '127.0.0.1', port = 0, elapsedMs = () => performance.now() } = options;
  let answered = 0;
  let seenMs = elapsedMs();
  const passTime = (): void => {
    const nowMs = elapsedMs();
    oracle.clock.advance(nowMs - seenMs);
    seenMs = nowMs;
  };
  const reply = (response: ServerResponse, status: number, type: string, body: string): void => {
    answered += 1;
    const bytes = Buffer.from(body);
    response.writeHead(status, {
      'content-type': type,
      'content-length': bytes.length,
      'x-amzn-requestid': answered.toString(36).toUpperCase().padStart(52, '0'),
      'x-amz-crc32': String(crc32(bytes)),
    });
    response.end(bytes);
  };
  const outcomeOf = (request: IncomingMessage, body: Buffer): Outcome => {
    const input = parse(body);
    if (input === undefined) return rejected('SerializationException', '');
    const operation = operationOf(request.headers['x-amz-target'] as string | undefined);
    if (operation === undefined) return rejected('UnknownOperationException', '');
    const account = accountOf(request) ?? options.account;
    return oracle.send(operation, input, account === undefined ? {} : { account });
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET')
      return reply(response, 200, 'text/plain', `healthy: dynamodb.${oracle.region}.amazonaws.com `);
    if (request.method !== 'POST') return reply(response, 404, 'application/xml', '<UnknownOperationException/>\n');
    const body = await bodyOf(request);
    passTime();
    const outcome = outcomeOf(request, body);
    const modern = request.headers['content-type']?.startsWith(modernType) === true;
    const type = outcome.kind === 'unanswered' ? 'text/plain' : modern ? modernType : 'application/json';
    return reply(response, statusOf(outcome), type, bodyFor(outcome));
  };
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // Either the body is over the cap, or the client left before its request was whole.
      if (error instanceof TooLarge && !response.headersSent)
        response.writeHead(413, { connection: 'close', 'content-length': 0 }).end();
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
