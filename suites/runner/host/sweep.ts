/** Finds and removes what earlier runs left on a target, by name and age. The caller shows it. */
import type { Json, JsonObject, Operation } from '../../../oracles/values/types.ts';
import type { SendOptions, Session } from '../../targets/target.ts';
import { valueAt } from '../play/path.ts';
import type { Leftover } from '../record.ts';
import { summary } from '../summary.ts';
import { Cleanup, type CleanupPatience } from './cleanup.ts';
import { isOfARun } from './names.ts';

/** A table or backup with the prefix of a run. */
export interface Remnant {
  kind: Leftover['kind'];
  /** Table name or backup ARN. */
  name: string;
  /** Created by the second account. */
  account?: 'other';
  /** Milliseconds since 1970. Undefined if the target does not report it; then it is not removed. */
  createdMs?: number;
}

/** A listing that could not be read completely. */
export class SweepError extends Error {
  override readonly name = 'SweepError';
}

/** More pages than this are treated as endless: some servers return the same page for ever. */
const pagesMax = 10_000;

/** What is there, and what time it is there. */
interface RemnantList {
  remnants: Remnant[];
  /** Milliseconds since 1970 by the target's clock, or by ours if unknown. */
  nowMs: number;
}

/** Everything with the prefix of a run, in both accounts if there are two. @throws SweepError */
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

/** Tolerance: a clock may have whole seconds, or be slightly ahead. */
const aheadMsMax = 60_000;

/** A creation time in the future must be in another unit, so the age is unknown. */
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

/** Reads seconds since 1970, or a date text as some imitators return it. A text without a time zone is ignored. */
function createdAt(value: Json | undefined): { createdMs?: number } {
  const ms =
    typeof value === 'number'
      ? value * 1000
      : typeof value === 'string' && zoned.test(value)
        ? Date.parse(value)
        : Number.NaN;
  return Number.isFinite(ms) ? { createdMs: ms } : {};
}

/** All pages of a listing; empty if the target lacks the operation. */
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

/** Remnants that are old enough. Younger ones may belong to a run in progress. */
export const olderThan = (remnants: readonly Remnant[], ageMs: number, nowMs: number): Remnant[] =>
  remnants.filter(({ createdMs }) => createdMs !== undefined && nowMs - createdMs >= ageMs);

const patience: CleanupPatience = { dropMs: 10_000, goneMs: 10_000, lateMs: 0, deletingIsGone: true };

/** Removes the remnants. @param ms time limit for all of it @returns what still exists */
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
