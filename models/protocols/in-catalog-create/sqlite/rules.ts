/** The decisions of the protocol, by name, with their correct values. The processes follow them; a mutant replaces one. */
export const rules = {
  // The create.
  takesSlot: 'before its row' as 'before its row' | 'after its row',
  freesSlot: 'after AVAILABLE' as 'after AVAILABLE' | 'before AVAILABLE',
  hasDropGuard: true,
  /** The transaction that inserts the row also opens the read snapshot and copies the definition. */
  opensSnapshot: 'under the write lock' as 'under the write lock' | 'after the row has committed',

  // The scan for abandoned creates.
  scan: 'one write' as 'one write' | 'slots first, then one write' | 'three steps',
  asksForCreating: true,
  asksForFreeSlot: true,
  takesItemsAlong: true,
  /** It removes what is abandoned while other tasks have their slots. */
  goesOnBesideTasks: true,

  /** An assumption: a task continues or dies; none hangs for ever. */
  tasksGoOn: true,

  // DeleteBackup.
  deletes: (status: 'absent' | 'CREATING' | 'AVAILABLE'): boolean => status === 'AVAILABLE',
};

export type Rules = typeof rules;
