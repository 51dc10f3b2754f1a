/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import { idsOfBackup } from '../catalog.ts';
import type { Answer } from '../properties.ts';
import { isRestoreTarget, type Table, type World } from './world.ts';

export const rules = {
  // P2: registration.
  /** SELECT … FOR UPDATE of the backup comes first, so nothing that registration depends on can change before its COMMIT. */
  registrationLocksBackup: true,
  nameComesFirst: true,
  canBeRestored: ({ backups }: World, backup: number): boolean => backups[backup]!.status === 'AVAILABLE',
  inUseForRestore: (world: World, backup: number): boolean => isInUse(world, backup),
  /** A unique index over account and name. */
  namesAreUnique: true,
  /** What a client is told that is refused. */
  tells: (decided: Answer): Answer => decided,

  // P1, P3–P6: the job.
  /** The table id, which is never reused, or the name, which another table may have by then. */
  batchGoesBy: 'id' as 'id' | 'name',
  abortGoesBy: 'id' as 'id' | 'name',
  stopsWithoutSession: true,
  finishMatches: ({ status }: Table): boolean => status === 'CREATING',
  abortMatches: ({ status }: Table): boolean => status === 'CREATING',
  abortRemoves: true,
  releasesLock: true,

  // W1–W3: the sweep.
  isCandidate: (world: World, id: number): boolean => isRestoreTarget(world, id) && world.tables[id]!.isOld,
  sweepAsksForLock: true,
  sweepGoesBy: 'id' as 'id' | 'name',
  sweepMatches: ({ status }: Table): boolean => status === 'CREATING',

  // DeleteBackup.
  deleteLooks: 'under the lock' as 'under the lock' | 'before the lock' | 'never',
  inUseForDelete: (world: World, backup: number): boolean => isInUse(world, backup),

  // The control plane.
  targetHasTransitionTime: false,
  /** Tables left in DELETING by their deleter are dropped. */
  dropsDeleting: true,
};

export type Rules = typeof rules;

const isInUse = (world: World, backup: number): boolean =>
  idsOfBackup(world, world.targets.length, backup).some((id) => world.targets[id]!.status === 'CREATING');
