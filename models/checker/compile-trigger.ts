/** When tables have settled: the search has then seen nearly all that there is to learn, and compiling them pays. */

/** A search that ends before so many states is over sooner than its tables are compiled. */
export const compileAfter = 4096;

// No footprint was new for a while, or in any case after some multiple of the least number.
const settledFor = 1 / 4;
const settledAnyway = 16;

export class CompileTrigger {
  private readonly after: number;
  private bodiesRun = 0;
  private learnedAt = 0;

  /** Not before `after` states. */
  constructor(after: number) {
    this.after = after;
  }

  /** `bodiesRun`: how often bodies had been run when so many states had been expanded. */
  isSettled(states: number, bodiesRun: number): boolean {
    if (bodiesRun !== this.bodiesRun) {
      this.bodiesRun = bodiesRun;
      this.learnedAt = states;
    }
    const { after, learnedAt } = this;
    return states >= after && (states - learnedAt >= after * settledFor || states >= after * settledAnyway);
  }
}
