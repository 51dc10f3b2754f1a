/** Notes between the steps of a trace: where an obligation opens, what is repeated, where a changed rule matters. */

import type { DivergencePoint, Trace } from '../../../models/checker/result.ts';
import { count } from '../../text/format.ts';

/** The notes before step `at`, an index. `steps.length`: after the last step. */
export function notesBefore({ steps, loopFrom, pendingFrom, divergencePoint }: Trace, at: number): string[] {
  const notes: string[] = [];
  if (at === steps.length && loopFrom !== undefined) {
    notes.push(
      loopFrom === at
        ? 'the run ends here: fairness requires no further step'
        : `then again from step ${loopFrom + 1}, for ever`,
    );
  }
  if (divergencePoint?.step === at) notes.push(divergenceText(divergencePoint));
  if (at === pendingFrom) notes.push('the premise holds here, but the conclusion never follows');
  if (at === loopFrom && loopFrom < steps.length) notes.push('these steps repeat for ever:');
  return notes;
}

function divergenceText({ taken, instead }: DivergencePoint): string {
  const offers = instead.join('; ');
  if (!taken) return `the mutant matters here: the model without it also offers ${offers}`;
  return instead.length === 0
    ? 'the mutant matters here: the model without it does not offer the next step'
    : `the mutant matters here: the model without it offers ${offers}`;
}

/** How the trace violates its property, as a sentence without a subject. */
export function howBroken({ brokenBy, steps, loopFrom }: Trace): string {
  if (brokenBy === 'loop' && loopFrom !== undefined) {
    const stem = loopFrom === 0 ? '' : ` after ${count(loopFrom, 'step')}`;
    const round = steps.length - loopFrom;
    return round === 0
      ? `is violated by a fair run that ends${stem === '' ? ' at once' : stem}`
      : `is violated by a fair run that repeats ${count(round, 'step')} for ever${stem}`;
  }
  if (steps.length === 0) return 'is violated by the initial state';
  const how = brokenBy === 'step' ? 'the last one breaks it' : 'the state after them breaks it';
  return `is violated after ${count(steps.length, 'step')}; ${how}`;
}
