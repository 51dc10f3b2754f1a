/** Samples of mutants. */
import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/** In an order that depends on the seed and the ids alone, so that a sample stays almost the same when the source changes. */
export function drawn(mutants: readonly Mutant[], seed: string): Mutant[] {
  const rank = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ mutant }) => mutant);
}
