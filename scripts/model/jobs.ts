/** What a thread does for the commands that explore many models: one exploration at a time, named by what the registry calls it. */

import { explore } from '../../models/checker/explore.ts';
import { judgeMutant, type MutantJudgement } from '../../models/checker/mutants.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import { type ModelName, models } from '../../models/index.ts';
import type { Choice } from '../../models/language/entry.ts';

export type ModelJob =
  | { readonly kind: 'explore'; readonly model: ModelName; readonly choice: Choice }
  | { readonly kind: 'judge'; readonly model: ModelName; readonly mutant: string };

export type JobResult<J extends ModelJob> = J extends { kind: 'explore' } ? ModelResult : MutantJudgement;

export type Performed = { readonly result: ModelResult | MutantJudgement } | { readonly problem: string };

/** The answer can be sent between threads; a fault of the model is its sentence. */
export function perform(job: ModelJob): Performed {
  try {
    const entry = models[job.model];
    return { result: job.kind === 'explore' ? explore(entry.build(job.choice)) : judgeMutant(entry, job.mutant) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
