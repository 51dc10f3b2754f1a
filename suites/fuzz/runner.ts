/** One target of a fuzz run: plays sequences, traces what differs to its smallest sequence, and keeps it by kind. */
import pLimit from 'p-limit';
import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import type { TargetHost } from '../runner/host/host.ts';
import { isEventualRead } from '../runner/judge/eventual-reads.ts';
import { settleMs } from '../runner/judge/read-patience.ts';
import type { TargetTranscript } from '../runner/judge/shown.ts';
import type { Played } from '../runner/play/run-case.ts';
import { type CaseVerdict, type Divergence, type Entry, type Leftover, noVerdict } from '../runner/record.ts';
import { TargetError } from '../targets/target.ts';
import { type Comparison, compare, type StepDifference, sideOf } from './compare.ts';
import { featuresOf } from './features.ts';
import { isLost, playSequence } from './host.ts';
import { type Kind, kindFingerprint, kindOfLoss, kindText, speaksForItself } from './kind.ts';
import { shrink, upTo } from './shrink.ts';

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
  /** The run ended before a smaller sequence could be looked for, or while it was. */
  cut?: true;
  /** What both answered to the smallest sequence. */
  sides: { reference: TargetTranscript; target: TargetTranscript };
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
  /** Of the skipped: how many for an operation that the target says it does not have. */
  lacks: { readonly [operation in Operation]?: number };
  /** Requests whose answers were compared, and all that were sent, those for making sequences smaller included. */
  judged: number;
  requests: number;
  playedMs: number;
  unavailable?: { reason: string; remedy: string };
  /** What it made and could not remove again; known once the target has stopped. */
  leftovers: Leftover[];
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

/** Sequences in a batch that must all be without an answer before a target is given up. */
const silentMin = 3;

/** Traced at once. */
const tracesMax = 12;
/** A sequence that is lost together with another one is played again, so often. */
const againMax = 3;

/** A sequence with what the reference answered to it. */
export interface Turn {
  subject: Case;
  /** Its number in the seed. */
  at: number;
  right: TargetTranscript;
}

/** Whether a difference is explained already. */
export type Explained = (target: string, version: string, kind: Kind) => boolean;

interface Trace {
  start: Case;
  at: number;
  difference: StepDifference;
  /** Whether nothing but this made its sequence differ. */
  alone: boolean;
  /** A read that may lag, and was not given the whole wait. */
  hurried: boolean;
  sides: Found['sides'];
  look: Alike;
  alike: Alike;
}

/** A sequence that was seen to show a difference. */
type Seen = Pick<Found, 'case' | 'sides' | 'divergence' | 'detail'>;

export interface RunnerOptions {
  /** Ends what is under way: nothing more is sent, and what was found is kept as it is. */
  signal: AbortSignal;
  explained?: Explained | undefined;
}

/** Differences that have something in common: how many, how many of them are traced, and what the newest of these came to. */
interface Alike {
  seen: number;
  traced: number;
  last?: Found;
  /** Seen in a batch before anything was traced. */
  waiting?: number;
}

export class Runner {
  readonly #host: TargetHost;
  readonly #reference: TargetHost;
  readonly #explained: Explained;
  readonly #signal: AbortSignal;
  readonly #verdicts = new Map<CaseVerdict, number>();
  readonly #lacks = new Map<Operation, number>();
  readonly #found = new Map<string, Found>();
  /** By what a difference and its sequence look like before they are made smaller, and by its shapes alone. */
  readonly #looks = new Map<string, Alike>();
  readonly #shapes = new Map<string, Alike>();
  #judged = 0;
  #playedMs = 0;
  #unavailable: FuzzTarget['unavailable'];

  constructor(host: TargetHost, reference: TargetHost, { signal, explained = () => false }: RunnerOptions) {
    this.#host = host;
    this.#reference = reference;
    this.#explained = explained;
    this.#signal = signal;
  }

  get usable(): boolean {
    return this.#unavailable === undefined;
  }

  get progress(): { target: string; requests: number; kinds: number } {
    return { target: this.#host.target.name, requests: this.#judged, kinds: this.#found.size };
  }

  async start(): Promise<void> {
    await this.#unlessGone(() => this.#host.start());
  }

  async stop(): Promise<void> {
    await this.#host.stop();
  }

  /** What is found does not depend on how the sequences fall together: it is decided in their order what is traced. */
  async play(turns: readonly Turn[]): Promise<void> {
    if (!this.usable) return;
    const begin = performance.now();
    await this.#unlessGone(async () => {
      const traces: Trace[] = [];
      for (const [index, played] of (await this.#playAll(turns)).entries())
        this.#compare(turns[index]!, played, traces);
      await this.#trace(traces);
    });
    this.#playedMs += performance.now() - begin;
  }

  /** A crash takes all sequences with it that were under way: each is played again alone, to see whose it is. */
  async #playAll(turns: readonly Turn[]): Promise<Played[]> {
    const played = await Promise.all(
      turns.map(({ subject, right }) => playSequence(this.#host, subject, { expected: right })),
    );
    this.#giveUpIfSilent(played);
    for (const [index, { subject, right }] of turns.entries()) {
      if (turns.length > 1 && isLost(played[index]!) && !this.#signal.aborted)
        played[index] = await playSequence(this.#host, subject, { expected: right });
    }
    return played;
  }

  /** Somebody else's server that answers none of many sequences is not asked each of them again, and nothing is traced. */
  #giveUpIfSilent(played: readonly Played[]): void {
    const { name, startedByUs } = this.#host.target;
    if (startedByUs || this.#signal.aborted || played.length < silentMin || !played.every(isLost)) return;
    this.#count('silent', played.length);
    const why = played[0]?.stopped?.detail ?? '';
    throw new TargetError(
      `${name} left each of ${played.length} sequences without an answer: ${why}`,
      'see whether it still answers; --timeout gives each request longer',
    );
  }

  #compare({ subject, at, right }: Turn, played: Played, traces: Trace[]): void {
    const { name } = this.#host.target;
    const { judged, verdict, differences, lacks } = compare(subject, right, name, played);
    if (lacks !== undefined) this.#lacks.set(lacks, (this.#lacks.get(lacks) ?? 0) + 1);
    this.#judged += judged;
    this.#count(verdict, 1);
    const sides = { reference: right, target: sideOf(name, played) };
    const alone = differences.filter(({ divergence }) => divergence?.tier !== 'text').length === 1;
    const short = this.#host.patience.ms < settleMs;
    for (const difference of differences) {
      const hurried = short && isEventual(difference, played);
      this.#note({ start: upTo(subject, difference.step), at, difference, alone, hurried, sides }, traces);
    }
  }

  #count(verdict: CaseVerdict, by: number): void {
    this.#verdicts.set(verdict, (this.#verdicts.get(verdict) ?? 0) + by);
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
  #note(seen: Omit<Trace, 'look' | 'alike'>, traces: Trace[]): void {
    const { start, difference } = seen;
    const look = entry(this.#looks, kindText({ ...difference.kind, with: lookOf(start, difference) }));
    const alike = entry(this.#shapes, kindText(difference.kind));
    const enough = look.traced >= (speaksForItself(difference.kind) ? 1 : tracesPerLookMax);
    const looksExplained = this.#isExplained({ ...difference.kind, with: featuresOf(start.steps, start.aliases) });
    const [first, oneOf] = looksExplained ? [explainedFirst, explainedOneOf] : [tracedFirst, tracedOneOf];
    const rarely = alike.seen > first && alike.seen % oneOf !== 0;
    if (alike.traced > 0 && (enough || rarely)) {
      const like = look.last ?? alike.last;
      if (like) like.count += 1;
      else alike.waiting = (alike.waiting ?? 0) + 1;
      return;
    }
    for (const one of [look, alike]) one.traced += 1;
    traces.push({ ...seen, look, alike });
  }

  #isExplained(kind: Kind): boolean {
    return this.#explained(this.#host.target.name, this.#host.version, kind);
  }

  async #trace(traces: readonly Trace[]): Promise<void> {
    const limit = pLimit(tracesMax);
    const [lost, others] = [
      traces.filter(({ difference }) => kindOfLoss(difference.kind)),
      traces.filter(({ difference }) => !kindOfLoss(difference.kind)),
    ];
    const found = await Promise.all(others.map((trace) => limit(() => this.#smallest(trace))));
    for (const [index, trace] of others.entries()) this.#keep(trace, found[index]);
    for (const trace of lost) this.#keep(trace, await this.#smallest(trace));
  }

  #keep(trace: Trace, found: Found | undefined): void {
    const { look, alike } = trace;
    if (found === undefined) {
      this.#dismiss(trace);
      return;
    }
    // Of what could not be made smaller it is not known what it consists of: it is of the kind that looks like it, if one does.
    const like = found.cut && (look.last ?? alike.last);
    const kept = like || (this.#found.get(found.fingerprint) ?? found);
    if (kept === found) this.#found.set(found.fingerprint, found);
    else kept.count += 1;
    kept.count += alike.waiting ?? 0;
    alike.waiting = 0;
    look.last = kept;
    alike.last = kept;
  }

  /** A read that came to agree once it was given its time was no difference. */
  #dismiss({ look, alike, alone }: Trace): void {
    for (const one of [look, alike]) one.traced -= 1;
    if (!alone) return;
    this.#count('diverges', -1);
    this.#count('matches', 1);
  }

  async #again(candidate: Case, lossWanted: boolean, whole: boolean): Promise<[Comparison, Found['sides']]> {
    const { name } = this.#host.target;
    const right = sideOf(this.#reference.target.name, await playSequence(this.#reference, candidate));
    const patience = whole ? this.#host.patience.whole : this.#host.patience;
    let played = await playSequence(this.#host, candidate, { expected: right, patience });
    for (let turn = 0; turn < againMax && isLost(played) && !lossWanted && !this.#signal.aborted; turn++)
      played = await playSequence(this.#host, candidate, { expected: right, patience });
    return [compare(candidate, right, name, played), { reference: right, target: sideOf(name, played) }];
  }

  /** What a sequence shows of a difference when it is played again, at its last step; nothing if it does not. */
  async #showing(candidate: Case, { difference }: Trace, whole = false): Promise<Seen | undefined> {
    const coarse = kindText(difference.kind);
    const last = difference.step < 0 ? -1 : candidate.steps.length - 1;
    const [{ differences, detail }, sides] = await this.#again(candidate, kindOfLoss(difference.kind), whole);
    const own = differences.find(({ step, kind }) => step === last && kindText(kind) === coarse);
    return (
      own && {
        ...{ case: candidate, sides },
        ...(own.divergence && { divergence: own.divergence }),
        ...(detail !== undefined && { detail }),
      }
    );
  }

  /** Nothing where it was only a read that had not been given its time. */
  async #smallest(trace: Trace, secondTime = false): Promise<Found | undefined> {
    let seen = asSeen(trace);
    const shows = async (candidate: Case): Promise<boolean> => {
      const shown = await this.#showing(candidate, trace);
      seen = shown ?? seen;
      return shown !== undefined;
    };
    const triesOf = kindOfLoss(trace.difference.kind) ? triesOfLossMax : triesMax;
    const { case: smallest } = await shrink(trace.start, shows, triesOf, this.#signal);
    // What is explained accuses nobody, and need not be waited for.
    const whole = !this.#isExplained(kindIn(smallest, trace));
    const confirmed = this.#signal.aborted ? undefined : await this.#showing(smallest, trace, whole);
    if (confirmed) return foundOf(trace, confirmed);
    const { divergence: _, ...unseen } = seen;
    if (this.#signal.aborted)
      return { ...foundOf(trace, trace.hurried ? { ...unseen, detail: notWaitedFor } : seen), cut: true };
    if (trace.hurried && !secondTime) return this.#unhurried(trace);
    return foundOf(trace, { ...unseen, detail: notSeenAgain });
  }

  /** What was seen without the whole wait, and not with it: the target lags, and is given the whole wait from here on. */
  async #unhurried(trace: Trace): Promise<Found | undefined> {
    this.#host.patience.settled();
    const still = await this.#showing(trace.start, trace, true);
    return still || this.#signal.aborted ? this.#smallest(trace, true) : undefined;
  }

  record(): FuzzTarget {
    const count = (...verdicts: CaseVerdict[]): number =>
      verdicts.reduce((sum, verdict) => sum + (this.#verdicts.get(verdict) ?? 0), 0);
    const { target, version, facts, requests } = this.#host;
    return {
      ...{ name: target.name, version, facts },
      cases: [...this.#verdicts.values()].reduce((sum, one) => sum + one, 0),
      ...{
        matched: count('matches'),
        diverged: count('diverges'),
        unknown: count(...noVerdict),
        skipped: count('skipped', 'unsupported'),
        lacks: Object.fromEntries(this.#lacks),
      },
      ...{ judged: this.#judged, requests, playedMs: Math.round(this.#playedMs) },
      ...(this.#unavailable && { unavailable: this.#unavailable }),
      leftovers: this.#host.leftovers,
      found: [...this.#found.values()].sort((a, b) => b.count - a.count),
    };
  }
}

const notSeenAgain = 'not seen again when it was repeated';
const notWaitedFor = 'a read that may lag, and the run ended before it was given its time';

/** The sequence as it was first seen, with the answers up to the step that differs. */
function asSeen({ start, difference, sides }: Trace): Seen {
  const upToStep = (side: TargetTranscript): TargetTranscript => ({
    ...side,
    entries: side.entries.filter((one) => isWithin(one, difference.step)),
  });
  return {
    case: start,
    sides: { reference: upToStep(sides.reference), target: upToStep(sides.target) },
    ...(difference.divergence && { divergence: difference.divergence }),
  };
}

const isWithin = ({ step }: Entry, last: number): boolean => Number(step) <= last;

/** The kind that a smaller sequence stands for. */
const kindIn = (smaller: Case, { difference: { kind } }: Trace): Kind => ({ ...kind, with: withOf(smaller, kind) });

function foundOf(trace: Trace, seen: Seen): Found {
  const { at } = trace;
  const kind = kindIn(seen.case, trace);
  const fingerprint = kindFingerprint(kind);
  return {
    ...{ kind, fingerprint, count: 1, at },
    ...seen,
    case: { ...seen.case, id: `generated/${fingerprint}` },
    ...(seen.divergence && { divergence: { ...seen.divergence, fingerprint } }),
  };
}

/** Whether the difference is in the answer to a read that may lag. */
const isEventual = ({ step }: StepDifference, { entries }: Played): boolean =>
  entries.some((one) => Number(one.step) === step && isEventualRead(one));

/** Differences that look alike are traced to their cause only some times; of those in rows the cause may be any write before. */
function lookOf(start: Case, { kind, step }: StepDifference): string[] {
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
