/** What every session over HTTP has in common: two ways out, a look at the patient, a real clock. */

import { bodyOf, createRawSender, type Endpoint, unsendable } from './raw.ts';
import { createSdkSender } from './sdk.ts';
import type { Health, SendOptions, Session } from './target.ts';
import { createTransport } from './transport.ts';

export const requestTimeoutMsDefault = 10_000;
const healthMsMax = 2_000;
/** A connection ends before its process does, and both before we hear of it. */
const exitNewsMsMax = 300;

export interface Sender {
  send: Session['send'];
  /** Asks for the tables, raw. */
  listTables(timeoutMs: number): ReturnType<Session['send']>;
  close(): void;
}

export function createSender(endpoint: Endpoint, requestTimeoutMs = requestTimeoutMsDefault): Sender {
  const transport = createTransport();
  const raw = createRawSender(endpoint, transport, requestTimeoutMs);
  const sdk = createSdkSender(endpoint, transport, requestTimeoutMs);
  return {
    send: async (operation, input, options: SendOptions = {}) => {
      if (options.body !== undefined) return raw(operation, options.body);
      if (options.raw !== true) return sdk.send(operation, input);
      const written = bodyOf(input);
      return 'body' in written ? raw(operation, written.body) : unsendable(written.refused);
    },
    listTables: (timeoutMs) => createRawSender(endpoint, transport, timeoutMs)('ListTables', '{"Limit":1}'),
    close: () => {
      sdk.close();
      transport.close();
    },
  };
}

/** How a process of ours ended, or `null`. */
type Crash = () => string | null;

async function crashWithin(crash: Crash, ms: number): Promise<string | null> {
  const deadline = performance.now() + ms;
  while (crash() === null && performance.now() < deadline) await pause(10);
  return crash();
}

/** `crash` is left out for a server that we did not start: then it can only be up, hung or silent. */
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
