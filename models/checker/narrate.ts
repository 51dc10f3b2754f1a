/** Replays a run with the bodies, to record what each step read and wrote. */
import { shown } from '../language/domains.ts';
import type { Model, Process } from '../language/model.ts';
import type { Values } from '../language/state/layout.ts';
import type { ObservedStep } from '../language/state/recorder.ts';
import type { Variable } from '../language/state/variable.ts';
import type { Change, Trace, TraceStep } from './result.ts';

export interface Offer {
  readonly process: Process;
  readonly step: ObservedStep;
  /** The codes of the variables after the step. */
  readonly next: readonly number[];
}

/** Every step out of a state, in the order of expansion. */
export const offersAt = (model: Model, codes: readonly number[]): Offer[] =>
  model.processes.flatMap((process) =>
    model.observe(process, ({ id }) => codes[id]!).steps.map((step) => ({ process, step, next: after(codes, step) })),
  );

function after(codes: readonly number[], step: ObservedStep): number[] {
  const next = codes.slice();
  for (const { variable, code } of step.writes) next[variable.id] = code;
  return next;
}

const decoded = (variable: Variable, code: number) => shown(variable.domain, code);

function tellStep(model: Model, codes: readonly number[], { process, step, next }: Offer): TraceStep {
  const changed = step.writes.flatMap(({ variable, code }): Change[] => {
    const old = codes[variable.id]!;
    if (old === code) return [];
    return [{ variable: variable.name, before: decoded(variable, old), after: decoded(variable, code) }];
  });
  return {
    process: process.name,
    label: step.label,
    before: model.layout.values(codes),
    after: model.layout.values(next),
    changed,
    ...linesAt(model, next, 'shown'),
    read: step.reads.map(({ variable, code }) => ({ variable: variable.name, value: decoded(variable, code) })),
  };
}

function linesAt<Member extends string>(
  model: Model,
  codes: readonly number[],
  member: Member,
): { readonly [name in Member]?: readonly string[] } {
  const lines = model.shownAt(({ id }) => codes[id]!);
  return lines === null ? {} : ({ [member]: lines } as { [name in Member]: readonly string[] });
}

type Head = Pick<Trace, 'property' | 'brokenBy'> & Partial<Pick<Trace, 'loopFrom' | 'pendingFrom'>>;

/** `ordinals`: for each step, its index among all steps out of its state. */
export function narrate(model: Model, ordinals: readonly number[], head: Head): Trace {
  let codes: readonly number[] = model.layout.initialCodes();
  const initial: Values = model.layout.values(codes);
  const steps = ordinals.map((ordinal) => {
    const offer = offersAt(model, codes)[ordinal]!;
    const told = tellStep(model, codes, offer);
    codes = offer.next;
    return told;
  });
  return { model: model.name, ...head, initial, ...linesAt(model, model.layout.initialCodes(), 'initialShown'), steps };
}
