/** Traces a difference to the smallest sequence that shows it, by playing candidates on target and reference. */
import type { Case } from '../../cases/case.ts';
import type { TargetHost } from '../../runner/host/host.ts';
import type { TargetTranscript } from '../../runner/judge/shown.ts';
import { type Comparison, compare, type StepDifference, transcriptOf } from '../compare.ts';
import { asSeen, type Found, foundOf, kindIn, type Shown, type Suspect } from '../found.ts';
import { isLost, playSequence } from '../host.ts';
import { type Kind, kindOfInvariant, kindOfLoss, kindText } from '../kinds/kind.ts';
import { type Budget, shrink } from './shrink.ts';

const budgetDefault: Budget = { requests: 1_500, tries: 240 };
/** Lower, because every try restarts a server, waits for what never comes, or for states to pass. */
const budgetOfLoss: Budget = { requests: 500, tries: 24 };

/** Replays of a sequence that was lost together with another one. */
const againMax = 3;

const notSeenAgain = 'not reproduced when repeated';
const notWaitedFor = 'a read that may lag; the run ended before the time for it was up';

/** A smaller sequence may wait for what it no longer does. A target would take long to show that. */
const neverEnds = ({ entries }: TargetTranscript): boolean => entries.some(({ repeat }) => repeat?.ended === 'turns');

interface TracerOptions {
  host: TargetHost;
  reference: TargetHost;
  /** Ends the work in progress. Results so far are kept. */
  signal: AbortSignal;
  isExplained: (kind: Kind) => boolean;
  /** Of one difference. Default: enough for a person to read. */
  budget?: Budget;
}

/** The request of a violation becomes smaller too, so its members are not compared. */
const coarseText = (kind: Kind): string => kindText(kindOfInvariant(kind) ? { ...kind, with: [] } : kind);

export class Tracer {
  readonly #host: TargetHost;
  readonly #reference: TargetHost;
  readonly #signal: AbortSignal;
  readonly #isExplained: (kind: Kind) => boolean;
  readonly #budget: Budget;

  constructor({ host, reference, signal, isExplained, budget = budgetDefault }: TracerOptions) {
    this.#host = host;
    this.#reference = reference;
    this.#signal = signal;
    this.#isExplained = isExplained;
    this.#budget = budget;
  }

  async #again(candidate: Case, { kind }: StepDifference, whole: boolean): Promise<[Comparison, Found['transcripts']]> {
    const { name } = this.#host.target;
    const right = transcriptOf(this.#reference.target.name, await playSequence(this.#reference, candidate));
    if (neverEnds(right))
      return [
        { verdict: 'matches', differences: [], judged: 0 },
        { reference: right, target: right },
      ];
    const patience = whole ? this.#host.patience.whole : this.#host.patience;
    const options = { expected: right, patience, audited: kindOfInvariant(kind) };
    const lossWanted = kindOfLoss(kind);
    let played = await playSequence(this.#host, candidate, options);
    for (let turn = 0; turn < againMax && isLost(played) && !lossWanted && !this.#signal.aborted; turn++)
      played = await playSequence(this.#host, candidate, options);
    return [compare(candidate, right, name, played), { reference: right, target: transcriptOf(name, played) }];
  }

  /** Replays a candidate. Returns what its last step shows of the difference; undefined if it does not appear. */
  async #showing(candidate: Case, { difference }: Suspect, whole = false): Promise<Shown | undefined> {
    const coarse = coarseText(difference.kind);
    const last = difference.step < 0 ? -1 : candidate.steps.length - 1;
    const [{ differences, detail }, transcripts] = await this.#again(candidate, difference, whole);
    const own = differences.find(({ step, kind }) => step === last && coarseText(kind) === coarse);
    return (
      own && {
        ...{ case: candidate, transcripts },
        ...(own.divergence && { divergence: own.divergence }),
        ...(detail !== undefined && { detail }),
      }
    );
  }

  /** Returns undefined when the difference was only an eventually consistent read that needed more time. */
  async smallest(suspect: Suspect, secondTime = false): Promise<Found | undefined> {
    let seen = asSeen(suspect);
    const shows = async (candidate: Case): Promise<boolean> => {
      const shown = await this.#showing(candidate, suspect);
      seen = shown ?? seen;
      return shown !== undefined;
    };
    const { kind, atEnd = false } = suspect.difference;
    const isSlow = kindOfLoss(kind) || kind.class === 'endless' || suspect.start.passingStates === true;
    const own = isSlow ? budgetOfLoss : this.#budget;
    const { case: smallest } = await shrink(suspect.start, shows, own, { signal: this.#signal, keepsLast: !atEnd });
    // An explained difference accuses nobody, so the full wait is not needed.
    const whole = !this.#isExplained(kindIn(smallest, suspect, seen.divergence));
    const confirmed = this.#signal.aborted ? undefined : await this.#showing(smallest, suspect, whole);
    if (confirmed) return foundOf(suspect, confirmed);
    const { divergence: _, ...unseen } = seen;
    if (this.#signal.aborted)
      return { ...foundOf(suspect, suspect.hurried ? { ...unseen, detail: notWaitedFor } : seen), cut: true };
    if (suspect.hurried && !secondTime) return this.#unhurried(suspect);
    return foundOf(suspect, { ...unseen, detail: notSeenAgain });
  }

  /** The difference disappears with the full wait: the target lags, and gets the full wait from now on. */
  async #unhurried(suspect: Suspect): Promise<Found | undefined> {
    this.#host.patience.settled();
    const still = await this.#showing(suspect.start, suspect, true);
    return still || this.#signal.aborted ? this.smallest(suspect, true) : undefined;
  }
}
