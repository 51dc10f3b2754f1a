import { accept } from '../reports/accept.ts';
import { loadLedger } from '../reports/ledger.ts';
import type { Case } from '../suites/cases/case.ts';
import type { RunRecord } from '../suites/runner/record.ts';
import { type RunOptions, runCases } from '../suites/runner/run.ts';
import type { StartOptions, Target } from '../suites/targets/target.ts';
import type { Context } from './command.ts';

/** Runs cases with progress, and gives each divergence its status by the ledger of its target. */
export async function judgedRun(
  context: Context,
  run: {
    cases: readonly Case[];
    targets: readonly Target[];
    reference: Target | undefined;
    start?: StartOptions;
    onPlayed?: RunOptions['onPlayed'];
    repeat?: number;
  },
): Promise<RunRecord> {
  const { progress, runId, signal } = context;
  const record = await runCases({
    ...{ cases: run.cases, targets: run.targets, runId, signal },
    ...(run.reference && { reference: run.reference }),
    ...(run.start && { start: run.start }),
    ...(run.onPlayed && { onPlayed: run.onPlayed }),
    ...(run.repeat !== undefined && { repeat: run.repeat }),
    onProgress: ({ target, case: id, done, total }) =>
      done === total && id !== undefined
        ? progress.done(target, `${total} cases`)
        : progress.update(target, id ?? 'starting', { done, total }),
  });
  return accept(record, loadLedger);
}
