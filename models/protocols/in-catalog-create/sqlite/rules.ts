/** The protocol's decisions, each by name and with its right value. The processes follow these; a mutant replaces one. */
export const rules = {
  // The create.
  takesSlot: 'before its row' as 'before its row' | 'after its row',
  freesSlot: 'after AVAILABLE' as 'after AVAILABLE' | 'before AVAILABLE',
  hasDropGuard: true,
  /** The transaction that inserts the row also opens the read snapshot, and copies the definition. */
  opensSnapshot: 'under the write lock' as 'under the write lock' | 'after the row has committed',

  // The scan for abandoned creates.
  scan: 'one write' as 'one write' | 'slots first, then one write' | 'three steps',
  asksForCreating: true,
  asksForFreeSlot: true,
  takesItemsAlong: true,

  /** A task goes on or dies; none hangs for ever. */
  tasksGoOn: true,

  // DeleteBackup.
  deletes: (status: 'absent' | 'CREATING' | 'AVAILABLE'): boolean => status === 'AVAILABLE',
};

export type Rules = typeof rules;
