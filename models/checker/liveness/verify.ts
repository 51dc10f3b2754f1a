/**
 * Checks a lasso with the bodies alone, in the form in which it is printed: it is a run, its cycle closes and is fair, and it
 * violates the property.
 */
import type { Model, Property } from '../../language/model.ts';
import { offersAt } from '../narrate.ts';

/** Throws when the lasso is wrong, which is an error of this checker. */
export function verifyLasso(
  model: Model,
  property: Property,
  ordinals: readonly number[],
  loopFrom: number,
  pendingFrom: number,
): void {
  const complaint = complaintAbout(model, property, ordinals, loopFrom, pendingFrom);
  if (complaint !== null) throw new Error(`the run against '${property.name}' is wrong: ${complaint}`);
}

/** What is wrong with the lasso; null when it is right. */
export function complaintAbout(
  model: Model,
  property: Property,
  ordinals: readonly number[],
  loopFrom: number,
  pendingFrom: number,
): string | null {
  const states: (readonly number[])[] = [model.layout.initialCodes()];
  const taken: { process: string; label: string }[] = [];
  for (const ordinal of ordinals) {
    const offer = offersAt(model, states.at(-1)!)[ordinal];
    if (offer === undefined) return `step ${taken.length + 1} is not offered`;
    taken.push({ process: offer.process.name, label: offer.step.label });
    states.push(offer.next);
  }
  if (states[loopFrom]!.join() !== states.at(-1)!.join()) return 'the loop does not close';
  const holds = (of: Property, codes: readonly number[]) => model.judge(of, ({ id }) => codes[id]!).holds;
  if (property.premise !== undefined && !holds(property.premise, states[pendingFrom]!)) return 'the premise is missing';
  if (property.kind === 'eventuallyAlways') {
    const isLeft = states.slice(loopFrom).some((codes) => !holds(property, codes));
    return isLeft ? unfair(model, states.slice(loopFrom), taken.slice(loopFrom)) : 'it holds throughout the loop';
  }
  const start = property.premise === undefined ? 0 : pendingFrom;
  if (states.slice(start).some((codes) => holds(property, codes))) return 'the conclusion is reached';
  return unfair(model, states.slice(loopFrom), taken.slice(loopFrom));
}

function unfair(
  model: Model,
  states: readonly (readonly number[])[],
  taken: readonly { process: string; label: string }[],
): string | null {
  const offered = states.map((codes) => offersAt(model, codes));
  for (const group of model.fairness) {
    const belongs = (process: string, label: string) => process === group.process && group.labels.has(label);
    if (taken.some(({ process, label }) => belongs(process, label))) continue;
    const enabled = offered.map((offers) => offers.some(({ process, step }) => belongs(process.name, step.label)));
    const starves = group.strength === 'weak' ? enabled.every(Boolean) : enabled.some(Boolean);
    if (starves) return `it starves ${group.text}`;
  }
  return null;
}
