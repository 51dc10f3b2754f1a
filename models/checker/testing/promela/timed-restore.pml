/* The protocol of models/timed-restore.ts, written for SPIN by hand: every step is one d_step of a loop, and all that
 * a process remembers is a variable, so that states and transitions are one to one. */

#ifndef N
#define N 1 /* batches */
#endif

#define ABSENT   0
#define CREATING 1
#define ACTIVE   2

#define START    0
#define COPYING  1
#define DONE     2

byte status = ABSENT;
bit  has_transition_time;
bit  batches[N];

byte ordinary = ABSENT;
bit  ordinary_has_transition_time;

byte at = START;
byte batch;

active proctype restore() {
end:
  do
  :: d_step { at == START ->
       status = CREATING;
#ifdef TIMER_MAKES_ACTIVE
       has_transition_time = 1;
#endif
       at = COPYING }
  :: d_step { at == COPYING && batch < N -> batches[batch] = 1; batch++ }
  :: d_step { at == COPYING && batch == N ->
       if :: status == CREATING -> status = ACTIVE :: else fi;
       at = DONE }
  od
}

active proctype create_table() {
end:
  do
  :: d_step { ordinary == ABSENT -> ordinary = CREATING; ordinary_has_transition_time = 1 }
  od
}

active proctype control_plane() {
end:
  do
  :: d_step { status == CREATING && has_transition_time -> status = ACTIVE }
  :: d_step { ordinary == CREATING && ordinary_has_transition_time -> ordinary = ACTIVE }
  od
}

/* S1. The copy goes from the first batch to the last. */
active proctype complete_when_active() {
end:
  do
  :: d_step { status == ACTIVE && !batches[N - 1] -> assert(false) }
  od
}
