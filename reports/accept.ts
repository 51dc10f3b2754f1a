import type { CaseRecord, Divergence, RunRecord, TargetRecord } from '../suites/runner/record.ts';
import { type Judged, judge, type Ledger } from './ledger.ts';

/** Gives every divergence its status and every target its counts, by the ledger of that target. */
export function accept(run: RunRecord, ledgerOf: (target: string) => Ledger): RunRecord {
  const parts = run.targets.map((target) => {
    const divergences = run.divergences.filter((one) => one.target === target.name);
    return acceptOn(target, divergences, ledgerOf(target.name));
  });
  return {
    reference: run.reference,
    targets: parts.map(({ target }) => target),
    divergences: parts.flatMap(({ divergences }) => divergences),
  };
}

function acceptOn(
  target: TargetRecord,
  found: readonly Divergence[],
  ledger: Ledger,
): { target: TargetRecord; divergences: Divergence[] } {
  const lost = target.results.flatMap(lossesOf(target.name));
  // A case that was not even tried says nothing about an entry.
  const answered = target.results.filter(
    ({ verdict, loss }) => verdict === 'matches' || verdict === 'diverges' || loss,
  );
  const ran = new Set(answered.map((result) => result.case));
  const { judgements, stale } = judge(ledger, [...found, ...lost], target.version, ran);
  const divergences = found.map((divergence, at) => ({ ...divergence, ...judgements[at] }));
  const reasons = new Map(lost.map((loss, at) => [loss.fingerprint, judgements[found.length + at]?.reason]));
  const results = target.results.map((result) => withReason(result, reasons.get(result.loss ?? '')));
  const accepted = results.filter((result) => result.accepted !== undefined).length;
  const count = (status: Divergence['status']): number => divergences.filter((one) => one.status === status).length;
  return {
    target: {
      ...target,
      ...{ known: count('known'), new: count('new'), advisory: count('advisory') },
      ...{ unknown: target.unknown - accepted, skipped: target.skipped + accepted },
      stale: stale.map(({ fingerprint }) => fingerprint),
      results,
    },
    divergences,
  };
}

const withReason = (result: CaseRecord, accepted: string | undefined): CaseRecord =>
  accepted === undefined ? result : { ...result, accepted };

/** A case without a verdict, in the words of the ledger. */
const lossesOf =
  (target: string) =>
  ({ case: id, loss }: CaseRecord): Judged[] =>
    loss === undefined
      ? []
      : [{ fingerprint: loss, case: id, target, class: 'value', tier: 'outcome', certainty: 'measured' }];
