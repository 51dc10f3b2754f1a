/** One running target as cases need it: a session, its tables, what it can do, and how long it is waited for. */
import type { Operation, Outcome } from '../../../oracles/values/types.ts';
import { probe, type Support } from '../../targets/probe.ts';
import { type Session, type StartOptions, type Target, TargetError } from '../../targets/target.ts';
import type { CaseEnvironment } from '../play/run-case.ts';
import type { Cut, Leftover } from '../record.ts';
import { interrupted } from './deadline.ts';
import { runName, runPrefix } from './names.ts';
import { interruptedMs, overtimeMs, patienceWith, throttledTypes } from './patience.ts';
import { TablePool } from './pool.ts';

export interface HostOptions {
  /** Part of every table name, so that nothing else is ever touched: `[a-z0-9]+`. */
  runId: string;
  /** Number of this side of the run. */
  side?: number;
  start?: StartOptions;
  /** Ends what is under way: no answer is awaited for long after it. */
  signal?: AbortSignal;
  /** What the session is before anybody uses it, such as one that sends everything raw. */
  through?: (session: Session) => Session;
}

/** @throws TargetError when the target is not there, cannot be started, or was not waited for any more */
export async function openSession(target: Target, options: Omit<HostOptions, 'runId'>): Promise<Session> {
  const { start, signal, through = (session) => session } = options;
  const opening = opened(target, { ...start, ...(signal && { signal }) });
  if (signal === undefined) return insisting(through(await opening));
  const hurry = new Hurry(signal);
  const session = await hurry.within<Session | undefined>(opening, undefined);
  hurry.end();
  if (session !== undefined) return insisting(heeding(through(session), signal));
  // Whoever answers so late is ended as soon as it does.
  opening.then(
    (late) => late.stop(),
    () => {},
  );
  throw new TargetError(`${target.name} had not answered when the run was ended`, 'start it again');
}

async function opened(target: Target, start: StartOptions): Promise<Session> {
  const availability = await target.availability(start);
  if (availability.kind === 'unavailable') throw new TargetError(availability.reason, availability.remedy);
  return target.start(start);
}

/** Operations whose probe may end a server of ours before it is taken as it is. */
const deadlyMax = 3;

/**
 * Starts a target, and asks what it can do. A server of ours that a probe ends is started again and not asked that any more:
 * which requests it survives is for the cases to find out.
 *
 * @param hold is handed the environment before anything is asked, so that a failing probe cannot leave a server behind
 * @throws TargetError when it is not there or cannot be started
 */
export async function openEnvironment(
  target: Target,
  options: HostOptions,
  hold: (environment: CaseEnvironment) => void,
): Promise<void> {
  const supported = new Map<Operation, Support>();
  const deadly = new Set<Operation>();
  for (;;) {
    const environment = await benchOn(target, options, supported);
    hold(environment);
    const name = runName(runPrefix(options.runId, options.side), 'probe', 0);
    const { found, lostAt } = await probe(environment.session, name, new Set([...supported.keys(), ...deadly]));
    for (const [operation, support] of found) supported.set(operation, support);
    if (lostAt === undefined || !target.startedByUs || deadly.size >= deadlyMax) return;
    deadly.add(lostAt);
    await environment.session.stop();
  }
}

async function benchOn(
  target: Target,
  options: HostOptions,
  supported: CaseEnvironment['supported'],
): Promise<CaseEnvironment> {
  const { runId, side, signal } = options;
  const session = await openSession(target, options);
  const patience = patienceWith(target, session);
  const pool = new TablePool(session, runPrefix(runId, side), patience, signal);
  const limits = { loopMs: patience.loopMs, ...(signal && { signal }) };
  return { session, pool, supported, heavyAllowed: target.startedByUs, limits };
}

/**
 * Ends a target, with what was made on one that goes on without us.
 *
 * @param cut what ended the run before its end, if anything did
 * @returns what could not be removed
 */
export async function closeEnvironment(
  target: Target,
  { pool, session }: CaseEnvironment,
  cut: Cut | undefined,
): Promise<Leftover[]> {
  try {
    if (target.startedByUs) return [];
    const { closeMs } = patienceWith(target, session);
    if (cut === 'interrupted') return await pool.close(interruptedMs.close);
    return await pool.close(cut === 'time' && session.near ? overtimeMs : closeMs);
  } finally {
    await session.stop();
  }
}

const throttledMs: readonly number[] = [50, 100, 200, 400, 800];

/** A throttled request was not carried out, and asks to be sent again: that is timing, and no answer to be judged. */
function insisting(session: Session): Session {
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

/** A session whose answers and pauses are not awaited for longer than a moment once there was a signal. */
function heeding(session: Session, signal: AbortSignal | undefined): Session {
  if (signal === undefined || session.clock === 'virtual') return session;
  const hurry = new Hurry(signal);
  return {
    ...session,
    send: (...request) => hurry.within<Outcome>(session.send(...request), interrupted),
    pause: (ms) => hurry.within(session.pause(ms), undefined),
    stop: async () => {
      hurry.end();
      await session.stop();
    },
  };
}

/** One listener for all that is under way: Node warns of a leak where each has its own. */
class Hurry {
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

  /** The work's own result, or `instead` when a signal came and the work still went on a moment later. */
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
