/**
 * MongoDB: an operation on one document is atomic. A session transaction reads the snapshot of its begin, and commits only if
 * nobody has written the documents that it writes (otherwise WriteConflict). A read with majority concern sees the document as the
 * majority of the replicas has it, which is behind the primary. A failover loses what the majority does not have.
 */
import { type Domain, flag, type Initial, type List, list, upTo, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';
import { type Arrival, type LateWrite, LostAnswers } from './lost-answers.ts';
import { followedBy } from './step.ts';

const transactionShape = { open: flag, conflict: flag };
type TransactionRecord = View<typeof transactionShape>;

type PlainShape = { readonly [field: string]: Domain<unknown> };

/** A document: one record, or several records that together represent it. */
export type Document = object | readonly object[];

const partsOf = (document: Document): readonly object[] => (Array.isArray(document) ? document : [document]);

/** A document whose majority copy may be behind the primary. */
export interface Replicated<S extends PlainShape> {
  readonly primary: View<S>;
  /** What a read with majority concern sees, and what remains after a failover. */
  readonly majority: View<S>;
}

interface ReplicaSet {
  readonly documents: readonly Replicated<PlainShape>[];
  /** The documents that have changed since the moment of the majority copy. */
  readonly ahead: View<{ of: List<boolean> }>;
}

export class MongoDb {
  private readonly m: Model;
  private readonly lost: LostAnswers;
  private set: ReplicaSet | null = null;
  private readonly transactions: { readonly record: TransactionRecord; readonly writes: readonly object[] }[] = [];

  /** `unknownOutcomes`: the most lost answers to writes in a run. */
  constructor(m: Model, documents: readonly object[], unknownOutcomes = 0) {
    this.m = m;
    m.stored('MongoDB', ...documents);
    this.lost = new LostAnswers(m, unknownOutcomes);
  }

  /** A document with its majority copy, which replicates by itself. `failovers`: the most failovers in a run. */
  replicated<S extends PlainShape>(name: string, shape: S, initial: Initial<S> = {}, failovers = 0): Replicated<S> {
    const primary = this.m.record(name, shape, initial);
    const majority = this.m.record(`${name} on the majority`, shape, initial);
    this.replicate(name, [{ primary, majority }], failovers);
    return { primary, majority };
  }

  /** The same for a document that consists of several records: they replicate together, and are lost together. */
  replicate(name: string, parts: readonly Replicated<PlainShape>[], failovers: number): void {
    const { m } = this;
    const primaries = parts.map(({ primary }) => primary);
    m.stored('MongoDB', ...primaries, ...parts.map(({ majority }) => majority));
    const isCaughtUp = () => parts.every(({ primary, majority }) => isSame(primary, majority));
    m.timePasses(`replication of ${name}`, 'reaches the majority', {
      when: () => !isCaughtUp(),
      effect: () => {
        for (const { primary, majority } of parts) Object.assign(majority, primary);
      },
    });
    const roll = () => {
      for (const { primary, majority } of parts) Object.assign(primary, majority);
    };
    if (failovers > 0) this.failover(name, failovers, isCaughtUp, roll, primaries);
  }

  /** A document with its majority copy, for a set that `replicaSet` declares. */
  copied<S extends PlainShape>(name: string, shape: S, initial: Initial<S> = {}): Replicated<S> {
    const primary = this.m.record(name, shape, initial);
    const majority = this.m.record(`${name} on the majority`, shape, initial);
    this.m.stored('MongoDB', primary, majority);
    return { primary, majority };
  }

  /**
   * Documents that replicate in the order of their writes: the majority copy shows one past moment of the primary, which is also
   * the snapshot of a transaction. A failover sets all documents back to it.
   */
  replicaSet(documents: readonly Replicated<PlainShape>[], failovers = 0): void {
    const { m } = this;
    const ahead: ReplicaSet['ahead'] = m.record('ahead of the majority', { of: list(documents.length, flag) });
    this.set = { documents, ahead };
    const isCaughtUp = () => ahead.of.every((is) => !is);
    const become = (from: 'primary' | 'majority', to: 'primary' | 'majority') => {
      for (const document of documents) Object.assign(document[to], document[from]);
      for (let at = 0; at < documents.length; at++) ahead.of[at] = false;
    };
    m.timePasses('replication', 'reaches the majority', {
      when: () => !isCaughtUp(),
      effect: () => become('primary', 'majority'),
    });
    const lost = documents.map(({ primary }) => primary);
    if (failovers > 0) {
      this.failover('the primary', failovers, isCaughtUp, () => become('majority', 'primary'), lost);
    }
  }

  /** For a document of the set: runs the body when its last write has reached the majority or is lost. */
  settled(document: object, body: () => void): void {
    if (!this.isAhead(document)) this.m.reach('an acknowledgement by the majority', { reads: [document] }, body);
  }

  isAhead(document: object): boolean {
    const at = this.set?.documents.findIndex(({ primary }) => primary === document) ?? -1;
    return at >= 0 && this.set!.ahead.of[at]!;
  }

  /** The answer to a write with majority concern: not offered until the majority has the document of the primary. */
  acknowledge(document: Replicated<PlainShape> | readonly Replicated<PlainShape>[], body: () => void): void {
    const parts = 'primary' in document ? [document] : document;
    const reads = parts.flatMap(({ primary, majority }) => [primary, majority]);
    this.m.reach('an acknowledgement by the majority', { reads }, () => {
      if (parts.every(({ primary, majority }) => isSame(primary, majority))) body();
    });
  }

  /** A conditional update, insert or delete of one document. */
  update<L extends string>(step: Step<L>, document: Document, body: (step: Step<L>) => void): void {
    const parts = partsOf(document);
    this.m.reach('an update of one document', { reads: parts, writes: parts }, () =>
      body(followedBy(step, () => this.wrote(parts))),
    );
  }

  /** An insert under a unique index over `unique`. */
  insert<L extends string>(
    step: Step<L>,
    document: object,
    unique: readonly object[],
    body: (step: Step<L>) => void,
  ): void {
    this.m.reach('an insert', { reads: [document, ...unique], writes: [document] }, () =>
      body(followedBy(step, () => this.wrote([document]))),
    );
  }

  /**
   * A find. Documents that one cursor returns may be from different moments, so each needs a separate find, unless the find is one
   * moment.
   */
  find(document: Document, body: () => void): void {
    this.m.reach('a find of one document', { reads: partsOf(document) }, body);
  }

  /** One batch of a cursor with local read concern: the documents at one moment of the storage engine. */
  scan(documents: readonly object[], body: () => void): void {
    this.m.reach('a scan', { reads: documents }, body);
  }

  /** For use in a write: the connection breaks before the answer. See `LostAnswers`. */
  answerLost<L extends string>(
    step: Step<L>,
    labels: readonly [landed: L, not: L],
    landed: () => void,
    then: () => void,
  ): void {
    this.lost.offer(step, labels, landed, then);
  }

  /** An update of one document that may be applied after its client has gone on: the connection breaks, and the server works on. */
  late(name: string, document: Document, { when, effect }: Arrival): LateWrite {
    return this.lost.late(name, {
      when,
      effect: () => {
        effect();
        this.wrote(partsOf(document));
      },
    });
  }

  /** A session transaction of one process. `writes`: the documents that it may write. */
  transaction(name: string, writes: readonly object[]): Transaction {
    const record = this.m.record(name, transactionShape);
    this.transactions.push({ record, writes });
    return new Transaction(this.m, this, record, writes);
  }

  private failover(
    name: string,
    most: number,
    isCaughtUp: () => boolean,
    roll: () => void,
    lost: readonly object[],
  ): void {
    const left = this.m.record(`failovers of ${name}`, { left: upTo(most) }, { left: most });
    this.m.environment(`failover of ${name}`, ['loses what the majority has not'], (step) => {
      if (left.left === 0 || isCaughtUp()) return;
      step('loses what the majority has not', () => {
        left.left--;
        this.wrote(lost);
        roll();
      });
    });
  }

  /** Call in an effect: open transactions that write any of these documents will fail with WriteConflict. */
  wrote(documents: readonly object[], by?: TransactionRecord): void {
    for (const { record, writes } of this.transactions) {
      if (record === by || !writes.some((document) => documents.includes(document))) continue;
      if (record.open) record.conflict = true;
    }
    const { set } = this;
    set?.documents.forEach(({ primary }, at) => {
      if (documents.includes(primary)) set.ahead.of[at] = true;
    });
  }
}

function isSame(one: object, other: object): boolean {
  const values = Object.values(other);
  return Object.values(one).every((value, at) => value === values[at]);
}

export class Transaction {
  /** Whether the transaction is open and whether it is in conflict. Declare it interchangeable with those of similar processes. */
  readonly record: TransactionRecord;
  private readonly m: Model;
  private readonly database: MongoDb;
  private readonly documents: readonly object[];

  constructor(m: Model, database: MongoDb, record: TransactionRecord, documents: readonly object[]) {
    this.m = m;
    this.database = database;
    this.record = record;
    this.documents = documents;
  }

  /**
   * The first read, which fixes the snapshot: copy what the transaction needs into the memory of its process. A step by the process
   * itself, instead of the `step` passed to the body, ends the transaction at once.
   */
  begin<L extends string>(step: Step<L>, reads: readonly object[], body: (step: Step<L>) => void): void {
    const opens = followedBy(step, () => {
      this.record.open = true;
      if (this.documents.some((document) => this.database.isAhead(document))) this.record.conflict = true;
    });
    this.m.reach('the snapshot of a transaction', { reads }, () => body(opens));
  }

  /**
   * The commit; or the WriteConflict, after which the transaction had no effect. It sees only what it writes and, for an insert,
   * the documents with the same unique key. If the key is taken, offer the failure and call `abort`.
   */
  commit<L extends string>(
    step: Step<L>,
    writes: readonly object[],
    body: (step: Step<L>) => void,
    conflict: (step: Step<L>) => void,
    unique: readonly object[] = [],
  ): void {
    const stranger = writes.find((document) => !this.documents.includes(document));
    if (stranger !== undefined) throw new RangeError('a transaction writes a document that it has not declared');
    if (this.record.conflict) conflict(followedBy(step, this.abort));
    else {
      const commits = followedBy(step, () => {
        this.database.wrote(writes, this.record);
        this.abort();
      });
      this.m.reach('the commit of a transaction', { reads: [...writes, ...unique], writes }, () => body(commits));
    }
  }

  /** Call in an effect: ends the transaction. Unless it committed, it had no effect. */
  abort = (): void => {
    this.record.open = false;
    this.record.conflict = false;
  };
}
