/** A session that stops on a signal and repeats throttled requests. */
import type { Outcome } from '../../../oracles/values/types.ts';
import { type Session, type StartOptions, type Target, TargetError } from '../../targets/target.ts';
import { interrupted } from './deadline.ts';
import { interruptedMs } from './patience.ts';
import { throttledTypes } from './refusals.ts';

export interface SessionOptions {
  start?: StartOptions;
  /** Ends the work in progress: answers are awaited only a moment longer. */
  signal?: AbortSignal;
  /** Wraps the session first, for example to send everything raw. */
  through?: (session: Session) => Session;
}

/** @throws TargetError when the target is missing, cannot be started, or the signal came first */
export async function openSession(target: Target, options: SessionOptions): Promise<Session> {
  const { start, signal, through = (session) => session } = options;
  const opening = opened(target, { ...start, ...(signal && { signal }) });
  if (signal === undefined) return repeatingThrottled(through(await opening));
  const grace = new SignalGrace(signal);
  const session = await grace.within<Session | undefined>(opening, undefined);
  grace.end();
  if (session !== undefined) return repeatingThrottled(endingOnSignal(through(session), signal));
  // If the session still opens after that, it is closed at once.
  opening.then(
    (late) => late.stop(),
    () => {},
  );
  throw new TargetError(`the run ended before ${target.name} answered`, 'start it again');
}

async function opened(target: Target, start: StartOptions): Promise<Session> {
  const availability = await target.availability(start);
  if (availability.kind === 'unavailable') throw new TargetError(availability.reason, availability.remedy);
  return target.start(start);
}

const throttledMs: readonly number[] = [50, 100, 200, 400, 800];

/** Repeats throttled requests: they were not executed, so the refusal is a matter of timing and not judged. */
function repeatingThrottled(session: Session): Session {
  const send: Session['send'] = async (...request) => {
    for (const ms of throttledMs) {
      const outcome = await session.send(...request);
      if (outcome.kind !== 'rejected' || !throttledTypes.has(outcome.type)) return outcome;
      await session.pause(ms);
    }
    return session.send(...request);
  };
  return { ...session, send };
}

/** A session whose answers and pauses are awaited only a moment longer after a signal. */
function endingOnSignal(session: Session, signal: AbortSignal | undefined): Session {
  if (signal === undefined || session.clock === 'virtual') return session;
  const grace = new SignalGrace(signal);
  return {
    ...session,
    send: (...request) => grace.within<Outcome>(session.send(...request), interrupted),
    pause: (ms) => grace.within(session.pause(ms), undefined),
    stop: async () => {
      grace.end();
      await session.stop();
    },
  };
}

/** One listener for all work in progress: with one listener each, Node warns of a leak. */
class SignalGrace {
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<() => void>();
  readonly #onAbort = (): void => {
    for (const start of this.#waiting) start();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  /** The result of the work, or `instead` if it is still running a moment after the signal. */
  async within<T>(work: Promise<T>, instead: T): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let start = (): void => {};
    const late = new Promise<T>((resolve) => {
      start = () => {
        timer ??= setTimeout(() => resolve(instead), interruptedMs.answer);
      };
    });
    if (this.#signal.aborted) start();
    else this.#waiting.add(start);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(start);
    }
  }
}
