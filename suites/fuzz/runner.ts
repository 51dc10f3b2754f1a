/** Plays a fuzz run on one target, shrinks the differences, and groups them by kind. */
import pLimit from 'p-limit';
import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import type { TargetHost } from '../runner/host/host.ts';
import { isEventualRead } from '../runner/judge/eventual-reads.ts';
import { settleMs } from '../runner/judge/read-patience.ts';
import type { TargetTranscript } from '../runner/judge/shown.ts';
import type { Played } from '../runner/play/run-case.ts';
import { type CaseVerdict, type Leftover, noVerdict } from '../runner/record.ts';
import { TargetError } from '../targets/target.ts';
import { compare, type StepDifference, stepNumber, transcriptOf } from './compare.ts';
import type { Found, Suspect } from './found.ts';
import { isLost, playSequence } from './host.ts';
import { type Kind, kindOfLoss } from './kinds/kind.ts';
import { LookAlikes, type Trace } from './shrinking/look-alikes.ts';
import { upTo } from './shrinking/shrink.ts';
import { Tracer } from './shrinking/tracer.ts';
import { Hearing } from './witnesses.ts';

export interface FuzzTarget {
  name: string;
  version: string;
  facts: { readonly [name: string]: string };
  /** Number of sequences; each is also counted in one of the next four. */
  cases: number;
  matched: number;
  diverged: number;
  unknown: number;
  skipped: number;
  /** Skipped sequences by the operation that the target lacks. */
  lacks: { readonly [operation in Operation]?: number };
  /** `judged`: requests whose answers were compared. `requests`: all that were sent, including those for shrinking. */
  judged: number;
  requests: number;
  playedMs: number;
  unavailable?: { reason: string; remedy: string };
  /** What could not be removed; known once the target has stopped. */
  leftovers: Leftover[];
  found: Found[];
}

/** A target is given up only when a batch has at least this many sequences and none was answered. */
const silentMin = 3;

/** Maximum number of concurrent traces. */
const tracesMax = 12;

/** A sequence with the reference's answers. */
export interface Turn {
  subject: Case;
  /** Number of the generated sequence. */
  at: number;
  right: TargetTranscript;
}

/** Whether an explanation for this kind exists. */
export type Explained = (target: string, version: string, kind: Kind) => boolean;

interface RunnerOptions {
  /** Ends the work in progress. Results so far are kept. */
  signal: AbortSignal;
  explained?: Explained | undefined;
}

export class Runner {
  readonly #host: TargetHost;
  readonly #signal: AbortSignal;
  readonly #tracer: Tracer;
  readonly #alikes: LookAlikes;
  readonly #verdicts = new Map<CaseVerdict, number>();
  readonly #lacks = new Map<Operation, number>();
  readonly #isExplained: (kind: Kind) => boolean;
  readonly #hearing: Hearing;
  readonly #waiting: Trace[] = [];
  #judged = 0;
  #playedMs = 0;
  #unavailable: FuzzTarget['unavailable'];

  constructor(host: TargetHost, reference: TargetHost, { signal, explained = () => false }: RunnerOptions) {
    this.#host = host;
    this.#signal = signal;
    const isExplained = (kind: Kind): boolean => explained(host.target.name, host.version, kind);
    this.#isExplained = isExplained;
    this.#hearing = new Hearing(signal);
    this.#tracer = new Tracer({ host, reference, signal, isExplained });
    this.#alikes = new LookAlikes(isExplained);
  }

  get usable(): boolean {
    return this.#unavailable === undefined;
  }

  get name(): string {
    return this.#host.target.name;
  }

  get progress(): { target: string; requests: number; kinds: number } {
    return { target: this.#host.target.name, requests: this.#judged, kinds: this.#alikes.found.size };
  }

  async start(): Promise<void> {
    await this.#unlessGone(() => this.#host.start());
  }

  async stop(): Promise<void> {
    await this.#host.stop();
  }

  /** The differences to trace are selected in sequence order, so the result does not depend on timing. */
  async play(turns: readonly Turn[]): Promise<void> {
    await this.#timed(async () => {
      const played = await this.#playAll(turns);
      const suspects = turns.flatMap((turn, index) => this.#compare(turn, played[index]!));
      this.#waiting.push(...this.#alikes.select(suspects));
    });
  }

  /** Makes the selected differences smaller: first one of each look, so that a cut loses what says least that is new. */
  async trace(): Promise<void> {
    const waiting = inRounds(this.#waiting.splice(0));
    await this.#timed(() => this.#trace(waiting));
  }

  async #timed(work: () => Promise<void>): Promise<void> {
    if (!this.usable) return;
    const begin = performance.now();
    await this.#unlessGone(work);
    this.#playedMs += performance.now() - begin;
  }

  /** Puts what is new and unexplained to the other targets, as far as they can be reached. */
  async hearWitnesses(others: readonly Runner[]): Promise<void> {
    const open = [...this.#alikes.found.values()].filter(({ kind }) => !this.#isExplained(kind));
    const witnesses = others.filter((one) => one !== this && one.usable);
    await this.#hearing.hear(
      open,
      witnesses.map((one) => (question) => one.#ask(question)),
    );
  }

  async #ask<T>(question: (host: TargetHost) => Promise<T>): Promise<T | undefined> {
    let answer: T | undefined;
    await this.#unlessGone(async () => {
      answer = await question(this.#host);
    });
    return answer;
  }

  /** A crash ends all concurrent sequences. Each lost one is replayed alone to find the cause. */
  async #playAll(turns: readonly Turn[]): Promise<Played[]> {
    const played: Played[] = [];
    // At its own pace a target is slow for all.
    for (const passing of [false, true])
      await Promise.all(
        turns.map(async ({ subject, right }, at) => {
          if ((subject.passingStates ?? false) !== passing) return;
          played[at] = await playSequence(this.#host, subject, { expected: right });
        }),
      );
    this.#giveUpIfSilent(played);
    for (const [index, { subject, right }] of turns.entries()) {
      if (turns.length > 1 && isLost(played[index]!) && !this.#signal.aborted)
        played[index] = await playSequence(this.#host, subject, { expected: right });
    }
    return played;
  }

  /**
   * A server that we did not start is given up if it answers no sequence of a batch: replaying each would take too
   * long.
   */
  #giveUpIfSilent(played: readonly Played[]): void {
    const { name, startedByUs } = this.#host.target;
    if (startedByUs || this.#signal.aborted || played.length < silentMin || !played.every(isLost)) return;
    this.#count('silent', played.length);
    const why = played[0]?.stopped?.detail ?? '';
    throw new TargetError(
      `${name} answered none of ${played.length} sequences: ${why}`,
      'check whether it still answers; a larger --timeout gives each request more time',
    );
  }

  #compare({ subject, at, right }: Turn, played: Played): Suspect[] {
    const { name } = this.#host.target;
    const { judged, verdict, differences, lacks } = compare(subject, right, name, played);
    if (lacks !== undefined) this.#lacks.set(lacks, (this.#lacks.get(lacks) ?? 0) + 1);
    this.#judged += judged;
    this.#count(verdict, 1);
    const transcripts = { reference: right, target: transcriptOf(name, played) };
    const alone = differences.filter(({ divergence }) => divergence?.tier !== 'text').length === 1;
    const short = this.#host.patience.ms < settleMs;
    return differences.map((difference) => ({
      ...{ start: upTo(subject, difference.step), at, difference, alone, transcripts },
      hurried: short && (difference.lags ?? isEventual(difference, played)),
    }));
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

  async #trace(traces: readonly Trace[]): Promise<void> {
    const limit = pLimit(tracesMax);
    const [lost, others] = [
      traces.filter(({ difference }) => kindOfLoss(difference.kind)),
      traces.filter(({ difference }) => !kindOfLoss(difference.kind)),
    ];
    const found = await Promise.all(others.map((trace) => limit(() => this.#tracer.smallest(trace))));
    for (const [index, trace] of others.entries()) this.#keep(trace, found[index]);
    for (const trace of lost) this.#keep(trace, await this.#tracer.smallest(trace));
  }

  #keep(trace: Trace, found: Found | undefined): void {
    this.#alikes.keep(trace, found);
    if (found !== undefined || !trace.alone) return;
    this.#count('diverges', -1);
    this.#count('matches', 1);
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
      found: [...this.#alikes.found.values()].sort((a, b) => b.count - a.count),
    };
  }
}

/** The first trace of each shape, in their order, then the second of each, and so on. */
function inRounds(traces: readonly Trace[]): Trace[] {
  const rounds: Trace[][] = [];
  const seen = new Map<Trace['alike'], number>();
  for (const trace of traces) {
    const round = seen.get(trace.alike) ?? 0;
    seen.set(trace.alike, round + 1);
    rounds[round] = [...(rounds[round] ?? []), trace];
  }
  return rounds.flat();
}

/** Whether the difference is in an eventually consistent read. */
const isEventual = ({ step }: StepDifference, { entries }: Played): boolean =>
  entries.some((one) => stepNumber(one.step) === step && isEventualRead(one));
