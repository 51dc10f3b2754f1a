/** Concurrent clients of the oracle in process: each call is executed at a drawn moment between its request and its answer. */

import { createOracle } from '../../oracle.ts';
import { type Decisions, rightDecisions } from '../../policies/index.ts';
import type { Outcome as Answer, JsonObject } from '../../values/types.ts';
import type { Call, History, Outcome, Request } from '../history.ts';
import type { Random } from './random.ts';

/** What one client does: it is given the outcome of each call. */
export type Client = Generator<Request, void, Outcome>;

interface Options {
  readonly setup: readonly Request[];
  readonly clients: readonly Client[];
  /** Begins when the others have ended. */
  readonly last: Client;
  readonly decisions?: Partial<Decisions>;
  /** Of 100 calls. */
  readonly unanswered: number;
}

interface Event {
  readonly atUs: number;
  readonly run: () => void;
}

export function simulate(random: Random, { setup, clients, last, decisions, unanswered }: Options): History {
  const oracle = createOracle({ decisions: { ...rightDecisions, ...decisions } });
  for (const { operation, input } of setup) {
    const { kind } = oracle.send(operation, input as JsonObject);
    if (kind !== 'ok') throw new Error(`the set-up is refused: ${operation}`);
    oracle.clock.advance(60_000);
  }
  const calls: Call[] = [];
  const events: Event[] = [];
  let now = 0;
  let underWay = 0;
  const later = (delayUs: number, run: () => void): void => void events.push({ atUs: now + delayUs, run });
  const step = (client: Client, id: number, heard?: Outcome): void => {
    const { value, done } = heard === undefined ? client.next() : client.next(heard);
    if (done || value === undefined) return;
    const request = value;
    const startUs = now;
    const isLost = id !== lastId && random.below(100) < unanswered;
    const isDone = !isLost || random.below(2) === 0;
    const others = underWay++;
    let outcome: Outcome = { kind: 'unknown', reason: 'lost' };
    const effectUs = 1 + random.below(30);
    if (isDone)
      later(effectUs, () => {
        const answer = outcomeOf(oracle.send(request.operation, request.input as JsonObject, { overlaps: others > 0 }));
        if (!isLost) outcome = answer;
      });
    later(effectUs + 1 + random.below(30), () => {
      underWay--;
      calls.push({ client: id, ...request, startUs, ...(isLost ? {} : { endUs: now }), outcome });
      later(1 + random.below(10), () => step(client, id, outcome));
    });
  };
  const lastId = clients.length;
  for (const [id, client] of clients.entries()) later(random.below(20), () => step(client, id));
  const drain = (): void => {
    while (events.length > 0) {
      const next = events.reduce((a, b) => (b.atUs < a.atUs ? b : a));
      events.splice(events.indexOf(next), 1);
      now = next.atUs;
      next.run();
    }
  };
  drain();
  later(100, () => step(last, lastId));
  drain();
  calls.sort((a, b) => a.startUs - b.startUs);
  return { target: 'simulated', seed: 'in the title', setup, calls };
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.kind === 'ok') return { kind: 'ok', output: answer.output };
  if (answer.kind === 'rejected')
    return { kind: 'rejected', name: answer.type, message: answer.message, output: answer.members };
  return { kind: 'unknown', reason: answer.cause };
}
