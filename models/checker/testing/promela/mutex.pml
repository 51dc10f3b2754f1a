/* The lock of ../protocols.ts. RUNS: nobody must ask, so who is idle may turn in place; `weak` is what SPIN's own fairness
 * gives, `strong` says in the formula that who can enter again and again does enter again and again. */

#define IDLE     0
#define WAITING  1
#define CRITICAL 2
#define NOBODY   2

byte at[2];
byte holder = NOBODY;

#define r _pid

active [2] proctype worker() {
end_worker:
  do
  :: d_step { at[r] == IDLE -> at[r] = WAITING }
  :: d_step { at[r] == CRITICAL -> holder = NOBODY; at[r] = IDLE }
#ifdef NO_LOCK
  :: d_step { at[r] == WAITING -> holder = r; at[r] = CRITICAL }
#else
  :: d_step { at[r] == WAITING && holder == NOBODY -> holder = r; at[r] = CRITICAL }
#endif
#ifdef RUNS
  :: d_step { at[r] == IDLE -> skip }
#endif
  od
}

#ifdef RUNS
#define may_enter(i) (at[i] == WAITING && holder == NOBODY)
#define enters(i)    ([] <> may_enter(i) -> [] <> (at[i] == CRITICAL))
#define gets_in(i)   [] (at[i] == WAITING -> <> (at[i] == CRITICAL))

ltl weak0   { gets_in(0) }
ltl weak1   { gets_in(1) }
ltl strong0 { (enters(0) && enters(1)) -> gets_in(0) }
ltl strong1 { (enters(0) && enters(1)) -> gets_in(1) }
#endif
