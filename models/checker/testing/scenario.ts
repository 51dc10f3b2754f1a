/** Goes through a model by a written list of steps, with the bodies alone: for interleavings that must be possible. */

import type { Model } from '../../language/model.ts';
import type { Values } from '../../language/state/layout.ts';
import { offersAt } from '../narrate.ts';

export interface Scenario {
  /** The state at the end. */
  readonly values: Values;
  /** `process: label` of what could come next. */
  readonly offered: readonly string[];
  /** Names of the properties that the last step broke, or that it reached. */
  readonly marked: readonly string[];
}

/**
 * Takes the steps named `process: label` one after the other from the start; of several offers of one name the first, or the
 * one that leads to where `process: label → variable = value` says. Throws RangeError where a step is not offered.
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
