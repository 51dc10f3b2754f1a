/**
 * PostgreSQL, READ COMMITTED: a statement is a step. A conditional UPDATE of one row locks the row and evaluates the condition on
 * it, so it is atomic. What a transaction read from rows that it has not locked may be outdated at its next statement. Writes of a
 * transaction become visible with its commit, which releases its row locks. Advisory locks last as long as their session.
 */
import { flag, type List, list, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';
import { followedBy } from './step.ts';

type SessionRecord = View<{ rowLocks: List<boolean>; advisoryLocks: List<boolean> }>;

interface PostgresTables {
  /** All rows that processes access. */
  readonly rows: readonly object[];
  /** The rows that transactions lock. */
  readonly lockable?: readonly object[];
  /** Number of keys of advisory locks. */
  readonly advisoryLocks?: number;
}

export class Postgres {
  readonly lockable: readonly object[];
  private readonly m: Model;
  private readonly advisoryLocks: number;
  private readonly sessions: SessionRecord[] = [];

  constructor(m: Model, { rows, lockable = [], advisoryLocks = 0 }: PostgresTables) {
    this.m = m;
    this.lockable = lockable;
    this.advisoryLocks = advisoryLocks;
    m.stored('PostgreSQL', ...rows);
  }

  /** One SELECT: a snapshot of committed rows. */
  select(rows: readonly object[], body: () => void): void {
    this.m.reach('a SELECT', { reads: rows }, body);
  }

  /** UPDATE or DELETE of one row with its condition, committed at once. It waits while another transaction holds the row lock. */
  update(row: object, body: () => void): void {
    if (!this.isRowLocked(row)) this.m.reach('an UPDATE of one row', { reads: [row], writes: [row] }, body);
  }

  /** UPDATE or DELETE by a unique key, committed at once. `rows`: those that may have the key; at most one has it. */
  updateByKey(rows: readonly object[], body: () => void): void {
    if (!rows.some((row) => this.isRowLocked(row))) {
      this.m.reach('an UPDATE of one row', { reads: rows, writes: rows }, body);
    }
  }

  /** INSERT of one row, committed at once. `unique`: the rows among which its key must be new. */
  insert(row: object, unique: readonly object[], body: () => void): void {
    this.m.reach('an INSERT', { reads: unique, writes: [row] }, body);
  }

  /** Conditional DELETE of one row and of the rows that refer to it (ON DELETE CASCADE). It waits for all their locks. */
  remove(row: object, dependents: readonly object[], body: () => void): void {
    const all = [row, ...dependents];
    if (all.some((one) => this.isRowLocked(one))) return;
    this.m.reach('a DELETE that cascades', { reads: [row], writes: all }, body);
  }

  /** A connection of one process. */
  session(name: string): Session {
    const record: SessionRecord = this.m.record(name, {
      rowLocks: list(this.lockable.length, flag),
      advisoryLocks: list(this.advisoryLocks, flag),
    });
    this.sessions.push(record);
    return new Session(this.m, this, record);
  }

  isRowLocked(row: object, except?: SessionRecord): boolean {
    const at = this.lockable.indexOf(row);
    return at >= 0 && this.sessions.some((session) => session !== except && session.rowLocks[at]);
  }

  isAdvisoryLocked(key: number): boolean {
    return this.sessions.some(({ advisoryLocks }) => advisoryLocks[key]);
  }
}

/** What a transaction writes when it commits. */
export interface Writes {
  /** Rows that the transaction has locked. */
  readonly updates?: readonly object[];
  readonly inserts?: readonly object[];
  /** The rows among which the inserted keys must be new. If a key is taken, offer the failure instead. */
  readonly unique?: readonly object[];
}

export class Session {
  private readonly m: Model;
  private readonly database: Postgres;
  private readonly record: SessionRecord;

  constructor(m: Model, database: Postgres, record: SessionRecord) {
    this.m = m;
    this.database = database;
    this.record = record;
  }

  /** SELECT … FOR UPDATE of one row: not offered while another transaction holds the lock. The body sees the row as locked. */
  lock<L extends string>(step: Step<L>, row: object, body: (step: Step<L>) => void): void {
    const at = this.database.lockable.indexOf(row);
    if (at < 0) throw new RangeError('a row that is not among the lockable is to be locked');
    if (this.database.isRowLocked(row, this.record)) return;
    const locks = followedBy(step, () => {
      this.record.rowLocks[at] = true;
    });
    this.m.reach('a SELECT … FOR UPDATE', { reads: [row] }, () => body(locks));
  }

  /** COMMIT with all writes of the transaction; releases its row locks. */
  commit<L extends string>(step: Step<L>, writes: Writes, body: (step: Step<L>) => void): void {
    const { updates = [], inserts = [], unique = [] } = writes;
    const { lockable } = this.database;
    const unlocked = updates.find((row) => !this.record.rowLocks[lockable.indexOf(row)]);
    if (unlocked !== undefined) throw new RangeError('a transaction updates a row that it has not locked');
    const reach = { reads: [...updates, ...unique], writes: [...updates, ...inserts] };
    this.m.reach('a COMMIT', reach, () => body(followedBy(step, this.rollback)));
  }

  /** Call in an effect: the transaction ends without any effect. */
  rollback = (): void => {
    lockless(this.record.rowLocks);
  };

  /** pg_try_advisory_lock: `isFree` tells the body whether the key was free; it offers the next step. */
  tryAdvisoryLock<L extends string>(step: Step<L>, key: number, body: (step: Step<L>, isFree: boolean) => void): void {
    const isFree = !this.database.isAdvisoryLocked(key);
    const locks = followedBy(step, () => {
      this.record.advisoryLocks[key] = true;
    });
    body(isFree ? locks : step, isFree);
  }

  /** Whether the session still holds the advisory lock. A statement on a dead session fails. */
  holdsAdvisoryLock(key: number): boolean {
    return this.record.advisoryLocks[key] === true;
  }

  /** Call in an effect: pg_advisory_unlock. */
  unlockAdvisory(key: number): void {
    this.record.advisoryLocks[key] = false;
  }

  /** Call in an effect: the session dies, with its process or before it. The server releases its locks. */
  die = (): void => {
    this.rollback();
    lockless(this.record.advisoryLocks);
  };
}

function lockless(locks: boolean[]): void {
  for (let at = 0; at < locks.length; at++) locks[at] = false;
}
