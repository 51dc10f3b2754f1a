/** Counterexamples as separate pages, beside a report. */
import { type ModelResult, tracesOf } from '../../../models/checker/result.ts';
import type { ModelEntry } from '../../../models/language/entry.ts';
import { propertyId } from '../../../models/language/model.ts';
import { renderTracePage } from '../html/trace-page.ts';
import { titleOf } from './title.ts';

/** A page for each trace, by file name. `results[i]` belongs to `entries[i]`. */
export function tracePages(
  jobs: readonly { readonly entry: Pick<ModelEntry, 'mutants'> }[],
  results: readonly ModelResult[],
): { [name: string]: string } {
  const pages = results.flatMap((result, at): [string, string][] => {
    const { variant, mutant, fairness = [] } = result;
    const planted = jobs[at]?.entry.mutants.find(({ id }) => id === mutant);
    const more = planted && { planted: planted.title, isHole: planted.isHole };
    return tracesOf(result).map((trace) => {
      const title = [titleOf(result), ...(trace.property === result.property ? [] : [propertyId(trace.property)])];
      const page = renderTracePage(trace, { variant, mutant, fairness, ...more });
      return [`trace-${title.join('-').replace(/[^a-z0-9]+/gi, '-')}.html`, page];
    });
  });
  return Object.fromEntries(pages);
}
