/** Generated sequences against targets, with a reference that says what is right. */
import type { Case } from '../cases/case.ts';
import { deadlineOf } from '../runner/host/deadline.ts';
import type { TargetHost } from '../runner/host/host.ts';
import type { Cut } from '../runner/record.ts';
import type { StartOptions, Target } from '../targets/target.ts';
import { transcriptOf } from './compare.ts';
import type { Schema } from './generators/schemas.ts';
import { sequenceAt } from './generators/sequences.ts';
import { playSequence, rawHost } from './host.ts';
import { type Explained, type FuzzTarget, Runner, type Turn } from './runner.ts';

export type { Found } from './found.ts';
export type { FuzzTarget } from './runner.ts';

export interface FuzzOptions {
  seed: string;
  /** Sequences to play. */
  runs: number;
  /** Number of the first one. Default 0. */
  from?: number;
  /** Ends the run after so many milliseconds, whatever is under way; what was found by then is kept. */
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
  /** What looks explained is traced less often, which leaves more time for the rest. */
  explained?: Explained;
  /** Plays these in place of generated ones; a difference names its place among them. */
  cases?: readonly Case[];
}

interface FuzzProgress {
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
  /** Why it ended before all were played, or before all that was found had been made smaller. */
  cut?: Cut;
  targets: FuzzTarget[];
}

/** Sequences that are played at once: a machine with much else to do gives each exchange alone a long wait. */
const atOnce = 24;
const recordEveryMs = 30_000;

/** @throws TargetError when the reference cannot be started. */
export async function fuzz(options: FuzzOptions): Promise<FuzzRecord> {
  const { reference: target, runId, start, timeMs } = options;
  const deadline = deadlineOf(options.signal, timeMs);
  const { signal } = deadline;
  const hostOptions = { runId, deadline, ...(start && { start }) };
  const reference = rawHost(target, { ...hostOptions, number: 0 });
  const runners = options.targets.map(
    (one, at) =>
      new Runner(rawHost(one, { ...hostOptions, number: at + 1 }), reference, {
        signal,
        explained: options.explained,
      }),
  );
  const stopAll = () => Promise.all([reference, ...runners].map((one) => one.stop()));
  try {
    await reference.start();
    await Promise.all(runners.map((runner) => runner.start()));
    const recordOf = (runs: number, cut: Cut | undefined): FuzzRecord => ({
      ...{ reference: target.name, runs, ...(cut && { cut }) },
      targets: runners.map((runner) => runner.record()),
    });
    const runs = await playAll(options, signal, reference, runners, (at) =>
      options.onRecord?.(recordOf(at, 'interrupted')),
    );
    const cut = deadline.cut();
    // What stays behind is known only then.
    await stopAll();
    return recordOf(runs, cut);
  } finally {
    deadline.clear();
    await stopAll();
  }
}

/** How many sequences were begun. */
async function playAll(
  options: FuzzOptions,
  signal: AbortSignal,
  reference: TargetHost,
  runners: readonly Runner[],
  handOver: (runs: number) => void,
): Promise<number> {
  const { seed, from = 0, hazards = false, schemas, cases, onProgress } = options;
  const total = cases?.length ?? options.runs;
  let handedOver = performance.now();
  let done = 0;
  while (done < total && !signal.aborted && runners.some(({ usable }) => usable)) {
    const batch: Turn[] = [];
    for (; batch.length < atOnce && done < total && !signal.aborted; done++) {
      const subject = cases?.[done] ?? sequenceAt(seed, from + done, { hazards, ...(schemas && { schemas }) });
      const right = transcriptOf(reference.target.name, await playSequence(reference, subject));
      batch.push({ subject, at: cases ? done : from + done, right });
    }
    await Promise.all(runners.map((runner) => runner.play(batch)));
    for (const runner of runners) onProgress?.({ ...runner.progress, done, total });
    if (performance.now() - handedOver < recordEveryMs) continue;
    handOver(done);
    handedOver = performance.now();
  }
  return done;
}
