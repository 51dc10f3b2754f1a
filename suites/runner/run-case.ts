import type { Operation, Outcome } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import type { Support } from '../targets/probe.ts';
import type { Health, Session } from '../targets/target.ts';
import { execute, type Limits, type Unanswered } from './execute.ts';
import type { RunNames } from './normalise.ts';
import { backupsMade, operationsOf, PoolError, type TablePool } from './pool.ts';
import type { CaseVerdict, Entry } from './record.ts';

/** What one case came to on one session, before anything is compared. */
export interface Played {
  entries: Entry[];
  names: RunNames;
  /** Set when the case was not played to its end, or not at all. */
  stopped?: { verdict: Exclude<CaseVerdict, 'matches' | 'diverges'>; detail: string };
  /** A table that the case needs was refused. */
  tableRefused?: Outcome;
}

/** A session, its tables, and what its target was found to support. */
export interface Bench {
  session: Session;
  pool: TablePool;
  supported: ReadonlyMap<Operation, Support>;
  /** Whether cases marked heavy may be sent. */
  heavyAllowed: boolean;
  limits: Limits;
}

const nothing = (stopped: NonNullable<Played['stopped']>): Played => ({
  entries: [],
  names: { tables: new Map() },
  stopped,
});

/** Why a case is not even tried, if so. */
function obstacle(subject: Case, bench: Bench): Played['stopped'] {
  if (subject.heavy && !bench.heavyAllowed) {
    return { verdict: 'skipped', detail: 'heavy: runs only on servers that Parallax starts and caps itself' };
  }
  for (const operation of operationsOf(subject.steps)) {
    const support = bench.supported.get(operation);
    if (support?.supported === false) return { verdict: 'unsupported', detail: `${operation}: ${support.reason}` };
  }
  return undefined;
}

/** Leases, plays and cleans up. A target that gives no answer is asked for its health, and nothing more is sent to it. */
export async function playCase(subject: Case, bench: Bench): Promise<Played> {
  const stopped = obstacle(subject, bench);
  if (stopped) return nothing(stopped);
  const { session, pool } = bench;
  const leased = new Map<string, string>();
  const made = new Map<string, string>();
  const fresh = (name: string): string => {
    const known = made.get(name) ?? pool.name(name);
    made.set(name, known);
    return known;
  };
  const played: Played = { entries: [], names: { tables: new Map() } };
  try {
    for (const [name, schema] of Object.entries(subject.tables ?? {})) leased.set(name, await pool.lease(schema));
    const { entries, unanswered } = await execute(subject, session, { leased, fresh }, bench.limits);
    played.entries = entries;
    if (unanswered) played.stopped = await explain(unanswered, session);
  } catch (error) {
    if (!(error instanceof PoolError)) throw error;
    if (error.unanswered) played.stopped = await explain(error.unanswered, session);
    else played.tableRefused = error.outcome;
  }
  const real = [...leased, ...made].map(([label, name]) => [name, label] as const);
  played.names = { tables: new Map(real), ...(pool.arnPrefix !== undefined && { arnPrefix: pool.arnPrefix }) };
  if (!played.stopped) await cleanUp(subject, bench, leased, made, played.entries);
  return played;
}

async function cleanUp(
  subject: Case,
  { session, pool }: Bench,
  leased: ReadonlyMap<string, string>,
  made: ReadonlyMap<string, string>,
  entries: readonly Entry[],
): Promise<void> {
  for (const BackupArn of backupsMade(entries)) await session.send('DeleteBackup', { BackupArn });
  for (const name of made.values()) await pool.drop(name);
  for (const [name, table] of leased) await pool.giveBack(subject, subject.tables?.[name] ?? {}, table);
}

const verdicts = { up: 'silent', silent: 'silent', hung: 'hung', crashed: 'crashed' } satisfies Record<
  Health['kind'],
  CaseVerdict
>;

/** Crashed, hung, silent and refused are verdicts of their own; none is a pass, and none says that an answer was wrong. */
async function explain(unanswered: Unanswered, session: Session): Promise<NonNullable<Played['stopped']>> {
  const { cause, detail } = unanswered;
  if (cause === 'unsendable') return { verdict: 'skipped', detail: `the request could not be sent: ${detail}` };
  const health = await session.health();
  if (health.kind === 'crashed') return { verdict: 'crashed', detail: health.how };
  if (cause === 'refused' || cause === 'garbage') return { verdict: 'refused', detail };
  return { verdict: verdicts[health.kind], detail };
}
