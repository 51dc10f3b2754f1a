/* Peterson's mutual exclusion, as in ../toys.ts. */

bit turn;
bit wants[2];
byte critical;

active [2] proctype competitor() {
idle:
  if
  :: d_step { true -> wants[_pid] = 1 }
  fi;
  if
  :: d_step { true -> turn = 1 - _pid }
  fi;
  if
  :: d_step { (!wants[1 - _pid] || turn == _pid) -> critical++; assert(critical == 1) }
  fi;
  if
  :: d_step { true -> critical--; wants[_pid] = 0 }
  fi;
  goto idle
}
