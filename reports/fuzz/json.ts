/** The part of the `--json` output that a fuzz run adds. */
import type { Case, Certainty } from '../../suites/cases/case.ts';
import type { Witness } from '../../suites/fuzz/fuzz.ts';
import type { Kind } from '../../suites/fuzz/kinds/kind.ts';
import type { Divergence } from '../../suites/runner/record.ts';
import {
  differencesIn,
  type FuzzKind,
  type FuzzPart,
  type FuzzStatus,
  type FuzzTargetResult,
  ofStatus,
} from './explain.ts';

export const fuzzJson = ({ runs, cut, planted, targets }: FuzzPart) => ({
  ...{ runs, cut, planted },
  targets: targets.map(targetJson),
  divergences: targets.flatMap(({ kinds }) => kinds.map(divergenceJson)),
});

/** Contract: the members up to `skipped`. `kinds` is the sum of `known`, `new`, `advisory` and `lost`. */
export function targetJson({ target, kinds, unused, accepted }: FuzzTargetResult) {
  const { name, version, cases, matched, diverged, unknown, skipped, playedMs, requests } = target;
  const having = (status: FuzzStatus): number => ofStatus(kinds, status).length;
  return {
    ...{ name, version, cases, matched, diverged },
    ...{ known: having('known'), new: having('new') },
    ...{ unknown: unknown - accepted, skipped: skipped + accepted },
    ...{ advisory: having('advisory'), lost: having('lost'), kinds: kinds.length, differences: differencesIn(kinds) },
    ...{ judged: target.judged, requests },
    requestsPerSecond: playedMs > 0 ? Math.round((requests * 1000) / playedMs) : 0,
    facts: target.facts,
    unusedExplanations: unused.map(({ reason }) => reason),
    ...(target.unavailable && { unavailable: target.unavailable }),
    ...{ leftovers: target.leftovers, lacks: target.lacks },
  };
}

/** The remark on a sequence that was still being shrunk when the run ended. */
export const notMadeSmaller = 'the run ended before it could be made smaller';

interface FuzzDivergence extends Omit<Divergence, 'status' | 'class' | 'certainty'> {
  class: Kind['class'];
  certainty: Certainty;
  status: FuzzStatus;
  count: number;
  kind: Kind;
  /** The smallest sequence that shows the difference. */
  sequence: Case;
  /** A note on the sequence for readers. */
  remark?: string;
  /** What the other targets of the run answer to the sequence. Only for the status new. */
  witnesses?: readonly Witness[];
}

/** Contract: the members up to `evidence`. */
export function divergenceJson({ found, target, status, explanation, repro }: FuzzKind): FuzzDivergence {
  const { kind, fingerprint, count, case: sequence, divergence, detail, cut, witnesses } = found;
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
    ...(witnesses && { witnesses }),
    certainty: explanation?.how ?? divergence?.certainty ?? 'measured',
    ...(explanation && { reason: explanation.reason }),
  };
}
