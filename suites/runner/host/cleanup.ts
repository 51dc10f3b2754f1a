/** Tracks what a run creates on one session, and removes it. */
import pLimit from 'p-limit';
import type { JsonObject, Operation, Outcome } from '../../../oracles/values/types.ts';
import type { SendOptions, Session } from '../../targets/target.ts';
import { valueAt } from '../play/path.ts';
import type { Leftover } from '../record.ts';
import { summary } from '../summary.ts';
import { runName } from './names.ts';
import type { Patience } from './patience.ts';
import { isGone, passingTypes } from './refusals.ts';
import { type Stopwatch, stopwatch } from './stopwatch.ts';

/** Tables removed concurrently at the end. */
const removalsAtOnce = 8;

export type CleanupPatience = Pick<Patience, 'dropMs' | 'goneMs' | 'lateMs' | 'deletingIsGone'>;

export class Cleanup {
  readonly #session: Session;
  readonly #prefix: string;
  readonly #patience: CleanupPatience;
  readonly #signal: AbortSignal | undefined;
  /** Names under which a table may exist. */
  readonly #all = new Set<string>();
  /** Names of tables whose removal was accepted. */
  readonly #dropped = new Set<string>();
  /** Names of tables that may still appear, because their creation was not answered. */
  readonly #late = new Set<string>();
  /** Names under which the second account may have a table too. */
  readonly #shared = new Set<string>();
  readonly #backups = new Map<string, SendOptions>();
  #counter = 0;
  #closing = false;
  /** After one table could not be removed in time, the next ones get a single attempt. */
  #triesOnce = false;

  /** @param signal ends every wait except those of `close` */
  constructor(session: Session, prefix: string, patience: CleanupPatience, signal?: AbortSignal) {
    this.#session = session;
    this.#prefix = prefix;
    this.#patience = patience;
    this.#signal = signal;
  }

  /** A new name with the run's prefix. A table of that name is removed at the end, in both accounts. */
  name(hint: string, accounts: 'own' | 'both' = 'own'): string {
    this.#counter += 1;
    // The hint comes first, so that a case can control the sort order of its names.
    const name = runName(this.#prefix, hint, this.#counter);
    this.adopt(name, accounts);
    return name;
  }

  /** Registers a table for removal at the end. */
  adopt(name: string, accounts: 'own' | 'both' = 'own'): void {
    if (!name.startsWith(this.#prefix)) throw new RangeError(`${name} does not have the run's prefix`);
    this.#all.add(name);
    if (accounts === 'both') this.#shared.add(name);
  }

  /** Marks a table whose creation was not answered: its absence proves nothing yet. */
  noteLate(name: string): void {
    this.#late.add(name);
  }

  /** Registers a backup for removal at the end. */
  noteBackup(arn: string, sender: SendOptions): void {
    this.#backups.set(arn, sender);
  }

  /** Never throws. What it cannot remove is tried again at the end. */
  async dropBackup(arn: string): Promise<string | undefined> {
    const why = await this.#removed('DeleteBackup', { BackupArn: arn }, this.#backups.get(arn) ?? {});
    if (why === undefined) this.#backups.delete(arn);
    return why;
  }

  /** Removes a table if it exists, waiting while its state prevents that. Never throws. */
  async drop(name: string): Promise<void> {
    if (!name.startsWith(this.#prefix)) throw new RangeError(`${name} does not have the run's prefix`);
    const own = await this.#dropBy(name, {});
    const other = this.#shared.has(name) ? await this.#dropBy(name, { account: 'other' }) : undefined;
    if (own !== undefined || other !== undefined) return;
    if (this.#late.has(name)) return;
    this.#all.delete(name);
    this.#shared.delete(name);
  }

  /** @returns why the table may still exist */
  async #dropBy(name: string, sender: SendOptions): Promise<string | undefined> {
    return this.#removed('DeleteTable', { TableName: name }, sender, () => this.#dropped.add(name));
  }

  /** Waits for a temporary state such as CREATING to end. @returns why the table may still exist */
  async #removed(
    operation: 'DeleteTable' | 'DeleteBackup',
    input: JsonObject,
    sender: SendOptions,
    accepted: () => void = () => {},
  ): Promise<string | undefined> {
    const { over } = this.#wait(this.#triesOnce ? 0 : this.#patience.dropMs);
    for (;;) {
      const answer = await this.#unprotected(operation, input, sender);
      if (answer.kind === 'ok') accepted();
      if (answer.kind === 'ok' || isGone(answer)) return undefined;
      const passing = answer.kind === 'rejected' && passingTypes.has(answer.type);
      if (passing && !(await over())) continue;
      this.#triesOnce ||= passing;
      return whyLeft(operation, answer);
    }
  }

  /** A case that ends early leaves on the protection against deletion that it asked for. */
  async #unprotected(operation: Operation, input: JsonObject, sender: SendOptions): Promise<Outcome> {
    const answer = await this.#session.send(operation, input, sender);
    if (!isProtected(answer)) return answer;
    const lifted = await this.#session.send('UpdateTable', { ...input, DeletionProtectionEnabled: false }, sender);
    if (lifted.kind === 'ok') return this.#session.send(operation, input, sender);
    // Any other refusal says less than the one before.
    return lifted.kind === 'rejected' && passingTypes.has(lifted.type) ? lifted : answer;
  }

  /**
   * Removes everything registered here and checks that it is gone.
   *
   * @param ms time limit for all of it
   * @returns what still exists, or may exist
   */
  async close(ms: number): Promise<Leftover[]> {
    this.#closing = true;
    this.#triesOnce = false;
    const end = performance.now() + ms;
    const limit = pLimit(removalsAtOnce);
    const left: Leftover[] = [];
    const attempt = async (kind: Leftover['kind'], name: string, remove: () => Promise<string | undefined>) => {
      const why = performance.now() >= end ? 'no time was left to remove it' : await within(end, remove());
      if (why !== undefined) left.push({ kind, name, why });
    };
    const backups = [...this.#backups.keys()].map((arn) =>
      limit(() => attempt('backup', arn, () => this.dropBackup(arn))),
    );
    await Promise.all(backups);
    const names = [...new Set([...this.#all, ...this.#dropped])];
    await Promise.all(names.map((name) => limit(() => attempt('table', name, () => this.#remove(name)))));
    return left.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #remove(name: string): Promise<string | undefined> {
    const own = await this.#removeBy(name, {});
    return own ?? (this.#shared.has(name) ? await this.#removeBy(name, { account: 'other' }) : undefined);
  }

  async #removeBy(name: string, sender: SendOptions): Promise<string | undefined> {
    if (this.#all.has(name)) {
      const why = await this.#dropBy(name, sender);
      // Not every name became a table, and a refused removal does not say whether the table exists.
      if (why !== undefined) return (await this.#isAbsent(name, sender)) ? undefined : why;
    }
    if (!this.#dropped.has(name)) return this.#late.has(name) ? this.#whenItAppears(name, sender) : undefined;
    const { over } = this.#wait(this.#patience.goneMs);
    for (;;) {
      const described = await this.#session.send('DescribeTable', { TableName: name }, sender);
      if (described.kind !== 'ok') return isGone(described) ? undefined : whyLeft('DescribeTable', described);
      const state = valueAt(described.output, 'Table.TableStatus') ?? null;
      if (state === 'DELETING' && this.#patience.deletingIsGone) return undefined;
      if (await over()) return `DeleteTable was accepted, and the table is still there: ${JSON.stringify(state)}`;
    }
  }

  async #whenItAppears(name: string, sender: SendOptions): Promise<string | undefined> {
    const { over } = this.#wait(this.#patience.lateMs);
    while (await this.#isAbsent(name, sender)) {
      if (await over()) return 'its creation got no answer, so it may still appear';
    }
    return this.#dropBy(name, sender);
  }

  async #isAbsent(name: string, sender: SendOptions): Promise<boolean> {
    return isGone(await this.#session.send('DescribeTable', { TableName: name }, sender));
  }

  #wait(ms: number): Stopwatch {
    return stopwatch(this.#session, ms, () => this.#signal?.aborted === true && !this.#closing);
  }
}

const isProtected = (answer: Outcome): boolean =>
  answer.kind === 'rejected' && /protected against deletion/i.test(answer.message);

const whyLeft = (operation: Operation, answer: Outcome): string => `${operation}: ${String(summary(answer))}`;

/** The result of a removal, or a note that there was no time for it. */
async function within(end: number, work: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('it was not removed in time'), Math.max(0, end - performance.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
