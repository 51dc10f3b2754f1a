/** The result of a run as plain data, from which all reports are made. Types marked "contract" are used by scripts. */
import type { Json, JsonObject, Operation, Outcome } from '../../oracles/values/types.ts';
import type { Certainty } from '../cases/case.ts';
import type { Severity } from '../findings/finding.ts';

export type { Severity };

/** holds: checked and right. unknown: no verdict, never a pass. */
export type Verdict = 'holds' | 'violated' | 'unknown';

/** One answered step of a case, normalised. */
export interface Entry {
  /** Position in the case: `3`, or `4.1.0` for the first step of the second branch of a `parallel`. */
  step: string;
  op: Operation;
  /** The request as sent. For a loop, its first turn. */
  input: JsonObject;
  /** The request body, if it was not the JSON of `input`. */
  body?: string;
  /** HTTP headers that the case chose. */
  headers?: { [name: string]: string };
  /** Sent by the second account. */
  account?: 'other';
  /** For a loop: `ok` with the collected lists, or the outcome that ended it. */
  outcome: Outcome;
  /** Set for a loop. */
  repeat?: Looped;
  /** How the answer fails the case's own expectation. */
  unexpected?: Unexpected;
  /** The step was not sent, because it needs the answer of this step, which failed. */
  blockedBy?: string;
  /** Why the answer does not count, or nothing was sent: the observed state was over. */
  inconclusive?: string;
}

export interface Looped {
  turns: number;
  /** `turns`: all turns used. `time`: stopped earlier, so it is unknown whether the loop would have ended. */
  ended: 'until' | 'turns' | 'time' | 'outcome';
  /** `awaited`: the end condition as text. `lastSeen`: the newest answer's value at that place, or null. */
  awaited: string;
  lastSeen: Json;
}

/** The first position where an answer fails the case's expectation. */
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
  /** The process runs but answers nothing. */
  | 'hung'
  /** This request got no answer, others do. */
  | 'silent'
  /** Nothing listens, or the answer is not DynamoDB's protocol. */
  | 'refused'
  /** A table was not ready in time. */
  | 'stuck'
  /**
   * No other fault was found, but a state was over before it could be observed, a loop ran out of time, or one answer
   * was unreadable while the target answers others.
   */
  | 'inconclusive'
  /** Repeated attempts gave different results. */
  | 'unstable'
  /** The target lacks an operation (found by a probe), a second account, or a movable clock. */
  | 'unsupported'
  | 'skipped';

/** Why a run ended early. */
export type Cut = 'interrupted' | 'time';

/** Whether there is a verdict on the answers; an interruption does not change it any more. */
export const isJudged = ({ verdict }: Pick<CaseRecord, 'verdict'>): boolean =>
  verdict === 'matches' || verdict === 'diverges';

/** Verdicts that say nothing about the target's answers and never count as a pass. */
export const noVerdict: readonly CaseVerdict[] = [
  'crashed',
  'hung',
  'silent',
  'refused',
  'stuck',
  'inconclusive',
  'unstable',
];

/** Tiers of comparison. Only the first three can fail a build. */
export type Tier = 'outcome' | 'error-type' | 'member' | 'text';

/** Kinds of differences. */
export const divergenceClasses = [
  /** Accepted by the target, refused by the reference. */
  'accepted',
  'refused',
  /** HTTP 500: the store reports its own failure. */
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
  /** Paging or polling that never ends. */
  'endless',
] as const;
export type DivergenceClass = (typeof divergenceClasses)[number];

/** Contract: the members up to `invariant`. */
export interface Divergence {
  /** Twelve hex digits: seven from the case, five from step, path and class. The same on every target. */
  fingerprint: string;
  target: string;
  case: string;
  findings: string[];
  class: DivergenceClass;
  severity: Severity;
  step: string;
  /** Path in the answer, such as `Items[2].sk.N`; empty for the whole answer. */
  path: string;
  expected: Json;
  actual: Json;
  certainty: Certainty;
  /** `case` for a written expectation, `invariant` for what needs no reference, otherwise the name of the reference. */
  evidence: string;
  /** The id of the invariant, where one is the evidence. */
  invariant?: string;
  tier: Tier;
  /**
   * new: fails the run. known: accepted by the ledger, with a reason. advisory: a text or an inferred expectation;
   * shown, but never fails the run.
   */
  status: 'new' | 'known' | 'advisory';
  /** Why a known divergence is accepted. */
  reason?: string;
  /** A remark on the acceptance, for example that it was made for an older version. */
  note?: string;
  title: string;
  because: string;
  request: { op: Operation; input: JsonObject; body?: string; headers?: { [name: string]: string }; account?: 'other' };
  answers: { expected: Json; actual: Json };
  /** The command that reproduces it. */
  repro: string;
}

export interface CaseRecord {
  case: string;
  area: string;
  verdict: CaseVerdict;
  /** Why the case is skipped, unsupported or has no verdict. */
  detail?: string;
  /** For a case without a verdict: the fingerprint under which the ledger can accept it. */
  loss?: string;
  /** For an unsupported case: the operation that the target lacks. */
  lacks?: Operation;
  /** Why the ledger accepts the missing verdict; the case then counts as skipped. */
  accepted?: string;
  divergences: string[];
  durationMs: number;
}

/** Contract: the members up to `skipped`. Each case counts once, as matched, diverged, unknown or skipped. */
export interface TargetRecord {
  name: string;
  version: string;
  cases: number;
  matched: number;
  diverged: number;
  /** Accepted divergences. */
  known: number;
  /** Divergences that fail the run. */
  new: number;
  unknown: number;
  skipped: number;
  advisory: number;
  /** Judged cases: matched plus diverged. */
  judged: number;
  facts: { [name: string]: string };
  /** Why there are no results: could not start, or could not be reached. */
  unavailable?: { reason: string; remedy: string };
  /**
   * Ledger entries for this target and version that were checked but did not occur, by fingerprint; also operations
   * listed as missing that the target has. These fail the run, too.
   */
  stale: string[];
  /** Number of entries accepted only for older versions that were checked but did not occur. */
  gone?: number;
  /** What could not be removed, by name or ARN, with the last answer. */
  leftovers: Leftover[];
  /** Set when not all cases were played. */
  cut?: Cut;
  results: CaseRecord[];
  durationMs: number;
}

export interface Leftover {
  kind: 'table' | 'backup';
  /** Table name or backup ARN. */
  name: string;
  why: string;
}

export interface RunRecord {
  reference: string;
  /** Judged by the invariants alone. */
  invariantsOnly?: true;
  /** Set when not all cases were played on all targets. */
  cut?: Cut;
  targets: TargetRecord[];
  divergences: Divergence[];
}

/** Contract: the members that `--json` of every command starts with. */
export interface Envelope {
  command: string;
  version: string;
  seed: string;
  /** ISO 8601. */
  startedAt: string;
  durationMs: number;
  verdict: Verdict;
  /** Ended by a signal. Divergences found so far count; their absence does not. */
  interrupted?: true;
}
