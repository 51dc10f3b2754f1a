/** Jobs that threads run on models. A job is plain data, and names its model as the registry does. */

import { judgeMutant, type MutantJudgement } from '../../models/checker/mutants.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import { type ModelName, models } from '../../models/index.ts';
import type { Choice } from '../../models/language/entry.ts';
import type { ModelError } from '../../models/language/error.ts';
import { type SearchLimits, search } from './search.ts';

export type ModelJob =
  | { readonly kind: 'explore'; readonly model: ModelName; readonly choice: Choice; readonly limits?: SearchLimits }
  | { readonly kind: 'judge'; readonly model: ModelName; readonly mutant: string };

export type JobResult<J extends ModelJob> = J extends { kind: 'explore' } ? ModelResult : MutantJudgement;

export type Performed =
  | { readonly result: ModelResult | MutantJudgement }
  | { readonly problem: string; readonly next: string };

/** The result is plain data, too. A fault of the model is its error message. */
function perform(job: ModelJob): Performed {
  try {
    const entry = models[job.model];
    return {
      result: job.kind === 'explore' ? search(entry, job.choice, job.limits) : judgeMutant(entry, job.mutant),
    };
  } catch (error) {
    const { message, next = 'correct the model' } = error as Partial<ModelError>;
    return { problem: message ?? String(error), next };
  }
}

export const performer = () => perform;
