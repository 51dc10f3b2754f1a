/** Generated sequences against targets, with a reference that says what is right. */
import type { Case } from '../cases/case.ts';
import { sequenceAt } from '../generate/sequences.ts';
import type { Side } from '../runner/judge.ts';
import type { CaseVerdict, Divergence } from '../runner/record.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import { type Comparison, compare, type Parting, sideOf } from './compare.ts';
import { featuresOf } from './features.ts';
import { type Kind, kindFingerprint, kindText, speaksForItself } from './kind.ts';
import { shrink, upTo } from './shrink.ts';
import { FuzzSide } from './side.ts';

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
  start?: StartOptions;
  signal?: AbortSignal;
  onProgress?: (progress: FuzzProgress) => void;
  /** Hands over what was found so far, every half a minute. */
  onRecord?: (record: FuzzRecord) => void;
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

/** A kind of difference on one target, with the smallest sequence that was found to show it. */
export interface Found {
  kind: Kind;
  fingerprint: string;
  /** Differences of this kind; those that looked like one that was made smaller before are counted with it. */
  count: number;
  /** Number of the sequence of the seed in which it was seen first. */
  at: number;
  case: Case;
  /** Of the smallest sequence; none where no answer came. */
  divergence?: Divergence;
  detail?: string;
  /** What both answered to the smallest sequence. */
  sides: { reference: Side; target: Side };
}

export interface FuzzTarget {
  name: string;
  version: string;
  facts: { readonly [name: string]: string };
  /** Sequences, each counted once in the four below. */
  cases: number;
  matched: number;
  diverged: number;
  unknown: number;
  skipped: number;
  /** Requests whose answers were compared, and all that were sent, those for making sequences smaller included. */
  judged: number;
  requests: number;
  playedMs: number;
  unavailable?: { reason: string; remedy: string };
  found: Found[];
}

export interface FuzzRecord {
  reference: string;
  /** Sequences that were played on the reference. */
  runs: number;
  /** Ended by a signal or by its time before all were played. */
  cut: boolean;
  targets: FuzzTarget[];
}

/**
 * How often differences that look alike are made smaller, each time from another sequence. Where the shapes say it all, once.
 */
const shrinksPerLookMax = 3;
/** Of differences whose sequences have little in common but what differs, the first are traced, and then one of so many. */
const tracedFirst = 12;
const tracedOneOf = 6;
const recordEveryMs = 30_000;
const triesMax = 160;
/** Every try restarts a server. */
const triesOfLossMax = 24;

/** @throws TargetError when the reference cannot be started. */
export async function fuzz(options: FuzzOptions): Promise<FuzzRecord> {
  const { reference: target, runId, start, signal } = options;
  const sideOptions = { runId, ...(start && { start }), ...(signal && { signal }) };
  const reference = new FuzzSide(target, sideOptions);
  const runners = options.targets.map((one) => new Runner(new FuzzSide(one, sideOptions), reference));
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
  const { seed, from = 0, hazards = false, cases, signal, timeMs = Number.POSITIVE_INFINITY, onProgress } = options;
  const total = cases?.length ?? options.runs;
  const end = performance.now() + timeMs;
  let handedOver = performance.now();
  for (let at = 0; at < total; at++) {
    if (signal?.aborted || performance.now() > end || runners.every(({ usable }) => !usable))
      return { runs: at, cut: true };
    const subject = cases?.[at] ?? sequenceAt(seed, from + at, { hazards });
    const right = sideOf(reference.target.name, await reference.play(subject));
    await Promise.all(runners.map((runner) => runner.one(subject, from + at, right, signal)));
    for (const runner of runners) onProgress?.({ ...runner.progress, done: at + 1, total });
    if (performance.now() - handedOver < recordEveryMs) continue;
    handOver(at + 1);
    handedOver = performance.now();
  }
  return { runs: total, cut: false };
}

const untold: readonly CaseVerdict[] = ['crashed', 'hung', 'silent', 'refused', 'inconclusive', 'unstable'];

class Runner {
  readonly #side: FuzzSide;
  readonly #reference: FuzzSide;
  readonly #verdicts = new Map<CaseVerdict, number>();
  readonly #found = new Map<string, Found>();
  /** What a difference looked like before it was made smaller, and what it came to. */
  readonly #looks = new Map<string, Found[]>();
  readonly #coarse = new Map<string, { seen: number; last?: Found }>();
  #judged = 0;
  #unavailable: FuzzTarget['unavailable'];

  constructor(side: FuzzSide, reference: FuzzSide) {
    this.#side = side;
    this.#reference = reference;
  }

  get usable(): boolean {
    return this.#unavailable === undefined;
  }

  get progress(): Pick<FuzzProgress, 'target' | 'requests' | 'kinds'> {
    return { target: this.#side.target.name, requests: this.#judged, kinds: this.#found.size };
  }

  async start(): Promise<void> {
    await this.#unlessLost(() => this.#side.start());
  }

  async stop(): Promise<void> {
    await this.#side.stop();
  }

  async one(subject: Case, at: number, right: Side, signal?: AbortSignal): Promise<void> {
    if (!this.usable) return;
    await this.#unlessLost(async () => {
      const played = await this.#side.play(subject);
      const comparison = compare(subject, right, this.#side.target.name, played);
      this.#judged += comparison.judged;
      this.#verdicts.set(comparison.verdict, (this.#verdicts.get(comparison.verdict) ?? 0) + 1);
      for (const parting of comparison.partings) if (!signal?.aborted) await this.#keep(subject, at, parting);
    });
  }

  async #unlessLost(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      this.#unavailable = { reason: error.message, remedy: error.remedy };
    }
  }

  async #keep(subject: Case, at: number, parting: Parting): Promise<void> {
    const start = upTo(subject, parting.step);
    const look = kindText({ ...parting.kind, with: lookOf(start, parting) });
    const known = this.#looks.get(look) ?? [];
    this.#looks.set(look, known);
    const alike = this.#alike(kindText(parting.kind));
    const enough = known.length >= (speaksForItself(parting.kind) ? 1 : shrinksPerLookMax);
    const like = known.at(-1) ?? alike.last;
    if (like && (enough || (alike.seen > tracedFirst && alike.seen % tracedOneOf !== 0))) {
      like.count += 1;
      return;
    }
    const found = await this.#smallest(start, at, parting);
    const same = this.#found.get(found.fingerprint);
    if (same) same.count += 1;
    else this.#found.set(found.fingerprint, found);
    known.push(same ?? found);
    alike.last = same ?? found;
  }

  /** What was seen of a kind, whatever its sequences consist of. */
  #alike(coarse: string): { seen: number; last?: Found } {
    const alike = this.#coarse.get(coarse) ?? { seen: 0 };
    alike.seen += 1;
    this.#coarse.set(coarse, alike);
    return alike;
  }

  async #smallest(start: Case, at: number, parting: Parting): Promise<Found> {
    const coarse = kindText(parting.kind);
    const again = async (
      candidate: Case,
    ): Promise<{ own: Parting | undefined; sides: Found['sides']; comparison: Comparison }> => {
      const right = sideOf(this.#reference.target.name, await this.#reference.play(candidate));
      const played = await this.#side.play(candidate);
      const comparison = compare(candidate, right, this.#side.target.name, played);
      const own = comparison.partings.find(
        ({ step, kind }) => kindText(kind) === coarse && step === (parting.step < 0 ? -1 : candidate.steps.length - 1),
      );
      return { own, sides: { reference: right, target: sideOf(this.#side.target.name, played) }, comparison };
    };
    const lost = parting.divergence === undefined;
    const shrunk = await shrink(
      start,
      async (candidate) => (await again(candidate)).own !== undefined,
      lost ? triesOfLossMax : triesMax,
    );
    const { own, sides, comparison } = await again(shrunk.case);
    const kind = { ...parting.kind, with: withOf(shrunk.case, parting.kind) };
    const fingerprint = kindFingerprint(kind);
    const named = { ...shrunk.case, id: `generated/${fingerprint}` };
    return {
      ...{ kind, fingerprint, count: 1, at, case: named, sides },
      ...(own?.divergence && { divergence: { ...own.divergence, fingerprint } }),
      ...(own === undefined && { detail: 'not seen again when it was repeated' }),
      ...(own !== undefined && comparison.detail !== undefined && { detail: comparison.detail }),
    };
  }

  record(): FuzzTarget {
    const count = (...verdicts: CaseVerdict[]): number =>
      verdicts.reduce((sum, verdict) => sum + (this.#verdicts.get(verdict) ?? 0), 0);
    const { target, version, facts, requests, playedMs } = this.#side;
    return {
      ...{ name: target.name, version, facts },
      cases: [...this.#verdicts.values()].reduce((sum, one) => sum + one, 0),
      ...{
        matched: count('matches'),
        diverged: count('diverges'),
        unknown: count(...untold),
        skipped: count('skipped', 'unsupported'),
      },
      ...{ judged: this.#judged, requests, playedMs: Math.round(playedMs) },
      ...(this.#unavailable && { unavailable: this.#unavailable }),
      found: [...this.#found.values()].sort((a, b) => b.count - a.count),
    };
  }
}

/** Differences that look alike are traced to their cause only some times; of those in rows the cause may be any write before. */
function lookOf(start: Case, { kind, step }: Parting): string[] {
  if (speaksForItself(kind) || step < 0) return [];
  const isError = kind.class === 'accepted' || kind.class === 'refused' || kind.class.startsWith('error-');
  return featuresOf(isError ? start.steps.slice(-1) : start.steps);
}

/** What the smallest sequence consists of, where the shapes do not say it. */
const withOf = (smallest: Case, kind: Kind): string[] => (speaksForItself(kind) ? [] : featuresOf(smallest.steps));
