/** One search of one model. Threads load this file, so it does not import the command line. */

import { withDivergencePoint } from '../../models/checker/difference.ts';
import { type ExploreOptions, explore } from '../../models/checker/explore.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import { simulate } from '../../models/checker/simulation.ts';
import type { Choice, ModelEntry } from '../../models/language/entry.ts';
import type { Model } from '../../models/language/model.ts';
import { progressTeller } from '../../reports/render/model/progress.ts';
import { count } from '../../reports/text/format.ts';

/** Plain data, since it is sent to threads. */
export interface SearchLimits
  extends Pick<
    ExploreOptions,
    'properties' | 'keepGoing' | 'statesMax' | 'bytesMax' | 'workers' | 'symmetry' | 'compile' | 'audit'
  > {
  readonly timeMsMax?: number;
  /** Makes random runs instead of a complete search. */
  readonly simulation?: { readonly simulations: number; readonly seed: string };
}

// Counting needs every edge in memory, restricts the search to one thread, and takes longer than the search itself.
const countStatesMax = 3_000_000;

/**
 * Judges one model. The trace of a mutant names where it diverges from the original model.
 *
 * @throws ModelError when the model is faulty
 */
export function search(
  entry: ModelEntry,
  choice: Choice,
  limits: SearchLimits = {},
  tell: (progress: string) => void = () => {},
): ModelResult {
  const model = entry.build(choice);
  const found = resultOf(model, limits, tell);
  if (choice.mutant === undefined || found.trace === null) return found;
  const { mutant: _, ...original } = choice;
  return withDivergencePoint(found, entry.build({ ...original, variant: model.variant }), entry.build(choice));
}

function resultOf(
  model: Model,
  { simulation, ...limits }: SearchLimits,
  tell: (progress: string) => void,
): ModelResult {
  if (simulation === undefined) {
    const lineOf = progressTeller();
    return explore(model, { ...limits, countStatesMax, onProgress: (progress) => tell(lineOf(progress)) });
  }
  const { timeMsMax } = limits;
  return simulate(model, {
    ...simulation,
    ...(timeMsMax !== undefined && { timeMsMax }),
    onProgress: (simulations, states) => tell(`${count(simulations, 'simulation')}, ${count(states, 'state')}`),
  });
}
