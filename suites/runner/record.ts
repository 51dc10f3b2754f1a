/** What a run leaves behind: plain data, from which every report is made. Shapes marked "contract" are scripted against. */
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Certainty } from '../cases/case.ts';
import type { Severity } from '../findings/finding.ts';

export type { Severity };

/** holds: looked at, and right. unknown: no verdict, which is never a pass. */
export type Verdict = 'holds' | 'violated' | 'unknown';

/** One answered step of a case, normalised. */
export interface Entry {
  /** Where in the case: `3`, or `4.1.0` for the first step of the second branch of a `parallel`. */
  step: string;
  op: Operation;
  /** The request as it went out. Of a repeated step: the first turn. */
  input: JsonObject;
  /** The request body, where it was not the JSON of `input`. */
  body?: string;
  /** Sent by the second account. */
  account?: 'other';
  /** Of a repeated step: an `ok` with the collected lists, or the outcome that ended it. */
  outcome: Outcome;
  /** Of a repeated step. */
  repeat?: Looped;
  /** How the answer fails what the case itself expects. */
  unexpected?: Unexpected;
  /** The step was not sent, since it needs the answer of this step, which was not a success. */
  blockedBy?: string;
  /** Why the answer says nothing, or why nothing was sent: the state that it is about was over. */
  inconclusive?: string;
}

export interface Looped {
  turns: number;
  /** `turns`: given up after all its turns. `time`: given up before that, so nobody knows whether it would have ended. */
  ended: 'until' | 'turns' | 'time' | 'outcome';
  /** What would have ended it, as a text; and what the newest answer had in its place, null where it had nothing. */
  awaited: string;
  lastSeen: Json;
}

/** The first place where an answer is not what its case expects. */
export interface Unexpected {
  tier: Tier;
  class: DivergenceClass;
  path: string;
  expected: Json;
  actual: Json;
}

/** The result of a case on one target. */
export type CaseVerdict =
  | 'matches'
  | 'diverges'
  /** The server's process ended. */
  | 'crashed'
  /** The process lives and answers nothing any more. */
  | 'hung'
  /** It answers other requests, and not this one. */
  | 'silent'
  /** Nothing listens there, or what answers is not DynamoDB's protocol. */
  | 'refused'
  /** A table that it needs did not become ready in the time that is given to it. */
  | 'stuck'
  /**
   * A state that the case is about was over before it could be looked at, or a loop was given up by time, and nothing else
   * was wrong; or one answer could not be read, while the target goes on answering.
   */
  | 'inconclusive'
  /** Repeated, it had another result. */
  | 'unstable'
  /** The target lacks what the case needs: an operation, as a probe found; a second account; a clock that can be moved. */
  | 'unsupported'
  | 'skipped';

/** Why a run ended before everything was looked at. */
export type Cut = 'interrupted' | 'time';

/** Results that say nothing about the target's answers: no verdict, which is never a pass. */
export const noVerdict: readonly CaseVerdict[] = [
  'crashed',
  'hung',
  'silent',
  'refused',
  'stuck',
  'inconclusive',
  'unstable',
];

/** Tiers in which answers are compared. Only the first three can fail a build. */
export type Tier = 'outcome' | 'error-type' | 'member' | 'text';

/** What kind of difference it is. */
export const divergenceClasses = [
  /** Accepted here, refused there. */
  'accepted',
  'refused',
  /** HTTP 500: the store says that it failed itself, whatever was asked. */
  'server-error',
  'error-type',
  'error-member',
  'error-text',
  'rows-missing',
  'rows-extra',
  'rows-repeated',
  'rows-order',
  'member-missing',
  'member-extra',
  'value',
  /** A loop of pages or polls that never ends. */
  'endless',
] as const;
export type DivergenceClass = (typeof divergenceClasses)[number];

/** Contract: the members up to `evidence`. */
export interface Divergence {
  /** Twelve hex digits: the first four from the case, the rest from step, path and class. The same on every target. */
  fingerprint: string;
  target: string;
  case: string;
  findings: string[];
  class: DivergenceClass;
  severity: Severity;
  step: string;
  /** Path in the answer, such as `Items[2].sk.N`; empty for the answer as a whole. */
  path: string;
  expected: Json;
  actual: Json;
  certainty: Certainty;
  /** Who says so: `case` (an expectation written down), or the name of the reference that answered otherwise. */
  evidence: string;
  tier: Tier;
  /**
   * new: fails the run. known: in the ledger, with a reason. advisory: the last tier, or an expectation that is only
   * inferred; shown and never failing.
   */
  status: 'new' | 'known' | 'advisory';
  /** Why a known one is accepted. */
  reason?: string;
  /** What a reader should know of the acceptance, such as that it was given for an older version. */
  note?: string;
  title: string;
  because: string;
  request: { op: Operation; input: JsonObject; body?: string; account?: 'other' };
  answers: { expected: Json; actual: Json };
  /** The command that shows it again. */
  repro: string;
}

export interface CaseRecord {
  case: string;
  area: string;
  verdict: CaseVerdict;
  /** Why it is skipped, unsupported, or has no verdict. */
  detail?: string;
  /** Of a case without a verdict: the fingerprint by which the ledger can accept that. */
  loss?: string;
  /** Of an unsupported case: the operation that the target says it does not have. */
  lacks?: Operation;
  /** Why the ledger accepts that there is no verdict: then the case counts as skipped. */
  accepted?: string;
  divergences: string[];
  durationMs: number;
}

/** Contract: the members up to `skipped`. Every case is counted once in matched, diverged, unknown or skipped. */
export interface TargetRecord {
  name: string;
  version: string;
  cases: number;
  matched: number;
  diverged: number;
  /** Divergences that the ledger accepts. */
  known: number;
  /** Divergences that fail the run. */
  new: number;
  unknown: number;
  skipped: number;
  advisory: number;
  /** Cases whose answers were judged: matched and diverged. */
  judged: number;
  facts: { [name: string]: string };
  /** Why there are no results at all: could not start, could not be reached. */
  unavailable?: { reason: string; remedy: string };
  /**
   * Ledger entries for this target and version that were looked for and not seen, by fingerprint, and operations that it is
   * said to lack and has: these fail too.
   */
  stale: string[];
  /** How many divergences were accepted for older versions only, looked for and not seen. */
  gone?: number;
  /** What the run made and could not remove again, by name or ARN, each with the last answer. */
  leftovers: Leftover[];
  /** Set where not every case was played. */
  cut?: Cut;
  results: CaseRecord[];
  durationMs: number;
}

export interface Leftover {
  kind: 'table' | 'backup';
  /** Name of the table, ARN of the backup. */
  name: string;
  why: string;
}

export interface RunRecord {
  reference: string;
  /** Ended before every case was played on every target. */
  cut?: Cut;
  targets: TargetRecord[];
  divergences: Divergence[];
}

/** Contract: what `--json` of every command starts with. */
export interface Envelope {
  command: string;
  version: string;
  seed: string;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  verdict: Verdict;
  /** Ended by a signal: what was found so far still counts, that nothing was found does not. */
  interrupted?: true;
}
