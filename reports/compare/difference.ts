/** What differs between a base and a head, each compared with the same reference. */
import type { Json } from '../../oracles/values/types.ts';
import type { Divergence, Severity } from '../../suites/runner/record.ts';

/**
 * regressed: base is right, and head is wrong in a way that fails a run. new: head alone is wrong, and nothing that is written down says
 * so, or base cannot be compared. still: both are wrong. fixed: base alone is wrong. unknown: one of them gave no verdict.
 */
export type Change = 'regressed' | 'new' | 'still' | 'fixed' | 'unknown';

export type Side = 'base' | 'head';

/** One value for each of the three. Undefined: it has none there, or nobody asked. */
export interface Three {
  readonly reference?: Json;
  readonly base?: Json;
  readonly head?: Json;
}

export interface Difference {
  readonly change: Change;
  readonly by: 'case' | 'sequence' | 'race' | 'crash';
  /** Of a divergence; for a round its id. */
  readonly fingerprint: string;
  /** The case, sequence or round that shows it. */
  readonly case: string;
  /** A class of divergence, the verdict of a case, or the kind of an anomaly. */
  readonly class: string;
  readonly severity: Severity;
  /** How the right answer is known, in words. */
  readonly certainty: string;
  readonly findings: readonly string[];
  readonly title: string;
  readonly because: string;
  /** Where in the case: its step and the path in the answer. Empty for the whole. */
  readonly step: string;
  readonly path: string;
  readonly request?: Divergence['request'];
  /** At the path. */
  readonly values: Three;
  /** The whole answers, where there are some. */
  readonly answers: Three;
  /** Both are wrong, and not in the same way. */
  readonly otherwise?: true;
  /** Why there is no verdict. */
  readonly detail?: string;
  /** The command that repeats it. */
  readonly repro: string;
  /** What is grouped by cause, where it is a divergence. */
  readonly divergence?: Divergence;
}
