/* The protocol of ../mongodb.ts, written for SPIN by hand. Every atomic step is one d_step, every place where a process
 * waits for its next step is one label, and what is nowhere read stays (spin -o2), so that states and transitions are one
 * to one. SPIN counts the initial state as a transition.
 *
 * RUNS: with what must come, under the weak fairness of the model. SPIN's is of processes, the model's of their steps but for
 * crashes and copy errors. Those lie on no cycle, so nobody lives on them; and where nothing but a crash is to be done, a
 * process may turn in place instead, lest it be made to crash. */

#ifndef R
#define R 2 /* restores: 2 or 3 */
#endif
#ifndef N
#define N 2 /* batches */
#endif

#define TRIES 2

#define AVAILABLE 0
#define DELETING  1
#define DELETED   2

#define FREE      0
#define RESTORE   1
#define DELETE    2
#define ORPHAN    3

#define ABSENT    0
#define CREATING  1
#define ACTIVE    2

#define NONE      0
#define RUNNING   1
#define DONE      2
#define FAILED    3

#define OWNER     1
#define FENCED    2

#define NOTHING   0
#define DEAD      1
#define TO_REMOVE 2
#define REMOVING  3

byte status = AVAILABLE;
bit  data = 1;
byte lock = FREE;

byte table[R];
byte job[R];
byte generation[R];
bit  fresh[R];
byte heartbeat[R];
byte items[R];
bit  collection[R];
byte late[R];
bit  picked[R];

byte tried[R];
byte batch[R];
bit  buffer[R];

byte listed[R];
byte listed_generation[R];
byte listed_heartbeat[R];

byte delete_tried = 0;
bit  delete_crashes = 1;
bit  reconciler_crashes = 1;
bit  backfill_crashes = 1;

#if R == 2
#define some_creating  (table[0] == CREATING || table[1] == CREATING)
#define two_creating   (table[0] == CREATING && table[1] == CREATING)
#define nothing_listed (listed[0] == NOTHING && listed[1] == NOTHING)
#define removing       (listed[0] == REMOVING || listed[1] == REMOVING)
#define some_to_list   (to_list(0) || to_list(1))
#else
#define some_creating  (table[0] == CREATING || table[1] == CREATING || table[2] == CREATING)
#define two_creating   ((table[0] == CREATING) + (table[1] == CREATING) + (table[2] == CREATING) > 1)
#define nothing_listed (listed[0] == NOTHING && listed[1] == NOTHING && listed[2] == NOTHING)
#define removing       (listed[0] == REMOVING || listed[1] == REMOVING || listed[2] == REMOVING)
#define some_to_list   (to_list(0) || to_list(1) || to_list(2))
#endif

#define is_dead(i)   (table[i] == CREATING && job[i] == RUNNING && !fresh[i])
#ifdef IGNORES_FAILED
#define is_failed(i) false
#else
#define is_failed(i) (table[i] == CREATING && job[i] == FAILED)
#endif
#define to_list(i)   (is_dead(i) || is_failed(i))
#define owned(i)     (table[i] == CREATING && job[i] == RUNNING && generation[i] == OWNER)
#define as_listed(i) (table[i] == CREATING && job[i] == RUNNING && \
                      generation[i] == listed_generation[i] && heartbeat[i] == listed_heartbeat[i])
#define settled      (!two_creating && (status == AVAILABLE || !some_creating))

inline wrote(i) {
  collection[i] = 1;
  if
  :: owned(i)
  :: else -> assert(late[i] < 1); late[i]++
  fi
}

inline remove_if_creating(i) {
  if
  :: table[i] == CREATING ->
     table[i] = ABSENT; job[i] = NONE; generation[i] = 0; fresh[i] = 0; heartbeat[i] = 0
  :: else
  fi
}

inline drop_collection(i) { collection[i] = 0; items[i] = 0 }
inline forget(i) { listed[i] = NOTHING; listed_generation[i] = 0; listed_heartbeat[i] = 0 }

inline list(i) {
  if
  :: is_dead(i) ->
     listed[i] = DEAD; listed_heartbeat[i] = heartbeat[i];
     if
     :: generation[i] == OWNER -> listed_generation[i] = OWNER
     :: else -> listed_generation[i] = 0
     fi
  :: is_failed(i) -> listed[i] = TO_REMOVE
  :: else
  fi
}

#define CRASH           d_step { tried[r] = 0; batch[r] = 0; buffer[r] = 0 }; goto end_dead
#define CRASH_IN_TRANSACTION \
                        d_step { lock = ORPHAN; tried[r] = 0; batch[r] = 0; buffer[r] = 0 }; goto end_dead

/* The first processes: their numbers are those of their targets. */
#define r _pid

active [R] proctype restore() {
start:
  if
  :: CRASH
  :: d_step { status != AVAILABLE -> tried[r] = 0 }; goto end_refused
  :: d_step { status == AVAILABLE && lock == FREE -> lock = RESTORE }; goto look
#ifdef RUNS
  :: d_step { status == AVAILABLE && lock != FREE -> skip }; goto start
#endif
  fi;
look:
  if
  :: CRASH_IN_TRANSACTION
  :: d_step { !some_creating -> tried[r] = 0 }; goto insert
  :: d_step { some_creating && tried[r] + 1 < TRIES -> lock = FREE; tried[r]++ }; goto start
  :: d_step { some_creating && tried[r] + 1 >= TRIES -> lock = FREE; tried[r] = 0 }; goto end_refused
  fi;
insert:
  if
  :: CRASH_IN_TRANSACTION
  :: d_step { true }; goto commit
  fi;
commit:
  if
  :: CRASH_IN_TRANSACTION
  :: d_step {
       lock = FREE;
       table[r] = CREATING; job[r] = RUNNING; generation[r] = OWNER; fresh[r] = 1; heartbeat[r] = 1;
       assert(settled)
     }; goto create
  fi;
create:
  if
  :: CRASH
  :: d_step { wrote(r) }; goto beat
  fi;
beat:
  if
  :: CRASH
  :: d_step { owned(r) -> fresh[r] = 1; heartbeat[r]++ }; goto read
  :: d_step { !owned(r) -> batch[r] = 0; buffer[r] = 0 }; goto lost
  fi;
read:
  if
  :: CRASH
  :: d_step { assert(data || table[r] != CREATING); buffer[r] = data }; goto write
  fi;
write:
  if
  :: CRASH
  :: d_step {
       batch[r] + 1 < N ->
       if :: buffer[r] -> items[r] = items[r] | (1 << batch[r]) :: else fi;
       wrote(r); buffer[r] = 0; batch[r]++
     }; goto beat
  :: d_step {
       batch[r] + 1 >= N ->
       if :: buffer[r] -> items[r] = items[r] | (1 << batch[r]) :: else fi;
       wrote(r); buffer[r] = 0; batch[r] = 0
     }; goto hand_over
  :: d_step { batch[r] = 0; buffer[r] = 0 }; goto fail
  fi;
hand_over:
  if
  :: CRASH
  :: d_step { owned(r) -> job[r] = DONE }; goto end_done
  :: d_step { !owned(r) -> skip }; goto lost
  fi;
fail:
  if
  :: CRASH
  :: d_step { owned(r) -> job[r] = FAILED; generation[r] = FENCED }; goto drop
  :: d_step { !owned(r) -> skip }; goto lost
  fi;
drop:
  if
  :: CRASH
  :: d_step { drop_collection(r) }; goto remove
  fi;
remove:
  if
  :: CRASH
  :: d_step { remove_if_creating(r) }; goto end_done
  fi;
lost:
  if
  :: CRASH
  :: d_step { drop_collection(r) }; goto end_done
  fi;
end_done:    false;
end_refused: false;
end_dead:    false
}

#undef r
#define r (_pid - R)

active [R] proctype clock() {
end_clock:
  do
  :: d_step { table[r] == CREATING && job[r] == RUNNING && fresh[r] -> fresh[r] = 0 }
#ifdef NEVER_STALE
  :: d_step { table[r] == CREATING && job[r] == RUNNING && fresh[r] -> skip }
#endif
  od
}

#define DELETE_CRASH \
  d_step { delete_crashes -> delete_crashes = 0; delete_tried = 0 }; goto end_start
#define DELETE_CRASH_IN_TRANSACTION \
  d_step { delete_crashes -> delete_crashes = 0; delete_tried = 0; lock = ORPHAN }; goto end_start

active proctype delete_backup() {
end_start:
  if
#ifndef NEVER_RESUMES
  :: d_step { status == DELETING -> delete_tried = 0 }; goto drop
#endif
  :: d_step { status == DELETED -> delete_tried = 0 }; goto end_done
  :: d_step { status == AVAILABLE && lock == FREE -> lock = DELETE }; goto look
  fi;
look:
  if
  :: DELETE_CRASH_IN_TRANSACTION
  :: d_step { !some_creating -> delete_tried = 0 }; goto write
  :: d_step { some_creating && delete_tried + 1 < TRIES -> lock = FREE; delete_tried++ }; goto end_start
  :: d_step { some_creating && delete_tried + 1 >= TRIES -> lock = FREE; delete_tried = 0 }; goto end_refused
  fi;
write:
  if
  :: DELETE_CRASH_IN_TRANSACTION
  :: d_step { true }; goto commit
  fi;
commit:
  if
  :: DELETE_CRASH_IN_TRANSACTION
  :: d_step { status = DELETING; lock = FREE; assert(settled) }; goto drop
  fi;
drop:
  if
  :: DELETE_CRASH
  :: d_step { data = 0 }; goto mark
  fi;
mark:
  if
  :: DELETE_CRASH
  :: d_step { status = DELETED; assert(settled) }; goto end_done
  fi;
end_done:    false;
end_refused: false
}

#define RECONCILE(i) \
  :: d_step { listed[i] == REMOVING -> remove_if_creating(i); listed[i] = NOTHING }; goto pass \
  :: d_step { !removing && listed[i] == TO_REMOVE -> drop_collection(i); listed[i] = REMOVING }; goto pass \
  :: d_step { !removing && listed[i] == DEAD && as_listed(i) -> \
       assert(!fresh[i]); job[i] = FAILED; generation[i] = FENCED; forget(i); listed[i] = TO_REMOVE }; goto pass \
  :: d_step { !removing && listed[i] == DEAD && !as_listed(i) -> forget(i) }; goto pass

active proctype reconciler() {
end_idle:
  if
  :: d_step { some_to_list ->
       list(0); list(1);
#if R > 2
       list(2);
#endif
     }; goto pass
  fi;
pass:
  if
  :: d_step { reconciler_crashes -> reconciler_crashes = 0; forget(0); forget(1);
#if R > 2
       forget(2);
#endif
     }; goto end_idle
  RECONCILE(0)
  RECONCILE(1)
#if R > 2
  RECONCILE(2)
#endif
  :: d_step { nothing_listed -> skip }; goto end_idle
  fi
}

#define PICK(i) :: d_step { table[i] == CREATING && job[i] == DONE -> picked[i] = 1 }; goto build
#define FLIP(i) \
  :: d_step { picked[i] -> \
       if :: table[i] == CREATING && job[i] == DONE -> assert(items[i] == (1 << N) - 1); table[i] = ACTIVE :: else fi; \
       picked[i] = 0 }; goto end_idle

#if R == 2
#define put_back picked[0] = 0; picked[1] = 0
#else
#define put_back picked[0] = 0; picked[1] = 0; picked[2] = 0
#endif

active proctype backfill() {
end_idle:
  if
  PICK(0)
  PICK(1)
#if R > 2
  PICK(2)
#endif
  fi;
build:
  if
  :: d_step { backfill_crashes -> backfill_crashes = 0; put_back }; goto end_idle
  :: d_step { true }; goto flip
  fi;
flip:
  if
  :: d_step { backfill_crashes -> backfill_crashes = 0; put_back }; goto end_idle
  FLIP(0)
  FLIP(1)
#if R > 2
  FLIP(2)
#endif
  fi
}

active proctype transaction_timeout() {
end_timeout:
  do
  :: d_step { lock == ORPHAN -> lock = FREE }
  od
}

#ifdef RUNS
ltl L1 { [] (table[0] == CREATING -> <> (table[0] != CREATING)) }
ltl L3 { [] (status == DELETING -> <> (status == DELETED)) }
#endif
