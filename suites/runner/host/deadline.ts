import type { Outcome } from '../../../oracles/values/types.ts';
import type { Cut } from '../record.ts';

/** What stands in the place of an answer that nobody waits for any more. */
export const interrupted = {
  kind: 'unanswered',
  cause: 'unsendable',
  detail: 'interrupted',
} as const satisfies Outcome;

/** One signal for both that end a run early: the one that is given, and its time. */
export interface Deadline {
  signal: AbortSignal;
  /** What ended it, once it is over. */
  cut(): Cut | undefined;
  /** Takes the timer back: nothing is left that would keep the process alive. */
  clear(): void;
}

/** Longest wait that a timer can be set to. */
const timerMsMax = 2 ** 31 - 1;

/** @param timeMs none: only the signal ends it. */
export function deadlineOf(outer: AbortSignal | undefined, timeMs: number | undefined): Deadline {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop, { once: true });
  const timer = timeMs === undefined ? undefined : setTimeout(stop, Math.min(timeMs, timerMsMax));
  return {
    signal: abort.signal,
    cut: () => (!abort.signal.aborted ? undefined : outer?.aborted ? 'interrupted' : 'time'),
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}
