/** Applies a ledger to the divergences of cases, and to the operations that a target lacks. */
import { statusOf } from '../../suites/runner/judge/status.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import type { Gap, Ledger, LedgerEntry } from './schema.ts';
import { type Accepted, acceptedBy } from './versions.ts';

/** By what is accepted, such as a fingerprint: the acceptance that applies to this version. */
function acceptedOn<T extends { readonly versions: readonly string[] }>(
  list: readonly T[],
  thingsOf: (one: T) => readonly string[],
  version: string,
): Map<string, Accepted<T>> {
  const candidates = new Map<string, T[]>();
  for (const one of list)
    for (const thing of thingsOf(one)) candidates.set(thing, [...(candidates.get(thing) ?? []), one]);
  const accepted = [...candidates].map(([thing, ones]) => [thing, acceptedBy(ones, version)] as const);
  return new Map(accepted.flatMap(([thing, found]) => (found === undefined ? [] : [[thing, found] as const])));
}

/** By operation: the gap that the ledger accepts on this version. */
export type Gaps = ReadonlyMap<string, Accepted<Gap>>;

export const gapsOn = ({ gaps }: Ledger, version: string): Gaps =>
  acceptedOn(gaps, ({ operations }) => operations, version);

interface Judgement {
  status: Divergence['status'];
  /** Only for the status known. */
  reason?: string;
  note?: string;
}

/** The members of a divergence that are needed to judge it. */
export type LedgerSubject = Pick<Divergence, 'fingerprint' | 'case' | 'target' | 'class' | 'tier' | 'certainty'>;

/** An accepted divergence that did not show. */
interface Unseen {
  case: string;
  fingerprint: string;
}

/**
 * The status of each divergence, in the order given, and the accepted divergences that did not show. `stale`: accepted for this
 * version. `gone`: accepted only for older versions, so it has probably been fixed. `casesRun`: the cases that got an answer on
 * this target (`matches` or `diverges`). For a case that crashed or was skipped, entries are neither confirmed nor stale.
 */
export function judge(
  ledger: Ledger,
  divergences: readonly LedgerSubject[],
  version: string,
  casesRun: ReadonlySet<string>,
): { judgements: Judgement[]; stale: Unseen[]; gone: Unseen[] } {
  const accepted = acceptedOn(ledger.entries, ({ fingerprints }) => fingerprints, version);
  const seen = new Set<string>();
  const judgements = divergences.map((divergence): Judgement => {
    const found = divergence.target === ledger.target ? accepted.get(divergence.fingerprint) : undefined;
    if (found?.by.case === divergence.case) {
      seen.add(divergence.fingerprint);
      return { status: 'known', reason: found.by.reason, ...(found.note !== undefined && { note: found.note }) };
    }
    return { status: statusOf(divergence) };
  });
  const isSeen = (mark: string, { fingerprints, oneOf }: LedgerEntry): boolean =>
    seen.has(mark) || (oneOf === true && fingerprints.some((other) => seen.has(other)));
  const unseen = [...accepted].filter(([mark, { by }]) => casesRun.has(by.case) && !isSeen(mark, by));
  const of = (older: boolean): Unseen[] =>
    unseen
      .filter(([, { note }]) => (note !== undefined) === older)
      .map(([fingerprint, { by }]) => ({ case: by.case, fingerprint }));
  return { judgements, stale: of(false), gone: of(true) };
}
