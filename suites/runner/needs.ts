/** What a case needs from a target besides its operations. */
import type { Operation } from '../../oracles/values/types.ts';
import { isParallel, isReadStream, isRepeat, isTimes, isWait, type Step } from '../cases/case.ts';
import { isObject } from '../validation.ts';

const flat = (steps: readonly Step[]): Exclude<Step, { parallel: Step[][] }>[] =>
  steps.flatMap((step) => (isParallel(step) ? step.parallel.flatMap(flat) : [step]));

/** The operations that a case sends, without duplicates. */
export function operationsOf(steps: readonly Step[]): Set<Operation> {
  return new Set(
    flat(steps).flatMap((step): Operation[] => {
      if (isWait(step)) return [];
      if (isReadStream(step)) return ['DescribeStream', 'GetShardIterator', 'GetRecords'];
      const call = isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
      return call.during ? [call.op, call.during.op] : [call.op];
    }),
  );
}

/** Whether a second account sends any step. */
export const needsOtherAccount = (steps: readonly Step[]): boolean =>
  flat(steps).some((step) => {
    if (isWait(step)) return false;
    const { account } = isReadStream(step) ? step : isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
    return account !== undefined;
  });

const listings: readonly Operation[] = ['ListTables', 'ListBackups', 'ListStreams'];

/** Whether any step lists what all cases have made, and not only its own table's. */
export const listsEverything = (steps: readonly Step[]): boolean =>
  flat(steps).some((step) => {
    if (isWait(step) || isReadStream(step)) return false;
    const { op, input } = isRepeat(step) ? step.repeat : isTimes(step) ? step.step : step;
    return listings.includes(op) && !(isObject(input) && 'TableName' in input);
  });

/** The sum of all waits in milliseconds. */
export const waitMs = (steps: readonly Step[]): number =>
  flat(steps).reduce((sum, step) => sum + (isWait(step) ? step.wait : 0), 0);

/** Maximum total wait on a real clock. */
const waitMsMax = 2_000;

/** Whether the waits are too long to be sat out. */
export const needsVirtualClock = (steps: readonly Step[]): boolean => waitMs(steps) > waitMsMax;

const units = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `10 min 1 s`: whole seconds, without units that are zero. */
export function duration(ms: number): string {
  let left = ms;
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(' ') || '0 s';
}
