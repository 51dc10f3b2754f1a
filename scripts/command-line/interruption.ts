/**
 * How signals end a command: the first one asks it to stop, within a time limit; the second ends it at once. In either case
 * watchdogs end the servers.
 */

export const interruptedCode = 130;

/** The abort reason of the command's signal. It is no error, so nothing more is printed about it. */
export class Interrupted extends Error {}

interface Interruption {
  readonly signal: AbortSignal;
  /** Runs code that blocks this thread. Meanwhile no signal handler can run, so signals get their default action and end the process. */
  blocking<T>(run: () => T): T;
  close(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The promised limit is ten seconds; this leaves two for a busy machine. */
const patienceMs = 8_000;

/** `warn`: prints for the user. `left`: what may be left behind when the command is ended at once, if anything. */
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
      // While the thread is blocked, a handler would only delay the signal.
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
