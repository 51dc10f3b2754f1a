/** What cases need of a running target: a session, its tables, what it can do, and how long it is waited for. */
import type { Operation } from '../../../oracles/values/types.ts';
import { probe, type Support } from '../../targets/probe.ts';
import type { Target } from '../../targets/target.ts';
import type { CaseEnvironment } from '../play/run-case.ts';
import type { Cut, Leftover } from '../record.ts';
import { runName, runPrefix } from './names.ts';
import { interruptedMs, overtimeMs, type Patience, patienceWith } from './patience.ts';
import { TablePool } from './pool.ts';
import { openSession, type SessionOptions } from './session.ts';

export interface EnvironmentOptions extends SessionOptions {
  /** Part of every table name, so that nothing else is ever touched: `[a-z0-9]+`. */
  runId: string;
  /** Its number among the targets of the run. */
  number?: number;
  /** Default: by where it runs, and who started it. */
  patience?: Patience;
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
  options: EnvironmentOptions,
  hold: (environment: CaseEnvironment) => void,
): Promise<void> {
  const supported = new Map<Operation, Support>();
  const deadly = new Set<Operation>();
  for (;;) {
    const environment = await environmentOn(target, options, supported);
    hold(environment);
    const name = runName(runPrefix(options.runId, options.number), 'probe', 0);
    const { found, lostAt } = await probe(environment.session, name, new Set([...supported.keys(), ...deadly]));
    for (const [operation, support] of found) supported.set(operation, support);
    if (lostAt === undefined || !target.startedByUs || deadly.size >= deadlyMax) return;
    deadly.add(lostAt);
    await environment.session.stop();
  }
}

async function environmentOn(
  target: Target,
  options: EnvironmentOptions,
  supported: CaseEnvironment['supported'],
): Promise<CaseEnvironment> {
  const { runId, number, signal } = options;
  const session = await openSession(target, options);
  const { patience = patienceWith(target, session) } = options;
  const pool = new TablePool(session, runPrefix(runId, number), patience, signal);
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
    if (cut === 'interrupted') return await pool.cleanup.close(interruptedMs.close);
    return await pool.cleanup.close(cut === 'time' && session.near ? overtimeMs : closeMs);
  } finally {
    await session.stop();
  }
}
