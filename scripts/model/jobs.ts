/** Work on models that a thread can do: whatever it is sent is data, and the model is named by what the registry calls it. */

import { judgeMutant, type MutantJudgement } from '../../models/checker/mutants.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import { type ModelName, models } from '../../models/index.ts';
import type { Choice } from '../../models/language/entry.ts';
import { type SearchLimits, search } from './search.ts';

export type ModelJob =
  | { readonly kind: 'explore'; readonly model: ModelName; readonly choice: Choice; readonly limits?: SearchLimits }
  | { readonly kind: 'judge'; readonly model: ModelName; readonly mutant: string };

export type JobResult<J extends ModelJob> = J extends { kind: 'explore' } ? ModelResult : MutantJudgement;

export type Performed = { readonly result: ModelResult | MutantJudgement } | { readonly problem: string };

/** The answer can be sent between threads; a fault of the model is its sentence. */
export function perform(job: ModelJob): Performed {
  try {
    const entry = models[job.model];
    return {
      result: job.kind === 'explore' ? search(entry, job.choice, job.limits) : judgeMutant(entry, job.mutant),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
