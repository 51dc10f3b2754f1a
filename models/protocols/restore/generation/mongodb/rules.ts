/** The protocol's decisions, each by name and with its right value. The processes follow these; a mutant replaces one. */
import { creatingByMajority, type Listed, ownGeneration, type Table, type World } from './world.ts';

/** Every owner's write is a compare-and-set on the status it comes from and on the generation. */
const owns = (table: Table): boolean => table.job === 'RUNNING' && table.generation === ownGeneration;

export const rules = {
  // N1 and DeleteBackup: session transactions.
  /** A registration increments lock_seq of its backup. */
  registrationWritesBackup: true,
  /** Only an AVAILABLE backup can be restored. */
  canBeRestored: (world: World, backup: number): boolean =>
    world.byMajority(world.backupDocuments[backup]!).status === 'AVAILABLE',
  inUseForRestore: (world: World, backup: number): boolean => creatingByMajority(world, backup).length > 0,
  inUseForDelete: (world: World, backup: number): boolean => creatingByMajority(world, backup).length > 0,
  /** A unique index over account and name. */
  namesAreUnique: true,
  /** The in-use check and DELETING are one transaction. */
  deleteIsOneTransaction: true,
  deletingBeforeDrop: true,
  /** A retry on DELETING repeats the drop and DELETED. */
  retryFinishesDelete: true,
  clientRetriesDelete: true,
  /** What is told or built on is with the majority first. */
  waitsForMajority: { registration: true, done: true, failed: true, deleting: true, deleted: true },

  // The job.
  /** The collection of a target has its table id in its name. */
  outputIsNamedById: true,
  firstHeartbeatClock: 'of the database' as 'of the database' | 'of a host that is behind',
  beatMatches: owns,
  doneMatches: owns,
  failMatches: owns,
  /** Where a job that has lost its claim drops what $out has made. */
  dropsLostOutput: 'wherever it learns of it' as 'wherever it learns of it' | 'after a beat alone' | 'never',
  handOver: 'with DONE' as 'with DONE' | 'before DONE',
  unknownDone: 'is read' as 'is read' | 'counts as failed' | 'counts as not matched',
  ownFailedDrawsGeneration: true,
  ownRemovalNeedsFailed: true,
  /** A crashed owner may leave a collection behind that has no table: see the hole. */
  orphanOfCrashedOwnerIsExcused: true,

  // The backfill worker.
  backfills: (table: Table): boolean => table.status === 'CREATING' && table.handedOver,
  activatesAfterBackfill: (table: Table): boolean => table.status === 'CREATING' && table.handedOver,
  backfillSucceeds: true,

  // The reconciler.
  listsAsDead: (table: Table): boolean => table.job === 'RUNNING' && table.stale,
  listsAsFailed: (table: Table): boolean => table.job === 'FAILED' && table.stale && table.status === 'CREATING',
  listReads: 'the majority' as 'the majority' | 'the primary',
  condemns: (table: Table, listed: Listed): boolean =>
    table.job === 'RUNNING' && table.generation === listed.generation && table.heartbeat === listed.heartbeat,
  failedDrawsGeneration: true,
  failedIsWrittenOnce: true,

  // Removal, by the reconciler and by a failing owner.
  canBeRemoved: (table: Table): boolean => table.status === 'CREATING',
  collectionBeforeDocument: true,

  // What a client sees.
  /** ACTIVE that a local read showed may be gone after a failover: see the hole. */
  rolledBackActiveIsExcused: true,
};

export type Rules = typeof rules;
