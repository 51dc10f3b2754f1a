/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
import type { Judge, Row, World } from './world.ts';

const owns = ({ status, generation }: Row, mine: number): boolean => status === 'CREATING' && generation === mine;

export const rules = {
  // The claim.
  triesLock: true,
  /** INSERT; AlreadyExists when the id has a row. */
  canClaim: ({ status }: Row): boolean => status === 'absent',
  /** Data is stored under the id and the generation of the claim. */
  dataIsFoundBy: 'claim' as 'claim' | 'id alone',
  beatMatches: owns,
  availableMatches: owns,
  failMatches: owns,
  deadSession: 'stops the job' as 'stops the job' | 'is ignored',

  // Who judges claims dead.
  isDead: ({ status, stale }: Row, _isLockFree: boolean): boolean => status === 'CREATING' && stale,
  condemns: (row: Row, listed: Judge): boolean =>
    row.status === 'CREATING' && row.generation === listed.generation && row.heartbeat === listed.heartbeat,

  // start_backup_delete, the drop, set_backup_deleted.
  describes: 'before DELETING' as 'before DELETING' | 'after DELETING',
  deleteLooks: 'under the lock' as 'under the lock' | 'before the lock',
  isInUse: ({ target }: World): boolean => target.status === 'CREATING',
  canBeDeleted: ({ status }: Row): boolean => status === 'AVAILABLE',
  deletedMatches: ({ status }: Row): boolean => status === 'DELETING',
  dropsAfter: 'DELETING' as 'DELETING' | 'no status write',

  // Removal of rows.
  rowCanGo: ({ status }: Row): boolean => status === 'DELETED' || status === 'FAILED',

  // Restore.
  canBeRestored: ({ status }: Row): boolean => status === 'AVAILABLE',

  // What is promised.
  /** An assumption: the source table becomes readable again eventually. */
  sourceCanBeRead: true,
  deleteEnds: ({ onDeleting }: World['variant']): boolean => onDeleting === 'finishes the delete',
};

export type Rules = typeof rules;
