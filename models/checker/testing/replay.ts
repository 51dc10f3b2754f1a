/** Walks a trace with the bodies alone, and says where it is not a run of the model. */
import type { Model } from '../model.ts';
import type { Trace } from '../result.ts';

/** The complaint, or null when every step is offered, leads where it says, and the last one breaks the property. */
export function replay(model: Model, trace: Trace): string | null {
  const property = model.property(trace.property);
  let codes = model.layout.initialCodes();
  const values = () => JSON.stringify(model.layout.values(codes));
  if (values() !== JSON.stringify(trace.initial)) return 'starts elsewhere';
  let lastMarks: readonly number[] = [];
  for (const [i, step] of trace.steps.entries()) {
    if (values() !== JSON.stringify(step.before)) return `step ${i + 1} starts elsewhere`;
    const process = model.processes.find(({ name }) => name === step.process);
    if (process === undefined) return `step ${i + 1} is of no process`;
    const from = codes;
    const offers = model
      .observe(process, ({ id }) => from[id]!)
      .steps.filter(({ label }) => label === step.label)
      .map(({ writes, marks }) => {
        const next = from.slice();
        for (const { variable, code } of writes) next[variable.id] = code;
        return { next, marks };
      });
    const taken = offers.find(({ next }) => JSON.stringify(model.layout.values(next)) === JSON.stringify(step.after));
    if (taken === undefined) return `step ${i + 1} is not offered, or leads elsewhere`;
    codes = taken.next;
    lastMarks = taken.marks;
  }
  if (property?.kind !== 'always') return null;
  const broken =
    trace.brokenBy === 'step' ? lastMarks.includes(property.id) : !model.judge(property, ({ id }) => codes[id]!).holds;
  return broken ? null : 'the end does not break the property';
}
