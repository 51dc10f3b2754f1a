import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Case, Step, TableSchema } from '../cases/case.ts';
import { isParallel, isReadStream, isRepeat, isTimes, isWait } from '../cases/case.ts';
import type { SendOptions, Session } from '../targets/target.ts';
import { canonical } from './canonical.ts';
import type { Unanswered } from './execute.ts';
import { summary } from './expectation.ts';
import { valueAt } from './path.ts';

/** A table that could not be made ready: the target's affair, told apart from a missing answer. */
export class PoolError extends Error {
  readonly outcome: Outcome;
  constructor(message: string, outcome: Outcome) {
    super(`${message}: ${String(summary(outcome))}`);
    this.name = 'PoolError';
    this.outcome = outcome;
  }
  get unanswered(): Unanswered | undefined {
    return this.outcome.kind === 'unanswered' ? this.outcome : undefined;
  }
}

/** Operations that leave nothing behind in a table but items; a case of only these hands its tables on. */
const dataOperations: ReadonlySet<Operation> = new Set<Operation>([
  'BatchGetItem',
  'BatchWriteItem',
  'DeleteItem',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'PutItem',
  'Query',
  'Scan',
  'TransactGetItems',
  'TransactWriteItems',
  'UpdateItem',
]);

/** Operations that a case sends, each once. */
export function operationsOf(steps: readonly Step[]): Set<Operation> {
  const found = new Set<Operation>();
  for (const step of steps) {
    if (isParallel(step)) for (const branch of step.parallel) for (const op of operationsOf(branch)) found.add(op);
    else if (isReadStream(step))
      for (const op of ['DescribeStream', 'GetShardIterator', 'GetRecords'] as const) found.add(op);
    else if (!isWait(step)) {
      const call = isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
      found.add(call.op);
      if (call.during) found.add(call.during.op);
    }
  }
  return found;
}

const pollMs = 20;

/** How long the pool waits for a table. */
export interface PoolPatience {
  /** For a new table to become ACTIVE. */
  activeMs: number;
  /** For a table to be in a state in which it can be removed. */
  dropMs: number;
}

/**
 * Tables by schema on one session. Creating one can take seconds on a target, so a table goes from case to case as long as
 * each left nothing behind but items, and was found empty again; two cases never hold one at once.
 */
export class TablePool {
  readonly #session: Session;
  readonly #prefix: string;
  readonly #patience: PoolPatience;
  readonly #idle = new Map<string, string[]>();
  readonly #all = new Set<string>();
  /** Names under which the second account may have made a table too. */
  readonly #shared = new Set<string>();
  #counter = 0;
  /** `arn:aws:dynamodb:<region>:<account>:` as the target writes its own tables, once one has been described. */
  arnPrefix: string | undefined;

  constructor(session: Session, prefix: string, patience: PoolPatience) {
    this.#session = session;
    this.#prefix = prefix;
    this.#patience = patience;
  }

  /** A new name with the run's prefix; the table it will name is removed at the end, if there is one, in both accounts. */
  name(hint: string, accounts: 'own' | 'both' = 'own'): string {
    this.#counter += 1;
    // The hint comes first, so that a case can say which of its names sorts before which; the last sign keeps one name from
    // being the beginning of another.
    const name = `${this.#prefix}${hint.replace(/[^a-zA-Z0-9_.-]/g, '')}_${this.#counter}_`;
    this.#all.add(name);
    if (accounts === 'both') this.#shared.add(name);
    return name;
  }

  /** @throws PoolError when the table does not become ACTIVE. */
  async lease(schema: TableSchema): Promise<string> {
    const idle = this.#idle.get(canonical(schema))?.pop();
    if (idle !== undefined) return idle;
    const name = this.name('t');
    const created = await this.#session.send('CreateTable', { ...schema, TableName: name });
    if (created.kind !== 'ok') throw new PoolError('CreateTable', created);
    await this.untilActive(name);
    return name;
  }

  /** @throws PoolError when the table does not become ACTIVE with all its indexes. */
  async untilActive(name: string): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      const described = await this.#session.send('DescribeTable', { TableName: name });
      if (described.kind !== 'ok') throw new PoolError('DescribeTable', described);
      const arn = valueAt(described.output, 'Table.TableArn');
      if (typeof arn === 'string') this.arnPrefix ??= arn.slice(0, arn.lastIndexOf(':') + 1);
      const indexes = valueAt(described.output, 'Table.GlobalSecondaryIndexes[].IndexStatus');
      const ready = valueAt(described.output, 'Table.TableStatus') === 'ACTIVE';
      if (ready && (!Array.isArray(indexes) || indexes.every((status) => status === 'ACTIVE'))) return;
      if (waitedMs >= this.#patience.activeMs) throw new PoolError('the table never becomes ACTIVE', described);
      await this.#session.pause(pollMs);
    }
  }

  /** Takes a table back after a case, for the next one or to be dropped. */
  async giveBack(subject: Case, schema: TableSchema, name: string): Promise<void> {
    const onlyItems = [...operationsOf(subject.steps)].every((op) => dataOperations.has(op));
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

  /** Removes a table if it is there, waiting out a state in which it cannot be removed. Best effort: it never throws. */
  async drop(name: string): Promise<void> {
    if (!name.startsWith(this.#prefix)) throw new RangeError(`${name} does not have the run's prefix`);
    await this.#dropBy(name, {});
    if (this.#shared.delete(name)) await this.#dropBy(name, { account: 'other' });
    this.#all.delete(name);
  }

  async #dropBy(name: string, sender: SendOptions): Promise<void> {
    for (let waitedMs = 0; waitedMs <= this.#patience.dropMs; waitedMs += pollMs) {
      const answer = await this.#session.send('DeleteTable', { TableName: name }, sender);
      if (answer.kind !== 'rejected' || answer.type !== 'ResourceInUseException') return;
      await this.#session.pause(pollMs);
    }
  }

  /** Removes everything that this pool named. */
  async close(): Promise<void> {
    for (const name of [...this.#all]) await this.drop(name);
  }

  /** Forgets all tables without sending anything: their server is gone. */
  forget(): void {
    this.#idle.clear();
    this.#all.clear();
    this.#shared.clear();
  }
}

const asArray = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** ARNs of the backups that a case made, from its transcript, and who made them. */
export const backupsMade = (
  entries: readonly { op: Operation; outcome: Outcome; account?: 'other' }[],
): { arn: string; sender: SendOptions }[] =>
  entries.flatMap(({ op, outcome, account }) => {
    const arn: Json | undefined =
      op === 'CreateBackup' && outcome.kind === 'ok'
        ? valueAt(outcome.output as JsonObject, 'BackupDetails.BackupArn')
        : undefined;
    return typeof arn === 'string' ? [{ arn, sender: account ? { account } : {} }] : [];
  });
