/** The common parts of a step, whatever its kind. */
import type { Operation } from '../../oracles/values/types.ts';
import {
  type Call,
  type Case,
  type Expect,
  isParallel,
  isReadStream,
  isRepeat,
  isTimes,
  isWait,
  type Leaf,
  type Step,
  type Template,
} from './case.ts';

/** The step behind a label such as `4.1.0`. */
export function stepAt(subject: Case, label: string): Leaf {
  let steps: readonly Step[] = subject.steps;
  const parts = label.split('.').map(Number);
  for (;;) {
    const step: Step | undefined = steps[parts.shift() ?? -1];
    if (step === undefined || isWait(step)) throw new RangeError(`${subject.id} has no step ${label}`);
    if (!isParallel(step)) return step;
    steps = step.parallel[parts.shift() ?? -1] ?? [];
  }
}

/** The step's name, the template that refers to other steps, the operation to show, and the sender. */
export function headOf(step: Leaf): {
  as?: string | undefined;
  needs: Template;
  op: Operation;
  account?: 'other' | undefined;
} {
  if (isReadStream(step)) return { as: step.as, needs: step.readStream, op: 'GetRecords', account: step.account };
  const { as, input, during, op, account } = isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
  return { as, needs: [input, during?.input ?? null], op, account };
}

/** A loop without an expectation must at least end with a success. */
export function expectationOf(step: Leaf): Expect {
  if (isTimes(step)) return step.step.expect ?? { ok: {} };
  if (isReadStream(step)) return step.expect ?? { ok: {} };
  if (!isRepeat(step)) return step.expect ?? {};
  return step.expect ?? step.repeat.expect ?? (step.until.rejected === undefined ? { ok: {} } : {});
}

/** The part of the answer that is compared. */
export function comparedOf(step: Leaf): Pick<Call, 'observe' | 'ignore' | 'unordered'> {
  if (isTimes(step)) return { observe: [] };
  if (!isRepeat(step) || isReadStream(step)) return step;
  const { observe = step.repeat.observe, unordered = step.repeat.unordered } = step;
  const { ignore } = step.repeat;
  // If a loop collects nothing, only its end is compared: the number of polls depends on the target.
  const seen = observe ?? (step.collect === undefined ? [] : undefined);
  return { ...(seen && { observe: seen }), ...(ignore && { ignore }), ...(unordered !== undefined && { unordered }) };
}
