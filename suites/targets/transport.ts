/** One HTTP exchange with one deadline and named failures. */
import http from 'node:http';
import https from 'node:https';
import type { Outcome, UnansweredCause, Wire } from '../../oracles/values/types.ts';
import { bodyBytesMax, garbage, outcomeOf } from './wire.ts';

export interface HttpMessage {
  /** The URL to send to. */
  url: URL;
  headers: { readonly [name: string]: string };
  body: string | Uint8Array;
}

export interface Transport {
  /** POSTs once. Never throws and never retries, since a repeated write would be a different history. */
  post(message: HttpMessage, timeoutMs: number): Promise<Outcome>;
  close(): void;
}

/** Idle connections close before servers close them (Node's after 5 s), so that no request uses a closing one. */
const idleMsMax = 2_500;

const causes: ReadonlyMap<string, UnansweredCause> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['ECONNRESET', 'closed'],
  ['EPIPE', 'closed'],
  ['ECONNABORTED', 'closed'],
  ['ETIMEDOUT', 'timeout'],
  ['EPROTO', 'garbage'],
]);

function causeOf(error: NodeJS.ErrnoException): UnansweredCause {
  const code = error.code ?? '';
  // Error codes of llhttp. An end of stream inside a message means that the connection closed, not that a byte was
  // wrong.
  if (code === 'HPE_INVALID_EOF_STATE') return 'closed';
  if (code.startsWith('HPE_') || code.startsWith('ERR_SSL_WRONG')) return 'garbage';
  return causes.get(code) ?? 'unsendable';
}

const unanswered = (cause: UnansweredCause, detail: string): Outcome => ({ kind: 'unanswered', cause, detail });

const failure = (error: NodeJS.ErrnoException): Outcome =>
  unanswered(causeOf(error), error.code ? `${error.code}: ${error.message}` : error.message);

function flatHeaders(headers: http.IncomingHttpHeaders): Wire['headers'] {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

/** Reads the answer. Calls `done` once, with the outcome of the complete body or of what interrupted it. */
function collect(response: http.IncomingMessage, target: string | undefined, done: (outcome: Outcome) => void): void {
  const status = response.statusCode ?? 0;
  const headers = flatHeaders(response.headers);
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= bodyBytesMax) return;
    done(garbage(`HTTP ${status} with a body over ${bodyBytesMax} bytes`, status, headers, Buffer.concat(chunks)));
    response.destroy();
  });
  response.on('end', () => done(outcomeOf(status, headers, Buffer.concat(chunks), target)));
  response.on('error', (error) => done(failure(error)));
  response.on('close', () => done(unanswered('closed', `the connection ended after ${size} bytes of the body`)));
}

export function createTransport(): Transport {
  const settings = { keepAlive: true, timeout: idleMsMax, noDelay: true };
  const agents = { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) };

  const post = (message: HttpMessage, timeoutMs: number): Promise<Outcome> =>
    new Promise((resolve) => {
      const secure = message.url.protocol === 'https:';
      let request: http.ClientRequest | undefined;
      const done = (outcome: Outcome): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        done(unanswered('timeout', `no answer within ${timeoutMs} ms`));
        request?.destroy();
      }, timeoutMs);
      try {
        const agent = agents[secure ? 'https:' : 'http:'];
        request = (secure ? https : http).request(message.url, { method: 'POST', headers: message.headers, agent });
      } catch (error) {
        done(unanswered('unsendable', String(error)));
        return;
      }
      request.on('response', (response) => collect(response, message.headers['x-amz-target'], done));
      request.on('error', (error) => done(failure(error)));
      request.end(message.body);
    });

  const close = (): void => {
    agents['http:'].destroy();
    agents['https:'].destroy();
  };
  return { post, close };
}
