/** Generated sequences against targets, with a reference that says what is right. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Case } from '../cases/case.ts';
import type { Schema } from '../generate/schemas.ts';
import { sequenceAt } from '../generate/sequences.ts';
import type { StartOptions, Target } from '../targets/target.ts';
import { sideOf } from './compare.ts';
import { type Explained, type FuzzTarget, Runner, type Turn } from './runner.ts';
import { FuzzSide } from './side.ts';

export type { Found, FuzzTarget } from './runner.ts';

export interface FuzzOptions {
  seed: string;
  /** Sequences to play. */
  runs: number;
  /** Number of the first one. Default 0. */
  from?: number;
  /** Ends the run after so many milliseconds, at the end of a sequence. */
  timeMs?: number;
  targets: readonly Target[];
  reference: Target;
  /** Part of every table name: `[a-z0-9]+`. */
  runId: string;
  hazards?: boolean;
  /** The tables that sequences go to, in place of generated ones. */
  schemas?: readonly Schema[];
  start?: StartOptions;
  signal?: AbortSignal;
  onProgress?: (progress: FuzzProgress) => void;
  /** Hands over what was found so far, every half a minute. */
  onRecord?: (record: FuzzRecord) => void;
  /** What looks explained is traced more seldom, which leaves more time for the rest. */
  explained?: Explained;
  /** Plays these in place of generated ones. */
  cases?: readonly Case[];
}

export interface FuzzProgress {
  target: string;
  done: number;
  total: number;
  requests: number;
  kinds: number;
}

export interface FuzzRecord {
  reference: string;
  /** Sequences that were played on the reference. */
  runs: number;
  /** Ended by a signal or by its time before all were played. */
  cut: boolean;
  targets: FuzzTarget[];
}

/** Sequences that are played at once: a machine with much else to do gives each exchange alone a long wait. */
const atOnce = 24;
const recordEveryMs = 30_000;

/** @throws TargetError when the reference cannot be started. */
export async function fuzz(options: FuzzOptions): Promise<FuzzRecord> {
  const { reference: target, runId, start, signal } = options;
  const sideOptions = { runId, ...(start && { start }), ...(signal && { signal }) };
  const reference = new FuzzSide(target, sideOptions);
  const runners = options.targets.map(
    (one) => new Runner(new FuzzSide(one, sideOptions), reference, options.explained),
  );
  try {
    await reference.start();
    await Promise.all(runners.map((runner) => runner.start()));
    const recordOf = (runs: number, cut: boolean): FuzzRecord => ({
      ...{ reference: target.name, runs, cut },
      targets: runners.map((runner) => runner.record()),
    });
    const { runs, cut } = await playAll(options, reference, runners, (at) => options.onRecord?.(recordOf(at, true)));
    return recordOf(runs, cut);
  } finally {
    await Promise.all([reference, ...runners].map((one) => one.stop()));
  }
}

async function playAll(
  options: FuzzOptions,
  reference: FuzzSide,
  runners: readonly Runner[],
  handOver: (runs: number) => void,
): Promise<{ runs: number; cut: boolean }> {
  const {
    seed,
    from = 0,
    hazards = false,
    schemas,
    cases,
    signal,
    timeMs = Number.POSITIVE_INFINITY,
    onProgress,
  } = options;
  const total = cases?.length ?? options.runs;
  const end = performance.now() + timeMs;
  let handedOver = performance.now();
  for (let done = 0; done < total; ) {
    if (signal?.aborted || performance.now() > end || runners.every(({ usable }) => !usable))
      return { runs: done, cut: true };
    // A target in this process never waits for anything: without a pause no signal would come through.
    await breathe();
    const batch: Turn[] = [];
    for (; batch.length < atOnce && done < total; done++) {
      const subject = cases?.[done] ?? sequenceAt(seed, from + done, { hazards, ...(schemas && { schemas }) });
      batch.push({ subject, at: from + done, right: sideOf(reference.target.name, await reference.play(subject)) });
    }
    await Promise.all(runners.map((runner) => runner.play(batch, signal)));
    for (const runner of runners) onProgress?.({ ...runner.progress, done, total });
    if (performance.now() - handedOver < recordEveryMs) continue;
    handOver(done);
    handedOver = performance.now();
  }
  return { runs: total, cut: false };
}
