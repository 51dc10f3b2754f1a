/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Refusal } from '../../told.ts';
import { creatingFrom, holderOf, type Listed, type RecordRow, type Target, type World } from './world.ts';

/** Every write of an owner is a compare-and-set on the expected status and on its generation. */
const owns = (record: RecordRow, generation: number): boolean =>
  record.job === 'RUNNING' && record.generation === generation;

type Looks = 'under the lock' | 'before the lock';

export const rules = {
  // N1. Registration is one transaction under the row lock of the backup.
  registrationLooks: 'under the lock' as Looks,
  holderOfName: (world: World, name: number): Target | undefined => holderOf(world, name),
  /** A unique index over account and name. */
  namesAreUnique: true,
  nameIsJudgedFirst: true,
  canBeRestored: (world: World, backup: number): boolean => world.backups[backup]!.status === 'AVAILABLE',
  inUseForRestore: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,
  /** What a client is told that is refused. */
  tells: (decided: Refusal): Refusal => decided,
  insertsTableAndRecord: 'in one transaction' as 'in one transaction' | 'in two transactions',
  /** Never 0, which marks a registration migrated from the older release. */
  drawsGeneration: (restore: number): number => restore + 1,
  /** h is now() of the database. The clock of a host may be behind. */
  firstHeartbeat: 'clock of the database' as 'clock of the database' | 'clock of the host',

  // N2, N3. The owner beats and copies.
  beatMatches: owns,
  unmatchedBeat: 'stops the copy' as 'stops the copy' | 'is ignored',
  deadSession: 'stops the copy' as 'stops the copy' | 'is ignored',

  /** The items of a target are in a separate table, named by table id. */
  itemsAreFoundBy: 'table id' as 'table id' | 'name',

  // N4. It hands the table over.
  doneMatches: owns,
  doneAndActive: 'in one transaction' as
    | 'in one transaction'
    | 'DONE commits first'
    | 'ACTIVE though DONE touched no row',
  whenUnsure: 'reads under the lock' as
    | 'reads under the lock'
    | 'reads without a lock'
    | 'takes it for done'
    | 'takes it for failed',

  // N5, N6. Or it gives up.
  failMatches: owns,

  // The reconciler.
  heedsMaintenance: true,
  listsAsDead: (record: RecordRow): boolean => record.job === 'RUNNING' && record.stale,
  listsAsFailed: ({ record, table }: Target): boolean =>
    record.job === 'FAILED' && record.stale && table.status === 'CREATING',
  unreadableRecord: 'is skipped' as 'is skipped' | 'ends the cycle',
  /** The reconciler may fail only legacy restores. A dead manifest restore is logged, once. */
  failsKind: (kind: RecordRow['kind']): boolean => kind === 'legacy',
  logsOnce: true,
  /** FAILED is written only if the record is still the one that was listed. */
  condemns: (record: RecordRow, listed: Listed): boolean =>
    record.job === 'RUNNING' && record.generation === listed.generation && record.heartbeat === listed.heartbeat,
  canBeRemoved: ({ table }: { readonly table: Target['table'] }): boolean => table.status === 'CREATING',

  // DeleteBackup.
  deleteLooks: 'under the lock' as Looks,
  inUseForDelete: (world: World, backup: number): boolean => creatingFrom(world, backup).length > 0,

  // What is promised.
  /** The reconciler must handle legacy restores whose record it can read. */
  progressCovers: (kind: RecordRow['kind']): boolean => kind === 'legacy',
  maintenanceEnds: true,
  /** An assumption: a stopped owner continues eventually, or dies. Its sessions live as long as it does. */
  ownerWakes: true,
  /** What is listed is handled, one record after the other, whatever becomes of each. */
  cycleEndsWithFirst: false,
};

export type Rules = typeof rules;
