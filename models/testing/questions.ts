/** Queries about a registered model, for tests and for interactive use. */
import { explore } from '../checker/explore.ts';
import type { ModelResult } from '../checker/result.ts';
import { stepsOf } from '../checker/steps.ts';
import type { Choice, ModelEntry } from '../language/entry.ts';

const known = new Map<string, ModelResult>();

/** The result of a model without mutants. Explored once per test file. */
export function explored(entry: ModelEntry, { variant = entry.variants[0]!, scale = 'default' }: Choice): ModelResult {
  const which = `${entry.name} ${variant} ${scale}`;
  const result = known.get(which) ?? explore(entry.build({ variant, scale }));
  known.set(which, result);
  return result;
}

/** `process: label` of steps that are taken in no variant. Processes that differ only in their numbers count as one. */
export function neverTaken(entry: ModelEntry): string[] {
  const all = entry.variants.map((variant) => stepsOf(entry.build({ variant }), explored(entry, { variant })));
  const taken = new Set(all.flatMap((steps) => [...steps.taken]));
  return [...new Set(all.flatMap(({ declared }) => [...declared]))].filter((step) => !taken.has(step));
}

/** The steps of the shortest run that breaks a property. */
export function stepsTo(entry: ModelEntry, choice: Choice, property: string): string[] | undefined {
  const { trace } = explore(entry.build(choice), { properties: [property], count: false });
  return trace?.steps.map(({ process, label }) => `${process}: ${label}`);
}
