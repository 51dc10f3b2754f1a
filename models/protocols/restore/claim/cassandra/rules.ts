/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import { type BackupPartition, isMarked, type Restore, type Table } from './world.ts';

export const rules = {
  // K1, K2: registration.
  claimMatches: (partition: BackupPartition): boolean => partition.row.status === 'AVAILABLE' && !isMarked(partition),
  insertIfNotExists: true,
  undoesOnRefusal: true,
  /** With the claim first: `confirm` writes the marker again, but only if it is still the restore's own. */
  secondLook: 'confirm' as 'confirm' | 'read' | 'none',
  beatsFromInsert: true,

  // K3–K5: the job.
  stopsWithoutTarget: true,
  finishMatches: ({ status }: Table): boolean => status === 'CREATING',
  clearsOwnMarker: true,
  abortGoesBy: 'id' as 'id' | 'name',
  /** The beat ends with the copy, however that ends. */
  beatEndsWithCopy: true,
  copyHangs: false,

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

/** Whether a restore that is up beats. Before its insert there is nothing to refresh. */
export function isBeating(at: Restore['at'], { beatsFromInsert, beatEndsWithCopy }: Rules): boolean {
  if (at === 'died') return !beatEndsWithCopy;
  return beatsFromInsert || (at !== 'confirm' && at !== 'claim' && at !== 'schema');
}
