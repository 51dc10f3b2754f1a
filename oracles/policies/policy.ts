/** A decision that a backend has been seen to get wrong. `index.ts` holds them all; the store asks for them by name. */
export interface Policy<Value extends string = string> {
  /** What is decided, as a question. */
  readonly question: string;
  readonly right: Value;
  /** Values that backends have been seen to choose, or nearly chose. */
  readonly wrong: readonly Value[];
  /** Ids of the catalogue. */
  readonly findings: readonly string[];
  /** The finding that a wrong value re-creates, where it is not the first of `findings`. */
  readonly findingOf?: { readonly [wrong: string]: string };
  /** Where the right value comes from. */
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
