/**
 * SQLite in WAL mode: one writer at a time for the whole database; readers see the snapshot of the last commit. A step that needs
 * the write lock is not offered while another connection holds it (BEGIN IMMEDIATE and a busy timeout that never expires).
 */
import { flag, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';
import { followedBy } from './step.ts';

const connectionShape = { writes: flag };

export class Sqlite {
  private readonly m: Model;
  private readonly rows: readonly object[];
  private readonly connections: View<typeof connectionShape>[] = [];

  constructor(m: Model, rows: readonly object[]) {
    this.m = m;
    this.rows = rows;
    m.stored('SQLite', ...rows);
  }

  /** A whole write transaction as one step. Others see it only after its commit, and none of them writes meanwhile. */
  write(body: () => void): void {
    if (this.isLocked()) return;
    this.m.reach('a write transaction', { reads: this.rows, writes: this.rows }, body);
  }

  /** A read transaction: everything as of one commit. A longer one keeps what it has read in the memory of its process. */
  read(body: () => void): void {
    this.m.reach('a read transaction', { reads: this.rows }, body);
  }

  /** A connection whose write transactions take several steps. */
  connection(name: string): Connection {
    const record = this.m.record(name, connectionShape);
    this.connections.push(record);
    return new Connection(this.m, this, this.rows, record);
  }

  /** Whether some connection has an open write transaction. */
  isLocked(): boolean {
    return this.connections.some(({ writes }) => writes);
  }
}

export class Connection {
  private readonly m: Model;
  private readonly database: Sqlite;
  private readonly rows: readonly object[];
  private readonly record: View<typeof connectionShape>;

  constructor(m: Model, database: Sqlite, rows: readonly object[], record: View<typeof connectionShape>) {
    this.m = m;
    this.database = database;
    this.rows = rows;
    this.record = record;
  }

  /** BEGIN IMMEDIATE and the first read. Nobody else writes until commit or rollback. */
  begin<L extends string>(step: Step<L>, body: (step: Step<L>) => void): void {
    if (this.database.isLocked()) return;
    const locks = followedBy(step, () => {
      this.record.writes = true;
    });
    this.m.reach('BEGIN IMMEDIATE', { reads: this.rows }, () => body(locks));
  }

  /** All writes of the transaction become visible to others here. */
  commit<L extends string>(step: Step<L>, body: (step: Step<L>) => void): void {
    this.m.reach('COMMIT', { reads: this.rows, writes: this.rows }, () => body(followedBy(step, this.rollback)));
  }

  /** Call in an effect: the transaction ends without any effect, by ROLLBACK or because its process died. */
  rollback = (): void => {
    this.record.writes = false;
  };
}
