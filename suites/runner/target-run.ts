/** Runs all cases on one target, several at once. */
import type { Case } from '../cases/case.ts';
import { type StartOptions, type Target, TargetError } from '../targets/target.ts';
import type { Deadline } from './host/deadline.ts';
import { TargetHost } from './host/host.ts';
import type { AuditDepth } from './invariants/audit.ts';
import { type Attempt, settle } from './judge/attempt.ts';
import type { TargetTranscript } from './judge/shown.ts';
import { type Group, Lane, type References } from './lane.ts';
import { MuteOperations, silencesMax } from './mute-operations.ts';
import { listsEverything } from './needs.ts';
import { type CaseRecord, type CaseVerdict, type Cut, type Divergence, isJudged, type TargetRecord } from './record.ts';
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

const cutText = { interrupted: 'interrupted', time: 'the time was up' } satisfies Record<Cut, string>;

/**
 * The groups in the order in which one instance plays them. Cases that watch passing states come after the others, which would only
 * wait at that pace. Heavy ones, and those that list what all cases have made, run alone.
 */
function groupsOf(cases: readonly Case[]): { together: Group[]; alone: Group } {
  const alone = new Set(cases.filter((subject) => subject.heavy || listsEverything(subject.steps)));
  const others = cases.filter((subject) => !alone.has(subject));
  return {
    together: [
      { cases: others.filter(({ passingStates }) => !passingStates), areAlone: false },
      { cases: others.filter(({ passingStates }) => passingStates), areAlone: false },
    ],
    alone: { cases: [...alone], areAlone: true },
  };
}

/** From this many cases on it pays to start a second instance of a server, which plays what must run alone meanwhile. */
const secondInstanceFrom = 200;

/** Waits for each, even when one fails, so that nobody plays on a target that is being stopped. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

export class TargetRun {
  readonly target: Target;
  readonly #options: TargetRunOptions;
  readonly #deadline: Deadline;
  readonly #host: TargetHost;
  /** A second instance, which plays what must run alone. Started only when that pays. */
  readonly #apart: TargetHost;
  readonly #results = new Map<Case, CaseRecord>();
  readonly #found = new Map<Case, readonly Divergence[]>();
  readonly #mute = new MuteOperations();
  #unavailable: TargetRecord['unavailable'];
  #cut: Cut | undefined;
  #durationMs = 0;
  #givenUpAfter: number | undefined;

  /** @param number index among the targets of the run */
  constructor(target: Target, options: TargetRunOptions, deadline: Deadline, number: number) {
    const { runId, start, audits } = options;
    this.target = target;
    this.#options = options;
    this.#deadline = deadline;
    const host = () => new TargetHost(target, { runId, number, deadline, audits, ...(start && { start }) });
    this.#host = host();
    this.#apart = host();
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
    await Promise.all([this.#host.stop(), this.#apart.stop()]);
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
    const { together, alone } = groupsOf(this.#options.cases);
    const play = async (host: TargetHost, groups: readonly Group[]): Promise<void> => {
      const lane = this.#lane(host, onPlayed);
      await lane.play(groups, references);
      this.#givenUpAfter ??= lane.givenUpAfter;
    };
    if (this.#playsApart(together, alone)) {
      await this.#apart.start();
      await allOf([play(this.#host, together), play(this.#apart, [alone])]);
    } else await play(this.#host, [...together, alone]);
    this.#leaveOutTheRest();
  }

  /** Only a server that we start can be had twice. */
  #playsApart(together: readonly Group[], alone: Group): boolean {
    const { startedByUs } = this.target;
    const count = together.reduce((sum, { cases }) => sum + cases.length, 0);
    return startedByUs && this.#host.atOnce > 1 && count >= secondInstanceFrom && alone.cases.length > 0;
  }

  #lane(host: TargetHost, onPlayed: TargetRunOptions['onPlayed']): Lane {
    const { repeat = 1, invariantsOnly = false } = this.#options;
    return new Lane({
      ...{ host, repeat, invariantsOnly, deadline: this.#deadline, mute: this.#mute },
      onPlayed: (subject, transcript) => {
        onPlayed?.(subject, transcript);
        this.#options.onPlayed?.(subject, transcript);
      },
      onEnd: (subject, attempts, mute) => this.#end(subject, attempts, mute),
    });
  }

  #end(subject: Case, attempts: readonly Attempt[], mute: string | undefined): void {
    if (mute !== undefined) {
      const why = `not tried: the target did not answer ${mute} in ${silencesMax} cases`;
      this.#leaveOut([subject], 'silent', why);
    } else if (this.#deadline.signal.aborted && !attempts.some(({ record }) => isJudged(record))) {
      const during = attempts.at(-1)?.record.detail;
      this.#leaveOut([subject], 'skipped', `${this.#whyCut()}${during === undefined ? '' : `; ${during}`}`);
    } else {
      const { record, found } = settle(subject, attempts);
      this.#results.set(subject, record);
      this.#found.set(subject, found);
      const { cases, onProgress } = this.#options;
      onProgress?.({ target: this.target.name, case: subject.id, done: this.#results.size, total: cases.length });
    }
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
      const why = `not tried: the target gave no answer ${this.#givenUpAfter} times in a row`;
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
