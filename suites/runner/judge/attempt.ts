import type { Case } from '../../cases/case.ts';
import { violationDivergence } from '../invariants/divergence.ts';
import type { Played, Stopped } from '../play/run-case.ts';
import { type CaseRecord, type CaseVerdict, type Divergence, noVerdict } from '../record.ts';
import { fingerprint } from './fingerprint.ts';
import { judge, tableDivergence } from './judge.ts';
import type { TargetTranscript } from './shown.ts';

/** One play of a case on one target, judged. */
export interface Attempt {
  record: CaseRecord;
  found: Divergence[];
}

export function attemptOf(
  subject: Case,
  transcript: TargetTranscript,
  played: Played,
  durationMs: number,
  reference?: TargetTranscript,
): Attempt {
  const found = judge(subject, transcript, reference);
  if (played.tableRefused) found.push(tableDivergence(subject, transcript, played.tableRefused));
  found.push(...violationsBeside(found, subject, transcript, played));
  const open = played.entries.find((entry) => entry.inconclusive !== undefined);
  const diverges = found.some(({ tier }) => tier !== 'text');
  const verdict = played.stopped?.verdict ?? (diverges ? 'diverges' : open === undefined ? 'matches' : 'inconclusive');
  const why = verdict === 'inconclusive' && open ? `step ${open.step}, ${open.op}: ${open.inconclusive}` : undefined;
  const { detail = why, lacks }: Partial<Stopped> = played.stopped ?? {};
  const record = recordOf(subject, verdict, found, durationMs, detail);
  return { record: { ...record, ...(lacks !== undefined && { lacks }) }, found };
}

/** A server error that the case has named already is not named again. */
const violationsBeside = (
  found: readonly Divergence[],
  subject: Case,
  transcript: TargetTranscript,
  { violations }: Played,
): Divergence[] =>
  violations
    .filter((one) => one.class !== 'server-error' || !found.some((other) => other.class === 'server-error'))
    .map((one) => violationDivergence(subject, transcript, one));

function recordOf(
  { id, area }: Case,
  verdict: CaseVerdict,
  found: readonly Divergence[],
  durationMs: number,
  detail?: string,
): CaseRecord {
  return {
    ...{ case: id, area, verdict },
    ...(detail !== undefined && { detail }),
    ...(noVerdict.includes(verdict) && { loss: fingerprint(id, 'case', '', verdict) }),
    divergences: found.map((one) => one.fingerprint),
    durationMs: Math.round(durationMs),
  };
}

const marksOf = ({ record, found }: Attempt): string =>
  [record.verdict, ...found.map((one) => one.fingerprint).sort()].join(' ');

/** Merges repeated attempts. Equal results count as one; otherwise the case is unstable, which is no verdict. */
export function settle(subject: Case, attempts: readonly Attempt[]): Attempt {
  const [first] = attempts;
  if (first === undefined) return { record: recordOf(subject, 'skipped', [], 0, 'interrupted'), found: [] };
  if (attempts.every((attempt) => marksOf(attempt) === marksOf(first))) return first;
  const found = first.found.filter((one) =>
    attempts.every((attempt) => attempt.found.some((other) => other.fingerprint === one.fingerprint)),
  );
  const times = new Map<string, number>();
  for (const attempt of attempts) times.set(marksOf(attempt), (times.get(marksOf(attempt)) ?? 0) + 1);
  const detail = [...times].map(([marks, count]) => `${count} of ${attempts.length} times ${marks}`).join('; ');
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.record.durationMs, 0);
  return { record: recordOf(subject, 'unstable', found, durationMs, detail), found };
}
