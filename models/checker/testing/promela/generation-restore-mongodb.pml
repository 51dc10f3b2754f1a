/* The protocol of models/generation-restore/mongodb, one restore without indexes and one delete, written for SPIN by hand:
 * every step is one d_step of a loop, and all that a process remembers is a variable, so that states and transitions
 * are one to one. */

#ifndef CRASHES
#define CRASHES 2
#endif
#define BEATS 1

#define AVAILABLE 0
#define DELETING  1
#define DELETED   2

#define ABSENT   0
#define CREATING 1
#define ACTIVE   2

#define NONE    0
#define RUNNING 1
#define DONE    2
#define FAILED  3

#define OWN    1
#define FENCED 2

#define MISSING 0
#define WHOLE   1
#define TORN    2

/* Of the restore. */
#define START        0
#define COMMIT       1
#define REGISTERED   2
#define OUT          3
#define OUT_UNOWNED  4
#define LANDED       5
#define FAILING      6
#define DROP_OWN     7
#define REMOVE_OWN   8
#define DROP_OUTPUT  9
#define OUT_ALONE   10
#define COMPLETED   11
#define GAVE_UP     12
#define LOST        13
#define CRASHED     14
#define REFUSED     15

/* Of the delete. */
#define DROP        2
#define MARK        3
#define THROUGH     4
#define IN_USE      5
#define INTERRUPTED 6

/* Of the reconciler. */
#define NOTHING       0
#define AS_DEAD       1
#define DROP_LISTED   2
#define REMOVE_LISTED 3

/* The documents. */
byte backup = AVAILABLE;
bit  gone;
byte status;
byte job;
byte generation;
byte heartbeat;
bit  stale;
bit  exists;
byte output;

/* The session transactions. */
bit restore_open;
bit restore_conflict;
bit delete_open;
bit delete_conflict;

/* What processes remember. */
byte at = START;
byte deleting = START;
byte listed;
byte listed_generation;
byte listed_heartbeat;

/* What properties alone read. */
bit  silent;
bit  lost;
byte late;
byte dropped; /* 1: a remover has dropped the collection; 2: and $out has made it again */

byte crashes = CRASHES;

#define is_mine (job == RUNNING && generation == OWN)

#ifdef LOCK_SEQ_IS_READ
inline backup_written_by_registration() { skip }
inline backup_written() { skip }
#else
inline backup_written_by_registration() { if :: delete_open -> delete_conflict = 1 :: else fi }
inline backup_written() { if :: restore_open -> restore_conflict = 1 :: else fi }
#endif

inline end_restore_transaction() { restore_open = 0; restore_conflict = 0 }
inline end_delete_transaction() { delete_open = 0; delete_conflict = 0 }

inline land() {
  if :: lost && late < 2 -> late++ :: else fi;
  if :: dropped == 1 -> dropped = 2 :: else fi;
  exists = 1;
  if :: gone -> output = TORN :: else -> output = WHOLE fi
}

inline drop_collection() {
  assert(status != ACTIVE); /* S6 */
  exists = 0; output = MISSING; dropped = 1
}

inline remove_document() {
  assert(job == FAILED); /* S9, the order */
  status = ABSENT; job = NONE; generation = 0; heartbeat = 0; stale = 0
}

inline forget() { listed = NOTHING; listed_generation = 0; listed_heartbeat = 0 }

active proctype restore() {
end:
  do
  /* N1 */
  :: d_step { at == START && backup != AVAILABLE -> end_restore_transaction(); at = REFUSED }
  :: d_step { at == START && backup == AVAILABLE -> restore_open = 1; at = COMMIT }
  :: d_step { at == COMMIT && restore_conflict -> end_restore_transaction(); at = START }
  :: d_step { at == COMMIT && !restore_conflict ->
       status = CREATING; job = RUNNING; generation = OWN; heartbeat = 1;
       backup_written_by_registration(); end_restore_transaction(); at = REGISTERED }
  /* N2, N3 */
  :: d_step { at == REGISTERED -> at = OUT }
  :: d_step { at == OUT && is_mine && heartbeat <= BEATS -> heartbeat++; stale = 0; silent = 0 }
  :: d_step { at == OUT && !is_mine -> at = OUT_UNOWNED }
  :: d_step { at == OUT -> land(); at = LANDED }
  :: d_step { at == OUT -> at = FAILING }
  :: d_step { at == OUT_UNOWNED -> land(); at = DROP_OUTPUT }
  :: d_step { at == OUT_UNOWNED -> at = LOST }
  :: d_step { at == OUT_ALONE -> land(); at = CRASHED }
  :: d_step { at == OUT_ALONE -> at = CRASHED }
  /* N4 */
  :: d_step { at == LANDED && is_mine -> job = DONE; status = ACTIVE; at = COMPLETED }
  :: d_step { at == LANDED && !is_mine -> at = DROP_OUTPUT }
  :: d_step { at == DROP_OUTPUT -> drop_collection(); at = LOST }
  /* N5, N6 */
  :: d_step { at == FAILING && is_mine -> job = FAILED; generation = FENCED; at = DROP_OWN }
  :: d_step { at == FAILING && !is_mine -> at = LOST }
  :: d_step { at == DROP_OWN -> drop_collection(); at = REMOVE_OWN }
  :: d_step { at == REMOVE_OWN && status == CREATING -> remove_document(); at = GAVE_UP }
  :: d_step { at == REMOVE_OWN && status != CREATING -> at = GAVE_UP }
  :: d_step { at >= COMMIT && at <= DROP_OUTPUT && crashes > 0 ->
       crashes--; end_restore_transaction();
       if :: at == OUT || at == OUT_UNOWNED -> at = OUT_ALONE :: else -> at = CRASHED fi }
  od
}

active proctype delete_backup() {
end:
  do
  :: d_step { deleting == START && backup == DELETED -> deleting = REFUSED }
  :: d_step { deleting == START && backup == DELETING -> deleting = DROP }
  :: d_step { deleting == START && backup == AVAILABLE && status == CREATING -> deleting = IN_USE }
  :: d_step { deleting == START && backup == AVAILABLE && status != CREATING -> delete_open = 1; deleting = COMMIT }
  :: d_step { deleting == COMMIT && delete_conflict -> end_delete_transaction(); deleting = START }
  :: d_step { deleting == COMMIT && !delete_conflict ->
       backup = DELETING; backup_written(); end_delete_transaction(); deleting = DROP }
  :: d_step { deleting == DROP -> gone = 1; deleting = MARK }
  :: d_step { deleting == MARK -> backup = DELETED; backup_written(); deleting = THROUGH }
  :: d_step { deleting == INTERRUPTED -> deleting = START }
  :: d_step { deleting >= COMMIT && deleting <= MARK && crashes > 0 ->
       crashes--; end_delete_transaction(); deleting = INTERRUPTED }
  od
}

active proctype reconciler() {
end:
  do
  :: d_step { listed == NOTHING && job == RUNNING && stale ->
       listed = AS_DEAD; listed_generation = generation; listed_heartbeat = heartbeat }
  :: d_step { listed == NOTHING && job == FAILED && stale && status == CREATING -> listed = DROP_LISTED }
  :: d_step { listed == AS_DEAD && job == RUNNING && generation == listed_generation && heartbeat == listed_heartbeat ->
       assert(silent); /* S8 */
       job = FAILED; generation = FENCED; lost = 1; forget(); listed = DROP_LISTED }
  :: d_step { listed == AS_DEAD && !(job == RUNNING && generation == listed_generation && heartbeat == listed_heartbeat) ->
       forget() }
  :: d_step { listed == DROP_LISTED -> drop_collection(); listed = REMOVE_LISTED }
  :: d_step { listed == REMOVE_LISTED && status == CREATING -> remove_document(); listed = NOTHING }
  :: d_step { listed == REMOVE_LISTED && status != CREATING -> listed = NOTHING }
  :: d_step { listed != NOTHING && crashes > 0 -> crashes--; forget() }
  od
}

active proctype clock() {
end:
  do
  :: d_step { status != ABSENT && (job == RUNNING || job == FAILED) && !(stale && silent) -> stale = 1; silent = 1 }
  od
}

#define has_rested (at == GAVE_UP || at == LOST || (at == CRASHED && dropped != 2))

active proctype properties() {
end:
  do
  :: d_step { status == ACTIVE && output != WHOLE -> assert(false) }                       /* S1, S3 */
  :: d_step { gone && status == CREATING -> assert(false) }                                /* S2 */
  :: d_step { status == ACTIVE && job != DONE -> assert(false) }                           /* S9 */
  :: d_step { backup == AVAILABLE && gone -> assert(false) }                               /* S10 */
  :: d_step { at == REFUSED && status != ABSENT -> assert(false) }                         /* S12 */
  :: d_step { has_rested && status == ABSENT && exists && listed != DROP_LISTED -> assert(false) } /* orphans */
  od
}
