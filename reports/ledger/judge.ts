/** What the ledger says of the divergences of cases, and of operations that a target lacks. */
import { statusOf } from '../../suites/runner/judge/status.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import type { Gap, Ledger } from './schema.ts';
import { type Accepted, acceptedBy } from './versions.ts';

/** By what is accepted, such as a fingerprint: the acceptance that counts on this version. */
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

/** By operation: what a target is accepted to lack on this version. */
export type Gaps = ReadonlyMap<string, Accepted<Gap>>;

export const gapsOn = ({ gaps }: Ledger, version: string): Gaps =>
  acceptedOn(gaps, ({ operations }) => operations, version);

interface Judgement {
  status: Divergence['status'];
  /** Of a known one. */
  reason?: string;
  note?: string;
}

/** What must be known of a divergence to judge it. */
export type LedgerSubject = Pick<Divergence, 'fingerprint' | 'case' | 'target' | 'class' | 'tier' | 'certainty'>;

/** A divergence that the ledger accepts and that was not seen. */
interface Unseen {
  case: string;
  fingerprint: string;
}

/**
 * The status of each divergence, in the order given, and what should have been seen and was not: `stale` where it was
 * accepted for this version, `gone` where for older ones only, which says no more than that it may have been mended.
 * `casesRun` are the cases that came to an answer on this target (`matches` or `diverges`): of a case that crashed or was
 * skipped, entries are neither confirmed nor stale.
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
  const unseen = [...accepted].filter(([mark, { by }]) => casesRun.has(by.case) && !seen.has(mark));
  const of = (older: boolean): Unseen[] =>
    unseen
      .filter(([, { note }]) => (note !== undefined) === older)
      .map(([fingerprint, { by }]) => ({ case: by.case, fingerprint }));
  return { judgements, stale: of(false), gone: of(true) };
}
