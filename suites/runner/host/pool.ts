import { operations } from '../../../oracles/values/operations.ts';
import type { Case, TableSchema } from '../../cases/case.ts';
import { type Session, TargetError } from '../../targets/target.ts';
import { operationsOf } from '../needs.ts';
import { canonical } from '../play/canonical.ts';
import { Cleanup } from './cleanup.ts';
import { emptied } from './emptied.ts';
import type { Patience } from './patience.ts';
import { notMade, PoolError, Readiness } from './readiness.ts';

/**
 * Reuses tables by schema on one session, since creating one may take seconds. A table goes to the next case if the
 * previous one left only items and the table is empty again. Two cases never share a table at the same time.
 */
export class TablePool {
  /** Tracks the tables of the pool and those that cases create themselves. */
  readonly cleanup: Cleanup;
  readonly #session: Session;
  readonly #unreadyMax: number;
  readonly #readiness: Readiness;
  readonly #idle = new Map<string, string[]>();
  #unready = 0;

  /** @param signal ends every wait except those of the final removal */
  constructor(session: Session, prefix: string, patience: Patience, signal?: AbortSignal) {
    this.#session = session;
    this.#unreadyMax = patience.unreadyMax;
    this.#readiness = new Readiness(session, patience, signal);
    this.cleanup = new Cleanup(session, prefix, patience, signal);
  }

  /** `arn:aws:dynamodb:<region>:<account>:` as the target writes it; undefined until a table has been described. */
  get arnPrefix(): string | undefined {
    return this.#readiness.arnPrefix;
  }

  /**
   * @throws PoolError when the table does not become ACTIVE
   * @throws TargetError when too many tables did not, so that the target is given up
   */
  async lease(schema: TableSchema): Promise<string> {
    const idle = this.#idle.get(canonical(schema))?.pop();
    if (idle !== undefined) return idle;
    const name = this.cleanup.name('t');
    const created = await this.#session.send('CreateTable', { ...schema, TableName: name });
    if (created.kind === 'unanswered') this.cleanup.noteLate(name);
    if (created.kind !== 'ok') throw notMade('CreateTable', created);
    try {
      await this.#readiness.untilActive(name);
    } catch (error) {
      if (error instanceof PoolError) this.#countUnready(error);
      throw error;
    }
    return name;
  }

  #countUnready({ unready, message }: PoolError): void {
    if (unready.kind !== 'stuck') return;
    this.#unready += 1;
    if (this.#unready < this.#unreadyMax) return;
    throw new TargetError(
      `${this.#unready} tables did not become ready: ${message}`,
      'try CreateTable and DescribeTable by hand; no case can be judged without a table',
    );
  }

  /** Takes a table back after a case. Keeps it for the next case or drops it. */
  async giveBack(subject: Case, schema: TableSchema, name: string): Promise<void> {
    const onlyItems = [...operationsOf(subject.steps)].every((op) => operations[op].leavesOnlyItems);
    // A stream would show the next case the records of this one for a day.
    if (onlyItems && schema.StreamSpecification === undefined && (await emptied(this.#session, schema, name))) {
      const key = canonical(schema);
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), name]);
    } else await this.cleanup.drop(name);
  }
}
