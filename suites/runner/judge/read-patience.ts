/** How long a target is given for an eventual read to agree. */

/** Milliseconds after the last write within which an eventual read must agree. */
export const settleMs = 1_000;

/** How long one read is waited for, and what became of it. */
export interface ReadPatience {
  readonly ms: number;
  /** A read agreed in the end. */
  settled(): void;
  /** A read did not agree. */
  differed(): void;
}

/** Differing reads that are given the whole bound before a target is taken for one without a lag. */
const triesWhole = 8;
/** What such a target is given from then on. */
const shortMs = 20;

/**
 * Of one target, over a run: differences that are none of lag would each cost the whole bound. One that was late once is
 * given the whole bound from then on; what is found with less must be confirmed with `whole`.
 */
export class LearnedPatience implements ReadPatience {
  #late = false;
  #tries = 0;
  /** The whole bound, whatever was seen before. */
  readonly whole: ReadPatience = { ms: settleMs, settled: () => this.settled(), differed: () => {} };

  get ms(): number {
    return this.#late || this.#tries < triesWhole ? settleMs : shortMs;
  }

  settled(): void {
    this.#late = true;
  }

  differed(): void {
    this.#tries += 1;
  }
}
