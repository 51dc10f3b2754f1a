/** Traces a difference to the smallest sequence that shows it, by playing candidates on target and reference. */
import type { Case } from '../../cases/case.ts';
import type { TargetHost } from '../../runner/host/host.ts';
import { type Comparison, compare, transcriptOf } from '../compare.ts';
import { asSeen, type Found, foundOf, kindIn, type Shown, type Suspect } from '../found.ts';
import { isLost, playSequence } from '../host.ts';
import { type Kind, kindOfLoss, kindText } from '../kinds/kind.ts';
import { type Budget, shrink } from './shrink.ts';

const budget: Budget = { requests: 1_500, tries: 240 };
/** Lower, because every try restarts a server. */
const budgetOfLoss: Budget = { requests: 500, tries: 24 };

/** Replays of a sequence that was lost together with another one. */
const againMax = 3;

const notSeenAgain = 'not reproduced when repeated';
const notWaitedFor = 'a read that may lag; the run ended before the time for it was up';

interface TracerOptions {
  host: TargetHost;
  reference: TargetHost;
  /** Ends the work in progress. Results so far are kept. */
  signal: AbortSignal;
  isExplained: (kind: Kind) => boolean;
}

export class Tracer {
  readonly #host: TargetHost;
  readonly #reference: TargetHost;
  readonly #signal: AbortSignal;
  readonly #isExplained: (kind: Kind) => boolean;

  constructor({ host, reference, signal, isExplained }: TracerOptions) {
    this.#host = host;
    this.#reference = reference;
    this.#signal = signal;
    this.#isExplained = isExplained;
  }

  async #again(candidate: Case, lossWanted: boolean, whole: boolean): Promise<[Comparison, Found['transcripts']]> {
    const { name } = this.#host.target;
    const right = transcriptOf(this.#reference.target.name, await playSequence(this.#reference, candidate));
    const patience = whole ? this.#host.patience.whole : this.#host.patience;
    let played = await playSequence(this.#host, candidate, { expected: right, patience });
    for (let turn = 0; turn < againMax && isLost(played) && !lossWanted && !this.#signal.aborted; turn++)
      played = await playSequence(this.#host, candidate, { expected: right, patience });
    return [compare(candidate, right, name, played), { reference: right, target: transcriptOf(name, played) }];
  }

  /** Replays a candidate. Returns what its last step shows of the difference; undefined if it does not appear. */
  async #showing(candidate: Case, { difference }: Suspect, whole = false): Promise<Shown | undefined> {
    const coarse = kindText(difference.kind);
    const last = difference.step < 0 ? -1 : candidate.steps.length - 1;
    const [{ differences, detail }, transcripts] = await this.#again(candidate, kindOfLoss(difference.kind), whole);
    const own = differences.find(({ step, kind }) => step === last && kindText(kind) === coarse);
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
    const own = kindOfLoss(suspect.difference.kind) ? budgetOfLoss : budget;
    const { case: smallest } = await shrink(suspect.start, shows, own, this.#signal);
    // An explained difference accuses nobody, so the full wait is not needed.
    const whole = !this.#isExplained(kindIn(smallest, suspect));
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
