/** Common parts of all HTTP sessions: SDK and raw senders, health checks, a real clock. */

import { bodyOf, type Credentials, createRawSender, type Endpoint, unsendable } from './raw.ts';
import type { createSdkSender } from './sdk.ts';
import type { Health, SendOptions, Session } from './target.ts';
import { createTransport, type Transport } from './transport.ts';

const requestTimeoutMsDefault = 10_000;
const healthMsMax = 2_000;
/** A connection closes before its process ends, and we learn of both later. Maximum time between the two. */
const exitNewsMsMax = 300;

export interface Sender {
  send: Session['send'];
  /** Sends a raw ListTables. */
  listTables(timeoutMs: number): ReturnType<Session['send']>;
  close(): void;
}

/**
 * The two senders of one account. Requests that the SDK would change, such as a time in microseconds from the target
 * itself, are sent raw.
 */
function senders(endpoint: Endpoint, transport: Transport, timeoutMs: number): Pick<Sender, 'send' | 'close'> {
  const raw = createRawSender(endpoint, transport, timeoutMs);
  // Loaded for its first request: that takes a third of the start of a command, and many commands send nothing.
  let loaded: Promise<ReturnType<typeof createSdkSender>> | undefined;
  const sdk = async () => {
    loaded ??= import('./sdk.ts').then((module) => module.createSdkSender(endpoint, transport, timeoutMs));
    return loaded;
  };
  return {
    send: async (operation, input, options: SendOptions = {}) => {
      const { body, headers } = options;
      if (body !== undefined) return raw(operation, body, headers);
      const plain = options.raw === true || headers !== undefined;
      const sent = plain ? undefined : await (await sdk()).send(operation, input);
      if (sent !== undefined) return sent;
      const written = bodyOf(input);
      return 'body' in written ? raw(operation, written.body, headers) : unsendable(written.refused);
    },
    close: () => void loaded?.then(({ close }) => close()),
  };
}

/** @param other credentials of a second account, read when it first sends something */
export function createSender(
  endpoint: Endpoint,
  requestTimeoutMs = requestTimeoutMsDefault,
  other?: () => Promise<Credentials>,
): Sender {
  const transport = createTransport();
  const own = senders(endpoint, transport, requestTimeoutMs);
  const others = other && senders({ ...endpoint, credentials: other }, transport, requestTimeoutMs);
  return {
    send: async (operation, input, options: SendOptions = {}) => {
      const sender = options.account === 'other' ? others : own;
      return sender?.send(operation, input, options) ?? unsendable('there is no second account here');
    },
    listTables: (timeoutMs) => createRawSender(endpoint, transport, timeoutMs)('ListTables', '{"Limit":1}'),
    close: () => {
      own.close();
      others?.close();
      transport.close();
    },
  };
}

/** How our server process ended, or null. */
type Crash = () => string | null;

async function crashWithin(crash: Crash, ms: number): Promise<string | null> {
  const deadline = performance.now() + ms;
  while (crash() === null && performance.now() < deadline) await pause(10);
  return crash();
}

/** `crash` is left out for a server that we did not start, whose crash cannot be observed. */
export async function healthOf(sender: Sender, crash: Crash = () => null, ours = false): Promise<Health> {
  const known = crash();
  if (known !== null) return { kind: 'crashed', how: known };
  const outcome = await sender.listTables(healthMsMax);
  if (outcome.kind !== 'unanswered') return { kind: 'up' };
  const late = ours ? await crashWithin(crash, exitNewsMsMax) : null;
  if (late !== null) return { kind: 'crashed', how: late };
  return { kind: outcome.cause === 'timeout' ? 'hung' : 'silent' };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
