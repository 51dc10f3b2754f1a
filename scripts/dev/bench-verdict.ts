import { explore } from '../../models/checker/explore.ts';
import { mongodb } from '../../models/checker/testing/mongodb.ts';

/** Explores the benchmark's model with so many threads. Returns counts and verdict as JSON. */
export function verdict(restores: number, batches: number, workers: number): string {
  const result = explore(mongodb({ restores, batches }), { count: false, symmetry: false, workers });
  return JSON.stringify({ states: result.states, transitions: result.transitions, verdict: result.verdict });
}
