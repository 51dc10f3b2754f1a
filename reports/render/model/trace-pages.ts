/** Counterexamples as separate pages, beside a report. */
import type { ModelResult } from '../../../models/checker/result.ts';
import type { ModelEntry } from '../../../models/language/entry.ts';
import { renderTracePage } from '../html/trace-page.ts';
import { titleOf } from './title.ts';

/** A page for each trace, by file name. `results[i]` belongs to `entries[i]`. */
export function tracePages(
  jobs: readonly { readonly entry: Pick<ModelEntry, 'mutants'> }[],
  results: readonly ModelResult[],
): { [name: string]: string } {
  const pages = results.flatMap((result, at): [string, string][] => {
    const { trace, variant, mutant, fairness = [] } = result;
    if (trace === null) return [];
    const planted = jobs[at]?.entry.mutants.find(({ id }) => id === mutant);
    const more = planted && { planted: planted.title, isHole: planted.isHole };
    const page = renderTracePage(trace, { variant, mutant, fairness, ...more });
    return [[`trace-${titleOf(result).replace(/[^a-z0-9]+/gi, '-')}.html`, page]];
  });
  return Object.fromEntries(pages);
}
