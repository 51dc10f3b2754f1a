/**
 * Virtual time, in milliseconds since the epoch. It stands still until it is advanced; what falls due on the way fires in
 * order of due time, then of scheduling, with the clock showing its due time. No event is lost when another one schedules.
 */
export interface VirtualClock {
  /** Whole milliseconds: ids and ARNs are made of them. Parts that `advance` was given add up all the same. */
  now(): number;
  /** Lets `ms` pass; a negative or broken number passes nothing. */
  advance(ms: number): void;
  /** Calls `fire` once the clock reaches `dueMs`; a time already past falls due at the next `advance`, even of 0. */
  at(dueMs: number, fire: () => void): void;
}

interface Event {
  dueMs: number;
  order: number;
  fire: () => void;
}

export function createVirtualClock(startMs: number): VirtualClock {
  const pending: Event[] = [];
  let nowMs = startMs;
  let scheduled = 0;
  const takeDue = (untilMs: number): Event | undefined => {
    pending.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order);
    const first = pending[0];
    return first !== undefined && first.dueMs <= untilMs ? pending.shift() : undefined;
  };
  return {
    now: () => Math.floor(nowMs),
    advance(ms) {
      const untilMs = nowMs + (Number.isFinite(ms) ? Math.max(0, ms) : 0);
      for (let event = takeDue(untilMs); event !== undefined; event = takeDue(untilMs)) {
        nowMs = Math.max(nowMs, event.dueMs);
        event.fire();
      }
      nowMs = untilMs;
    },
    at(dueMs, fire) {
      scheduled += 1;
      pending.push({ dueMs, order: scheduled, fire });
    },
  };
}
