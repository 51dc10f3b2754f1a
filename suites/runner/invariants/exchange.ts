/** Every request that a case sends, in order: also the turns of loops, which the transcript joins to one entry. */
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { SendOptions, Session } from '../../targets/target.ts';

export interface Exchange {
  /** Label of the step that sent it; `end` for a read of our own after the case. */
  step: string;
  op: Operation;
  input: JsonObject;
  /** Sent in place of `input`. */
  body?: string;
  account?: 'other';
  outcome: Outcome;
  /** Moments on one counter. Two exchanges overlap if each was sent before the other was answered. */
  sent: number;
  answered: number;
}

/** The step of reads that no step of the case has asked for. */
export const atEnd = 'end';

export type SendFor = (step: string, ...request: Parameters<Session['send']>) => Promise<Outcome>;

/** Sends on a session and keeps what was said, in the order of sending. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #session: Session;
  #moment = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  readonly send: SendFor = async (step, op, input, options: SendOptions = {}) => {
    const unanswered: Outcome = { kind: 'unanswered', cause: 'unsendable', detail: 'not answered yet' };
    const { body, account } = options;
    const exchange: Exchange = {
      ...{ step, op, input, ...(body !== undefined && { body }), ...(account && { account }) },
      ...{ outcome: unanswered, sent: this.#moment++, answered: Number.POSITIVE_INFINITY },
    };
    this.exchanges.push(exchange);
    exchange.outcome = await this.#session.send(op, input, options);
    exchange.answered = this.#moment++;
    return exchange.outcome;
  };
}

/** The exchanges that some write of the case overlaps, so that their order is unknown. */
export function contended(exchanges: readonly Exchange[], isWrite: (one: Exchange) => boolean): Set<Exchange> {
  const found = new Set<Exchange>();
  for (const [at, one] of exchanges.entries()) {
    for (let next = at + 1; next < exchanges.length; next++) {
      const other = exchanges[next]!;
      if (other.sent > one.answered) break;
      if (isWrite(other)) found.add(one);
      if (isWrite(one)) found.add(other);
    }
  }
  return found;
}
