/** How signals end a command: the first asks, and is bounded; the second ends it at once. Servers are ended by their watchdogs however we end. */

export const interruptedCode = 130;

/** The reason of the signal that commands listen to: what is ended by it needs no other word. */
export class Interrupted extends Error {}

interface Interruption {
  readonly signal: AbortSignal;
  /** Runs what keeps this thread to itself: no signal is heard meanwhile, so that each ends the process as it would any other. */
  blocking<T>(run: () => T): T;
  close(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whoever asked for an end gets it within ten seconds; this leaves two for a busy machine. */
const patienceMs = 8_000;

/** `warn` tells a person; `left` is what to say of what may still be there, if anything, when nobody waits any more. */
export function listenToSignals(warn: (text: string) => void, left?: string): Interruption {
  const abort = new AbortController();
  const rest = left === undefined ? [] : [left];
  let patience: NodeJS.Timeout | undefined;
  const leave = (): void => {
    warn([`some processes did not stop within ${patienceMs / 1000} s`, ...rest].join('; '));
    process.exit(interruptedCode);
  };
  const onSignal = (): void => {
    if (abort.signal.aborted) {
      warn(['stopped at once', ...rest].join('; '));
      process.exit(interruptedCode);
    }
    warn('interrupted: stopping; a second signal stops at once');
    patience = setTimeout(leave, patienceMs).unref();
    abort.abort(new Interrupted());
  };
  const listen = (): void => {
    for (const signal of signals) process.on(signal, onSignal);
  };
  const close = (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  listen();
  return {
    signal: abort.signal,
    blocking: (run) => {
      // A handler that cannot run does nothing but hold the signal back.
      close();
      try {
        return run();
      } finally {
        listen();
      }
    },
    close: () => {
      clearTimeout(patience);
      close();
    },
  };
}
