/** One target of a fuzz run: plays sequences, traces what differs to its smallest sequence, and keeps it by kind. */
import { setImmediate as breathe } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Case } from '../cases/case.ts';
import type { Side } from '../runner/judge.ts';
import type { CaseVerdict, Divergence } from '../runner/record.ts';
import { TargetError } from '../targets/target.ts';
import { type Comparison, compare, type Parting, sideOf } from './compare.ts';
import { featuresOf } from './features.ts';
import { type Kind, kindFingerprint, kindOfLoss, kindText, speaksForItself } from './kind.ts';
import { shrink, upTo } from './shrink.ts';
import { type FuzzSide, isLost } from './side.ts';

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

/**
 * How often differences that look alike are made smaller, each time from another sequence. Where the shapes say it all, once.
 */
const tracesPerLookMax = 3;
/** Of differences whose sequences have little in common but what differs, the first are traced, and then one of so many. */
const tracedFirst = 12;
const tracedOneOf = 6;
/** The same of those that an explanation speaks of as they are, before they are made smaller. */
const explainedFirst = 3;
const explainedOneOf = 24;
const triesMax = 160;
/** Every try restarts a server. */
const triesOfLossMax = 24;

/** Traced at once. */
const tracesMax = 12;
/** A sequence that is lost together with another one is played again, so often. */
const againMax = 3;

/** A sequence with what the reference answered to it. */
export interface Turn {
  subject: Case;
  /** Its number in the seed. */
  at: number;
  right: Side;
}

/** Whether a difference is explained already. */
export type Explained = (target: string, version: string, kind: Kind) => boolean;

interface Trace {
  start: Case;
  at: number;
  parting: Parting;
  look: Alike;
  alike: Alike;
}

/** Differences that have something in common: how many, how many of them are traced, and what the newest of these came to. */
interface Alike {
  seen: number;
  traced: number;
  last?: Found;
  /** Seen in a batch before anything was traced. */
  waiting?: number;
}

const untold: readonly CaseVerdict[] = ['crashed', 'hung', 'silent', 'refused', 'inconclusive', 'unstable'];

export class Runner {
  readonly #side: FuzzSide;
  readonly #reference: FuzzSide;
  readonly #explained: Explained;
  readonly #verdicts = new Map<CaseVerdict, number>();
  readonly #found = new Map<string, Found>();
  /** By what a difference and its sequence look like before they are made smaller, and by its shapes alone. */
  readonly #looks = new Map<string, Alike>();
  readonly #shapes = new Map<string, Alike>();
  #judged = 0;
  #playedMs = 0;
  #unavailable: FuzzTarget['unavailable'];

  constructor(side: FuzzSide, reference: FuzzSide, explained: Explained = () => false) {
    this.#side = side;
    this.#reference = reference;
    this.#explained = explained;
  }

  get usable(): boolean {
    return this.#unavailable === undefined;
  }

  get progress(): { target: string; requests: number; kinds: number } {
    return { target: this.#side.target.name, requests: this.#judged, kinds: this.#found.size };
  }

  async start(): Promise<void> {
    await this.#unlessGone(() => this.#side.start());
  }

  async stop(): Promise<void> {
    await this.#side.stop();
  }

  /** What is found does not depend on how the sequences fall together: it is decided in their order what is traced. */
  async play(turns: readonly Turn[], signal?: AbortSignal): Promise<void> {
    if (!this.usable) return;
    const begin = performance.now();
    await this.#unlessGone(async () => {
      const all = await this.#playAll(turns);
      const traces: Trace[] = [];
      for (const [index, { subject, at }] of turns.entries()) {
        const { judged, verdict, partings } = all[index]!;
        this.#judged += judged;
        this.#verdicts.set(verdict, (this.#verdicts.get(verdict) ?? 0) + 1);
        for (const parting of partings) this.#note(subject, at, parting, traces);
      }
      if (!signal?.aborted) await this.#trace(traces);
    });
    this.#playedMs += performance.now() - begin;
  }

  /** A crash takes all sequences with it that were under way: each is played again alone, to see whose it is. */
  async #playAll(turns: readonly Turn[]): Promise<Comparison[]> {
    const played = await Promise.all(turns.map(({ subject }) => this.#side.play(subject)));
    for (const [index, { subject }] of turns.entries()) {
      if (turns.length > 1 && isLost(played[index]!)) played[index] = await this.#side.play(subject);
    }
    return turns.map(({ subject, right }, index) => compare(subject, right, this.#side.target.name, played[index]!));
  }

  async #unlessGone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      this.#unavailable = { reason: error.message, remedy: error.remedy };
    }
  }

  /** Counts a difference, and marks it to be traced unless enough that look like it were. */
  #note(subject: Case, at: number, parting: Parting, traces: Trace[]): void {
    const start = upTo(subject, parting.step);
    const look = entry(this.#looks, kindText({ ...parting.kind, with: lookOf(start, parting) }));
    const alike = entry(this.#shapes, kindText(parting.kind));
    const enough = look.traced >= (speaksForItself(parting.kind) ? 1 : tracesPerLookMax);
    const looksExplained = this.#explained(this.#side.target.name, this.#side.version, {
      ...parting.kind,
      with: featuresOf(start.steps, start.aliases),
    });
    const [first, oneOf] = looksExplained ? [explainedFirst, explainedOneOf] : [tracedFirst, tracedOneOf];
    const rarely = alike.seen > first && alike.seen % oneOf !== 0;
    if (alike.traced > 0 && (enough || rarely)) {
      const like = look.last ?? alike.last;
      if (like) like.count += 1;
      else alike.waiting = (alike.waiting ?? 0) + 1;
      return;
    }
    for (const one of [look, alike]) one.traced += 1;
    traces.push({ start, at, parting, look, alike });
  }

  async #trace(traces: readonly Trace[]): Promise<void> {
    const limit = pLimit(tracesMax);
    const [lost, others] = [
      traces.filter(({ parting }) => kindOfLoss(parting.kind)),
      traces.filter(({ parting }) => !kindOfLoss(parting.kind)),
    ];
    const found = await Promise.all(others.map((trace) => limit(() => this.#smallest(trace))));
    for (const [index, trace] of others.entries()) this.#keep(trace, found[index]!);
    for (const trace of lost) this.#keep(trace, await this.#smallest(trace));
  }

  #keep({ look, alike }: Trace, found: Found): void {
    const kept = this.#found.get(found.fingerprint) ?? found;
    if (kept === found) this.#found.set(found.fingerprint, found);
    else kept.count += 1;
    kept.count += alike.waiting ?? 0;
    alike.waiting = 0;
    look.last = kept;
    alike.last = kept;
  }

  async #again(candidate: Case, lossWanted: boolean): Promise<{ comparison: Comparison; sides: Found['sides'] }> {
    const right = sideOf(this.#reference.target.name, await this.#reference.play(candidate));
    let played = await this.#side.play(candidate);
    for (let turn = 0; turn < againMax && isLost(played) && !lossWanted; turn++)
      played = await this.#side.play(candidate);
    const comparison = compare(candidate, right, this.#side.target.name, played);
    return { comparison, sides: { reference: right, target: sideOf(this.#side.target.name, played) } };
  }

  async #smallest({ start, at, parting }: Trace): Promise<Found> {
    await breathe();
    const coarse = kindText(parting.kind);
    const lost = kindOfLoss(parting.kind);
    const own = (candidate: Case, { partings }: Comparison): Parting | undefined => {
      const last = parting.step < 0 ? -1 : candidate.steps.length - 1;
      return partings.find(({ step, kind }) => step === last && kindText(kind) === coarse);
    };
    const shows = async (candidate: Case): Promise<boolean> =>
      own(candidate, (await this.#again(candidate, lost)).comparison) !== undefined;
    const { case: smallest } = await shrink(start, shows, lost ? triesOfLossMax : triesMax);
    const { comparison, sides } = await this.#again(smallest, lost);
    const seen = own(smallest, comparison);
    const kind = { ...parting.kind, with: withOf(smallest, parting.kind) };
    const fingerprint = kindFingerprint(kind);
    return {
      ...{ kind, fingerprint, count: 1, at, case: { ...smallest, id: `generated/${fingerprint}` }, sides },
      ...(seen?.divergence && { divergence: { ...seen.divergence, fingerprint } }),
      ...(seen === undefined && { detail: 'not seen again when it was repeated' }),
      ...(seen !== undefined && comparison.detail !== undefined && { detail: comparison.detail }),
    };
  }

  record(): FuzzTarget {
    const count = (...verdicts: CaseVerdict[]): number =>
      verdicts.reduce((sum, verdict) => sum + (this.#verdicts.get(verdict) ?? 0), 0);
    const { target, version, facts, requests } = this.#side;
    return {
      ...{ name: target.name, version, facts },
      cases: [...this.#verdicts.values()].reduce((sum, one) => sum + one, 0),
      ...{
        matched: count('matches'),
        diverged: count('diverges'),
        unknown: count(...untold),
        skipped: count('skipped', 'unsupported'),
      },
      ...{ judged: this.#judged, requests, playedMs: Math.round(this.#playedMs) },
      ...(this.#unavailable && { unavailable: this.#unavailable }),
      found: [...this.#found.values()].sort((a, b) => b.count - a.count),
    };
  }
}

/** Differences that look alike are traced to their cause only some times; of those in rows the cause may be any write before. */
function lookOf(start: Case, { kind, step }: Parting): string[] {
  if (speaksForItself(kind) || step < 0) return [];
  const isError = kind.class === 'accepted' || kind.class === 'refused' || kind.class.startsWith('error-');
  return featuresOf(isError ? start.steps.slice(-1) : start.steps, start.aliases);
}

/** What the smallest sequence consists of, where the shapes do not say it. */
const withOf = (smallest: Case, kind: Kind): string[] =>
  speaksForItself(kind) ? [] : featuresOf(smallest.steps, smallest.aliases);

function entry(map: Map<string, Alike>, key: string): Alike {
  const known = map.get(key) ?? { seen: 0, traced: 0 };
  known.seen += 1;
  map.set(key, known);
  return known;
}
