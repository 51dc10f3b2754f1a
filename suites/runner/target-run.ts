/** Runs all cases on one target, one after the other. */
import type { Case } from '../cases/case.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import type { Deadline } from './host/deadline.ts';
import { TargetHost } from './host/host.ts';
import type { AuditDepth } from './invariants/audit.ts';
import { type Attempt, attemptOf, settle } from './judge/attempt.ts';
import type { TargetTranscript } from './judge/shown.ts';
import { MuteOperations, silencesMax } from './mute-operations.ts';
import type { CaseRecord, CaseVerdict, Cut, Divergence, TargetRecord } from './record.ts';
import { tally } from './tally.ts';

interface RunProgress {
  target: string;
  /** The case that has just ended; undefined while the target starts. */
  case?: string;
  done: number;
  total: number;
}

export interface TargetRunOptions {
  cases: readonly Case[];
  /** Part of every table name, so that nothing else is ever touched: `[a-z0-9]+`. */
  runId: string;
  start?: StartOptions;
  /** Number of plays per case, which must all have the same result. Default 1. */
  repeat?: number;
  /** Checks the invariants after each case. Default: not. */
  audits?: AuditDepth | undefined;
  /** Judges by them alone. */
  invariantsOnly?: boolean;
  onProgress?: (progress: RunProgress) => void;
  /** Receives each case's transcript, the reference's first. */
  onPlayed?: (subject: Case, transcript: TargetTranscript) => void;
}

/** Whether a verdict exists; an interruption does not change it any more. */
const isJudged = ({ verdict }: CaseRecord): boolean => verdict === 'matches' || verdict === 'diverges';

/** Verdicts without an answer. The target may have to be replaced, and is given up after several in a row. */
const lostVerdicts: readonly CaseVerdict[] = ['crashed', 'hung', 'silent', 'refused'];

/** Cases in a row without an answer after which a target is given up. */
const unansweredMax = 3;

const cutText = { interrupted: 'interrupted', time: 'the time was up' } satisfies Record<Cut, string>;

/** Reference transcripts by case id. */
type References = ReadonlyMap<string, TargetTranscript>;

export class TargetRun {
  readonly divergences: Divergence[] = [];
  readonly target: Target;
  readonly #options: TargetRunOptions;
  readonly #deadline: Deadline;
  readonly #host: TargetHost;
  readonly #results: CaseRecord[] = [];
  readonly #mute = new MuteOperations();
  #unavailable: TargetRecord['unavailable'];
  #cut: Cut | undefined;
  #durationMs = 0;
  /** Cases in a row without an answer. */
  #unanswered = 0;

  /** @param number index among the targets of the run */
  constructor(target: Target, options: TargetRunOptions, deadline: Deadline, number: number) {
    const { runId, start, audits } = options;
    this.target = target;
    this.#options = options;
    this.#deadline = deadline;
    this.#host = new TargetHost(target, { runId, number, deadline, audits, ...(start && { start }) });
  }

  /** Why the target is unavailable, if it is. */
  get missing(): TargetRecord['unavailable'] {
    return this.#unavailable;
  }

  async start(): Promise<void> {
    const { onProgress, cases } = this.#options;
    onProgress?.({ target: this.target.name, done: 0, total: cases.length });
    await this.#unlessGone(() => this.#host.start());
  }

  async play(references?: References, onPlayed?: TargetRunOptions['onPlayed']): Promise<void> {
    if (this.#unavailable) return;
    const begin = performance.now();
    await this.#unlessGone(() => this.#cases(references, onPlayed));
    this.#durationMs = Math.round(performance.now() - begin);
  }

  /** Safe to call twice. */
  async stop(): Promise<void> {
    await this.#host.stop();
  }

  record(): TargetRecord {
    const { length } = this.#options.cases;
    const { divergences } = this;
    return tally(this.#host, {
      ...{ cases: length, results: this.#results, divergences, durationMs: this.#durationMs },
      ...(this.#unavailable && { unavailable: this.#unavailable }),
      ...(this.#cut && { cut: this.#cut }),
    });
  }

  async #unlessGone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      this.#unavailable = { reason: error.message, remedy: error.remedy };
    }
  }

  async #cases(references: References | undefined, onPlayed: TargetRunOptions['onPlayed']): Promise<void> {
    const { cases, onProgress } = this.#options;
    const { signal } = this.#deadline;
    for (const [at, subject] of cases.entries()) {
      if (signal.aborted) return this.#cutAt(at);
      if (this.#unanswered >= unansweredMax) {
        const why = `not tried: the target gave no answer ${this.#unanswered} times in a row`;
        return this.#leaveOut(cases.slice(at), 'refused', why);
      }
      const mute = this.#mute.neededBy(subject);
      if (mute !== undefined) {
        this.#leaveOut([subject], 'silent', `not tried: the target did not answer ${mute} ${silencesMax} times`);
        continue;
      }
      const attempts = await this.#attempts(subject, references?.get(subject.id), onPlayed);
      if (signal.aborted && !attempts.some(({ record }) => isJudged(record)))
        return this.#cutAt(at, attempts.at(-1)?.record.detail);
      const { record, found } = settle(subject, attempts);
      this.#results.push(record);
      this.divergences.push(...found);
      onProgress?.({ target: this.target.name, case: subject.id, done: at + 1, total: cases.length });
    }
  }

  async #attempts(
    subject: Case,
    reference: TargetTranscript | undefined,
    onPlayed: TargetRunOptions['onPlayed'],
  ): Promise<Attempt[]> {
    const { repeat = 1 } = this.#options;
    const attempts: Attempt[] = [];
    for (let turn = 0; turn < repeat && !this.#deadline.signal.aborted; turn++) {
      const { attempt, replace } = await this.#attempt(subject, reference, onPlayed);
      attempts.push(attempt);
      const { verdict } = attempt.record;
      const isLost = lostVerdicts.includes(verdict);
      this.#unanswered = isLost && verdict !== 'silent' ? this.#unanswered + 1 : 0;
      if (isLost) await replace();
    }
    return attempts;
  }

  async #attempt(
    subject: Case,
    reference: TargetTranscript | undefined,
    onPlayed: TargetRunOptions['onPlayed'],
  ): Promise<{ attempt: Attempt; replace: () => Promise<void> }> {
    const begin = performance.now();
    const played = await this.#host.play(subject, this.#waitsFor(reference));
    const transcript: TargetTranscript = { target: this.target.name, entries: played.entries, names: played.names };
    if (played.stopped?.verdict === 'silent') this.#mute.note(played.entries.at(-1)?.op ?? 'CreateTable');
    onPlayed?.(subject, transcript);
    this.#options.onPlayed?.(subject, transcript);
    // Without entries, no expectation is judged.
    const judged = this.#options.invariantsOnly ? { entries: [] } : {};
    const durationMs = performance.now() - begin;
    const attempt = attemptOf(subject, { ...transcript, ...judged }, { ...played, ...judged }, durationMs, reference);
    return { attempt, replace: played.replace };
  }

  /** A store that we did not start may lag as DynamoDB does, so its reads get time to agree. Ours have no delays. */
  #waitsFor(expected: TargetTranscript | undefined): Parameters<TargetHost['play']>[1] {
    return this.target.startedByUs ? {} : { expected, patience: this.#host.patience.whole };
  }

  /** Marks the cases from here on as not played; `during` names the current step. */
  #cutAt(at: number, during?: string): void {
    this.#cut = this.#deadline.cut();
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
}
