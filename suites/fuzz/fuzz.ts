/** Plays generated sequences on targets and compares the answers with a reference. */
import type { Case } from '../cases/case.ts';
import { deadlineOf } from '../runner/host/deadline.ts';
import type { TargetHost } from '../runner/host/host.ts';
import type { AuditDepth } from '../runner/invariants/audit.ts';
import type { Cut } from '../runner/record.ts';
import type { StartOptions, Target } from '../targets/target.ts';
import { transcriptOf } from './compare.ts';
import type { Schema } from './generators/schemas.ts';
import { sequenceAt } from './generators/sequences.ts';
import { playSequence, rawHost } from './host.ts';
import { type Explained, type FuzzTarget, Runner, type Turn } from './runner.ts';

export type { Found, Witness } from './found.ts';
export type { FuzzTarget } from './runner.ts';

export interface FuzzOptions {
  seed: string;
  /** Number of sequences to play. */
  runs: number;
  /** Number of the first sequence. Default 0. */
  from?: number;
  /** Ends the run after this many milliseconds. Results so far are kept. */
  timeMs?: number;
  targets: readonly Target[];
  reference: Target;
  /** Part of every table name: `[a-z0-9]+`. */
  runId: string;
  hazards?: boolean;
  /** Tables for the sequences, instead of generated ones. */
  schemas?: readonly Schema[];
  start?: StartOptions;
  /** Checks the invariants after each sequence. Default: not. */
  audits?: AuditDepth | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: FuzzProgress) => void;
  /** Receives the results so far every 30 seconds. */
  onRecord?: (record: FuzzRecord) => void;
  /** Differences that are explained already are traced less often, which leaves more time for the others. */
  explained?: Explained;
  /** Whether a target is asked about what is unexplained on another. Default: each but the reference. */
  mayTestify?: (target: string) => boolean;
  /** Plays these cases instead of generated ones; `at` is then their index. */
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
  /** Number of sequences played on the reference. */
  runs: number;
  /** Why the run ended before all sequences were played or all differences were shrunk. */
  cut?: Cut;
  targets: FuzzTarget[];
}

/** Number of sequences played concurrently. On a busy machine each exchange alone takes long. */
const atOnce = 24;
const recordEveryMs = 30_000;
/** Of the time that is left. */
const searchShare = 0.4;

/** @throws TargetError when the reference cannot be started. */
export async function fuzz(options: FuzzOptions): Promise<FuzzRecord> {
  const { reference: target, runId, start, timeMs } = options;
  const deadline = deadlineOf(options.signal, timeMs);
  const { signal } = deadline;
  const hostOptions = { runId, deadline, ...(start && { start }) };
  const reference = rawHost(target, { ...hostOptions, number: 0 });
  const runners = options.targets.map(
    (one, at) =>
      new Runner(rawHost(one, { ...hostOptions, number: at + 1, audits: options.audits }), reference, {
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
    // Leftovers are known only after the targets have stopped.
    await stopAll();
    return recordOf(runs, cut);
  } finally {
    deadline.clear();
    await stopAll();
  }
}

/**
 * With a time limit, sequences are played for a share of what is left before any difference is made smaller. A server with many
 * faults otherwise spends all the time on those of the first sequences: making one smaller takes hundreds of requests.
 */
class Search {
  readonly #endsAt: number | undefined;
  #until = 0;

  constructor(timeMs: number | undefined) {
    this.#endsAt = timeMs === undefined ? undefined : performance.now() + timeMs;
    this.again();
  }

  /** Whether more sequences are played before the next difference is made smaller. */
  get goesOn(): boolean {
    return performance.now() < this.#until;
  }

  again(): void {
    const now = performance.now();
    this.#until = this.#endsAt === undefined ? now : now + (this.#endsAt - now) * searchShare;
  }
}

/** Returns how many sequences were started. */
async function playAll(
  options: FuzzOptions,
  signal: AbortSignal,
  reference: TargetHost,
  runners: readonly Runner[],
  handOver: (runs: number) => void,
): Promise<number> {
  const { seed, from = 0, hazards = false, schemas, cases, onProgress, mayTestify = () => true } = options;
  const witnesses = runners.filter(({ name }) => name !== reference.target.name && mayTestify(name));
  const total = cases?.length ?? options.runs;
  let handedOver = performance.now();
  const search = new Search(options.timeMs);
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
    if (search.goesOn && done < total && !signal.aborted) continue;
    await Promise.all(runners.map((runner) => runner.trace()));
    search.again();
    if (!signal.aborted) await Promise.all(runners.map((runner) => runner.hearWitnesses(witnesses)));
    for (const runner of runners) onProgress?.({ ...runner.progress, done, total });
    if (performance.now() - handedOver < recordEveryMs) continue;
    handOver(done);
    handedOver = performance.now();
  }
  // What a signal kept from being made smaller is still found.
  await Promise.all(runners.map((runner) => runner.trace()));
  return done;
}
