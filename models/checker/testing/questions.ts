/** Questions about a registered model that tests ask, and people. */
import type { Choice, ModelEntry } from '../../language/entry.ts';
import { explore } from '../explore.ts';

/** `process: label` of the steps that no run of any variant takes, by no process that differs in its number alone. */
export function neverTaken(entry: ModelEntry): string[] {
  const taken = new Map<string, boolean>();
  for (const variant of entry.variants) {
    const model = entry.build({ variant });
    const { coverage } = explore(model, { count: false });
    const untaken = new Set(coverage.neverTaken.map(({ process, label }) => `${process}: ${label}`));
    for (const { name, labels } of model.processes) {
      for (const label of labels) {
        const step = `${name.replaceAll(/\d+/g, 'n')}: ${label}`;
        taken.set(step, taken.get(step) === true || !untaken.has(`${name}: ${label}`));
      }
    }
  }
  return [...taken].flatMap(([step, isTaken]) => (isTaken ? [] : step));
}

/** The steps of the shortest run that breaks a property. */
export function stepsTo(entry: ModelEntry, choice: Choice, property: string): string[] | undefined {
  const { trace } = explore(entry.build(choice), { properties: [property], count: false });
  return trace?.steps.map(({ process, label }) => `${process}: ${label}`);
}
