/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Answer } from '../properties.ts';
import { type BackupPartition, isMarked, type Table } from './world.ts';

export const rules = {
  // K1, K2: registration.
  claimMatches: (partition: BackupPartition): boolean => partition.row.status === 'AVAILABLE' && !isMarked(partition),
  insertIfNotExists: true,
  undoesOnRefusal: true,
  /** What a client is told that is refused. */
  tells: (decided: Answer): Answer => decided,
  /** With the claim first: `confirm` writes the marker again, but only if it is still the restore's own. */
  secondLook: 'confirm' as 'confirm' | 'read' | 'none',
  /** Before the insert there is nothing to refresh. */
  beatsFromInsert: true,

  // K3–K5: the job.
  stopsWithoutTarget: true,
  finishMatches: ({ status }: Table): boolean => status === 'CREATING',
  clearsOwnMarker: true,
  abortGoesBy: 'id' as 'id' | 'name',
  copyHangs: false,
  /** The beat goes on without its copy. */
  copyDiesAlone: false,

  // E1–E4: delete.
  deleteMatches: (partition: BackupPartition): boolean => partition.row.status === 'AVAILABLE' && !isMarked(partition),

  // The sweep, and whoever clears markers.
  removesTarget: ({ status, isStale, hasTransitionTime }: Table): boolean =>
    status === 'CREATING' && isStale && !hasTransitionTime,
  clearsMarkers: true,
  /** A marker is cleared only if its target is absent or not CREATING. */
  clearLooks: true,
  /** A marker is cleared only if it is still the one read before the look. */
  clearAsksForSame: true,
  finishesDeletes: true,

  // The control plane.
  targetHasTransitionTime: false,
};

export type Rules = typeof rules;
