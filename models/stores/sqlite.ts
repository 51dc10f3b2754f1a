/**
 * SQLite in WAL mode: one writer at a time over the whole database, readers on the snapshot of the last commit. Nothing that
 * waits for the writer is offered while another connection holds it (BEGIN IMMEDIATE and a busy timeout that lasts).
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

  /** A whole write transaction as one step: others see nothing of it before its commit, and none of them writes meanwhile. */
  write(body: () => void): void {
    if (this.isLocked()) return;
    this.m.reach('a write transaction', { reads: this.rows, writes: this.rows }, body);
  }

  /** A read transaction: everything as of one commit. What a longer one has seen stays in the memory of its process. */
  read(body: () => void): void {
    this.m.reach('a read transaction', { reads: this.rows }, body);
  }

  /** A connection whose write transactions last for several steps. */
  connection(name: string): Connection {
    const record = this.m.record(name, connectionShape);
    this.connections.push(record);
    return new Connection(this.m, this, this.rows, record);
  }

  /** Whether some connection is in the middle of a write transaction. */
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

  /** BEGIN IMMEDIATE and the first look: from here to commit or rollback nobody else writes. */
  begin<L extends string>(step: Step<L>, body: (step: Step<L>) => void): void {
    if (this.database.isLocked()) return;
    const locks = followedBy(step, () => {
      this.record.writes = true;
    });
    this.m.reach('BEGIN IMMEDIATE', { reads: this.rows }, () => body(locks));
  }

  /** All that the transaction wrote, at the moment when others see it. */
  commit<L extends string>(step: Step<L>, body: (step: Step<L>) => void): void {
    this.m.reach('COMMIT', { reads: this.rows, writes: this.rows }, () => body(followedBy(step, this.rollback)));
  }

  /** In an effect: the transaction is gone, by ROLLBACK or with its process. */
  rollback = (): void => {
    this.record.writes = false;
  };
}
