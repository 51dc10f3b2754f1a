/** What a fuzz run comes to: each kind of difference with its status, each target with its counts, and the verdict. */

import type { Operation } from '../oracles/values/types.ts';
import type { Case, Certainty } from '../suites/cases/case.ts';
import type { Found, FuzzRecord, FuzzTarget } from '../suites/fuzz/fuzz.ts';
import { type Kind, kindOfLoss } from '../suites/fuzz/kinds/kind.ts';
import { statusOf } from '../suites/runner/judge/status.ts';
import type { Divergence, Verdict } from '../suites/runner/record.ts';
import { type Explanation, type Explanations, explanationOf } from './ledger/explanations.ts';

/**
 * A difference is one place where an answer parts from the reference's. A kind is all differences that are the same but for
 * their values, and has one status. new: fails the run. known: explained. advisory: only a text differs. lost: the target gave
 * no answer, or the difference was not seen again; nothing can be told.
 */
export type FuzzStatus = 'new' | 'known' | 'advisory' | 'lost';

export interface Judged {
  found: Found;
  target: string;
  status: FuzzStatus;
  explanation?: Explanation;
}

export interface JudgedTarget {
  target: FuzzTarget;
  judged: Judged[];
  /** Explanations for this version that nothing was seen of in this run. */
  unused: Explanation[];
  /** Sequences that were lost in an explained way. */
  accepted: number;
  /** Sequences that were left out for operations which the ledger accepts to be lacking. */
  beyond: number;
}

export interface JudgedFuzz {
  record: FuzzRecord;
  targets: JudgedTarget[];
  /** Of a run that must find a bug which was planted. */
  planted?: Planted;
}

/** Found: seen as at least one difference that the oracle without the bug does not show. */
export interface Planted {
  id: string;
  found: boolean;
  /** Sequences that were played for it. */
  sequences: number;
}

/** Whether the ledger accepts that a version of a target lacks an operation. */
export type GapOf = (target: string, version: string, operation: Operation) => boolean;

/** @param planted the mutant, the target that has it, and the target that is the same without it where the reference is not. */
export function explain(
  record: FuzzRecord,
  explanationsOf: (target: string) => Explanations,
  planted?: { id: string; target: string; without?: string },
  isGap: GapOf = () => false,
): JudgedFuzz {
  const targets = record.targets.map((target) => explainOn(target, explanationsOf(target.name), isGap));
  return { record, targets, ...(planted && { planted: plantedIn(targets, planted) }) };
}

function plantedIn(
  targets: readonly JudgedTarget[],
  { id, target: name, without }: { id: string; target: string; without?: string },
): Planted {
  const named = (wanted: string | undefined) => targets.find(({ target }) => target.name === wanted);
  const anyway = new Set(named(without)?.judged.map(({ found }) => found.fingerprint));
  const own = named(name);
  const found = own?.judged.some((one) => one.status !== 'lost' && !anyway.has(one.found.fingerprint)) ?? false;
  return { id, found, sequences: own?.target.cases ?? 0 };
}

function explainOn(target: FuzzTarget, explanations: Explanations, isGap: GapOf): JudgedTarget {
  const judged = target.found.map((found): Judged => {
    const explanation = explanationOf(explanations, found.kind, target.version, found.cut === true);
    return {
      found,
      target: target.name,
      status: fuzzStatusOf(found, explanation),
      ...(explanation && { explanation }),
    };
  });
  const used = new Set(judged.map(({ explanation }) => explanation));
  const unused = explanations.explanations.filter((one) => one.versions.includes(target.version) && !used.has(one));
  const accepted = judged
    .filter(({ status, found }) => status === 'known' && kindOfLoss(found.kind))
    .reduce((sum, { found }) => sum + found.count, 0);
  const beyond = Object.entries(target.lacks)
    .filter(([operation]) => isGap(target.name, target.version, operation as Operation))
    .reduce((sum, [, number]) => sum + number, 0);
  return { target, judged, unused, accepted, beyond };
}

/** Whether so few sequences were judged that nothing can be said of the whole; those beyond the target's scope do not count. */
export const tooFewJudged = ({ target, accepted, beyond }: JudgedTarget): boolean => {
  const told = target.matched + target.diverged;
  return target.judged === 0 || told === 0 || told * 2 < target.cases - accepted - beyond;
};

function fuzzStatusOf(found: Found, explanation: Explanation | undefined): FuzzStatus {
  if (explanation) return 'known';
  if (found.divergence === undefined) return 'lost';
  return statusOf(found.divergence, 'generated');
}

export const ofStatus = (judged: readonly Judged[], status: FuzzStatus): Judged[] =>
  judged.filter((one) => one.status === status);

const counted = (judged: readonly Judged[], status: FuzzStatus): number => ofStatus(judged, status).length;

/** Of several kinds. */
export const differencesIn = (judged: readonly Judged[]): number =>
  judged.reduce((sum, { found }) => sum + found.count, 0);

/** Contract: the members up to `skipped`. `kinds` is the sum of `known`, `new`, `advisory` and `lost`. */
export function targetJson({ target, judged, unused, accepted }: JudgedTarget) {
  const { name, version, cases, matched, diverged, unknown, skipped, playedMs, requests } = target;
  return {
    ...{ name, version, cases, matched, diverged },
    ...{ known: counted(judged, 'known'), new: counted(judged, 'new') },
    ...{ unknown: unknown - accepted, skipped: skipped + accepted },
    advisory: counted(judged, 'advisory'),
    lost: counted(judged, 'lost'),
    kinds: judged.length,
    differences: differencesIn(judged),
    ...{ judged: target.judged, requests },
    requestsPerSecond: playedMs > 0 ? Math.round((requests * 1000) / playedMs) : 0,
    facts: target.facts,
    unusedExplanations: unused.map(({ reason }) => reason),
    ...(target.unavailable && { unavailable: target.unavailable }),
    leftovers: target.leftovers,
    lacks: target.lacks,
  };
}

/** Of a sequence that was still being made smaller when the run ended. */
export const notMadeSmaller = 'the run ended before it could be made smaller';

export interface FuzzDivergence extends Omit<Divergence, 'status' | 'class' | 'certainty'> {
  class: Kind['class'];
  certainty: Certainty;
  status: FuzzStatus;
  count: number;
  kind: Kind;
  /** The smallest sequence that shows it. */
  sequence: Case;
  /** What a reader should know of the sequence. */
  remark?: string;
}

/** Contract: the members up to `evidence`. */
export function divergenceJson({ found, target, status, explanation }: Judged, repro: string): FuzzDivergence {
  const { kind, fingerprint, count, case: sequence, divergence, detail, cut } = found;
  const last = sequence.steps.length - 1;
  const call = sequence.steps[last];
  const lost = {
    ...{ fingerprint, target, case: sequence.id, findings: [], severity: 'minor' as const },
    ...{ step: String(last), path: '', expected: 'an answer', actual: detail ?? 'none' },
    ...{ evidence: 'the target itself', tier: 'outcome' as const, title: sequence.title, because: sequence.because },
    request: { op: kind.op, input: call && 'input' in call ? (call.input as Divergence['request']['input']) : {} },
    answers: { expected: null, actual: detail ?? null },
  };
  return {
    ...lost,
    ...divergence,
    ...{ case: sequence.id, class: kind.class, status, count, kind, sequence, repro },
    ...(cut && { remark: notMadeSmaller }),
    certainty: explanation?.how ?? divergence?.certainty ?? 'measured',
    ...(explanation && { reason: explanation.reason }),
  };
}

/** Whether a planted bug was looked for and not found. */
export const isMissed = (planted: Planted | undefined): planted is Planted =>
  planted !== undefined && !planted.found && planted.sequences > 0;

/** What was found before an interruption still counts; that nothing was found does not. */
export function fuzzVerdict({ record, targets, planted }: JudgedFuzz, interrupted: boolean): Verdict {
  if (targets.some(({ judged }) => counted(judged, 'new') > 0)) return 'violated';
  if (isMissed(planted) && !interrupted) return 'violated';
  const untold = targets.some(
    (one) =>
      one.target.unavailable !== undefined ||
      one.target.leftovers.length > 0 ||
      one.target.unknown > one.accepted ||
      tooFewJudged(one) ||
      counted(one.judged, 'lost') > 0,
  );
  return interrupted || untold || record.runs === 0 ? 'unknown' : 'holds';
}
