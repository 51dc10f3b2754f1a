/**
 * Cassandra: an operation accesses one partition. A lightweight transaction reads and writes it in one linearizable step; there are
 * no transactions over two partitions. A client that gets no answer to a write does not know whether it was applied.
 */
import type { Model, Step } from '../language/model.ts';
import { type Arrival, type LateWrite, LostAnswers } from './lost-answers.ts';

/** A partition: one record, or all of its rows. */
export type Partition = object | readonly object[];

const rowsOf = (partition: Partition): readonly object[] => (Array.isArray(partition) ? partition : [partition]);

export class Cassandra {
  private readonly m: Model;
  private readonly lost: LostAnswers;

  /**
   * `partitions`: everything in the store; each record is a partition or a row of one. `unknownOutcomes`: the most lost answers in
   * a run.
   */
  constructor(m: Model, partitions: readonly object[], unknownOutcomes = 0) {
    this.m = m;
    m.stored('Cassandra', ...partitions);
    this.lost = new LostAnswers(m, unknownOutcomes);
  }

  /** A lightweight transaction, applied or not: the body reads the partition and offers one of the two. */
  lwt(partition: Partition, body: () => void): void {
    const rows = rowsOf(partition);
    this.m.reach('a lightweight transaction', { reads: rows, writes: rows }, body);
  }

  /** An unconditional write. It reads nothing. */
  write(partition: Partition, body: () => void): void {
    this.m.reach('a plain write', { writes: rowsOf(partition) }, body);
  }

  /** CREATE TABLE IF NOT EXISTS, or DROP TABLE, which deletes the rows as well. `table`: the record that says whether the table exists. */
  schema(table: object, partitions: readonly object[], body: () => void): void {
    this.m.reach('a schema change', { reads: [table], writes: [table, ...partitions] }, body);
  }

  /** An unconditional write into a table. It fails when the table does not exist. */
  writeInto(table: object, partition: object, body: () => void): void {
    this.m.reach('a plain write', { reads: [table], writes: [partition] }, body);
  }

  /** A read at a consistency level that sees every acknowledged write. */
  read(partition: Partition, body: () => void): void {
    this.m.reach('a read of one partition', { reads: rowsOf(partition) }, body);
  }

  /**
   * For use in a write: its answer is lost. While the budget lasts, offers that the write was applied (`landed`, on the partition)
   * and that it was not. `then` is what the client does next, in its own memory.
   */
  answerLost<L extends string>(
    step: Step<L>,
    labels: readonly [landed: L, not: L],
    landed: () => void,
    then: () => void,
  ): void {
    this.lost.offer(step, labels, landed, then);
  }

  /**
   * A lightweight transaction that may be applied after its client has gone on: the connection breaks, and its coordinator tries
   * again with another ballot, even after a SERIAL read of another coordinator.
   */
  late(name: string, arrival: Arrival): LateWrite {
    return this.lost.late(name, arrival);
  }
}
