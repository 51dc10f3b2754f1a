import { accept } from '../reports/ledger/accept.ts';
import { count } from '../reports/text/format.ts';
import type { Case } from '../suites/cases/case.ts';
import type { RunRecord } from '../suites/runner/record.ts';
import { recordedName } from '../suites/runner/recording.ts';
import { type RunOptions, runCases } from '../suites/runner/run.ts';
import type { StartOptions, Target } from '../suites/targets/target.ts';
import type { CommandContext } from './command-line/command.ts';
import type { Progress } from './command-line/progress.ts';
import { shellWord } from './command-line/shell-word.ts';
import { type LedgerOf, ledgersOf } from './ledgers.ts';
import { repeatedOptions } from './options/start.ts';

/** Shows how far the cases of each target are. */
export const casesProgress =
  (progress: Progress): NonNullable<RunOptions['onProgress']> =>
  ({ target, case: id, done, total }) =>
    done === total && id !== undefined
      ? progress.done(target, count(total, 'case'))
      : progress.update(target, id ?? 'starting', { done, total });

/**
 * Runs cases with progress output. Each divergence gets its status from the ledger of its target, and a repro command with the same
 * options.
 */
export async function runWithLedger(
  context: CommandContext,
  run: {
    cases: readonly Case[];
    targets: readonly Target[];
    reference: Target | undefined;
    recorded?: RunOptions['recorded'];
    start?: StartOptions;
    onPlayed?: RunOptions['onPlayed'];
    repeat?: number;
    timeMs?: number;
    /** Default: light. */
    audits?: RunOptions['audits'];
    invariantsOnly?: boolean;
    /** Default: the built-in ones of the targets. */
    ledgerOf?: LedgerOf;
    /** What a repro command needs beside fingerprint and target. */
    repro?: string;
  },
): Promise<RunRecord> {
  const { progress, runId, signal } = context;
  const ledgerOf = run.ledgerOf ?? ledgersOf(run.targets);
  const record = await runCases({
    ...{ cases: run.cases, targets: run.targets, runId, signal },
    ...(run.reference && { reference: run.reference }),
    ...(run.recorded && { recorded: run.recorded }),
    ...(run.start && { start: run.start }),
    ...(run.onPlayed && { onPlayed: run.onPlayed }),
    ...(run.repeat !== undefined && { repeat: run.repeat }),
    ...(run.timeMs !== undefined && { timeMs: run.timeMs }),
    audits: 'audits' in run ? run.audits : 'light',
    ...(run.invariantsOnly && { invariantsOnly: true }),
    onProgress: casesProgress(progress),
  });
  const repeated = repeatedOptions(run.recorded ? recordedName : run.reference?.name, run.start) + (run.repro ?? '');
  const divergences = record.divergences.map((one) => ({
    ...one,
    repro: `npx parallax repro ${one.fingerprint} --target ${shellWord(one.target)}${repeated}`,
  }));
  return accept({ ...record, divergences }, ledgerOf);
}
