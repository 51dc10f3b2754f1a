/** Shrinks a case while it shows the same difference at its last step. */
import { type Case, isParallel, isRepeat, isTimes, isWait, type Step } from '../../cases/case.ts';
import { candidates } from './candidates.ts';

/** Whether a candidate still shows the wanted difference. */
type Shows = (candidate: Case) => Promise<boolean>;

/** What shrinking may spend. Both are counted, not timed, so that the same difference shrinks to the same case. */
export interface Budget {
  /** Requests of all candidates that are played. */
  requests: number;
  /** Candidates that are played. */
  tries: number;
}

interface Shrunk {
  case: Case;
  /** Number of candidates played. */
  tries: number;
}

interface ShrinkOptions {
  signal?: AbortSignal;
  /** The difference shows at the last step. Default: true. */
  keepsLast?: boolean;
}

/** A loop is counted as if it took this many turns. */
const turnsExpected = 3;

function requestsOf(step: Step): number {
  if (isParallel(step)) return step.parallel.flat().reduce((sum, one) => sum + requestsOf(one), 0);
  if (isTimes(step)) return step.times;
  return isRepeat(step) ? turnsExpected : isWait(step) ? 0 : 1;
}

/** Returns the smallest case so far when the budget is spent, or when `signal` is aborted. */
export async function shrink(
  subject: Case,
  shows: Shows,
  budget: Budget,
  { signal, keepsLast = true }: ShrinkOptions = {},
): Promise<Shrunk> {
  let smallest = subject;
  let requests = 0;
  let tries = 0;
  for (let improved = true; improved; ) {
    improved = false;
    let refused = 0;
    let next = candidates(smallest, keepsLast);
    for (let one = next.next(); !one.done; one = next.next()) {
      const candidate = one.value;
      const cost = candidate.steps.reduce((sum, step) => sum + requestsOf(step), 0);
      if (tries >= budget.tries || requests + cost > budget.requests || signal?.aborted)
        return { case: smallest, tries };
      tries++;
      requests += cost;
      if (await shows(candidate)) {
        smallest = candidate;
        improved = true;
        // The candidates refused before this one would mostly be refused again.
        next = after(refused, candidates(smallest, keepsLast));
      } else refused++;
    }
  }
  return { case: smallest, tries };
}

/** What follows the first ones. */
function after<T>(count: number, all: Generator<T>): Generator<T> {
  for (let at = 0; at < count; at++) if (all.next().done) break;
  return all;
}

/** The case up to and including a step. */
export const upTo = (subject: Case, step: number): Case => ({ ...subject, steps: subject.steps.slice(0, step + 1) });
