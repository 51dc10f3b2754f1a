import { explore } from '../../models/checker/explore.ts';
import { mongodb } from '../../models/checker/testing/mongodb.ts';

/** The benchmark's model by so many threads: its counts and its verdict, as JSON. */
export function verdict(restores: number, batches: number, workers: number): string {
  const result = explore(mongodb({ restores, batches }), { count: false, symmetry: false, workers });
  return JSON.stringify({ states: result.states, transitions: result.transitions, verdict: result.verdict });
}
