/* The bounded buffer of ../protocols.ts, for four items. SLEEPS: nobody wakes the consumer, who may turn in place instead. */

#define ITEMS 4

byte queue[2];
byte filled;
byte produced;
byte consumed;

active proctype producer() {
end_producer:
  do
  :: d_step { produced < ITEMS && filled < 2 -> produced++; queue[filled] = produced; filled++ }
  od
}

active proctype consumer() {
end_consumer:
  do
  :: d_step {
       filled > 0 ->
       assert(queue[0] == consumed + 1);
       consumed = queue[0]; queue[0] = queue[1]; queue[1] = 0; filled--
     }
#ifdef SLEEPS
  :: d_step { filled > 0 -> skip }
#endif
  od
}

#ifdef RUNS
ltl L { <> (consumed == ITEMS) }
#endif
