/**
 * MongoDB: an operation on one document is atomic. A session transaction reads the snapshot that it began with and commits only
 * if nobody has written since what it writes itself (WriteConflict otherwise). With majority read concern a document is seen as
 * the majority of the replicas has it, which comes after the primary; what the majority does not have is lost on a failover.
 */
import { type Domain, flag, type Initial, type List, list, upTo, type View } from '../language/domains.ts';
import type { Model, Step } from '../language/model.ts';
import { LostAnswers } from './lost-answers.ts';
import { followedBy } from './step.ts';

const transactionShape = { open: flag, conflict: flag };
type TransactionRecord = View<typeof transactionShape>;

type PlainShape = { readonly [field: string]: Domain<unknown> };

/** A document: one record, or several that it is laid out over. */
export type Document = object | readonly object[];

const partsOf = (document: Document): readonly object[] => (Array.isArray(document) ? document : [document]);

/** A document of which a read may be behind the primary. */
export interface Replicated<S extends PlainShape> {
  readonly primary: View<S>;
  /** What a read with majority concern sees, and all that is left after a failover. */
  readonly majority: View<S>;
}

interface ReplicaSet {
  readonly documents: readonly Replicated<PlainShape>[];
  /** Which documents have been written since the moment that the majority has. */
  readonly ahead: View<{ of: List<boolean> }>;
}

export class MongoDb {
  private readonly m: Model;
  private readonly lost: LostAnswers;
  private set: ReplicaSet | null = null;
  private readonly transactions: { readonly record: TransactionRecord; readonly writes: readonly object[] }[] = [];

  /** `unknownOutcomes`: how many answers to a write may be lost in a run. */
  constructor(m: Model, documents: readonly object[], unknownOutcomes = 0) {
    this.m = m;
    m.stored('MongoDB', ...documents);
    this.lost = new LostAnswers(m, unknownOutcomes);
  }

  /** A document with its copy on the majority of the replicas, which follows by itself; `failovers`: how many a run may have. */
  replicated<S extends PlainShape>(name: string, shape: S, initial: Initial<S> = {}, failovers = 0): Replicated<S> {
    const primary = this.m.record(name, shape, initial);
    const majority = this.m.record(`${name} on the majority`, shape, initial);
    this.replicate(name, [{ primary, majority }], failovers);
    return { primary, majority };
  }

  /** The same for a document that is laid out over several records: all of it follows at once, and is lost at once. */
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

  /** A document with its copy on the majority, of a set that `replicaSet` declares. */
  copied<S extends PlainShape>(name: string, shape: S, initial: Initial<S> = {}): Replicated<S> {
    const primary = this.m.record(name, shape, initial);
    const majority = this.m.record(`${name} on the majority`, shape, initial);
    this.m.stored('MongoDB', primary, majority);
    return { primary, majority };
  }

  /**
   * Documents that replicate in the order of their writes: what the majority has of them is one moment of the primary, and
   * the snapshot of a transaction is that moment. A failover takes all of them back to it.
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

  /** Of a document of the set: the body is told what there is once a write of it has reached the majority, or is lost. */
  settled(document: object, body: () => void): void {
    if (!this.isAhead(document)) this.m.reach('an acknowledgement by the majority', { reads: [document] }, body);
  }

  isAhead(document: object): boolean {
    const at = this.set?.documents.findIndex(({ primary }) => primary === document) ?? -1;
    return at >= 0 && this.set!.ahead.of[at]!;
  }

  /** The answer to a write with majority concern: not offered before the majority has what the primary has. */
  acknowledge(document: Replicated<PlainShape> | readonly Replicated<PlainShape>[], body: () => void): void {
    const parts = 'primary' in document ? [document] : document;
    const reads = parts.flatMap(({ primary, majority }) => [primary, majority]);
    this.m.reach('an acknowledgement by the majority', { reads }, () => {
      if (parts.every(({ primary, majority }) => isSame(primary, majority))) body();
    });
  }

  /** An update, insert or delete of one document with its condition. */
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

  /** A find. Documents that one cursor returns may be of different moments: each needs a find of its own unless it is one. */
  find(document: Document, body: () => void): void {
    this.m.reach('a find of one document', { reads: partsOf(document) }, body);
  }

  /** One batch of a cursor with local read concern: the documents as the storage engine has them at one moment. */
  scan(documents: readonly object[], body: () => void): void {
    this.m.reach('a scan', { reads: documents }, body);
  }

  /** Inside of a write: that the connection breaks before its answer. See `LostAnswers`. */
  answerLost<L extends string>(
    step: Step<L>,
    labels: readonly [landed: L, not: L],
    landed: () => void,
    then: () => void,
  ): void {
    this.lost.offer(step, labels, landed, then);
  }

  /** A session transaction of one process; `writes`: the documents that it may write. */
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

  /** In an effect: open transactions that write any of these documents must come to a WriteConflict. */
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
  /** Whether it is open, and in conflict: to be declared interchangeable with that of a like process. */
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
   * The first read, which fixes the snapshot: what the transaction needs of it goes into the memory of its process. A step of
   * its process, instead of the one that the body is given, ends the transaction at once.
   */
  begin<L extends string>(step: Step<L>, reads: readonly object[], body: (step: Step<L>) => void): void {
    const opens = followedBy(step, () => {
      this.record.open = true;
      if (this.documents.some((document) => this.database.isAhead(document))) this.record.conflict = true;
    });
    this.m.reach('the snapshot of a transaction', { reads }, () => body(opens));
  }

  /**
   * The commit, or the WriteConflict after which the transaction has never been. It sees only what it writes, and for an
   * insert the documents among which its key must be new; who finds it taken offers the failure instead, with `abort`.
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

  /** In an effect: the transaction ends, without a trace unless it committed. */
  abort = (): void => {
    this.record.open = false;
    this.record.conflict = false;
  };
}
