/** Runs many searches: small ones side by side, each on its own thread; one that may be large gets all threads. */

import type { ModelResult } from '../../models/checker/result.ts';
import type { ModelName } from '../../models/index.ts';
import { verdictWords } from '../../reports/summary.ts';
import { count } from '../../reports/text/format.ts';
import type { CommandContext } from '../command-line/command.ts';
import { type Job, ofModelWithPauses } from './output.ts';
import type { ModelPool } from './pool.ts';
import { type SearchLimits, searchWithPauses } from './search.ts';

const nameOf = ({ entry, choice }: Job): string =>
  [entry.name, choice.variant, choice.mutant].filter((part) => part !== undefined).join('/');

const outcomeOf = ({ states, verdict }: ModelResult): string => `${count(states, 'state')}, ${verdictWords[verdict]}`;

/** Searches that an interruption skipped are omitted from the results. */
export async function exploreBeside(
  context: CommandContext,
  pool: ModelPool,
  jobs: readonly Job[],
): Promise<ModelResult[]> {
  let done = 0;
  const results = jobs.map(async (job) => {
    const model = job.entry.name as ModelName;
    const result = await pool.run({ kind: 'explore', model, choice: job.choice });
    if (result === null) return [];
    context.progress.update('models', model, { done: ++done, total: jobs.length });
    context.progress.done(nameOf(job), outcomeOf(result));
    return [result];
  });
  const found = (await Promise.all(results)).flat();
  context.progress.done('models', `${found.length} explored`);
  return found;
}

/** An interruption ends the search in progress, which still has a result. */
export async function exploreInTurn(
  context: CommandContext,
  jobs: readonly Job[],
  limits: SearchLimits,
): Promise<ModelResult[]> {
  const results: ModelResult[] = [];
  for (const job of jobs) {
    if (context.signal.aborted) break;
    const name = nameOf(job);
    const tell = (text: string): void => context.progress.update(name, text);
    const result = await ofModelWithPauses(job.entry, () =>
      searchWithPauses(context, job.entry, job.choice, limits, tell),
    );
    context.progress.done(name, outcomeOf(result));
    results.push(result);
  }
  return results;
}
