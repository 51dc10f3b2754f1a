/** Clients whose calls are written down as a history. */
import type { Call, Outcome as Heard, History, Request } from '../../oracles/history/history.ts';
import type { JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Lab } from '../rounds/lab.ts';
import type { Connection, Leave } from '../targets/connection.ts';

export class Recorder {
  readonly #lab: Lab;
  readonly #setup: Request[] = [];
  readonly #calls: Call[] = [];
  readonly #begin = performance.now();
  readonly #clients: Connection[] = [];

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** What is done before, one after another: noted, not timed. */
  async setUp(operation: Operation, input: JsonObject): Promise<Outcome> {
    this.#setup.push({ operation, input });
    return this.#lab.send(operation, input);
  }

  /** A further client, numbered from 0. */
  async client(): Promise<RecordedClient> {
    const connection = await this.#lab.connect();
    const number = this.#clients.push(connection) - 1;
    return new RecordedClient(number, connection, this.#calls, this.#begin, () => {
      this.#lab.calls += 1;
    });
  }

  history(seed: string): History {
    const calls = [...this.#calls].sort((a, b) => a.startUs - b.startUs);
    return { target: this.#lab.session.target, seed, setup: this.#setup, calls };
  }

  close(): void {
    for (const client of this.#clients) client.leave('abort');
  }
}

export class RecordedClient {
  readonly number: number;
  readonly #connection: Connection;
  readonly #calls: Call[];
  readonly #begin: number;
  readonly #note: () => void;

  constructor(number: number, connection: Connection, calls: Call[], begin: number, note: () => void) {
    this.number = number;
    this.#connection = connection;
    this.#calls = calls;
    this.#begin = begin;
    this.#note = note;
  }

  async call(operation: Operation, input: JsonObject): Promise<Outcome> {
    this.#note();
    const startUs = this.#now();
    const outcome = await this.#connection.send(operation, JSON.stringify(input));
    const heard = heardOf(outcome);
    const endUs = heard.kind === 'unknown' ? {} : { endUs: this.#now() };
    this.#calls.push({ client: this.number, operation, input, startUs, ...endUs, outcome: heard });
    return outcome;
  }

  /** Sends, and leaves so much later: it may hear nothing of what it has done. */
  async leaveDuring(operation: Operation, input: JsonObject, how: Leave, afterMs: number): Promise<void> {
    const called = this.call(operation, input);
    const timer = setTimeout(() => this.#connection.leave(how), afterMs);
    await called;
    clearTimeout(timer);
  }

  #now(): number {
    return Math.round((performance.now() - this.#begin) * 1_000);
  }
}

function heardOf(outcome: Outcome): Heard {
  if (outcome.kind === 'ok') return { kind: 'ok', output: outcome.output };
  if (outcome.kind === 'unanswered') return { kind: 'unknown', reason: `${outcome.cause}: ${outcome.detail}` };
  const { type: name, message, members, rawType } = outcome;
  return { kind: 'rejected', name, message, output: { __type: rawType, message, ...members } };
}
