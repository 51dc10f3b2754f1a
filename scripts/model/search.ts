/** One search of one model. Threads load this file, so it does not import the command line. */

import { withDivergencePoint } from '../../models/checker/difference.ts';
import { type ExploreOptions, explore, exploring } from '../../models/checker/explore.ts';
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
  return compared(entry, choice, model, resultOf(model, limits, tell));
}

/** Who is asked for an interruption, and told when none can be noticed. */
interface Host {
  readonly signal: AbortSignal;
  blocking<T>(run: () => T): T;
}

// Often enough that an interruption is noticed at once, and seldom enough to cost nothing.
const pauseMs = 100;

/** The same, with pauses in which an interruption is noticed: it ends the search. */
export async function searchWithPauses(
  host: Host,
  entry: ModelEntry,
  choice: Choice,
  limits: SearchLimits,
  tell: (progress: string) => void,
): Promise<ModelResult> {
  if (limits.simulation !== undefined) return host.blocking(() => search(entry, choice, limits, tell));
  const { simulation: _, ...bounds } = limits;
  const model = entry.build(choice);
  const steps = exploring(model, { ...optionsOf(bounds, tell), isInterrupted: () => host.signal.aborted });
  let paused = performance.now();
  for (let step = steps.next(); ; ) {
    if (step.done) return host.blocking(() => compared(entry, choice, model, step.value as ModelResult));
    if (performance.now() - paused > pauseMs) {
      await new Promise((resume) => setImmediate(resume));
      paused = performance.now();
    }
    step = step.value === 'searched' ? host.blocking(() => steps.next()) : steps.next();
  }
}

function compared(entry: ModelEntry, choice: Choice, model: Model, found: ModelResult): ModelResult {
  if (choice.mutant === undefined || found.trace === null) return found;
  const { mutant: _, ...original } = choice;
  return withDivergencePoint(found, entry.build({ ...original, variant: model.variant }), entry.build(choice));
}

function optionsOf(limits: Omit<SearchLimits, 'simulation'>, tell: (progress: string) => void): ExploreOptions {
  const lineOf = progressTeller();
  return { ...limits, countStatesMax, onProgress: (progress) => tell(lineOf(progress)) };
}

function resultOf(
  model: Model,
  { simulation, ...limits }: SearchLimits,
  tell: (progress: string) => void,
): ModelResult {
  if (simulation === undefined) return explore(model, optionsOf(limits, tell));
  const { timeMsMax } = limits;
  return simulate(model, {
    ...simulation,
    ...(timeMsMax !== undefined && { timeMsMax }),
    onProgress: (simulations, states) => tell(`${count(simulations, 'simulation')}, ${count(states, 'state')}`),
  });
}
