/**
 * One keep-alive connection with one request at a time, on a plain socket: fast enough for histories, and it can leave at any
 * moment, also in the middle of its own request.
 */
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { amzTarget } from '../../oracles/values/operations.ts';
import type { Operation, Outcome, UnansweredCause, Wire } from '../../oracles/values/types.ts';
import type { Credentials } from './raw.ts';
import { Signer } from './signer.ts';
import { outcomeOf } from './wire.ts';

/** `abort`: closes the connection (FIN). `reset`: breaks it (RST). */
export type Leave = 'abort' | 'reset';

export interface ConnectionOptions {
  readonly url: URL;
  readonly region: string;
  readonly credentials: Credentials;
  /** Default 10,000. */
  readonly timeoutMs?: number;
}

interface SendPart {
  /** Sends only this part of the bytes of the request, from 0 to 1; the client then leaves. */
  readonly share?: number;
}

const unanswered = (cause: UnansweredCause, detail: string): Outcome => ({ kind: 'unanswered', cause, detail });

/** A connection that was idle for longer may be closed by the server at any moment (Node: after 5 s). */
const idleMsMax = 2_500;

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #signer: Signer;
  #socket: Socket | undefined;
  #usedAt = 0;
  #received: Buffer = Buffer.alloc(0);
  #done: ((outcome: Outcome) => void) | undefined;
  #target = '';

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#signer = new Signer(options.credentials, options.region, options.url.host);
  }

  /** Never rejects, never repeats. On an open connection it has sent when it returns. @param body the JSON of the input */
  send(operation: Operation, body: string, part: SendPart = {}): Promise<Outcome> {
    const open = this.#usable();
    if (open) return this.#exchange(open, operation, body, part);
    return this.#open().then((socket) =>
      socket instanceof Error ? unanswered('refused', socket.message) : this.#exchange(socket, operation, body, part),
    );
  }

  #exchange(socket: Socket, operation: Operation, body: string, { share }: SendPart): Promise<Outcome> {
    const { timeoutMs = 10_000 } = this.#options;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#end(unanswered('timeout', `no answer within ${timeoutMs} ms`));
        socket.destroy();
      }, timeoutMs);
      this.#target = amzTarget(operation);
      this.#done = (outcome) => {
        clearTimeout(timer);
        this.#usedAt = performance.now();
        resolve(outcome);
      };
      const bytes = Buffer.from(this.#request(body));
      socket.write(share === undefined ? bytes : bytes.subarray(0, Math.round(share * bytes.length)));
    });
  }

  /** Opens the connection ahead of the first request. */
  async ready(): Promise<void> {
    await this.#open();
  }

  /** Leaves at once, whatever is under way. */
  leave(how: Leave): void {
    const socket = this.#socket;
    this.#socket = undefined;
    if (how === 'reset') socket?.resetAndDestroy();
    else socket?.destroy();
    this.#end(unanswered('closed', 'the client left'));
  }

  #end(outcome: Outcome): void {
    const done = this.#done;
    this.#done = undefined;
    this.#received = Buffer.alloc(0);
    done?.(outcome);
  }

  #usable(): Socket | undefined {
    const old = this.#socket;
    const isIdle = performance.now() - this.#usedAt >= idleMsMax;
    return old !== undefined && !old.destroyed && old.writable && !isIdle ? old : undefined;
  }

  #open(): Promise<Socket | Error> {
    const usable = this.#usable();
    if (usable) return Promise.resolve(usable);
    this.#socket?.destroy();
    const { url } = this.#options;
    const secure = url.protocol === 'https:';
    const at = { host: url.hostname, port: Number(url.port) || (secure ? 443 : 80) };
    return new Promise((resolve) => {
      const socket = secure ? connectSecure(at) : connectPlain(at);
      socket.setNoDelay(true);
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        this.#socket = socket;
        this.#usedAt = performance.now();
        resolve(socket);
      });
      socket.on('data', (chunk: Buffer) => this.#take(socket, chunk));
      socket.on('error', (error) => {
        resolve(error);
        this.#lost(socket, error.message);
      });
      socket.on('close', () => this.#lost(socket, 'the connection ended'));
    });
  }

  #lost(socket: Socket, detail: string): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#end(unanswered('closed', detail));
  }

  #request(body: string): string {
    const { authorization, date } = this.#signer.sign(this.#target, body);
    return `POST / HTTP/1.1\r\nhost: ${this.#options.url.host}\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: ${Buffer.byteLength(body)}\r\nx-amz-target: ${this.#target}\r\nx-amz-date: ${date}\r\nauthorization: ${authorization}\r\n\r\n${body}`;
  }

  #take(socket: Socket, chunk: Buffer): void {
    if (this.#done === undefined) return;
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = answerIn(this.#received);
    if (answer === undefined) return;
    if (answer.headers.connection === 'close') {
      this.#socket = undefined;
      socket.destroy();
    }
    this.#end(outcomeOf(answer.status, answer.headers, answer.body, this.#target));
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Wire['headers'];
  readonly body: Uint8Array;
}

/** The answer in these bytes; undefined while it is not complete. */
function answerIn(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.slice(9, 12));
  const headers: Wire['headers'] = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
  }
  const body = headers['transfer-encoding'] === 'chunked' ? dechunked(bytes, end + 4) : sized(bytes, end + 4, headers);
  return body && { status, headers, body };
}

function sized(bytes: Buffer, from: number, headers: Wire['headers']): Buffer | undefined {
  const to = from + Number(headers['content-length'] ?? 0);
  return bytes.length < to ? undefined : bytes.subarray(from, to);
}

function dechunked(bytes: Buffer, from: number): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const to = line + 2 + size;
    if (bytes.length < to + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, to));
    at = to + 2;
  }
}
