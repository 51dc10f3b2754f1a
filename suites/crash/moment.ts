/** When a disturbance comes, relative to what its request takes undisturbed. */

/**
 * `sending`: percent of the bytes of the request that are sent. `answer`: percent of the time until its answer. `settling`: percent of
 * the time from there until nothing is in a passing state.
 */
export interface Moment {
  readonly phase: 'sending' | 'answer' | 'settling';
  readonly percent: number;
}

/** `answer-35` */
export const momentText = ({ phase, percent }: Moment): string => `${phase}-${percent}`;

export function readMoment(text: string): Moment | undefined {
  const [, phase, percent] = /^(sending|answer|settling)-(\d{1,3})$/.exec(text) ?? [];
  return phase === undefined ? undefined : { phase: phase as Moment['phase'], percent: Number(percent) };
}

export interface Durations {
  readonly answerMs: number;
  /** From sending until nothing is in a passing state. */
  readonly settledMs: number;
}

/** Milliseconds after sending. */
export function delayOf({ phase, percent }: Moment, { answerMs, settledMs }: Durations): number {
  if (phase === 'sending') return 0;
  const share = percent / 100;
  return phase === 'answer' ? share * answerMs : answerMs + share * Math.max(0, settledMs - answerMs);
}
