/** Runs cases on targets, with or without a reference. */
import { type Target, TargetError } from '../targets/target.ts';
import { deadlineOf } from './host/deadline.ts';
import type { TargetTranscript } from './judge/shown.ts';
import type { RunRecord } from './record.ts';
import { recordedName } from './recording.ts';
import { TargetRun, type TargetRunOptions } from './target-run.ts';

export interface RunOptions extends TargetRunOptions {
  targets: readonly Target[];
  /** Its answers count as right. Without it, only written expectations judge. */
  reference?: Target;
  /** Answers by case id that were kept as data, instead of a reference. Without one, only written expectations judge a case. */
  recorded?: ReadonlyMap<string, TargetTranscript>;
  /** Ends the run and the current case. Results so far are returned. */
  signal?: AbortSignal;
  /** The same after this many milliseconds. */
  timeMs?: number;
}

/**
 * Plays every case on the reference, then on all targets concurrently. All targets start first, so that a missing one
 * is reported before a long reference run. The ledger assigns statuses later.
 *
 * @throws TargetError when the reference is missing, since a run would then compare with nothing and report agreement
 */
export async function runCases(options: RunOptions): Promise<RunRecord> {
  const { reference, targets } = options;
  const deadline = deadlineOf(options.signal, options.timeMs);
  const runs = targets.map((target, at) => new TargetRun(target, options, deadline, at + 1));
  const own =
    reference &&
    (runs.find(({ target }) => target === reference) ??
      new TargetRun(reference, { ...options, audits: undefined }, deadline, 0));
  const all = [...new Set([...(own ? [own] : []), ...runs])];
  try {
    await Promise.all(all.map((run) => run.start()));
    if (own) throwIfMissing(own);
    const others = runs.filter((run) => run !== own);
    const answers = new Map<string, TargetTranscript>();
    const keep: TargetRunOptions['onPlayed'] = (subject, transcript) => void answers.set(subject.id, transcript);
    if (runs.some(({ missing }) => !missing)) await own?.play(undefined, keep);
    if (own) throwIfMissing(own);
    await Promise.all(others.map((run) => run.play(options.recorded ?? answers)));
  } finally {
    await Promise.all(all.map((run) => run.stop()));
    deadline.clear();
  }
  const cut = deadline.cut();
  const records = runs.map((run) => run.record());
  return {
    reference: options.recorded ? recordedName : (reference?.name ?? 'none'),
    ...(options.invariantsOnly && { invariantsOnly: true as const }),
    ...(cut && records.some((record) => record.cut) && { cut }),
    targets: records,
    divergences: runs.flatMap((run) => run.divergences),
  };
}

function throwIfMissing(run: TargetRun): void {
  const { missing } = run;
  if (missing) throw new TargetError(`the reference ${run.target.name}: ${missing.reason}`, missing.remedy);
}
