/** A decision that some backend got wrong. `index.ts` lists all of them; the store reads them by name. */
export interface Policy<Value extends string = string> {
  /** The decision, as a question. */
  readonly question: string;
  readonly right: Value;
  /** Values that backends have chosen, or nearly chose. */
  readonly wrong: readonly Value[];
  /** Catalogue ids. */
  readonly findings: readonly string[];
  /** The finding that a wrong value reproduces. Default: the first of `findings`. */
  readonly findingOf?: { readonly [wrong: string]: string };
  /** Source of the right value. */
  readonly source: string;
}

export const policy = <const Right extends string, const Wrong extends string>(p: {
  question: string;
  right: Right;
  wrong: readonly Wrong[];
  findings: readonly string[];
  findingOf?: { readonly [W in Wrong]?: string };
  source: string;
}): Policy<Right | Wrong> => p as Policy<Right | Wrong>;
