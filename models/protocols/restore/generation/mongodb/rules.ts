/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Refusal } from '../../told.ts';
import { creatingByMajority, type Listed, ownGeneration, type Table, type World } from './world.ts';

/** Every write of an owner is a compare-and-set on the expected status and on its generation. */
const owns = (table: Table): boolean => table.job === 'RUNNING' && table.generation === ownGeneration;

export const rules = {
  // N1 and DeleteBackup: session transactions.
  /** A registration increments lock_seq of its backup. */
  registrationWritesBackup: true,
  /** Only an AVAILABLE backup can be restored. */
  canBeRestored: (world: World, backup: number): boolean =>
    world.byMajority(world.backupDocuments[backup]!).status === 'AVAILABLE',
  /** What a client is told that is refused. */
  tells: (decided: Refusal): Refusal => decided,
  inUseForRestore: (world: World, backup: number): boolean => creatingByMajority(world, backup).length > 0,
  inUseForDelete: (world: World, backup: number): boolean => creatingByMajority(world, backup).length > 0,
  /** A unique index over account and name. */
  namesAreUnique: true,
  /** The in-use check and DELETING are one transaction. */
  deleteIsOneTransaction: true,
  deletingBeforeDrop: true,
  /** A retry that finds DELETING repeats the drop and DELETED. */
  retryFinishesDelete: true,
  clientRetriesDelete: true,
  /** After 60 s the request is answered, and its job goes on. */
  goesOnAfterTimeout: true,
  /** The writes that wait for the majority, because they are answered or relied on. */
  waitsForMajority: { registration: true, done: true, failed: true, deleting: true, deleted: true },

  // The job.
  /** The collection of a target has the table id in its name. */
  outputIsNamedById: true,
  firstHeartbeatClock: 'of the database' as 'of the database' | 'of a host that is behind',
  beatMatches: owns,
  doneMatches: owns,
  failMatches: owns,
  /** Where a job that has lost its claim drops the output of $out. */
  dropsLostOutput: 'wherever it learns of it' as 'wherever it learns of it' | 'after a beat alone' | 'never',
  handOver: 'with DONE' as 'with DONE' | 'before DONE',
  unknownDone: 'is read' as 'is read' | 'counts as failed' | 'counts as not matched',
  /** Where DONE may be on its way: one that is not matched may have landed before, so the record is read before the output is dropped. */
  readsOnceMore: true,
  ownFailedDrawsGeneration: true,
  ownRemovalNeedsFailed: true,
  /** A crashed owner may leave a collection that has no table. This is a hole: see the mutant. */
  orphanOfCrashedOwnerIsExcused: true,

  // The backfill worker.
  backfills: (table: Table): boolean => table.status === 'CREATING' && table.handedOver,
  activatesAfterBackfill: (table: Table): boolean => table.status === 'CREATING' && table.handedOver,
  backfillSucceeds: true,

  // The reconciler.
  listsAsDead: (table: Table): boolean => table.job === 'RUNNING' && table.stale,
  listsAsFailed: (table: Table): boolean => table.job === 'FAILED' && table.stale,
  listReads: 'the majority' as 'the majority' | 'the primary',
  condemns: (table: Table, listed: Listed): boolean =>
    table.job === 'RUNNING' && table.generation === listed.generation && table.heartbeat === listed.heartbeat,
  failedDrawsGeneration: true,
  failedIsWrittenOnce: true,

  // Removal, by the reconciler and by a failing owner.
  canBeRemoved: (table: Table): boolean => table.status === 'CREATING',
  collectionBeforeDocument: true,

  // What a client sees.
  /** An ACTIVE that a local read showed may be undone by a failover. This is a hole: see the mutant. */
  rolledBackActiveIsExcused: true,
};

export type Rules = typeof rules;
