/* The protocol of models/owner-generation-restore, two restores of one backup into one name, written for SPIN by hand:
 * every step is one d_step of a loop, and all that a process remembers is a variable, so that states and transitions
 * are one to one. */

#ifndef N
#define N 1 /* batches */
#endif
#ifndef CRASHES
#define CRASHES 1
#endif

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

#define FENCED  3 /* the owners have 1 and 2 */

#define MISSING 0
#define WHOLE   1
#define TORN    2

/* Of a restore. */
#define START         0
#define BEAT          1
#define COPY          2
#define HAND_OVER     3
#define FAILING       4
#define REMOVING      5
#define COMPLETED     6
#define GAVE_UP       7
#define LOST          8
#define IN_USE        9
#define EXISTS       10
#define BACKUP_USED  11
#define NOT_FOUND    12
#define CRASHED      13

/* Of the delete. */
#define WRITE   0
#define DROP    1
#define MARK    2
#define THROUGH 3
#define REFUSED 4
#define DEAD    5

#define NOTHING   0
#define AS_DEAD   1
#define TO_REMOVE 2

byte backup = AVAILABLE;
bit  gone;

byte status[2];
byte job[2];
byte generation[2];
byte heartbeat[2];
bit  stale[2];
byte batches[2 * N];
byte late[2];

byte at[2];
byte next[2];

byte deleting = WRITE;

byte listed[2];
byte listed_generation[2];
byte listed_heartbeat[2];

byte crashes = CRASHES;

#define own              (r + 1)
#define is_mine          (job[r] == RUNNING && generation[r] == own)
#define some_creating    (status[0] == CREATING || status[1] == CREATING)
#define name_is_taken    (status[0] != ABSENT || status[1] != ABSENT)
#define can_crash        (at[r] == BEAT || at[r] == COPY || at[r] == HAND_OVER || at[r] == FAILING || at[r] == REMOVING)
#define is_dead(i)       (job[i] == RUNNING && stale[i])
#define is_failed(i)     (job[i] == FAILED && stale[i] && status[i] == CREATING)
#define some_to_list     (is_dead(0) || is_failed(0) || is_dead(1) || is_failed(1))
#define is_idle          (listed[0] == NOTHING && listed[1] == NOTHING)
#ifdef FAILED_WITHOUT_HEARTBEAT
#define as_listed(i)     (job[i] == RUNNING && generation[i] == listed_generation[i])
#else
#define as_listed(i)     (job[i] == RUNNING && generation[i] == listed_generation[i] && heartbeat[i] == listed_heartbeat[i])
#endif

inline reset(i) {
  assert(status[i] != ACTIVE);  /* S6 */
  assert(job[i] == FAILED);     /* S9, the order */
  status[i] = ABSENT; job[i] = NONE; generation[i] = 0; heartbeat[i] = 0; stale[i] = 0; late[i] = 0;
  batches[i * N] = MISSING;
#if N > 1
  batches[i * N + 1] = MISSING;
#endif
}

inline forget(i) { listed[i] = NOTHING; listed_generation[i] = 0; listed_heartbeat[i] = 0 }

inline list(i) {
  if
  :: is_dead(i) -> listed[i] = AS_DEAD; listed_generation[i] = generation[i]; listed_heartbeat[i] = heartbeat[i]
  :: is_failed(i) -> listed[i] = TO_REMOVE
  :: else
  fi
}

/* The first processes: their numbers are those of their targets. */
#define r _pid

active [2] proctype restore() {
end:
  do
  /* N1 */
  :: d_step { at[r] == START && name_is_taken ->
       if :: some_creating -> at[r] = IN_USE :: else -> at[r] = EXISTS fi }
  :: d_step { at[r] == START && !name_is_taken && backup != AVAILABLE -> at[r] = NOT_FOUND }
  :: d_step { at[r] == START && !name_is_taken && backup == AVAILABLE ->
       status[r] = CREATING; job[r] = RUNNING; generation[r] = own; heartbeat[r] = 1; at[r] = BEAT }
  /* N2 */
  :: d_step { at[r] == BEAT && is_mine -> heartbeat[r]++; stale[r] = 0; at[r] = COPY }
  :: d_step { at[r] == BEAT && !is_mine -> next[r] = 0; at[r] = LOST }
  /* N3 */
  :: d_step { at[r] == COPY ->
       if
       :: status[r] != ABSENT ->
          if :: gone -> batches[r * N + next[r]] = TORN :: else -> batches[r * N + next[r]] = WHOLE fi
       :: else
       fi;
       if :: status[r] == CREATING && !is_mine && late[r] < 2 -> late[r]++ :: else fi;
       if
       :: next[r] + 1 == N -> next[r] = 0; at[r] = HAND_OVER
       :: else -> next[r]++; at[r] = BEAT
       fi }
  :: d_step { at[r] == COPY -> next[r] = 0; at[r] = FAILING }
  /* N4 */
  :: d_step { at[r] == HAND_OVER && is_mine -> status[r] = ACTIVE; job[r] = DONE; at[r] = COMPLETED }
  :: d_step { at[r] == HAND_OVER && !is_mine -> next[r] = 0; at[r] = LOST }
  /* N5 */
  :: d_step { at[r] == FAILING && is_mine -> job[r] = FAILED; generation[r] = FENCED; at[r] = REMOVING }
  :: d_step { at[r] == FAILING && !is_mine -> next[r] = 0; at[r] = LOST }
  /* N6 */
  :: d_step { at[r] == REMOVING && status[r] == CREATING -> reset(r); at[r] = GAVE_UP }
  :: d_step { at[r] == REMOVING && status[r] != CREATING -> at[r] = GAVE_UP }
  :: d_step { can_crash && crashes > 0 -> crashes--; next[r] = 0; at[r] = CRASHED }
  od
}

#undef r
#define r (_pid - 2)

active [2] proctype clock() {
end:
  do
  :: d_step { status[r] == CREATING && (job[r] == RUNNING || job[r] == FAILED) && !stale[r] -> stale[r] = 1 }
  od
}

active proctype delete_backup() {
end:
  do
  :: d_step { deleting == WRITE && some_creating -> deleting = REFUSED }
  :: d_step { deleting == WRITE && !some_creating -> backup = DELETING; deleting = DROP }
  :: d_step { deleting == DROP -> gone = 1; deleting = MARK }
  :: d_step { deleting == MARK -> backup = DELETED; deleting = THROUGH }
  :: d_step { (deleting == DROP || deleting == MARK) && crashes > 0 -> crashes--; deleting = DEAD }
  od
}

#define RECONCILE(i) \
  :: d_step { listed[i] == AS_DEAD && as_listed(i) -> \
       assert(stale[i] && heartbeat[i] == listed_heartbeat[i]); /* S8 */ \
       job[i] = FAILED; generation[i] = FENCED; forget(i); listed[i] = TO_REMOVE } \
  :: d_step { listed[i] == AS_DEAD && !as_listed(i) -> forget(i) } \
  :: d_step { listed[i] == TO_REMOVE && status[i] == CREATING -> reset(i); forget(i) } \
  :: d_step { listed[i] == TO_REMOVE && status[i] != CREATING -> forget(i) }

active proctype reconciler() {
end:
  do
  :: d_step { is_idle && some_to_list -> list(0); list(1) }
  RECONCILE(0)
  RECONCILE(1)
  :: d_step { !is_idle && crashes > 0 -> crashes--; forget(0); forget(1) }
  od
}

#if N > 1
#define is_complete(i) (batches[i * N] == WHOLE && batches[i * N + 1] == WHOLE)
#else
#define is_complete(i) (batches[i * N] == WHOLE)
#endif
#define agree(i) ((status[i] == ACTIVE) == (job[i] == DONE))

active proctype properties() {
end:
  do
  :: d_step { (status[0] == ACTIVE && !is_complete(0)) || (status[1] == ACTIVE && !is_complete(1)) -> assert(false) } /* S1, S3 */
  :: d_step { gone && some_creating -> assert(false) }                              /* S2 */
  :: d_step { status[0] == CREATING && status[1] == CREATING -> assert(false) }     /* S4 */
  :: d_step { status[0] != ABSENT && status[1] != ABSENT -> assert(false) }         /* S5 */
  :: d_step { !agree(0) || !agree(1) -> assert(false) }                             /* S9 */
  :: d_step { backup == AVAILABLE && gone -> assert(false) }                        /* S10 */
  :: d_step { late[0] > 1 || late[1] > 1 -> assert(false) }                         /* the bound on writes */
  od
}
