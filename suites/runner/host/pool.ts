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
 * Tables by schema on one session. Creating one can take seconds on a target, so a table goes from case to case as long as
 * each left nothing behind but items, and was found empty again; two cases never hold one at once.
 */
export class TablePool {
  /** What was made here, and what cases make themselves. */
  readonly cleanup: Cleanup;
  readonly #session: Session;
  readonly #unreadyMax: number;
  readonly #readiness: Readiness;
  readonly #idle = new Map<string, string[]>();
  #unready = 0;

  /** @param signal ends every wait but those for the removal of everything */
  constructor(session: Session, prefix: string, patience: Patience, signal?: AbortSignal) {
    this.#session = session;
    this.#unreadyMax = patience.unreadyMax;
    this.#readiness = new Readiness(session, patience, signal);
    this.cleanup = new Cleanup(session, prefix, patience, signal);
  }

  /** `arn:aws:dynamodb:<region>:<account>:` as the target writes its own tables, once one has been described. */
  get arnPrefix(): string | undefined {
    return this.#readiness.arnPrefix;
  }

  /**
   * @throws PoolError when the table does not become ACTIVE
   * @throws TargetError when it is the last of several that did not: nothing more can be asked of this target
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

  /** Takes a table back after a case, for the next one or to be dropped. */
  async giveBack(subject: Case, schema: TableSchema, name: string): Promise<void> {
    const onlyItems = [...operationsOf(subject.steps)].every((op) => operations[op].leavesOnlyItems);
    // A stream keeps the records of earlier cases for a day.
    if (onlyItems && schema.StreamSpecification === undefined && (await emptied(this.#session, schema, name))) {
      const key = canonical(schema);
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), name]);
    } else await this.cleanup.drop(name);
  }
}
