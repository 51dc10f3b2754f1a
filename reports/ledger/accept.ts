import type { Operation } from '../../oracles/values/types.ts';
import { allCases } from '../../suites/cases/index.ts';
import { kindOf } from '../../suites/fuzz/kinds/kind.ts';
import { operationsOf } from '../../suites/runner/needs.ts';
import type { CaseRecord, Divergence, RunRecord, TargetRecord } from '../../suites/runner/record.ts';
import { type Gaps, gapsOn, judge, type LedgerSubject } from './judge.ts';
import { explanationOf } from './kinds.ts';
import type { Ledger } from './schema.ts';

/** Applies the ledgers: gives every divergence its status, and every target its counts. */
export function accept(run: RunRecord, ledgerOf: (target: string) => Ledger): RunRecord {
  const parts = run.targets.map((target) => {
    const divergences = run.divergences.filter((one) => one.target === target.name);
    return acceptOn(target, divergences, ledgerOf(target.name), run.invariantsOnly === true);
  });
  return {
    ...run,
    targets: parts.map(({ target }) => target),
    divergences: parts.flatMap(({ divergences }) => divergences),
  };
}

function acceptOn(
  target: TargetRecord,
  found: readonly Divergence[],
  ledger: Ledger,
  isPart: boolean,
): { target: TargetRecord; divergences: Divergence[] } {
  const lost = target.results.flatMap(lossesOf(target.name));
  // A case that was not run tells nothing about a ledger entry.
  const answered = target.results.filter((result) => isJudged(result) || result.loss);
  // Where only a part of a case is judged, what did not show may still be there.
  const ran = new Set(isPart ? [] : answered.map((result) => result.case));
  const { judgements, stale, gone } = judge(ledger, [...found, ...lost], target.version, ran);
  const divergences = found
    .map((divergence, at) => ({ ...divergence, ...judgements[at] }))
    .map((divergence) => explained(divergence, ledger, target.version));
  const losses = new Map(lost.map((loss, at) => [loss.fingerprint, judgements[found.length + at]]));
  const withLosses = target.results.map((result) => withReason(result, losses.get(result.loss ?? '')));
  const accepted = withLosses.filter((result) => result.accepted !== undefined).length;
  const gaps = gapsOn(ledger, target.version);
  const count = (status: Divergence['status']): number => divergences.filter((one) => one.status === status).length;
  return {
    target: {
      ...target,
      ...{ known: count('known'), new: count('new'), advisory: count('advisory') },
      ...{ unknown: target.unknown - accepted, skipped: target.skipped + accepted },
      stale: [...stale.map(({ fingerprint }) => fingerprint), ...staleGaps(gaps, target.results)],
      ...(gone.length > 0 && { gone: gone.length }),
      results: withLosses.map((result) => withGap(result, gaps)),
    },
    divergences,
  };
}

/** A store breaks an invariant in any case that comes near it, so one explanation speaks of all. */
function explained(divergence: Divergence, ledger: Ledger, version: string): Divergence {
  if (divergence.invariant === undefined || divergence.status !== 'new') return divergence;
  const explanation = explanationOf(ledger, kindOf(divergence), version);
  return explanation ? { ...divergence, status: 'known', reason: explanation.reason } : divergence;
}

const isJudged = ({ verdict }: CaseRecord): boolean => verdict === 'matches' || verdict === 'diverges';

const withReason = (result: CaseRecord, accepted: { reason?: string; note?: string } | undefined): CaseRecord =>
  accepted?.reason === undefined ? result : { ...result, accepted: noted(accepted.reason, accepted.note) };

const noted = (reason: string, note: string | undefined): string =>
  note === undefined ? reason : `${reason} (${note})`;

/** Cases without a verdict, in the form that ledger entries have. */
const lossesOf =
  (target: string) =>
  ({ case: id, loss }: CaseRecord): LedgerSubject[] =>
    loss === undefined
      ? []
      : [{ fingerprint: loss, case: id, target, class: 'value', tier: 'outcome', certainty: 'measured' }];

/** Marks a case that needs an operation which the target is accepted to lack. */
function withGap(result: CaseRecord, gaps: Gaps): CaseRecord {
  const gap = result.verdict === 'unsupported' ? gaps.get(result.lacks ?? '') : undefined;
  return gap === undefined ? result : { ...result, accepted: noted(gap.by.reason, gap.note) };
}

/** Operations that are accepted as missing on this version, although a case that needs them was judged. */
function staleGaps(gaps: Gaps, results: readonly CaseRecord[]): Operation[] {
  const judged = new Set(results.filter(isJudged).map((result) => result.case));
  const answered = new Set(
    allCases.filter(({ id }) => judged.has(id)).flatMap(({ steps }) => [...operationsOf(steps)]),
  );
  return [...answered].filter((operation) => gaps.get(operation)?.note === undefined && gaps.has(operation));
}
