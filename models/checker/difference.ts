/** Where the trace of a mutant first diverges from the original model: the step at which the changed rule matters. */
import type { Model } from '../language/model.ts';
import { type Offer, offersAt } from './narrate.ts';
import type { DivergencePoint, ModelResult, Trace } from './result.ts';

/** Null when the original allows the whole trace and offers the same steps all along, or when the two models have different variables. */
function firstDivergencePoint(original: Model, mutant: Model, trace: Trace): DivergencePoint | null {
  if (!haveSameVariables(original, mutant)) return null;
  let codes: readonly number[] = mutant.layout.initialCodes();
  let omission: DivergencePoint | null = null;
  for (let at = 0; at <= trace.steps.length; at++) {
    const here = offersAt(mutant, codes);
    const there = offersAt(original, codes);
    const wanted = trace.steps[at];
    const taken =
      wanted &&
      here.find(
        (offer) =>
          offer.process.name === wanted.process &&
          offer.step.label === wanted.label &&
          JSON.stringify(mutant.layout.values(offer.next)) === JSON.stringify(wanted.after),
      );
    const missing = there.filter((offer) => !here.some((other) => isSame(offer, other)));
    if (taken !== undefined && !there.some((offer) => isSame(offer, taken))) {
      const own = missing.filter(({ process }) => process.name === taken.process.name);
      return { step: at, taken: true, instead: namesOf(own) };
    }
    if (omission === null && missing.length > 0) omission = { step: at, taken: false, instead: namesOf(missing) };
    if (taken !== undefined) codes = taken.next;
  }
  return omission;
}

/** The result, with the divergence point added to its trace if there is one. */
export function withDivergencePoint(result: ModelResult, original: Model, mutant: Model): ModelResult {
  const divergencePoint = result.trace && firstDivergencePoint(original, mutant, result.trace);
  return divergencePoint === null ? result : { ...result, trace: { ...result.trace!, divergencePoint } };
}

const isSame = (a: Offer, b: Offer): boolean =>
  a.process.name === b.process.name &&
  a.step.label === b.step.label &&
  a.next.join() === b.next.join() &&
  a.step.marks.join() === b.step.marks.join();

const namesOf = (offers: readonly Offer[]): string[] => [
  ...new Set(offers.map(({ process, step }) => `${process.name}: ${step.label}`)),
];

function haveSameVariables({ layout: a }: Model, { layout: b }: Model): boolean {
  const describe = ({ variables }: typeof a) =>
    variables.map(({ name, domain, initial }) => `${name} ${domain.text} ${initial}`).join('\n');
  return describe(a) === describe(b);
}
