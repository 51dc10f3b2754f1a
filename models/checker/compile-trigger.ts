/** Decides when to compile the decision tables: once the search learns few new footprints, compiling pays. */

/** A smaller search ends before its tables would be compiled. */
export const compileAfter = 4096;

// Parts of `after`. Tables are compiled when no footprint was new for a quarter of it, and at the latest at sixteen times it.
const settledFor = 1 / 4;
const settledAnyway = 16;

export class CompileTrigger {
  private readonly after: number;
  private bodiesRun = 0;
  private learnedAt = 0;

  /** `after`: least number of expanded states before compiling. */
  constructor(after: number) {
    this.after = after;
  }

  /** `states`: states expanded so far. `bodiesRun`: runs of bodies and predicates so far. */
  isSettled(states: number, bodiesRun: number): boolean {
    if (bodiesRun !== this.bodiesRun) {
      this.bodiesRun = bodiesRun;
      this.learnedAt = states;
    }
    const { after, learnedAt } = this;
    return states >= after && (states - learnedAt >= after * settledFor || states >= after * settledAnyway);
  }
}
