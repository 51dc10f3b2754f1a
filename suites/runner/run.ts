import type { Operation } from '../../oracles/values/types.ts';
import type { Case } from '../cases/case.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import { type Deadline, deadlineOf } from './host/deadline.ts';
import { closeEnvironment, openEnvironment } from './host/host.ts';
import { type Attempt, attemptOf, settle } from './judge/attempt.ts';
import { LearnedPatience } from './judge/read-patience.ts';
import { settling } from './judge/settle.ts';
import type { TargetTranscript } from './judge/shown.ts';
import { operationsOf } from './needs.ts';
import { type CaseEnvironment, playCase } from './play/run-case.ts';
import {
  type CaseRecord,
  type CaseVerdict,
  type Cut,
  type Divergence,
  type Leftover,
  noVerdict,
  type RunRecord,
  type TargetRecord,
} from './record.ts';

export interface RunProgress {
  target: string;
  /** The case that ends now; undefined while the target starts. */
  case?: string;
  done: number;
  total: number;
}

export interface RunOptions {
  cases: readonly Case[];
  targets: readonly Target[];
  /** Its answers count as right. Without one, only the expectations written in the cases judge. */
  reference?: Target;
  /** Part of every table name, so that nothing else is ever touched: `[a-z0-9]+`. */
  runId: string;
  start?: StartOptions;
  /** How often each case is played; it must come out the same each time. Default 1. */
  repeat?: number;
  onProgress?: (progress: RunProgress) => void;
  /** Hands over what was sent and answered, the reference's first. */
  onPlayed?: (subject: Case, side: TargetTranscript) => void;
  /** Ends the run, and the case at hand; what was found so far is returned. */
  signal?: AbortSignal;
  /** The same after so many milliseconds. */
  timeMs?: number;
}

/** Whether there was an answer to judge, so that a signal that came meanwhile takes nothing away. */
const told = ({ verdict }: CaseRecord): boolean => verdict === 'matches' || verdict === 'diverges';

/** The target gave no answer: it may have to be replaced, and after a few in a row it is given up. */
const lostVerdicts: readonly CaseVerdict[] = ['crashed', 'hung', 'silent', 'refused'];

/** After so many cases in a row without an answer the target is given up. */
const unansweredMax = 3;

/** Requests of one operation that a target may leave without an answer while it answers others, before it is asked no more. */
const silencesMax = 2;

/**
 * Plays every case on the reference and on every target, the targets side by side. All of them are greeted first: who waits
 * for the reference's answers should not hear afterwards that nobody is there to be compared. Statuses are given later, by
 * the ledger.
 *
 * @throws TargetError when the reference is missing: a run would compare with nothing and call it agreement
 */
export async function runCases(options: RunOptions): Promise<RunRecord> {
  const { reference, targets } = options;
  const clock = deadlineOf(options.signal, options.timeMs);
  const runs = targets.map((target, at) => new TargetRun(target, options, clock, at + 1));
  const own =
    reference && (runs.find(({ target }) => target === reference) ?? new TargetRun(reference, options, clock, 0));
  const all = [...new Set([...(own ? [own] : []), ...runs])];
  try {
    await Promise.all(all.map((run) => run.start()));
    if (own) throwIfMissing(own);
    const others = runs.filter((run) => run !== own);
    const sides = new Map<string, TargetTranscript>();
    if (runs.some(({ missing }) => !missing)) await own?.play((subject, side) => void sides.set(subject.id, side));
    if (own) throwIfMissing(own);
    await Promise.all(others.map((run) => run.play(undefined, sides)));
  } finally {
    await Promise.all(all.map((run) => run.stop()));
    clock.clear();
  }
  const cut = clock.cut();
  const records = runs.map((run) => run.record());
  return {
    reference: reference?.name ?? 'none',
    ...(cut && records.some((record) => record.cut) && { cut }),
    targets: records,
    divergences: runs.flatMap((run) => run.divergences),
  };
}

function throwIfMissing(run: TargetRun): void {
  const { missing } = run;
  if (missing) throw new TargetError(`the reference ${run.target.name}: ${missing.reason}`, missing.remedy);
}

const cutText = { interrupted: 'interrupted', time: 'the time was over' } satisfies Record<Cut, string>;

class TargetRun {
  readonly divergences: Divergence[] = [];
  readonly target: Target;
  readonly #options: RunOptions;
  readonly #side: number;
  readonly #clock: Deadline;
  readonly #results: CaseRecord[] = [];
  readonly #leftovers: Leftover[] = [];
  /** How often each operation was left without an answer by a target that answers others. */
  readonly #silences = new Map<Operation, number>();
  readonly #patience = new LearnedPatience();
  #environment: CaseEnvironment | undefined;
  #version = 'unknown';
  #facts: { readonly [name: string]: string } = {};
  #unavailable: TargetRecord['unavailable'];
  #cut: Cut | undefined;
  #durationMs = 0;

  /** @param side its number among those of the run */
  constructor(target: Target, options: RunOptions, clock: Deadline, side: number) {
    this.target = target;
    this.#side = side;
    this.#options = options;
    this.#clock = clock;
  }

  /** Why nothing can be asked of it, if so. */
  get missing(): TargetRecord['unavailable'] {
    return this.#unavailable;
  }

  async start(): Promise<void> {
    await this.#unlessGone(() => this.#open());
  }

  async play(
    onPlayed?: (subject: Case, side: TargetTranscript) => void,
    references?: ReadonlyMap<string, TargetTranscript>,
  ): Promise<void> {
    if (this.#unavailable) return;
    const begin = performance.now();
    await this.#unlessGone(() => this.#cases(onPlayed, references));
    this.#durationMs = Math.round(performance.now() - begin);
  }

  async #unlessGone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      this.#unavailable = { reason: error.message, remedy: error.remedy };
    }
  }

  async #open(): Promise<void> {
    const { onProgress, cases, runId, start } = this.#options;
    onProgress?.({ target: this.target.name, done: 0, total: cases.length });
    const { signal } = this.#clock;
    await openEnvironment(this.target, { runId, side: this.#side, signal, ...(start && { start }) }, (environment) => {
      this.#environment = environment;
      this.#version = environment.session.version;
      this.#facts = environment.session.facts;
    });
  }

  /** Safe to call twice. */
  async stop(): Promise<void> {
    const environment = this.#environment;
    this.#environment = undefined;
    if (environment) this.#leftovers.push(...(await closeEnvironment(this.target, environment, this.#clock.cut())));
  }

  async #cases(
    onPlayed?: (subject: Case, side: TargetTranscript) => void,
    references?: ReadonlyMap<string, TargetTranscript>,
  ): Promise<void> {
    const { cases, onProgress, repeat = 1 } = this.#options;
    const { signal } = this.#clock;
    let unanswered = 0;
    for (const [at, subject] of cases.entries()) {
      if (signal.aborted) return this.#cutAt(at);
      if (unanswered >= unansweredMax || !this.#environment) {
        return this.#leaveOut(
          cases.slice(at),
          'refused',
          `not tried: the target gave no answer ${unanswered} times in a row`,
        );
      }
      const mute = this.#muteFor(subject);
      if (mute !== undefined) {
        this.#leaveOut([subject], 'silent', `not tried: ${mute} was left without an answer ${silencesMax} times`);
        continue;
      }
      const attempts: Attempt[] = [];
      for (let turn = 0; turn < repeat && this.#environment && !signal.aborted; turn++) {
        attempts.push(await this.#attempt(subject, this.#environment, onPlayed, references?.get(subject.id)));
        const { verdict } = attempts.at(-1)!.record;
        const lost = lostVerdicts.includes(verdict);
        unanswered = lost && verdict !== 'silent' ? unanswered + 1 : 0;
        if (lost && this.target.startedByUs && !signal.aborted) await this.#replace();
      }
      if (signal.aborted && !attempts.some(({ record }) => told(record)))
        return this.#cutAt(at, attempts.at(-1)?.record.detail);
      const { record, found } = settle(subject, attempts);
      this.#results.push(record);
      this.divergences.push(...found);
      onProgress?.({ target: this.target.name, case: subject.id, done: at + 1, total: cases.length });
    }
  }

  async #attempt(
    subject: Case,
    environment: CaseEnvironment,
    onPlayed: RunOptions['onPlayed'],
    reference: TargetTranscript | undefined,
  ): Promise<Attempt> {
    const begin = performance.now();
    const played = await playCase(subject, this.#patient(subject, environment, reference));
    const side: TargetTranscript = { target: this.target.name, entries: played.entries, names: played.names };
    if (played.stopped?.verdict === 'silent') {
      const operation = played.entries.at(-1)?.op ?? 'CreateTable';
      this.#silences.set(operation, (this.#silences.get(operation) ?? 0) + 1);
    }
    onPlayed?.(subject, side);
    this.#options.onPlayed?.(subject, side);
    return attemptOf(subject, side, played, performance.now() - begin, reference);
  }

  /** An operation of the case that the target has left without an answer too often. */
  #muteFor({ steps, tables = {} }: Case): Operation | undefined {
    const needed = operationsOf(steps);
    if (Object.keys(tables).length > 0) needed.add('CreateTable');
    return [...needed].find((operation) => (this.#silences.get(operation) ?? 0) >= silencesMax);
  }

  /** Somebody else's index may lag as DynamoDB's does: its reads are given the time that they may take. Ours have no delays. */
  #patient(subject: Case, environment: CaseEnvironment, expected: TargetTranscript | undefined): CaseEnvironment {
    if (this.target.startedByUs || expected === undefined) return environment;
    const { signal } = this.#clock;
    const settle = settling({
      subject,
      expected,
      pause: environment.session.pause,
      patience: this.#patience.whole,
      signal,
    });
    return { ...environment, limits: { ...environment.limits, settle } };
  }

  /** A target that crashed or hung is replaced by a fresh one, and its tables are forgotten with it. */
  async #replace(): Promise<void> {
    this.#environment?.pool.forget();
    await this.stop();
    await this.#open();
  }

  /** The cases from here on were not played, and the one at hand not to its end; `during` says what it was at. */
  #cutAt(at: number, during?: string): void {
    this.#cut = this.#clock.cut();
    const why = `not played: ${cutText[this.#cut ?? 'interrupted']}`;
    const { cases } = this.#options;
    const played = during === undefined ? at : at + 1;
    this.#leaveOut(cases.slice(at, played), 'skipped', `${why}; ${during}`);
    this.#leaveOut(cases.slice(played), 'skipped', why);
  }

  #leaveOut(cases: readonly Case[], verdict: CaseVerdict, detail: string): void {
    for (const { id, area } of cases)
      this.#results.push({ case: id, area, verdict, detail, divergences: [], durationMs: 0 });
  }

  record(): TargetRecord {
    const count = (...verdicts: CaseVerdict[]): number =>
      this.#results.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const advisory = this.divergences.filter(({ status }) => status === 'advisory').length;
    return {
      name: this.target.name,
      version: this.#version,
      cases: this.#options.cases.length,
      matched: count('matches'),
      diverged: count('diverges'),
      known: 0,
      new: this.divergences.length - advisory,
      unknown: this.#unavailable
        ? this.#options.cases.length - this.#results.length + count(...noVerdict)
        : count(...noVerdict),
      skipped: count('skipped', 'unsupported'),
      advisory,
      judged: count('matches', 'diverges'),
      facts: { ...this.#facts },
      ...(this.#unavailable && { unavailable: this.#unavailable }),
      stale: [],
      leftovers: this.#leftovers,
      ...(this.#cut && { cut: this.#cut }),
      results: this.#results,
      durationMs: this.#durationMs,
    };
  }
}
