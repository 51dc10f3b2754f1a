import { setImmediate as turn } from 'node:timers/promises';
import { type Operation, operations } from '../../../oracles/values/operations.ts';
import type { Json } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';
import type { Support } from '../../targets/probe.ts';
import type { Health, SendOptions, Session, Unanswered } from '../../targets/target.ts';
import type { TablePool } from '../host/pool.ts';
import { PoolError, type Unready } from '../host/readiness.ts';
import { type AuditDepth, audit, type Violation } from '../invariants/audit.ts';
import { Recorder } from '../invariants/exchange.ts';
import type { ReadPatience } from '../judge/read-patience.ts';
import { duration, needsOtherAccount, needsVirtualClock, operationsOf, waitMs } from '../needs.ts';
import type { RunNames } from '../normalise.ts';
import type { CaseVerdict, Entry } from '../record.ts';
import { execute } from './execute.ts';
import type { Limits } from './limits.ts';
import { atOwnPace } from './pace.ts';
import { valueAt } from './path.ts';

/** The result of playing a case on one session, before any comparison. */
export interface Played {
  entries: Entry[];
  names: RunNames;
  /** Set when the case was not played completely. */
  stopped?: Stopped;
  /** A table that the case needs was refused. */
  tableRefused?: Extract<Unready, { kind: 'refused' }>;
  /** What contradicts an invariant. Empty where the environment has no audits. */
  violations: Violation[];
  /** Number of requests sent, those of audits included; without audits not known. */
  sent?: number;
}

export interface Stopped {
  verdict: Exclude<CaseVerdict, 'matches' | 'diverges'>;
  detail: string;
  /** For an unsupported case: the operation that the target lacks. */
  lacks?: Operation;
}

/** What a case needs to run: a session, its tables, and its supported operations. */
export interface CaseEnvironment {
  session: Session;
  pool: TablePool;
  supported: ReadonlyMap<Operation, Support>;
  /** Whether heavy cases may run. */
  heavyAllowed: boolean;
  limits: Limits;
  /** Checks the invariants after each case. */
  audits?: { depth: AuditDepth; patience: ReadPatience };
}

const nothing = (stopped: Stopped): Played => ({
  entries: [],
  names: { tables: new Map() },
  violations: [],
  stopped,
});

/** The reason not to start a case, if any. */
function obstacle(subject: Case, environment: CaseEnvironment): Stopped | undefined {
  const { otherAccount, clock } = environment.session;
  if (subject.heavy && !environment.heavyAllowed) {
    return { verdict: 'skipped', detail: 'heavy: runs only on servers that Parallax starts and caps itself' };
  }
  for (const operation of operationsOf(subject.steps)) {
    const support = environment.supported.get(operation);
    if (support?.supported === false)
      return { verdict: 'unsupported', detail: `${operation}: ${support.reason}`, lacks: operation };
  }
  if (!otherAccount.supported && needsOtherAccount(subject.steps)) {
    return { verdict: 'unsupported', detail: `needs a second account: ${otherAccount.reason}` };
  }
  if (clock === 'real' && needsVirtualClock(subject.steps)) {
    const waits = duration(waitMs(subject.steps));
    return { verdict: 'unsupported', detail: `waits ${waits}: only where the clock can be moved` };
  }
  return undefined;
}

/**
 * Leases tables, plays the case and cleans up. If a request gets no answer, the rest is not sent and the target's
 * health is checked.
 */
export async function playCase(subject: Case, environment: CaseEnvironment): Promise<Played> {
  // An in-process store never yields to the event loop, so no signal would be handled.
  await turn();
  const stopped = obstacle(subject, environment);
  if (stopped) return nothing(stopped);
  const { session, pool } = environment;
  const leased = new Map<string, string>();
  const made = new Map<string, string>();
  const accounts = needsOtherAccount(subject.steps) ? 'both' : 'own';
  const fresh = (name: string): string => {
    const known = made.get(name) ?? pool.cleanup.name(name, accounts);
    made.set(name, known);
    return known;
  };
  const played: Played = { entries: [], names: { tables: new Map() }, violations: [] };
  const recorder = environment.audits && new Recorder(session);
  try {
    for (const [name, schema] of Object.entries(subject.tables ?? {})) leased.set(name, await pool.lease(schema));
    const { entries, unanswered } = await atPace(subject, session, () =>
      execute(subject, session, { leased, fresh }, { ...environment.limits, ...(recorder && { send: recorder.send }) }),
    );
    played.entries = entries;
    if (unanswered) played.stopped = await explain(unanswered, session, entries);
    await audited(subject, environment, leased, recorder, played);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    await withoutTable(error.unready, played, session);
  }
  const real = [...leased, ...made].map(([label, name]) => [name, label] as const);
  const arnPrefix = pool.arnPrefix ?? arnPrefixIn(played.entries, undefined);
  const otherArnPrefix = arnPrefixIn(played.entries, 'other');
  played.names = {
    tables: new Map(real),
    ...(arnPrefix !== undefined && { arnPrefix }),
    ...(otherArnPrefix !== undefined && { otherArnPrefix }),
  };
  for (const { arn, sender } of backupsMade(played.entries)) pool.cleanup.noteBackup(arn, sender);
  for (const name of lateTables(played.entries)) pool.cleanup.noteLate(name);
  if (!played.stopped) await cleanUp(subject, environment, leased, made, played.entries);
  return played;
}

/** While the tables of the case are still there. */
async function audited(
  subject: Case,
  { session, supported, audits, limits }: CaseEnvironment,
  leased: ReadonlyMap<string, string>,
  recorder: Recorder | undefined,
  played: Played,
): Promise<void> {
  if (audits === undefined || recorder === undefined) return;
  const tables = new Map([...leased].map(([label, name]) => [name, subject.tables?.[label] ?? {}]));
  played.violations = await audit({
    ...{ subject, recorder, tables, session, supported, ...audits },
    ...{ signal: limits.signal, isLost: played.stopped !== undefined },
  });
  played.sent = recorder.exchanges.length;
}

/** A refused table is an answer to judge. Any other missing table is no verdict. */
async function withoutTable(unready: Unready, played: Played, session: Session): Promise<void> {
  switch (unready.kind) {
    case 'refused':
      played.tableRefused = unready;
      return;
    case 'unanswered':
      played.stopped = await explain(unready.outcome, session);
      return;
    case 'stuck':
      played.stopped = { verdict: 'stuck', detail: unready.detail };
      return;
    default:
      unready satisfies never;
  }
}

/** Leasing and dropping tables stays at the fast pace, since no case observes those states. */
async function atPace<T>(subject: Case, session: Session, play: () => Promise<T>): Promise<T> {
  if (!subject.passingStates || !session.setPace) return play();
  return atOwnPace(session, play);
}

/** The ARN prefix of one account, from the first table description in the answers. */
function arnPrefixIn(entries: readonly Entry[], account: Entry['account']): string | undefined {
  for (const entry of entries) {
    if (entry.account !== account || entry.outcome.kind !== 'ok') continue;
    const { output } = entry.outcome;
    const arn = valueAt(output, 'TableDescription.TableArn') ?? valueAt(output, 'Table.TableArn');
    if (typeof arn === 'string') return arn.slice(0, arn.lastIndexOf(':') + 1);
  }
  return undefined;
}

async function cleanUp(
  subject: Case,
  { pool }: CaseEnvironment,
  leased: ReadonlyMap<string, string>,
  made: ReadonlyMap<string, string>,
  entries: readonly Entry[],
): Promise<void> {
  for (const { arn } of backupsMade(entries)) await pool.cleanup.dropBackup(arn);
  for (const name of made.values()) await pool.cleanup.drop(name);
  for (const [name, table] of leased) await pool.giveBack(subject, subject.tables?.[name] ?? {}, table);
}

const verdicts = { up: 'silent', silent: 'silent', hung: 'hung', crashed: 'crashed' } satisfies Record<
  Health['kind'],
  CaseVerdict
>;

/**
 * Crashed, hung, silent and refused are separate verdicts. None is a pass, and none says that an answer was wrong. A
 * target that sends one unreadable answer but answers otherwise is not given up.
 */
async function explain(unanswered: Unanswered, session: Session, entries: readonly Entry[] = []): Promise<Stopped> {
  const { cause, detail } = unanswered;
  if (cause === 'unsendable') return { verdict: 'skipped', detail: `the request could not be sent: ${detail}` };
  const health = await session.health();
  if (health.kind === 'crashed') return { verdict: 'crashed', detail: health.how };
  const at = entries.find(({ outcome }) => outcome === unanswered);
  if (cause === 'garbage' && health.kind === 'up' && at)
    return { verdict: 'inconclusive', detail: `step ${at.step}, ${at.op}: ${detail}` };
  if (cause === 'refused' || cause === 'garbage') return { verdict: 'refused', detail };
  return { verdict: verdicts[health.kind], detail };
}

/** The backups that a case created and their sender, from its transcript. */
const backupsMade = (entries: readonly Entry[]): { arn: string; sender: SendOptions }[] =>
  entries.flatMap(({ op, outcome, account }) => {
    const made = op === 'CreateBackup' && outcome.kind === 'ok';
    const arn: Json | undefined = made ? valueAt(outcome.output, 'BackupDetails.BackupArn') : undefined;
    return typeof arn === 'string' ? [{ arn, sender: account ? { account } : {} }] : [];
  });

/** Tables whose creation was sent but not answered. */
const lateTables = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ op, input, outcome }) => {
    const name = input.TargetTableName ?? input.TableName;
    const lost = operations[op].effect === 'makes a table' && outcome.kind === 'unanswered';
    return lost && typeof name === 'string' ? [name] : [];
  });
