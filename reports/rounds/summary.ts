/** What rounds of `crash` and `race` come to. */

import { keyOf } from '../../suites/rounds/anomaly.ts';
import type { RoundRecord, RoundsTarget, SeenAnomaly } from '../../suites/rounds/record.ts';
import type { Verdict } from '../../suites/runner/record.ts';

export interface RoundsRecord {
  readonly targets: readonly RoundsTarget[];
  /** A number of rounds was asked for, so that fewer are no verdict. */
  readonly counted: boolean;
}

export function verdictOfRounds({ targets, counted }: RoundsRecord): Verdict {
  const rounds = targets.flatMap((target) => target.rounds);
  if (rounds.some(({ verdict }) => verdict === 'violated')) return 'violated';
  const isOpen = (target: RoundsTarget): boolean =>
    target.unavailable !== undefined ||
    target.rounds.length === 0 ||
    target.cut === 'interrupted' ||
    (counted && target.rounds.length < target.planned);
  return rounds.some(({ verdict }) => verdict === 'unknown') || targets.some(isOpen) ? 'unknown' : 'holds';
}

/** One fault, in all rounds that showed it. */
export interface Fault {
  readonly target: string;
  /** The id without the moment. */
  readonly what: string;
  /** The first of them. */
  readonly anomaly: SeenAnomaly;
  readonly rounds: readonly RoundRecord[];
}

/** Its last part is the moment, or the number of what was drawn. */
export const withoutMoment = (name: string): string => name.split('/').slice(0, -1).join('/');

/** By target, request, disturbance and kind; in the order of first sight. */
export function faultsOf(targets: readonly RoundsTarget[], status: SeenAnomaly['status']): Fault[] {
  const all = new Map<string, Fault>();
  for (const round of targets.flatMap((target) => target.rounds))
    for (const anomaly of round.anomalies.filter((one) => one.status === status)) {
      const what = withoutMoment(round.name);
      const key = [round.target, what, keyOf(anomaly)].join(' ');
      const before = all.get(key);
      all.set(key, {
        ...(before ?? { target: round.target, what, anomaly }),
        rounds: [...(before?.rounds ?? []), round],
      });
    }
  return [...all.values()];
}
