import pLimit from 'p-limit';
import { type Operation, operations } from '../../../oracles/values/operations.ts';
import type { Json, JsonObject, Outcome } from '../../../oracles/values/types.ts';
import type { Case, TableSchema } from '../../cases/case.ts';
import { type SendOptions, type Session, TargetError } from '../../targets/target.ts';
import { operationsOf } from '../needs.ts';
import { canonical } from '../play/canonical.ts';
import type { Unanswered } from '../play/execute.ts';
import { valueAt } from '../play/path.ts';
import type { Leftover } from '../record.ts';
import { summary } from '../summary.ts';
import { interrupted } from './deadline.ts';
import { runName } from './names.ts';
import { type Patience, throttledTypes } from './patience.ts';

/** Why a table that a case needs is not there. */
export type Unready =
  /** The target refused an operation. */
  | { kind: 'refused'; operation: Operation; outcome: Outcome }
  | { kind: 'unanswered'; outcome: Unanswered }
  /** It was accepted, and did not become ACTIVE in time or cannot be told to be. */
  | { kind: 'stuck'; detail: string };

export class PoolError extends Error {
  readonly unready: Unready;
  constructor(unready: Unready) {
    super('detail' in unready ? unready.detail : String(summary(unready.outcome)));
    this.name = 'PoolError';
    this.unready = unready;
  }
}

const notMade = (operation: Operation, outcome: Exclude<Outcome, { kind: 'ok' }>): PoolError =>
  new PoolError(
    outcome.kind === 'unanswered' ? { kind: 'unanswered', outcome } : { kind: 'refused', operation, outcome },
  );

/** Milliseconds between two looks at a table: more and more of them, since some tables take minutes. */
const pollMs = { first: 20, most: 500, growth: 1.2 } as const;

/** Tables that are removed at once when everything is. */
const removalsAtOnce = 8;

/** One wait, on the target's clock or on ours. */
interface Stopwatch {
  /** Waits a while, longer each time; true once the time is over. */
  over(): Promise<boolean>;
  longerThan(ms: number): boolean;
}

type Waiting = Pick<
  Patience,
  'activeMs' | 'unseenMs' | 'dropMs' | 'goneMs' | 'lateMs' | 'unreadyMax' | 'deletingIsGone'
>;

/**
 * Tables by schema on one session. Creating one can take seconds on a target, so a table goes from case to case as long as
 * each left nothing behind but items, and was found empty again; two cases never hold one at once.
 */
export class TablePool {
  readonly #session: Session;
  readonly #prefix: string;
  readonly #patience: Waiting;
  readonly #signal: AbortSignal | undefined;
  readonly #idle = new Map<string, string[]>();
  /** Names under which there may be a table. */
  readonly #all = new Set<string>();
  /** Names of tables whose removal was accepted. */
  readonly #dropped = new Set<string>();
  /** Names of tables that may still appear, since nobody knows what became of the request. */
  readonly #late = new Set<string>();
  /** Names under which the second account may have made a table too. */
  readonly #shared = new Set<string>();
  readonly #backups = new Map<string, SendOptions>();
  #counter = 0;
  #unready = 0;
  #closing = false;
  /** A table that was made was not to be seen in the time for that: the next ones are not waited for. */
  #forgetful = false;
  /** A table could not be removed in the time that it was given: the next ones are only asked for once. */
  #hurried = false;
  /** `arn:aws:dynamodb:<region>:<account>:` as the target writes its own tables, once one has been described. */
  arnPrefix: string | undefined;

  /** @param signal ends every wait but those of `close` */
  constructor(session: Session, prefix: string, patience: Waiting, signal?: AbortSignal) {
    this.#session = session;
    this.#prefix = prefix;
    this.#patience = patience;
    this.#signal = signal;
  }

  /** A new name with the run's prefix; the table it will name is removed at the end, if there is one, in both accounts. */
  name(hint: string, accounts: 'own' | 'both' = 'own'): string {
    this.#counter += 1;
    // The hint comes first, so that a case can say which of its names sorts before which.
    const name = runName(this.#prefix, hint, this.#counter);
    this.adopt(name, accounts);
    return name;
  }

  /** Takes over the removal of a table of this name. */
  adopt(name: string, accounts: 'own' | 'both' = 'own'): void {
    if (!name.startsWith(this.#prefix)) throw new RangeError(`${name} does not have the run's prefix`);
    this.#all.add(name);
    if (accounts === 'both') this.#shared.add(name);
  }

  /**
   * @throws PoolError when the table does not become ACTIVE
   * @throws TargetError when it is the last of several that did not: nothing more can be asked of this target
   */
  async lease(schema: TableSchema): Promise<string> {
    const idle = this.#idle.get(canonical(schema))?.pop();
    if (idle !== undefined) return idle;
    const name = this.name('t');
    const created = await this.#session.send('CreateTable', { ...schema, TableName: name });
    if (created.kind === 'unanswered') this.noteLate(name);
    if (created.kind !== 'ok') throw notMade('CreateTable', created);
    try {
      await this.untilActive(name);
    } catch (error) {
      if (error instanceof PoolError) this.#countUnready(error);
      throw error;
    }
    return name;
  }

  #countUnready({ unready, message }: PoolError): void {
    if (unready.kind !== 'stuck') return;
    this.#unready += 1;
    if (this.#unready < this.#patience.unreadyMax) return;
    throw new TargetError(
      `${this.#unready} tables did not become ready: ${message}`,
      'try CreateTable and DescribeTable by hand; no case can be judged without a table',
    );
  }

  /** @throws PoolError when the table does not become ACTIVE with all its indexes. */
  async untilActive(name: string): Promise<void> {
    const { over, longerThan } = this.#stopwatch(this.#patience.activeMs);
    for (let seen = 'nothing'; ; ) {
      const described = await this.#session.send('DescribeTable', { TableName: name });
      // "If you issue a DescribeTable request immediately after a CreateTable request, DynamoDB might return a
      // ResourceNotFoundException" (API reference, DescribeTable).
      const early = isGone(described) && !this.#forgetful && !longerThan(this.#patience.unseenMs);
      this.#forgetful ||= isGone(described) && !early;
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
        const detail = `interrupted while a table was awaited; last seen: ${seen}`;
        if (this.#signal?.aborted) throw notMade('DescribeTable', { ...interrupted, detail });
        const seconds = this.#patience.activeMs / 1000;
        throw new PoolError({ kind: 'stuck', detail: `a table is not ACTIVE after ${seconds} s; last seen: ${seen}` });
      }
    }
  }

  #stopwatch(ms: number): Stopwatch {
    const begin = performance.now();
    let waited = 0;
    let poll: number = pollMs.first;
    const longerThan = (bound: number): boolean => waited >= bound || performance.now() - begin >= bound;
    const over = async (): Promise<boolean> => {
      const unwanted = this.#signal?.aborted === true && !this.#closing;
      if (unwanted || longerThan(ms)) return true;
      await this.#session.pause(poll);
      waited += poll;
      poll = Math.min(pollMs.most, Math.round(poll * pollMs.growth));
      return false;
    };
    return { over, longerThan };
  }

  /** Takes a table back after a case, for the next one or to be dropped. */
  async giveBack(subject: Case, schema: TableSchema, name: string): Promise<void> {
    const onlyItems = [...operationsOf(subject.steps)].every((op) => operations[op].leavesOnlyItems);
    // A stream keeps the records of earlier cases for a day.
    if (onlyItems && schema.StreamSpecification === undefined && (await this.#emptied(schema, name))) {
      const key = canonical(schema);
      this.#idle.set(key, [...(this.#idle.get(key) ?? []), name]);
    } else await this.drop(name);
  }

  /** Whether the table, and each index of it, is empty now: an index that kept a lost entry would accuse the next case. */
  async #emptied(schema: TableSchema, name: string): Promise<boolean> {
    const keys = asArray(valueAt(schema, 'KeySchema[].AttributeName')).filter((key) => typeof key === 'string');
    const names = Object.fromEntries(keys.map((key, at) => [`#k${at}`, key]));
    const projection = { ExpressionAttributeNames: names, ProjectionExpression: Object.keys(names).join(',') };
    for (let turn = 0; turn < 100; turn++) {
      const page = await this.#session.send('Scan', { TableName: name, ConsistentRead: true, ...projection });
      if (page.kind !== 'ok') return false;
      const items = asArray(page.output.Items);
      if (items.length === 0)
        return page.output.LastEvaluatedKey === undefined && (await this.#indexesEmpty(schema, name));
      if (!(await this.#deleteAll(name, items))) return false;
    }
    return false;
  }

  async #deleteAll(name: string, keys: readonly Json[]): Promise<boolean> {
    for (let at = 0; at < keys.length; at += 25) {
      const requests = keys.slice(at, at + 25).map((Key) => ({ DeleteRequest: { Key } }));
      const answer = await this.#session.send('BatchWriteItem', { RequestItems: { [name]: requests } });
      if (answer.kind !== 'ok') return false;
    }
    return true;
  }

  async #indexesEmpty(schema: TableSchema, name: string): Promise<boolean> {
    const indexes = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap((kind) =>
      asArray(valueAt(schema, `${kind}[].IndexName`)),
    );
    for (const index of indexes) {
      const page = await this.#session.send('Scan', { TableName: name, IndexName: index });
      if (page.kind !== 'ok' || page.output.Count !== 0) return false;
    }
    return true;
  }

  /** A table whose making was left without an answer: that it is not there says nothing yet. */
  noteLate(name: string): void {
    this.#late.add(name);
  }

  /** A backup that is removed at the end, unless it is before. */
  noteBackup(arn: string, sender: SendOptions): void {
    this.#backups.set(arn, sender);
  }

  /** Best effort: it never throws, and what it cannot remove is tried again at the end. */
  async dropBackup(arn: string): Promise<string | undefined> {
    const why = await this.#removed('DeleteBackup', { BackupArn: arn }, this.#backups.get(arn) ?? {});
    if (why === undefined) this.#backups.delete(arn);
    return why;
  }

  /** Removes a table if it is there, waiting out a state in which it cannot be removed. Best effort: it never throws. */
  async drop(name: string): Promise<void> {
    if (!name.startsWith(this.#prefix)) throw new RangeError(`${name} does not have the run's prefix`);
    const own = await this.#dropBy(name, {});
    const other = this.#shared.has(name) ? await this.#dropBy(name, { account: 'other' }) : undefined;
    if (own !== undefined || other !== undefined) return;
    if (this.#late.has(name)) return;
    this.#all.delete(name);
    this.#shared.delete(name);
  }

  /** Why the table may still be there. */
  async #dropBy(name: string, sender: SendOptions): Promise<string | undefined> {
    return this.#removed('DeleteTable', { TableName: name }, sender, () => this.#dropped.add(name));
  }

  /** Waits out a state that passes, such as CREATING. @returns why it may still be there */
  async #removed(
    operation: 'DeleteTable' | 'DeleteBackup',
    input: JsonObject,
    sender: SendOptions,
    accepted: () => void = () => {},
  ): Promise<string | undefined> {
    const { over } = this.#stopwatch(this.#hurried ? 0 : this.#patience.dropMs);
    for (;;) {
      const answer = await this.#session.send(operation, input, sender);
      if (answer.kind === 'ok') accepted();
      if (answer.kind === 'ok' || isGone(answer)) return undefined;
      const passing = answer.kind === 'rejected' && passingTypes.has(answer.type);
      if (passing && !(await over())) continue;
      this.#hurried ||= passing;
      return whyLeft(operation, answer);
    }
  }

  /**
   * Removes everything that this pool named, and looks whether it is gone.
   *
   * @param ms longest time for all of it
   * @returns what is still there, or may be
   */
  async close(ms: number): Promise<Leftover[]> {
    this.#closing = true;
    this.#hurried = false;
    const end = performance.now() + ms;
    const limit = pLimit(removalsAtOnce);
    const left: Leftover[] = [];
    const attempt = async (kind: Leftover['kind'], name: string, remove: () => Promise<string | undefined>) => {
      const why = performance.now() >= end ? 'there was no time to remove it' : await within(end, remove());
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
      // Not every name became a table, and whoever refuses to remove one says nothing of whether it is there.
      if (why !== undefined) return (await this.#isAbsent(name, sender)) ? undefined : why;
    }
    if (!this.#dropped.has(name)) return this.#late.has(name) ? this.#whenItAppears(name, sender) : undefined;
    const { over } = this.#stopwatch(this.#patience.goneMs);
    for (;;) {
      const described = await this.#session.send('DescribeTable', { TableName: name }, sender);
      if (described.kind !== 'ok') return isGone(described) ? undefined : whyLeft('DescribeTable', described);
      const state = valueAt(described.output, 'Table.TableStatus') ?? null;
      if (state === 'DELETING' && this.#patience.deletingIsGone) return undefined;
      if (await over()) return `DeleteTable was accepted, and the table is still there: ${JSON.stringify(state)}`;
    }
  }

  async #whenItAppears(name: string, sender: SendOptions): Promise<string | undefined> {
    const { over } = this.#stopwatch(this.#patience.lateMs);
    while (await this.#isAbsent(name, sender)) {
      if (await over()) return 'its making was not answered, and it may still appear';
    }
    return this.#dropBy(name, sender);
  }

  async #isAbsent(name: string, sender: SendOptions): Promise<boolean> {
    return isGone(await this.#session.send('DescribeTable', { TableName: name }, sender));
  }

  /** Forgets all tables without sending anything: their server is gone. */
  forget(): void {
    this.#idle.clear();
    for (const names of [this.#all, this.#dropped, this.#late, this.#shared, this.#backups]) names.clear();
  }
}

const gone: ReadonlySet<string> = new Set(['ResourceNotFoundException', 'BackupNotFoundException']);
/** Refusals that pass: a state, and too many requests of this kind at once. */
const passingTypes: ReadonlySet<string> = new Set([
  'ResourceInUseException',
  'BackupInUseException',
  'LimitExceededException',
  ...throttledTypes,
]);
const isGone = (answer: Outcome): boolean => answer.kind === 'rejected' && gone.has(answer.type);

const whyLeft = (operation: Operation, answer: Outcome): string => `${operation}: ${String(summary(answer))}`;

/** What a removal came to, or that there was no time for it. */
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

/** The states of a table and of its indexes; undefined where the answer holds none. */
function statesOf(output: JsonObject): Json[] | undefined {
  const state = valueAt(output, 'Table.TableStatus');
  if (typeof state !== 'string') return undefined;
  return [state, ...asArray(valueAt(output, 'Table.GlobalSecondaryIndexes[].IndexStatus'))];
}

const asArray = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
