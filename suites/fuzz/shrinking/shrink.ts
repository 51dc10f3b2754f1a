/** Shrinks a case while it shows the same difference at its last step. */
import type { Case } from '../../cases/case.ts';
import { candidates } from './candidates.ts';

/** Whether a candidate still shows the wanted difference. */
type Shows = (candidate: Case) => Promise<boolean>;

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

/** @param triesMax maximum number of candidates; the smallest so far is returned then, or when `signal` is aborted */
export async function shrink(
  subject: Case,
  shows: Shows,
  triesMax: number,
  { signal, keepsLast = true }: ShrinkOptions = {},
): Promise<Shrunk> {
  let smallest = subject;
  let tries = 0;
  for (let improved = true; improved; ) {
    improved = false;
    // After a success, the candidates refused before it would mostly fail again. So the pass continues at its position.
    for (let at = 0, next = nth(smallest, at, keepsLast); next !== undefined; next = nth(smallest, at, keepsLast)) {
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

/** The candidate at an index, or undefined after the last one. */
function nth(subject: Case, at: number, keepsLast: boolean): Case | undefined {
  let index = 0;
  for (const candidate of candidates(subject, keepsLast)) if (index++ === at) return candidate;
  return undefined;
}

/** The case up to and including a step. */
export const upTo = (subject: Case, step: number): Case => ({ ...subject, steps: subject.steps.slice(0, step + 1) });
