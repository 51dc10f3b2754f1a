import type { Session } from '../../targets/target.ts';

/** Milliseconds between two looks at a table: more and more of them, since some tables take minutes. */
const pollMs = { first: 20, most: 500, growth: 1.2 } as const;

/** One wait, on the target's clock or on ours. */
export interface Stopwatch {
  /** Waits a while, longer each time; true once the time is over. */
  over(): Promise<boolean>;
  longerThan(ms: number): boolean;
}

/** @param isUnwanted whether nobody waits any more */
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
