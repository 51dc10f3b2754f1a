import type { TargetHost } from './host/host.ts';
import { type CaseRecord, type CaseVerdict, type Divergence, noVerdict, type TargetRecord } from './record.ts';

interface TargetResults extends Pick<TargetRecord, 'unavailable' | 'cut' | 'durationMs'> {
  /** Selected cases, whether played or not. */
  cases: number;
  results: CaseRecord[];
  divergences: readonly Divergence[];
}

/** Counts the results of one target. */
export function tally(
  host: TargetHost,
  { cases, results, divergences, unavailable, cut, durationMs }: TargetResults,
): TargetRecord {
  const count = (...verdicts: CaseVerdict[]): number =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const advisory = divergences.filter(({ status }) => status === 'advisory').length;
  return {
    name: host.target.name,
    version: host.version,
    cases,
    matched: count('matches'),
    diverged: count('diverges'),
    known: 0,
    new: divergences.length - advisory,
    unknown: (unavailable ? cases - results.length : 0) + count(...noVerdict),
    skipped: count('skipped', 'unsupported'),
    advisory,
    judged: count('matches', 'diverges'),
    facts: { ...host.facts },
    ...(unavailable && { unavailable }),
    stale: [],
    leftovers: host.leftovers,
    ...(cut && { cut }),
    results,
    durationMs,
  };
}
