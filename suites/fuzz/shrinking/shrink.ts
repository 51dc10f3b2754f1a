/** Makes a case smaller as long as it shows the same difference at its last step. */
import type { Case } from '../../cases/case.ts';
import { candidates } from './candidates.ts';

/** Whether a candidate still shows the difference that the case is kept for. */
type Shows = (candidate: Case) => Promise<boolean>;

interface Shrunk {
  case: Case;
  /** Candidates that were played. */
  tries: number;
}

/** @param triesMax after so many candidates, or when `signal` is aborted, the smallest so far is handed back. */
export async function shrink(subject: Case, shows: Shows, triesMax: number, signal?: AbortSignal): Promise<Shrunk> {
  let smallest = subject;
  let tries = 0;
  for (let improved = true; improved; ) {
    improved = false;
    // A success leaves the candidates that were refused before it mostly as they are: the pass goes on where it is.
    for (let at = 0, next = nth(smallest, at); next !== undefined; next = nth(smallest, at)) {
      if (tries >= triesMax || signal?.aborted) return { case: smallest, tries };
      tries++;
      if (await shows(next)) {
        smallest = next;
        improved = true;
      } else at++;
    }
  }
  return { case: smallest, tries };
}

/** The candidate at a place, or nothing behind the last one. */
function nth(subject: Case, at: number): Case | undefined {
  let index = 0;
  for (const candidate of candidates(subject)) if (index++ === at) return candidate;
  return undefined;
}

/** The case up to and including a step, which then is the last one. */
export const upTo = (subject: Case, step: number): Case => ({ ...subject, steps: subject.steps.slice(0, step + 1) });
