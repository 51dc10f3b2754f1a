import type { Divergence, RunRecord, TargetRecord } from '../suites/runner/record.ts';
import { judge, type Ledger } from './ledger.ts';

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
  const answered = target.results.filter(({ verdict }) => verdict === 'matches' || verdict === 'diverges');
  const { judgements, stale } = judge(ledger, found, target.version, new Set(answered.map((result) => result.case)));
  const divergences = found.map((divergence, at) => ({ ...divergence, ...judgements[at] }));
  const count = (status: Divergence['status']): number => divergences.filter((one) => one.status === status).length;
  return {
    target: {
      ...target,
      known: count('known'),
      new: count('new'),
      advisory: count('advisory'),
      stale: stale.map(({ fingerprint }) => fingerprint),
    },
    divergences,
  };
}
