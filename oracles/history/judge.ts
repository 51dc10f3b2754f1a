/** What a judge of histories takes and gives. */
import type { History } from './history.ts';

/** Something that no right store does. */
export interface Anomaly {
  /** A short name of its kind, such as `not linearizable` or `G-single`. */
  readonly kind: string;
  /** One sentence. */
  readonly text: string;
  /** Indexes into the history's calls, in the order of their starts: as few as show it. */
  readonly calls: readonly number[];
  /** For a person: several lines, mostly a timeline. */
  readonly shown: string;
}

export interface Judgement {
  readonly verdict: 'holds' | 'violated' | 'unknown';
  /** How many calls, items, records or rows were judged. Nothing judged is `unknown`. */
  readonly judged: number;
  /** Not empty exactly when violated. */
  readonly anomalies: readonly Anomaly[];
  /** What could not be judged, and why: not empty when unknown. */
  readonly unjudged: readonly string[];
}

export interface JudgeOptions {
  /** Configurations that one search visits before it gives up. Default: 50,000, or 30 for each step. */
  readonly configurationsMax?: number;
}

export interface Judge {
  /** What a right store keeps. */
  readonly statement: string;
  readonly source: string;
  /** The calls that it judges, for a history that has none. */
  readonly needs: string;
  judge(history: History, options?: JudgeOptions): Judgement;
}

/** Violated beats unknown, and something left unjudged is unknown. @param needs told when nothing was judged */
export function judgementOf(
  judged: number,
  anomalies: readonly Anomaly[],
  unjudged: readonly string[],
  needs: string,
): Judgement {
  if (anomalies.length > 0) return { verdict: 'violated', judged, anomalies, unjudged };
  if (unjudged.length > 0) return { verdict: 'unknown', judged, anomalies, unjudged };
  if (judged === 0) return { verdict: 'unknown', judged, anomalies, unjudged: [`the history has not: ${needs}`] };
  return { verdict: 'holds', judged, anomalies, unjudged };
}
