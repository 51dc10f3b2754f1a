/** Follows a written list of steps through a model, with the bodies alone: a test that an interleaving is possible. */

import type { Model } from '../../language/model.ts';
import type { Values } from '../../language/state/layout.ts';
import { offersAt } from '../narrate.ts';

export interface Scenario {
  /** The state at the end. */
  readonly values: Values;
  /** `process: label` of every step enabled at the end. */
  readonly offered: readonly string[];
  /** Names of the properties that the last step violated or witnessed. */
  readonly marked: readonly string[];
}

/**
 * Takes the steps named `process: label` in order. Of several offers with one name it takes the first, or the one whose state
 * matches `process: label → variable = value`. Throws RangeError where a step is not enabled.
 */
export function follow(model: Model, steps: readonly string[]): Scenario {
  let codes: readonly number[] = model.layout.initialCodes();
  let marks: readonly number[] = [];
  steps.forEach((text, at) => {
    const [name, wanted] = text.split(' → ') as [string, string?];
    const offers = offersAt(model, codes);
    const found = offers.find(
      (offer) => nameOf(offer) === name && (wanted === undefined || leadsTo(model, offer.next, wanted)),
    );
    if (found === undefined) {
      throw new RangeError(`step ${at + 1} is not offered: ${text}\noffered are: ${offers.map(nameOf).join('; ')}`);
    }
    codes = found.next;
    marks = found.step.marks;
  });
  return {
    values: model.layout.values(codes),
    offered: offersAt(model, codes).map(nameOf),
    marked: marks.map((id) => model.properties[id]!.name),
  };
}

const nameOf = ({ process, step }: ReturnType<typeof offersAt>[number]): string => `${process.name}: ${step.label}`;

function leadsTo(model: Model, codes: readonly number[], wanted: string): boolean {
  const [variable, value] = wanted.split(' = ') as [string, string];
  return String(model.layout.values(codes)[variable]) === value;
}
