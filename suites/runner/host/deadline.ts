import { setMaxListeners } from 'node:events';
import type { Outcome } from '../../../oracles/values/types.ts';
import type { Cut } from '../record.ts';

/** The outcome of a request that is no longer awaited. */
export const interrupted = {
  kind: 'unanswered',
  cause: 'unsendable',
  detail: 'interrupted',
} as const satisfies Outcome;

/** Combines the caller's signal and the time limit into one signal. */
export interface Deadline {
  signal: AbortSignal;
  /** What ended the run, once it is over. */
  cut(): Cut | undefined;
  /** Clears the timer, which would keep the process alive. */
  clear(): void;
}

/** Maximum delay of a Node timer. */
const timerMsMax = 2 ** 31 - 1;

/** @param timeMs undefined: only the signal ends it */
export function deadlineOf(outer: AbortSignal | undefined, timeMs: number | undefined): Deadline {
  const abort = new AbortController();
  // Each instance of each target listens for as long as it is there: more than the ten at which Node suspects a leak.
  setMaxListeners(0, abort.signal);
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
