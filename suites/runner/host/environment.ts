/** Opens and closes what cases need: a session, its tables, its supported operations and its time limits. */
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
  /** Index among the targets of the run. */
  number?: number;
  /** Default: depends on where the target runs and who started it. */
  patience?: Patience;
  /** Takes every operation as supported, without asking. For stores that are known to have them all. */
  hasEverything?: boolean;
}

/** A server of ours may crash on this many probes before it is used without further probing. */
const deadlyMax = 3;

/**
 * Starts a target and probes what it supports. A server of ours that a probe crashes is restarted, and that probe is
 * not repeated: cases will show which requests it survives.
 *
 * @param hold receives the environment before any probe, so that a failing probe leaves no server behind
 * @throws TargetError when the target is missing or cannot be started
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
    if (options.hasEverything === true) return;
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
 * Stops a target and removes what the run created on it.
 *
 * @param cut what ended the run early, if anything
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
