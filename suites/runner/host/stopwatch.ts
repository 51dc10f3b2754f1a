import type { Session } from '../../targets/target.ts';

/** Interval between polls in milliseconds. It grows, since some tables take minutes. */
const pollMs = { first: 20, most: 500, growth: 1.2 } as const;

/** One wait, on the target's clock or on ours. */
export interface Stopwatch {
  /** Waits for the next interval. True once the time is over. */
  over(): Promise<boolean>;
  longerThan(ms: number): boolean;
}

/** @param isUnwanted whether the wait should be cancelled */
export function stopwatch(session: Session, ms: number, isUnwanted: () => boolean): Stopwatch {
  const begin = performance.now();
  let waited = 0;
  let poll: number = pollMs.first;
  const longerThan = (bound: number): boolean => waited >= bound || performance.now() - begin >= bound;
  const over = async (): Promise<boolean> => {
    if (isUnwanted() || longerThan(ms)) return true;
    await session.pause(poll);
    waited += poll;
    poll = Math.min(pollMs.most, Math.round(poll * pollMs.growth));
    return false;
  };
  return { over, longerThan };
}
