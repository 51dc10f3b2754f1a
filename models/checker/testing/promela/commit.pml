/* Two-phase commit of ../protocols.ts for two participants. RUNS: where nothing but a fault is to be done, the coordinator may
 * turn in place instead. */

#define OPEN      0
#define COMMIT    1
#define ABORT     2

#define WORKING   0
#define PREPARED  1
#define COMMITTED 2
#define ABORTED   3

byte decided = OPEN;
bit  yes[2];
bit  no[2];
byte at[2];
bit  crashes = 1;
bit  up = 1;

#define r _pid

active [2] proctype participant() {
end_participant:
  do
  :: d_step { at[r] == WORKING -> yes[r] = 1; at[r] = PREPARED }
  :: d_step { at[r] == WORKING -> no[r] = 1; at[r] = ABORTED }
  :: d_step { at[r] == PREPARED && decided == COMMIT -> at[r] = COMMITTED }
  :: d_step { at[r] == PREPARED && decided == ABORT -> at[r] = ABORTED }
  od
}

#ifdef HASTY
#define can_commit (decided == OPEN && (yes[0] || yes[1]))
#else
#define can_commit (decided == OPEN && yes[0] && yes[1])
#endif
#define can_abort  (decided == OPEN && (no[0] || no[1]))

active proctype coordinator() {
end_coordinator:
  do
  :: d_step { up && can_commit -> decided = COMMIT }
  :: d_step { up && can_abort -> decided = ABORT }
  :: d_step { up && decided == OPEN && crashes -> crashes = 0; up = 0 }
  :: d_step { !up -> up = 1 }
#ifdef RUNS
  :: d_step { up && !can_commit && !can_abort -> skip }
#ifdef NO_RECOVERY
  :: d_step { !up -> skip }
#endif
#endif
  od
}

#ifdef RUNS
ltl L { <> ((at[0] == COMMITTED || at[0] == ABORTED) && (at[1] == COMMITTED || at[1] == ABORTED)) }
#endif
