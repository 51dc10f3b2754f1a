/** A planted bug: one change at one place. */
export interface Mutant {
  /** Of the file, the function around it, and the change: it stays the same when other lines change. */
  readonly id: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** The name of the switch in an instrumented source: `(number) => boolean`. */
export const switchName = '__mutant';

/** Asked for where code runs that only a wrong decision comes to. */
export const deadNumber = -2;
