/** The data that the store holds: plain maps and lists. Everything else is computed on demand. */

import type { Decisions } from '../policies/index.ts';
import type { KeySchema } from '../values/keys.ts';
import type { Item, JsonObject, KeyDescriptor } from '../values/types.ts';
import type { VirtualClock } from './clock.ts';

/** Delays of the control plane in milliseconds of virtual time. */
export interface Timing {
  tableCreationMs: number;
  tableUpdateMs: number;
  tableDeletionMs: number;
  indexBackfillMs: number;
  backupMs: number;
  /** A restore copies its items in this many batches, one per `restoreBatchMs`. */
  restoreBatches: number;
  restoreBatchMs: number;
  /** How long time to live stays ENABLING or DISABLING. */
  ttlTransitionMs: number;
  /** The minimum time between two changes of time to live. */
  ttlChangeMs: number;
  /** `ttlSweepMs`: interval between sweeps. `ttlDeletionMs`: delay between finding and deleting an expired item. */
  ttlSweepMs: number;
  ttlDeletionMs: number;
  /** How long a tag change takes. Until then it is invisible and blocks most other changes. */
  tagChangeMs: number;
}
/** Long enough that a reader of the virtual clock can see each intermediate state. */
export const defaultTiming: Timing = {
  tableCreationMs: 250,
  tableUpdateMs: 250,
  tableDeletionMs: 250,
  indexBackfillMs: 250,
  backupMs: 250,
  restoreBatches: 4,
  restoreBatchMs: 250,
  ttlTransitionMs: 250,
  // As documented. One public measurement (2026-10) saw a change accepted after 31 minutes.
  ttlChangeMs: 60 * 60 * 1000,
  // The service promises only a few days, and no test depends on it.
  ttlSweepMs: 60 * 1000,
  ttlDeletionMs: 1000,
  // Around 1.6 seconds on the service (public measurements, 2026-10-09).
  tagChangeMs: 250,
};

export interface Throughput {
  read: number;
  write: number;
}
export type Projection = { type: 'ALL' | 'KEYS_ONLY' } | { type: 'INCLUDE'; attributes: readonly string[] };
export type BillingMode = 'PROVISIONED' | 'PAY_PER_REQUEST';
export type StreamView = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';

export interface IndexDefinition {
  readonly name: string;
  readonly kind: 'global' | 'local';
  readonly schema: KeySchema;
  readonly projection: Projection;
  /** For global indexes only; zeros for an on-demand table. */
  readonly throughput: Throughput;
}
/** What CreateTable defines, a backup keeps and a restore recreates. */
export interface TableDefinition {
  schema: KeySchema;
  attributes: ReadonlyMap<string, KeyDescriptor>;
  indexes: readonly IndexDefinition[];
  billing: BillingMode;
  throughput: Throughput;
  onDemand?: JsonObject | undefined;
}

/** An index entry with the keys of its item: a mutant may keep the entry after the item is gone. */
export interface IndexEntry {
  readonly identity: string;
  /** Index keys and table keys together. */
  readonly keys: Item;
  readonly projected: Item;
}
export interface Index {
  definition: IndexDefinition;
  status: 'CREATING' | 'ACTIVE' | 'DELETING';
  entries: Map<string, IndexEntry>;
  /** Set when the index was added to an existing table. */
  addedMs?: number;
}

export interface StreamRecord {
  readonly sequence: bigint;
  readonly atMs: number;
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Set for a stream with several shards. */
  readonly shard?: string;
  readonly body: JsonObject;
}
export interface Stream {
  readonly account: string;
  readonly arn: string;
  readonly tableName: string;
  readonly label: string;
  readonly createdMs: number;
  readonly view: StreamView;
  readonly keySchema: KeySchema;
  status: 'ENABLED' | 'DISABLED';
  shards: string[];
  firstSequence: bigint;
  /** Set when the stream is disabled; no later records exist. */
  lastSequence?: bigint;
  disabledMs?: number;
  records: StreamRecord[];
}

interface Restore {
  readonly backupArn: string;
  readonly sourceTableArn: string;
  /** The time that RestoreDateTime shows. */
  readonly shownMs: number;
}
export interface TimeToLive {
  readonly attribute: string;
  status: 'ENABLING' | 'ENABLED' | 'DISABLING';
}
/** A change of tags that is not visible yet. */
interface TagChange {
  /** Tags to set; empty for a removal. */
  readonly sets: ReadonlyMap<string, string>;
  /** All tags after the change. */
  readonly result: Map<string, string>;
}
/** Point-in-time recovery while enabled. */
export interface Recovery {
  readonly sinceMs: number;
  days: number;
}
export interface Encryption {
  readonly type: 'KMS';
  readonly keyArn: string;
}
export interface Table {
  readonly account: string;
  readonly name: string;
  readonly arn: string;
  readonly id: string;
  readonly createdMs: number;
  status: 'CREATING' | 'ACTIVE' | 'UPDATING' | 'DELETING';
  definition: TableDefinition;
  deletionProtected: boolean;
  tableClass?: string;
  onDemandSinceMs?: number;
  items: Map<string, Item>;
  indexes: Map<string, Index>;
  /** The newest stream, enabled or disabled. */
  stream?: Stream;
  restore?: Restore;
  ttl?: TimeToLive;
  /** When time to live last changed. */
  ttlChangedMs?: number;
  tags: Map<string, string>;
  tagChange?: TagChange;
  recovery?: Recovery;
  /** Mutant only: the table looks missing until then, because a read came while it was CREATING. */
  absentUntilMs?: number;
  encryption?: Encryption;
  /** The values shown until a running update ends. */
  still?: { readonly throughput: Throughput; readonly tableClass: string | undefined };
  /** Mutant only: the latest write, which consistent reads miss. */
  unseen?: { readonly identity: string; readonly before: Item | undefined };
  /** Mutant only: items returned without their keys. */
  keyless?: Set<string>;
}
export interface Backup {
  readonly arn: string;
  readonly name: string;
  readonly createdMs: number;
  readonly sizeBytes: number;
  status: 'CREATING' | 'AVAILABLE' | 'DELETED';
  readonly table: { name: string; arn: string; id: string; createdMs: number };
  readonly definition: TableDefinition;
  readonly stream?: Stream;
  /** The time-to-live attribute of the table. */
  readonly ttlAttribute?: string;
  readonly tableClass?: string;
  readonly encryption?: Encryption;
  /** Mutant only: a correct backup has no tags. */
  readonly tags: Map<string, string>;
  items: readonly Item[];
}
export interface Account {
  readonly id: string;
  tables: Map<string, Table>;
  /** Streams by ARN. */
  streams: Map<string, Stream>;
  backups: Map<string, Backup>;
  /** Mutant only: rows of dropped indexes, by table and index name. */
  leftRows?: Map<string, Index['entries']>;
}
interface Token {
  readonly fingerprint: string;
  readonly firstUsedMs: number;
  readonly images: readonly number[];
}
export interface Store {
  readonly decisions: Decisions;
  readonly clock: VirtualClock;
  readonly region: string;
  readonly timing: Timing;
  accounts: Map<string, Account>;
  tokens: Map<string, Token>;
  /** Mutant only: writes of concurrent requests, by table and item. */
  underWay?: Map<string, { readonly early: Item | undefined; readonly count: number }>;
  /** Mutant only: job slots that were never released. */
  lostSlots?: number;
  /** Source of ids and stream sequence numbers. Only increases. */
  drawn: bigint;
}

/** The next number. Ids and sequence numbers made of it are unique and ascending. */
export function draw(store: Store): bigint {
  store.drawn += 1n;
  return store.drawn;
}

export function accountOf(store: Store, id: string): Account {
  let account = store.accounts.get(id);
  if (account === undefined) {
    account = { id, tables: new Map(), streams: new Map(), backups: new Map() };
    store.accounts.set(id, account);
  }
  return account;
}

/** The store and the account of one request. */
export interface RequestContext {
  readonly store: Store;
  readonly account: Account;
}
export type Handler = (context: RequestContext, request: JsonObject) => JsonObject;

/** Runs `then` after a delay of virtual time, or immediately without one. */
export function after(store: Store, delayMs: number, then: () => void): void {
  if (delayMs <= 0) then();
  else store.clock.at(store.clock.now() + delayMs, then);
}
