/** Waits until new tables are ready. */

import type { Json, JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { Session, Unanswered } from '../../targets/target.ts';
import { listAt, valueAt } from '../play/path.ts';
import { summary } from '../summary.ts';
import { interrupted } from './deadline.ts';
import type { Patience } from './patience.ts';
import { isGone } from './refusals.ts';
import { stopwatch } from './stopwatch.ts';

/** Why a table that a case needs is not ready. */
export type Unready =
  /** The target refused an operation. */
  | { kind: 'refused'; operation: Operation; outcome: Outcome }
  | { kind: 'unanswered'; outcome: Unanswered }
  /** Creation was accepted, but the table did not become ACTIVE in time or reports no status. */
  | { kind: 'stuck'; detail: string };

export class PoolError extends Error {
  readonly unready: Unready;
  constructor(unready: Unready) {
    super('detail' in unready ? unready.detail : String(summary(unready.outcome)));
    this.name = 'PoolError';
    this.unready = unready;
  }
}

export const notMade = (operation: Operation, outcome: Exclude<Outcome, { kind: 'ok' }>): PoolError =>
  new PoolError(
    outcome.kind === 'unanswered' ? { kind: 'unanswered', outcome } : { kind: 'refused', operation, outcome },
  );

/** Polls the tables of one session until they are ready. */
export class Readiness {
  /** `arn:aws:dynamodb:<region>:<account>:` as the target writes it; undefined until a table has been described. */
  arnPrefix: string | undefined;
  readonly #session: Session;
  readonly #patience: Pick<Patience, 'activeMs' | 'unseenMs'>;
  readonly #signal: AbortSignal | undefined;
  /** A created table did not become visible in time, so later tables are not awaited. */
  #losesTables = false;

  /** @param signal ends every wait */
  constructor(session: Session, patience: Pick<Patience, 'activeMs' | 'unseenMs'>, signal?: AbortSignal) {
    this.#session = session;
    this.#patience = patience;
    this.#signal = signal;
  }

  /** @throws PoolError when the table does not become ACTIVE with all its indexes. */
  async untilActive(name: string): Promise<void> {
    const isUnwanted = (): boolean => this.#signal?.aborted === true;
    const { over, longerThan } = stopwatch(this.#session, this.#patience.activeMs, isUnwanted);
    for (let seen = 'nothing'; ; ) {
      const described = await this.#session.send('DescribeTable', { TableName: name });
      // "If you issue a DescribeTable request immediately after a CreateTable request, DynamoDB might return a
      // ResourceNotFoundException" (API reference, DescribeTable).
      const early = isGone(described) && !this.#losesTables && !longerThan(this.#patience.unseenMs);
      this.#losesTables ||= isGone(described) && !early;
      if (described.kind !== 'ok' && !early) throw notMade('DescribeTable', described);
      if (described.kind === 'ok') {
        const states = statesOf(described.output);
        if (states === undefined) {
          throw new PoolError({ kind: 'stuck', detail: 'DescribeTable answers without a Table.TableStatus' });
        }
        const arn = valueAt(described.output, 'Table.TableArn');
        if (typeof arn === 'string') this.arnPrefix ??= arn.slice(0, arn.lastIndexOf(':') + 1);
        if (states.every((state) => state === 'ACTIVE')) return;
        seen = states.join(', ');
      }
      if (await over()) {
        const detail = `interrupted while waiting for a table; last seen: ${seen}`;
        if (this.#signal?.aborted) throw notMade('DescribeTable', { ...interrupted, detail });
        const seconds = this.#patience.activeMs / 1000;
        throw new PoolError({ kind: 'stuck', detail: `a table is not ACTIVE after ${seconds} s; last seen: ${seen}` });
      }
    }
  }
}

/** The status of a table and of its indexes; undefined when the answer has none. */
function statesOf(output: JsonObject): Json[] | undefined {
  const state = valueAt(output, 'Table.TableStatus');
  if (typeof state !== 'string') return undefined;
  return [state, ...listAt(output, 'Table.GlobalSecondaryIndexes[].IndexStatus')];
}
