/** The result of `compare`: counts, the verdict, and the JSON. */
import type { JsonObject } from '../../oracles/values/types.ts';
import type { Envelope, Leftover, Verdict } from '../../suites/runner/record.ts';
import { count, thousands } from '../text/format.ts';
import type { Change, Difference, Side } from './difference.ts';

export interface Compared {
  /** As the user has named it. */
  readonly name: string;
  readonly version: string;
  readonly unavailable?: { readonly reason: string; readonly remedy: string };
  readonly leftovers: readonly Leftover[];
}

export interface Comparison {
  readonly sides: { readonly [side in Side]: Compared };
  readonly reference: string;
  readonly differences: readonly Difference[];
  /** What was tried, and in how far. */
  readonly tried: {
    readonly cases: number;
    /** On both sides. */
    readonly judged: number;
    readonly matching: number;
    /** Cases that are not compared. */
    readonly neither: number;
    readonly sequences: number;
    readonly raceRounds: number;
    readonly crashRounds: number;
  };
  /** Why not everything was tried. */
  readonly cut?: string;
}

export const having = ({ differences }: Comparison, change: Change): Difference[] =>
  differences.filter((one) => one.change === change);

/** Only what head newly breaks is a violation. */
export function verdictOfComparison(comparison: Comparison): Verdict {
  if (having(comparison, 'regressed').length > 0) return 'violated';
  return doubtsOf(comparison).length > 0 ? 'unknown' : 'holds';
}

/** Why a comparison without a regression is no pass. */
export function doubtsOf(comparison: Comparison): string[] {
  const { sides, tried, cut } = comparison;
  const unknown = having(comparison, 'unknown').length;
  const missing = (['base', 'head'] as const).filter((side) => sides[side].unavailable !== undefined);
  const left = [...sides.base.leftovers, ...sides.head.leftovers].length;
  return [
    ...(cut === undefined ? [] : [cut]),
    ...missing.map((side) => `${side} unavailable`),
    ...(missing.length === 0 && tried.cases > 0 && tried.judged === 0 ? ['no case could be judged on both'] : []),
    ...(unknown > 0 ? [`${count(unknown, 'place')} without a verdict`] : []),
    ...(left > 0 ? [`${count(left, 'resource')} left behind`] : []),
  ];
}

/** `2 regressed, 1 new, 3 fixed, 40 still diverging, 1,900 cases matching, 4 unknown`. */
export function countsText(comparison: Comparison): string {
  const of = (change: Change): string => thousands(having(comparison, change).length);
  const matching = `${count(comparison.tried.matching, 'case')} matching`;
  return `${of('regressed')} regressed, ${of('new')} new, ${of('fixed')} fixed, ${of('still')} still diverging, ${matching}, ${of('unknown')} unknown`;
}

/** `2,111 cases (1,950 judged on both), 200 sequences, 40 rounds of race and 40 of crash`. */
export function triedText({ tried }: Comparison): string {
  const { cases, judged, neither, sequences, raceRounds, crashRounds } = tried;
  const out = neither === 0 ? '' : `, ${thousands(neither)} not comparable`;
  return [
    `${count(cases, 'case')} (${thousands(judged)} judged on both${out})`,
    ...(sequences > 0 ? [count(sequences, 'generated sequence')] : []),
    ...(raceRounds > 0 ? [`${count(raceRounds, 'round')} of race`] : []),
    ...(crashRounds > 0 ? [`${count(crashRounds, 'round')} of crash`] : []),
  ].join(', ');
}

/** The last line of the command. */
export function sentenceOf(comparison: Comparison): string {
  const verdict = verdictOfComparison(comparison);
  const words = { holds: 'holds', violated: 'violated', unknown: 'no verdict' }[verdict];
  const doubts = doubtsOf(comparison);
  return `${words}: ${[countsText(comparison), ...doubts].join('; ')}.`;
}

/** Contract: `regressed`, `fixed`, `stillDiverging`, `new` and `unknown` are lists, `matching` is a count. */
export function comparisonJson(envelope: Envelope, comparison: Comparison): JsonObject {
  const list = (change: Change) => having(comparison, change).map(({ divergence: _, ...shown }) => shown);
  const { sides, reference, tried, cut } = comparison;
  const parts = {
    ...envelope,
    ...{ base: sides.base, head: sides.head, reference, cut, tried },
    ...{ regressed: list('regressed'), fixed: list('fixed'), stillDiverging: list('still') },
    ...{ new: list('new'), unknown: list('unknown'), matching: tried.matching },
  };
  return JSON.parse(JSON.stringify(parts)) as JsonObject;
}
