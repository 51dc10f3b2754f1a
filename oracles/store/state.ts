/** What the store holds: plain maps and lists. Everything else is computed when it is asked for. */

import type { Decisions } from '../policies/index.ts';
import type { KeySchema } from '../values/keys.ts';
import type { Item, JsonObject, KeyDescriptor } from '../values/types.ts';
import type { VirtualClock } from './clock.ts';

/** Delays of the control plane, in milliseconds of virtual time. */
export interface Timing {
  tableCreationMs: number;
  tableUpdateMs: number;
  tableDeletionMs: number;
  indexBackfillMs: number;
  backupMs: number;
  /** A restore copies its items in this many batches, one each `restoreBatchMs`. */
  restoreBatches: number;
  restoreBatchMs: number;
  /** How long time to live is ENABLING or DISABLING. */
  ttlTransitionMs: number;
  /** How soon after a change of time to live another one is taken. */
  ttlChangeMs: number;
  /** How often expired items are looked for, and how long it takes from finding one to deleting it. */
  ttlSweepMs: number;
  ttlDeletionMs: number;
  /** How long a change of tags is under way: it cannot be read yet, and keeps others out. */
  tagChangeMs: number;
}
/** Long enough that a reader of the virtual clock sees each state in between. */
export const defaultTiming: Timing = {
  tableCreationMs: 250,
  tableUpdateMs: 250,
  tableDeletionMs: 250,
  indexBackfillMs: 250,
  backupMs: 250,
  restoreBatches: 4,
  restoreBatchMs: 250,
  ttlTransitionMs: 250,
  // As documented; one public measurement (2026-10) saw a change taken after 31 minutes.
  ttlChangeMs: 60 * 60 * 1000,
  // The service promises no more than a few days, and is not held to any of it.
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
  /** Of global indexes only; zeros for an on-demand table. */
  readonly throughput: Throughput;
}
/** What CreateTable defines, a backup keeps, and a restore takes up again. */
export interface TableDefinition {
  schema: KeySchema;
  attributes: ReadonlyMap<string, KeyDescriptor>;
  indexes: readonly IndexDefinition[];
  billing: BillingMode;
  throughput: Throughput;
  onDemand?: JsonObject;
}

/** One entry of an index, with the keys of the item it stands for: the item may be gone when a mutant keeps the entry. */
export interface IndexEntry {
  readonly identity: string;
  /** Index keys and table keys. */
  readonly keys: Item;
  readonly projected: Item;
}
export interface Index {
  definition: IndexDefinition;
  status: 'CREATING' | 'ACTIVE' | 'DELETING';
  entries: Map<string, IndexEntry>;
  /** Set when the index was added to a table that was there. */
  addedMs?: number;
}

export interface StreamRecord {
  readonly sequence: bigint;
  readonly atMs: number;
  readonly event: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Of a stream with several shards. */
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
  /** Set when the stream is disabled: nothing comes after it. */
  lastSequence?: bigint;
  disabledMs?: number;
  records: StreamRecord[];
}

interface Restore {
  readonly backupArn: string;
  readonly sourceTableArn: string;
  /** What RestoreDateTime shows. */
  readonly shownMs: number;
}
export interface TimeToLive {
  readonly attribute: string;
  status: 'ENABLING' | 'ENABLED' | 'DISABLING';
}
/** A change of tags that nobody can read yet. */
interface TagChange {
  /** What it sets; nothing when it takes tags away. */
  readonly sets: ReadonlyMap<string, string>;
  /** All tags, as they will be. */
  readonly result: Map<string, string>;
}
/** Point-in-time recovery, while it is on. */
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
  /** The newest stream, enabled or not. */
  stream?: Stream;
  restore?: Restore;
  ttl?: TimeToLive;
  /** When time to live was last turned on or off. */
  ttlChangedMs?: number;
  tags: Map<string, string>;
  tagChange?: TagChange;
  recovery?: Recovery;
  /** When a read that came too soon is forgotten, by a wrong decision. */
  absentUntilMs?: number;
  encryption?: Encryption;
  /** What is shown until an update of it has ended. */
  still?: { readonly throughput: Throughput; readonly tableClass: string | undefined };
  /** By a wrong decision: the newest write, which a consistent read does not see. */
  unseen?: { readonly identity: string; readonly before: Item | undefined };
  /** By a wrong decision: the items that are shown without their keys. */
  keyless?: Set<string>;
}
export interface Backup {
  readonly account: string;
  readonly arn: string;
  readonly name: string;
  readonly createdMs: number;
  readonly sizeBytes: number;
  status: 'CREATING' | 'AVAILABLE' | 'DELETED';
  readonly table: { name: string; arn: string; id: string; createdMs: number };
  readonly definition: TableDefinition;
  readonly stream?: Stream;
  /** The attribute by which the table's items expired. */
  readonly ttlAttribute?: string;
  readonly tableClass?: string;
  readonly encryption?: Encryption;
  /** No backup bears tags: they are of a wrong decision. */
  readonly tags: Map<string, string>;
  items: readonly Item[];
}
export interface Account {
  readonly id: string;
  tables: Map<string, Table>;
  /** By ARN. */
  streams: Map<string, Stream>;
  backups: Map<string, Backup>;
  /** The rows of indexes that are gone, by the names of table and index: of a wrong decision. */
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
  /** By a wrong decision: what was written by requests that are under way together, by table and item. */
  underWay?: Map<string, { readonly early: Item | undefined; readonly count: number }>;
  /** By a wrong decision: slots for backups and restores that nobody gives back. */
  lostSlots?: number;
  /** Source of ids and stream sequence numbers. Never goes back. */
  drawn: bigint;
}

/** The next number of the store: ids and sequence numbers are unique and ordered by when they were drawn. */
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

/** Where one request is answered. */
export interface RequestContext {
  readonly store: Store;
  readonly account: Account;
}
export type Handler = (context: RequestContext, request: JsonObject) => JsonObject;

/** Runs `then` after a delay of virtual time; at once when there is none. */
export function after(store: Store, delayMs: number, then: () => void): void {
  if (delayMs <= 0) then();
  else store.clock.at(store.clock.now() + delayMs, then);
}
