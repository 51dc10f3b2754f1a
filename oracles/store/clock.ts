/**
 * Virtual time in milliseconds since 1970. It moves only by `advance`. Due events fire in order of due time, then of
 * scheduling, and `now` shows their due time meanwhile. Events may schedule further events.
 */
export interface VirtualClock {
  /** Whole milliseconds, since ids and ARNs contain it. Fractions passed to `advance` still add up. */
  now(): number;
  /** Advances by `ms`. A negative number or NaN advances by nothing. */
  advance(ms: number): void;
  /** Calls `fire` once the clock reaches `dueMs`. If that is in the past, it fires at the next `advance`, even of 0. */
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
