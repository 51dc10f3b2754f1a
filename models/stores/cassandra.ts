/**
 * Cassandra: an operation reaches one partition. A lightweight transaction reads and writes it in one step and is linearizable
 * there; nothing holds two partitions together. A client that gets no answer to a write does not know whether it has landed.
 */
import type { Model, Step } from '../language/model.ts';
import { LostAnswers } from './lost-answers.ts';

/** A partition, by all of its rows where it has several. */
export type Partition = object | readonly object[];

const rowsOf = (partition: Partition): readonly object[] => (Array.isArray(partition) ? partition : [partition]);

export class Cassandra {
  private readonly m: Model;
  private readonly lost: LostAnswers;

  /** `partitions`: all that lies in it, each record a partition or a row of one. `unknownOutcomes`: how many a run may have. */
  constructor(m: Model, partitions: readonly object[], unknownOutcomes = 0) {
    this.m = m;
    m.stored('Cassandra', ...partitions);
    this.lost = new LostAnswers(m, unknownOutcomes);
  }

  /** A conditional write, applied or not applied: the body looks at the partition and offers the one or the other. */
  lwt(partition: Partition, body: () => void): void {
    const rows = rowsOf(partition);
    this.m.reach('a lightweight transaction', { reads: rows, writes: rows }, body);
  }

  /** A write without a condition: it knows nothing of what it overwrites. */
  write(partition: Partition, body: () => void): void {
    this.m.reach('a plain write', { writes: rowsOf(partition) }, body);
  }

  /** CREATE TABLE IF NOT EXISTS or DROP TABLE, which takes along what lies in it; `table`: whether there is one. */
  schema(table: object, partitions: readonly object[], body: () => void): void {
    this.m.reach('a schema change', { reads: [table], writes: [table, ...partitions] }, body);
  }

  /** A write without a condition into a table: it fails where there is none. */
  writeInto(table: object, partition: object, body: () => void): void {
    this.m.reach('a plain write', { reads: [table], writes: [partition] }, body);
  }

  /** A read at a consistency level that sees every acknowledged write. */
  read(partition: Partition, body: () => void): void {
    this.m.reach('a read of one partition', { reads: rowsOf(partition) }, body);
  }

  /**
   * Inside of a write: that its answer is lost. With the budget for it, offers that it landed (`landed`, on the partition) and
   * that it did not; what the client does then is `then`, in its own memory.
   */
  answerLost<L extends string>(
    step: Step<L>,
    labels: readonly [landed: L, not: L],
    landed: () => void,
    then: () => void,
  ): void {
    this.lost.offer(step, labels, landed, then);
  }
}
