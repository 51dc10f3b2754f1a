/** Runs all cases on one target, several at once. */
import type { Case } from '../cases/case.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import type { Deadline } from './host/deadline.ts';
import { TargetHost } from './host/host.ts';
import type { AuditDepth } from './invariants/audit.ts';
import { type Attempt, attemptOf, settle } from './judge/attempt.ts';
import type { TargetTranscript } from './judge/shown.ts';
import { MuteOperations, silencesMax } from './mute-operations.ts';
import { listsEverything } from './needs.ts';
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

/**
 * Cases in a row without an answer after which a target is given up. A server of ours is replaced after each, so that several
 * requests which end it may follow one another: with dynalite three do.
 */
const unansweredMost = (target: Target): number => (target.startedByUs ? 8 : 3);

const cutText = { interrupted: 'interrupted', time: 'the time was up' } satisfies Record<Cut, string>;

/** Reference transcripts by case id. */
type References = ReadonlyMap<string, TargetTranscript>;

interface Group {
  readonly cases: readonly Case[];
  readonly areAlone: boolean;
}

/**
 * Cases that may be in flight together. Those that watch passing states come after the others, which would only wait at that pace.
 * Heavy ones, and those that list what all cases have made, run alone.
 */
function groupsOf(cases: readonly Case[]): Group[] {
  const alone = new Set(cases.filter((subject) => subject.heavy || listsEverything(subject.steps)));
  const together = cases.filter((subject) => !alone.has(subject));
  return [
    { cases: together.filter(({ passingStates }) => !passingStates), areAlone: false },
    { cases: together.filter(({ passingStates }) => passingStates), areAlone: false },
    { cases: [...alone], areAlone: true },
  ];
}

export class TargetRun {
  readonly target: Target;
  readonly #options: TargetRunOptions;
  readonly #deadline: Deadline;
  readonly #host: TargetHost;
  readonly #results = new Map<Case, CaseRecord>();
  readonly #found = new Map<Case, readonly Divergence[]>();
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

  /** In the order of the cases, whatever order they ended in. */
  get divergences(): Divergence[] {
    return this.#options.cases.flatMap((subject) => this.#found.get(subject) ?? []);
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
    const { cases } = this.#options;
    const { divergences } = this;
    const results = cases.flatMap((subject) => this.#results.get(subject) ?? []);
    return tally(this.#host, {
      ...{ cases: cases.length, results, divergences, durationMs: this.#durationMs },
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
    const play = (subject: Case, isAlone: boolean) =>
      this.#case(subject, references?.get(subject.id), onPlayed, isAlone);
    for (const { cases, areAlone } of groupsOf(this.#options.cases))
      await this.#together(cases, areAlone ? 1 : this.#host.atOnce, play);
    this.#leaveOutTheRest();
  }

  /** Cases that get no answer are played again alone, since one that ends the server takes the others along. */
  async #together(
    cases: readonly Case[],
    atOnce: number,
    play: (subject: Case, isAlone: boolean) => Promise<boolean>,
  ): Promise<void> {
    const open = [...cases];
    while (open.length > 0 && !this.#isOver) {
      const lost = new Set<Case>();
      const playNext = async (): Promise<void> => {
        while (open.length > 0 && lost.size === 0 && !this.#isOver) {
          const subject = open.shift()!;
          if (!(await play(subject, atOnce === 1))) lost.add(subject);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, playNext));
      for (const subject of cases) if (lost.has(subject) && !this.#isOver) await play(subject, true);
    }
  }

  get #isOver(): boolean {
    return this.#deadline.signal.aborted || this.#unanswered >= unansweredMost(this.target);
  }

  /** Returns false when the case got no answer and was not alone, so that another case may be the cause. */
  async #case(
    subject: Case,
    reference: TargetTranscript | undefined,
    onPlayed: TargetRunOptions['onPlayed'],
    isAlone: boolean,
  ): Promise<boolean> {
    const mute = this.#mute.neededBy(subject);
    if (mute !== undefined) {
      const why = `not tried: the target did not answer ${mute} in ${silencesMax} cases`;
      this.#leaveOut([subject], 'silent', why);
      return true;
    }
    const attempts = await this.#attempts(subject, reference, onPlayed, isAlone);
    const isLost = attempts.some(({ record }) => lostVerdicts.includes(record.verdict));
    if (isLost && !isAlone && !this.#deadline.signal.aborted) return false;
    if (this.#deadline.signal.aborted && !attempts.some(({ record }) => isJudged(record))) {
      const during = attempts.at(-1)?.record.detail;
      this.#leaveOut([subject], 'skipped', `${this.#whyCut()}${during === undefined ? '' : `; ${during}`}`);
      return true;
    }
    const { record, found } = settle(subject, attempts);
    this.#results.set(subject, record);
    this.#found.set(subject, found);
    const { cases, onProgress } = this.#options;
    onProgress?.({ target: this.target.name, case: subject.id, done: this.#results.size, total: cases.length });
    return true;
  }

  async #attempts(
    subject: Case,
    reference: TargetTranscript | undefined,
    onPlayed: TargetRunOptions['onPlayed'],
    isAlone: boolean,
  ): Promise<Attempt[]> {
    const { repeat = 1 } = this.#options;
    const attempts: Attempt[] = [];
    for (let turn = 0; turn < repeat && !this.#deadline.signal.aborted; turn++) {
      const { attempt, replace } = await this.#attempt(subject, reference, onPlayed);
      attempts.push(attempt);
      const { verdict } = attempt.record;
      const isLost = lostVerdicts.includes(verdict);
      if (!isLost) this.#unanswered = 0;
      else if (isAlone && verdict !== 'silent') this.#unanswered += 1;
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
    if (played.stopped?.verdict === 'silent') this.#mute.note(played.entries.at(-1)?.op ?? 'CreateTable', subject);
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

  #whyCut(): string {
    this.#cut = this.#deadline.cut();
    return `not played: ${cutText[this.#cut ?? 'interrupted']}`;
  }

  #leaveOutTheRest(): void {
    const open = this.#options.cases.filter((subject) => !this.#results.has(subject));
    if (open.length === 0) return;
    if (this.#deadline.signal.aborted) this.#leaveOut(open, 'skipped', this.#whyCut());
    else {
      const why = `not tried: the target gave no answer ${this.#unanswered} times in a row`;
      this.#leaveOut(open, 'refused', why);
    }
  }

  #leaveOut(cases: readonly Case[], verdict: CaseVerdict, detail: string): void {
    for (const subject of cases) {
      const { id, area } = subject;
      this.#results.set(subject, { case: id, area, verdict, detail, divergences: [], durationMs: 0 });
    }
  }
}
