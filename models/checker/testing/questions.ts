/** Questions about a registered model that tests ask, and people. */
import type { Choice, ModelEntry } from '../entry.ts';
import { explore } from '../explore.ts';

/** `process: label` of the steps that no run of any variant takes. */
export function neverTaken(entry: ModelEntry): string[] {
  const [first, ...others] = entry.variants.map((variant) => {
    const { coverage } = explore(entry.build({ variant }), { count: false });
    return new Set(coverage.neverTaken.map(({ process, label }) => `${process}: ${label}`));
  });
  return [...first!].filter((step) => others.every((untaken) => untaken.has(step)));
}

/** The steps of the shortest run that breaks a property. */
export function stepsTo(entry: ModelEntry, choice: Choice, property: string): string[] | undefined {
  const { trace } = explore(entry.build(choice), { properties: [property], count: false });
  return trace?.steps.map(({ process, label }) => `${process}: ${label}`);
}
