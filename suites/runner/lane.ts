/** Plays cases on one instance of a target. */
import type { Case } from '../cases/case.ts';
import type { Target } from '../targets/target.ts';
import type { Deadline } from './host/deadline.ts';
import type { TargetHost } from './host/host.ts';
import { type Attempt, attemptOf } from './judge/attempt.ts';
import type { TargetTranscript } from './judge/shown.ts';
import type { MuteOperations } from './mute-operations.ts';
import type { CaseVerdict } from './record.ts';

/** Cases that may be in flight together, or each alone. */
export interface Group {
  readonly cases: readonly Case[];
  readonly areAlone: boolean;
}

export interface LaneOptions {
  host: TargetHost;
  deadline: Deadline;
  mute: MuteOperations;
  /** Number of plays per case. */
  repeat: number;
  /** Written expectations are not judged. */
  invariantsOnly: boolean;
  onPlayed: (subject: Case, transcript: TargetTranscript) => void;
  /** Receives what a case showed. Without an attempt, the named operation does not answer, and the case was not tried. */
  onEnd: (subject: Case, attempts: readonly Attempt[], mute?: string) => void;
}

/** Reference transcripts by case id. */
export type References = ReadonlyMap<string, TargetTranscript>;

/** Verdicts without an answer. The target may have to be replaced, and is given up after several in a row. */
const lostVerdicts: readonly CaseVerdict[] = ['crashed', 'hung', 'silent', 'refused'];

/**
 * Cases in a row without an answer after which a target is given up. A server of ours is replaced after each, so that several
 * requests which end it may follow one another: with dynalite three do.
 */
const unansweredMost = (target: Target): number => (target.startedByUs ? 8 : 3);

export class Lane {
  readonly #options: LaneOptions;
  /** Cases in a row without an answer. */
  #unanswered = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** How often in a row the target gave no answer, if it is given up for that. */
  get givenUpAfter(): number | undefined {
    return this.#unanswered >= unansweredMost(this.#options.host.target) ? this.#unanswered : undefined;
  }

  /** Ends early when the time is over or the target is given up. @throws TargetError when the target is gone */
  async play(groups: readonly Group[], references: References | undefined): Promise<void> {
    for (const group of groups) await this.#group(group, references);
  }

  /** Cases that get no answer are played again alone, since one that ends the server takes the others along. */
  async #group({ cases, areAlone }: Group, references: References | undefined): Promise<void> {
    const atOnce = areAlone ? 1 : this.#options.host.atOnce;
    const play = (subject: Case, isAlone: boolean) => this.#case(subject, references?.get(subject.id), isAlone);
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
    return this.#options.deadline.signal.aborted || this.givenUpAfter !== undefined;
  }

  /** Returns false when the case got no answer and was not alone, so that another case may be the cause. */
  async #case(subject: Case, reference: TargetTranscript | undefined, isAlone: boolean): Promise<boolean> {
    const { mute, onEnd, deadline } = this.#options;
    const silent = mute.neededBy(subject);
    if (silent !== undefined) {
      onEnd(subject, [], silent);
      return true;
    }
    const attempts = await this.#attempts(subject, reference, isAlone);
    const isLost = attempts.some(({ record }) => lostVerdicts.includes(record.verdict));
    if (isLost && !isAlone && !deadline.signal.aborted) return false;
    onEnd(subject, attempts);
    return true;
  }

  async #attempts(subject: Case, reference: TargetTranscript | undefined, isAlone: boolean): Promise<Attempt[]> {
    const { repeat, deadline } = this.#options;
    const attempts: Attempt[] = [];
    for (let turn = 0; turn < repeat && !deadline.signal.aborted; turn++) {
      const { attempt, replace } = await this.#attempt(subject, reference);
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
  ): Promise<{ attempt: Attempt; replace: () => Promise<void> }> {
    const { host, mute, onPlayed, invariantsOnly } = this.#options;
    const begin = performance.now();
    const played = await host.play(subject, this.#waitsFor(reference));
    const transcript: TargetTranscript = { target: host.target.name, entries: played.entries, names: played.names };
    if (played.stopped?.verdict === 'silent') mute.note(played.entries.at(-1)?.op ?? 'CreateTable', subject);
    onPlayed(subject, transcript);
    // Without entries, no expectation is judged.
    const judged = invariantsOnly ? { entries: [] } : {};
    const durationMs = performance.now() - begin;
    const attempt = attemptOf(subject, { ...transcript, ...judged }, { ...played, ...judged }, durationMs, reference);
    return { attempt, replace: played.replace };
  }

  /** A store that we did not start may lag as DynamoDB does, so its reads get time to agree. Ours have no delays. */
  #waitsFor(expected: TargetTranscript | undefined): Parameters<TargetHost['play']>[1] {
    const { host } = this.#options;
    return host.target.startedByUs ? {} : { expected, patience: host.patience.whole };
  }
}
