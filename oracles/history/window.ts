/**
 * The smallest part of a group that shows that it is not linearizable. The answers outside of it are forgotten: whatever the items were when it
 * began, and whether or not the other calls beside it took effect, no order gives the answers inside.
 */
import type { Machine, State } from './machine.ts';
import { type Found, findOrder } from './search.ts';
import type { Step } from './steps.ts';

export interface Window {
  /** The steps whose answers contradict each other. */
  readonly steps: readonly Step[];
  /** How many other steps run beside them. */
  readonly beside: number;
}

type Stuck = Extract<Found, { kind: 'none' }>;

/** Configurations of one try to make the window smaller, and of all of them. */
const configurationsMax = { each: 5_000, all: 40_000 };

export function smallestWindow(machine: Machine, all: readonly Step[], { stuckAt, states }: Stuck): Window {
  const near = all.filter(({ startUs }) => startUs <= stuckAt.endUs);
  const answered = near.filter(({ endUs }) => endUs <= stuckAt.endUs).sort((a, b) => a.endUs - b.endUs);
  // Whatever was found, and nothing: the window may be the first steps of all.
  const initial = [...new Set([machine.initial, ...states])] as readonly State[];
  let left = configurationsMax.all;
  const contradict = (kept: readonly Step[]): boolean => {
    if (left <= 0) return false;
    const steps = [...kept, ...besides(near, kept)];
    const { kind, configurations } = findOrder(machine, steps, initial, Math.min(left, configurationsMax.each));
    left -= configurations;
    return kind === 'none';
  };
  const run = shortestRun(answered, contradict);
  const steps = withoutNeedless(run, contradict);
  return { steps: steps.toSorted((a, b) => a.startUs - b.startUs), beside: besides(near, steps).length };
}

/** Steps beside the kept ones that may have changed something: now without their answers. */
function besides(near: readonly Step[], kept: readonly Step[]): Step[] {
  const inside = new Set(kept);
  const startUs = Math.min(...kept.map((step) => step.startUs));
  return near
    .filter((step) => !inside.has(step) && !step.changesNothing && step.endUs >= startUs)
    .map((step) => ({ ...step, heard: undefined, endUs: Number.POSITIVE_INFINITY }));
}

/** The last steps, as few as contradict each other: more of them never contradict less. */
function shortestRun(answered: readonly Step[], contradict: (kept: readonly Step[]) => boolean): readonly Step[] {
  let most = 1;
  while (most < answered.length && !contradict(answered.slice(-most))) most *= 2;
  let least = Math.floor(most / 2) + 1;
  most = Math.min(most, answered.length);
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (contradict(answered.slice(-middle))) most = middle;
    else least = middle + 1;
  }
  return answered.slice(-most);
}

/** Each step is left out in turn, the earliest first, where the others still contradict each other. */
function withoutNeedless(run: readonly Step[], contradict: (kept: readonly Step[]) => boolean): readonly Step[] {
  let kept = run;
  for (const step of run) {
    const fewer = kept.filter((one) => one !== step);
    if (fewer.length > 0 && contradict(fewer)) kept = fewer;
  }
  return kept;
}
