/** Time limits for eventually consistent reads to agree. */

/** Time in milliseconds after the last write by which an eventually consistent read must agree. */
export const settleMs = 1_000;

/** The limit for one read, and callbacks for its result. */
export interface ReadPatience {
  readonly ms: number;
  /** The read agreed in the end. */
  settled(): void;
  /** The read did not agree. */
  differed(): void;
}

/** After this many full waits without a late agreement, a target counts as one without lag. */
const triesWhole = 8;
/** The limit for such a target. */
const shortMs = 20;

/**
 * Adapts to one target during a run, since full waits for real differences would take too long. After one late
 * agreement a target always gets the full wait. Differences found with a shorter wait must be confirmed with `whole`.
 */
export class LearnedPatience implements ReadPatience {
  #late = false;
  #tries = 0;
  /** The full wait, whatever was observed before. */
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
