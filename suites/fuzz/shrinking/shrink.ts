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
    // After a success, the candidates refused before it would mostly fail again. So the pass continues at its position.
    for (let at = 0, next = nth(smallest, at, keepsLast); next !== undefined; next = nth(smallest, at, keepsLast)) {
      const cost = next.steps.reduce((sum, step) => sum + requestsOf(step), 0);
      if (tries >= budget.tries || requests + cost > budget.requests || signal?.aborted)
        return { case: smallest, tries };
      tries++;
      requests += cost;
      if (await shows(next)) {
        smallest = next;
        improved = true;
      } else at++;
    }
  }
  return { case: smallest, tries };
}

/** The candidate at an index, or undefined after the last one. */
function nth(subject: Case, at: number, keepsLast: boolean): Case | undefined {
  let index = 0;
  for (const candidate of candidates(subject, keepsLast)) if (index++ === at) return candidate;
  return undefined;
}

/** The case up to and including a step. */
export const upTo = (subject: Case, step: number): Case => ({ ...subject, steps: subject.steps.slice(0, step + 1) });
