/** A replayed trace: the steps that are still allowed, and what ended it. */
import type { Replay } from '../../../models/checker/replay.ts';
import type { Trace } from '../../../models/checker/result.ts';
import type { Model } from '../../../models/language/model.ts';
import { titleOf } from './title.ts';

export function replayText(model: Model, trace: Trace, { allowed, complaint, offered }: Replay): string {
  const name = titleOf(model);
  const steps = trace.steps.slice(0, allowed).map(({ process, label }, at) => `${at + 1}. ${process}: ${label}`);
  const offers = offered.length === 0 ? [] : [`offered after these steps: ${offered.join('; ')}`];
  if (complaint === null) {
    return [...steps, `${name} still allows this run, and it violates '${trace.property}'`].join('\n');
  }
  const where =
    allowed < trace.steps.length
      ? `${name} no longer allows step ${allowed + 1}: ${complaint}`
      : `${name} allows every step, but the run no longer violates anything: ${complaint}`;
  return [...steps, ...offers, where].join('\n');
}
