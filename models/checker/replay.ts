/** Replays a trace with the bodies alone, and reports where it is not, or no longer, a run of the model. */

import { kindOf } from '../language/kinds.ts';
import { isLiveness, type Model } from '../language/model.ts';
import type { Values } from '../language/state/layout.ts';
import { complaintAbout } from './liveness/verify.ts';
import { type Offer, offersAt } from './narrate.ts';
import type { Trace, TraceStep } from './result.ts';

export interface Replay {
  /** The number of leading steps that the model allows. */
  readonly allowed: number;
  /** What is wrong with the next step, or with the end; null when the whole trace is a run that violates its property. */
  readonly complaint: string | null;
  /** `process: label` of everything that the model offers where the trace stops; empty at its end. */
  readonly offered: readonly string[];
}

/** Steps are found by process, label and the values after them, so a trace from a file needs no ids. */
export function replayTrace(model: Model, trace: Trace): Replay {
  let codes: readonly number[] = model.layout.initialCodes();
  const ordinals: number[] = [];
  const marks: (readonly number[])[] = [];
  const complain = (complaint: string, offers: readonly Offer[] = []): Replay => ({
    allowed: ordinals.length,
    complaint,
    offered: offers.map(({ process, step }) => `${process.name}: ${step.label}`),
  });
  const start = difference(model.layout.values(codes), trace.initial);
  if (start !== null) return complain(`the model starts in another state: ${start}`);
  for (const wanted of trace.steps) {
    const offers = offersAt(model, codes);
    const found = choose(model, offers, wanted);
    if (typeof found === 'string') return complain(found, offers);
    ordinals.push(found);
    marks.push(offers[found]!.step.marks);
    codes = offers[found]!.next;
  }
  return { allowed: ordinals.length, complaint: endOf(model, trace, { ordinals, codes, marks }), offered: [] };
}

/** The ordinal of the step among the offers; or, as text, why none matches. */
function choose(model: Model, offers: readonly Offer[], { process, label, after }: TraceStep): number | string {
  const named = offers.flatMap((offer, at) =>
    offer.process.name === process && offer.step.label === label ? [at] : [],
  );
  if (named.length === 0) return `'${label}' of ${process} is not offered`;
  const leads = named.map((at) => difference(model.layout.values(offers[at]!.next), after));
  const right = leads.indexOf(null);
  return right < 0 ? `'${label}' of ${process} leads to another state: ${leads[0]}` : named[right]!;
}

interface Replayed {
  readonly ordinals: readonly number[];
  readonly codes: readonly number[];
  readonly marks: readonly (readonly number[])[];
}

function endOf(model: Model, trace: Trace, { ordinals, codes, marks }: Replayed): string | null {
  const property = model.property(trace.property);
  if (property === undefined) return trace.property === 'no deadlock' ? stopped(model, codes) : 'no such property';
  const { loopFrom, pendingFrom = 0 } = trace;
  if (isLiveness(property)) {
    if (loopFrom === undefined) return 'the trace has no loop';
    return complaintAbout(model, property, ordinals, loopFrom, pendingFrom);
  }
  if (kindOf(property).decisive !== false) return null;
  const isBroken =
    trace.brokenBy === 'step'
      ? (marks.at(-1) ?? []).includes(property.id)
      : !model.judge(property, ({ id }) => codes[id]!).holds;
  return isBroken ? null : 'the last state does not violate the property';
}

function stopped(model: Model, codes: readonly number[]): string | null {
  if (offersAt(model, codes).length > 0) return 'the model does not stop at the end';
  const endings = model.properties.filter((property) => kindOf(property).allowsStop);
  const ending = endings.find((property) => model.judge(property, ({ id }) => codes[id]!).holds);
  return ending === undefined ? null : `the model may stop at the end: ${ending.name}`;
}

/** The first variable that differs, as text; null when none does. */
function difference(here: Values, there: Values): string | null {
  for (const name of Object.keys(here)) {
    const told = Object.hasOwn(there, name) ? there[name] : undefined;
    if (told !== here[name]) return `${name} is ${here[name]} and not ${told}`;
  }
  const extra = Object.keys(there).find((name) => !Object.hasOwn(here, name));
  return extra === undefined ? null : `there is no ${extra}`;
}
