/** What earlier runs left on a target: found by name and age, shown by whoever calls, removed. */
import type { Json, JsonObject, Operation } from '../../../oracles/values/types.ts';
import type { SendOptions, Session } from '../../targets/target.ts';
import { valueAt } from '../play/path.ts';
import type { Leftover } from '../record.ts';
import { summary } from '../summary.ts';
import { Cleanup, type CleanupPatience } from './cleanup.ts';
import { isOfARun } from './names.ts';

/** A table or a backup that carries the prefix of a run. */
export interface Remnant {
  kind: Leftover['kind'];
  /** Name of the table, ARN of the backup. */
  name: string;
  /** Made by the second account. */
  account?: 'other';
  /** Milliseconds since 1970; undefined where the target does not tell it, and then it is not removed. */
  createdMs?: number;
}

/** A listing that could not be read to its end. */
export class SweepError extends Error {
  override readonly name = 'SweepError';
}

/** So many pages of a listing are no listing: some server hands out the same page for ever. */
const pagesMax = 10_000;

/** What is there, and what time it is there. */
interface RemnantList {
  remnants: Remnant[];
  /** Milliseconds since 1970 by the target's own clock, or by ours where it does not tell. */
  nowMs: number;
}

/** Everything there with the prefix of a run, of both accounts where there are two. @throws SweepError */
export async function findRemnants(session: Session, signal?: AbortSignal): Promise<RemnantList> {
  const nowMs = await timeOf(session);
  const senders: SendOptions[] = [{}, ...(session.otherAccount.supported ? [{ account: 'other' } as const] : [])];
  const remnants: Remnant[] = [];
  for (const sender of senders) {
    const found = [...(await tablesOf(session, sender, signal)), ...(await backupsOf(session, sender, signal))];
    remnants.push(...found.map((one) => inTime(one, nowMs)));
  }
  return { remnants, nowMs };
}

async function timeOf(session: Session): Promise<number> {
  const { wire } = await session.send('ListTables', { Limit: 1 }, { raw: true });
  const nowMs = Date.parse(wire?.headers.date ?? '');
  return Number.isFinite(nowMs) ? nowMs : Date.now();
}

/** A clock may give whole seconds, and may run a little ahead. */
const aheadMsMax = 60_000;

/** A time of tomorrow is in another unit, so the age is unknown. */
const inTime = ({ createdMs, ...one }: Remnant, nowMs: number): Remnant =>
  createdMs === undefined || createdMs > nowMs + aheadMsMax ? one : { ...one, createdMs };

async function tablesOf(session: Session, sender: SendOptions, signal?: AbortSignal): Promise<Remnant[]> {
  const names = await listing(session, sender, 'ListTables', 'TableNames', {
    ...{ from: 'LastEvaluatedTableName', into: 'ExclusiveStartTableName', ...(signal && { signal }) },
  });
  const found: Remnant[] = [];
  for (const name of names) {
    if (typeof name !== 'string' || !isOfARun(name)) continue;
    const described = await session.send('DescribeTable', { TableName: name }, sender);
    const { output } = described.kind === 'ok' ? described : { output: {} };
    if (valueAt(output, 'Table.TableStatus') === 'DELETING') continue;
    found.push({ kind: 'table', name, ...sender, ...createdAt(valueAt(output, 'Table.CreationDateTime')) });
  }
  return found;
}

async function backupsOf(session: Session, sender: SendOptions, signal?: AbortSignal): Promise<Remnant[]> {
  const cursor = { from: 'LastEvaluatedBackupArn', into: 'ExclusiveStartBackupArn', ...(signal && { signal }) };
  const summaries = await listing(session, sender, 'ListBackups', 'BackupSummaries', cursor);
  return summaries.flatMap((one): Remnant[] => {
    const [table, arn] = [valueAt(one, 'TableName'), valueAt(one, 'BackupArn')];
    if (typeof table !== 'string' || typeof arn !== 'string' || !isOfARun(table)) return [];
    return [{ kind: 'backup', name: arn, ...sender, ...createdAt(valueAt(one, 'BackupCreationDateTime')) }];
  });
}

const zoned = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/;

/** Seconds since 1970 as the service tells them, or a text as some imitators do: one without a zone tells no time. */
function createdAt(value: Json | undefined): { createdMs?: number } {
  const ms =
    typeof value === 'number'
      ? value * 1000
      : typeof value === 'string' && zoned.test(value)
        ? Date.parse(value)
        : Number.NaN;
  return Number.isFinite(ms) ? { createdMs: ms } : {};
}

/** All pages of a listing; of a target without the operation, none. */
async function listing(
  session: Session,
  sender: SendOptions,
  operation: Operation,
  rows: string,
  cursor: { from: string; into: string; signal?: AbortSignal },
): Promise<Json[]> {
  const found: Json[] = [];
  let after: JsonObject = {};
  for (let page = 0; page < pagesMax && !cursor.signal?.aborted; page++) {
    const answer = await session.send(operation, { ...after }, { raw: true, ...sender });
    if (answer.kind !== 'ok') {
      if (operation === 'ListBackups' && answer.kind === 'rejected') return found;
      throw new SweepError(`${operation}: ${String(summary(answer))}`);
    }
    const listed = answer.output[rows];
    if (Array.isArray(listed)) found.push(...listed);
    const next = answer.output[cursor.from];
    if (next === undefined || next === null) return found;
    if (after[cursor.into] === next) throw new SweepError(`${operation} returns the same page for ever`);
    after = { [cursor.into]: next };
  }
  throw new SweepError(cursor.signal?.aborted ? 'interrupted' : `${operation} has more than ${pagesMax} pages`);
}

/** Those that are old enough; a run that is still going on may need the others. */
export const olderThan = (remnants: readonly Remnant[], ageMs: number, nowMs: number): Remnant[] =>
  remnants.filter(({ createdMs }) => createdMs !== undefined && nowMs - createdMs >= ageMs);

const patience: CleanupPatience = { dropMs: 10_000, goneMs: 10_000, lateMs: 0, deletingIsGone: true };

/** Removes what it is handed. @param ms longest time for all of it @returns what is still there */
export async function removeRemnants(session: Session, remnants: readonly Remnant[], ms: number): Promise<Leftover[]> {
  const cleanups = (['own', 'other'] as const).map((account) => {
    const sender: SendOptions = account === 'other' ? { account } : {};
    const by: Session = {
      ...session,
      send: (op, input, options) => session.send(op, input, { ...options, ...sender }),
    };
    const cleanup = new Cleanup(by, 'parallax_', patience);
    for (const one of remnants.filter((remnant) => (remnant.account ?? 'own') === account)) {
      if (one.kind === 'table') cleanup.adopt(one.name);
      else cleanup.noteBackup(one.name, sender);
    }
    return cleanup;
  });
  return (await Promise.all(cleanups.map((cleanup) => cleanup.close(ms)))).flat();
}
