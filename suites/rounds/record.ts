/** The result of rounds as plain data. Types marked "contract" are used by scripts. */
import type { Cut, Leftover, Verdict } from '../runner/record.ts';
import { type Anomaly, isTimeless } from './anomaly.ts';

/** Contract. */
export interface SeenAnomaly extends Anomaly {
  /** In how many of how many plays of the round. */
  readonly seen: number;
  readonly of: number;
  /** new: shown at least twice, in one round or in two, and not in the ledger; fails the run. once: not shown again, so it is no verdict. */
  readonly status: 'new' | 'known' | 'once';
  /** Why a known one is accepted. */
  readonly reason?: string;
}

/** Contract: the members up to `anomalies`. */
export interface RoundRecord {
  readonly target: string;
  /** The id of the round, for `--round`. */
  readonly name: string;
  /** Requests sent, by all clients together. */
  readonly operations: number;
  readonly verdict: Verdict;
  readonly anomalies: readonly SeenAnomaly[];
  /** Why there is no verdict. */
  readonly detail?: string;
  /** Signals sent to the server, and requests whose client left. */
  readonly disturbances: number;
  /** From the disturbance until everything could be used again. */
  readonly wholeMs?: number;
  readonly durationMs: number;
}

export interface RoundsTarget {
  readonly name: string;
  readonly version: string;
  /** Rounds planned, and played. */
  readonly planned: number;
  readonly rounds: readonly RoundRecord[];
  /** Requests that were not disturbed, because they do not work undisturbed: what `run` is for. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
  /** What could not be removed from a store of somebody else. */
  readonly leftovers: readonly Leftover[];
  readonly unavailable?: { readonly reason: string; readonly remedy: string };
  readonly cut?: Cut;
  readonly durationMs: number;
}

/** Known anomalies are no violation; what was shown once, or could not be played, is unknown. */
export function verdictOfRound(anomalies: readonly SeenAnomaly[], detail: string | undefined): Verdict {
  if (anomalies.some(({ status }) => status === 'new')) return 'violated';
  return detail !== undefined || anomalies.some(({ status }) => status === 'once') ? 'unknown' : 'holds';
}

/**
 * A fault that one answer in hundreds has is shown once by each of several rounds, and twice by none. Shown by two rounds it is shown
 * twice, wherever it was, unless it may come of load.
 */
export function confirmedAcross(rounds: readonly RoundRecord[]): RoundRecord[] {
  const showing = new Map<string, number>();
  for (const { anomalies } of rounds) {
    const kinds = new Set(anomalies.filter(({ status }) => status !== 'known').map(({ kind }) => kind));
    for (const kind of kinds) showing.set(kind, (showing.get(kind) ?? 0) + 1);
  }
  const confirmed = (one: SeenAnomaly): SeenAnomaly =>
    one.status === 'once' && isTimeless(one) && showing.get(one.kind)! > 1 ? { ...one, status: 'new' } : one;
  return rounds.map((round) => {
    const anomalies = round.anomalies.map(confirmed);
    return { ...round, anomalies, verdict: verdictOfRound(anomalies, round.detail) };
  });
}
