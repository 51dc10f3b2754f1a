import type { History } from './history.ts';
import { type Anomaly, type Judge, type Judgement, type JudgeOptions, judgementOf } from './judge.ts';
import { Machine } from './machine.ts';
import { anySuccess } from './outcomes.ts';
import { findOrder } from './search.ts';
import type { Specification } from './specification.ts';
import { type Group, type Step, type Steps, stepsOf } from './steps.ts';
import { timeline } from './timeline.ts';
import { smallestWindow, type Window } from './window.ts';

const needs =
  'answered calls of PutItem, UpdateItem, DeleteItem, GetItem, a batch or a transaction on a table of its set-up';

export const linearizability: Judge = {
  statement:
    'Each write, each consistent read and each transaction takes effect at one moment between its request and its answer; an eventually consistent read shows the item as it was at some earlier moment.',
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-isolation',
  needs,
  judge,
};

/** A right history needs one for each step, or some dozens where transactions join many items. */
const defaultMax = (steps: number): number => Math.max(50_000, 30 * steps);

function judge(history: History, options: JudgeOptions = {}): Judgement {
  let steps: Steps;
  try {
    steps = stepsOf(history);
  } catch (thrown) {
    return judgementOf(0, [], [thrown instanceof Error ? thrown.message : String(thrown)], needs);
  }
  const anomalies = steps.impossible.map(({ call, specified }) => impossibleAnswer(history, call, specified));
  const unjudged = steps.unjudged.map(({ what, why }) => `${what}: ${why}`);
  let judged = anomalies.length;
  for (const group of steps.groups) {
    const result = judgeGroup(history, steps.specification, group, options);
    if (typeof result === 'string') unjudged.push(result);
    else if (result !== undefined) anomalies.push(result);
    judged += group.steps.filter(({ heard }) => heard !== undefined).length;
  }
  return judgementOf(judged, anomalies, unjudged, needs);
}

function impossibleAnswer(history: History, call: number, specified: string): Anomaly {
  const text = `The answer is wrong whatever is stored: it must be ${specified}.`;
  return { kind: 'impossible answer', text, calls: [call], shown: timeline(history, [call]) };
}

/** An anomaly, why there is no verdict, or undefined. */
function judgeGroup(
  history: History,
  specification: Specification,
  { slots, steps }: Group,
  { configurationsMax = defaultMax(steps.length) }: JudgeOptions,
): Anomaly | string | undefined {
  const machine = new Machine(specification, slots);
  const found = findOrder(machine, steps, [machine.initial], configurationsMax);
  const names = slots.map(specification.nameOf).join(', ');
  if (found.kind === 'order') return undefined;
  if (found.kind === 'budget') return `${names}: no verdict after ${configurationsMax} configurations`;
  const plain = withoutReturned(machine, steps, configurationsMax);
  const window = smallestWindow(machine, plain?.steps ?? steps, plain?.found ?? found);
  const calls = [...new Set(window.steps.map(({ call }) => call))];
  return {
    kind: plain === undefined ? 'returned values' : 'not linearizable',
    text: sentence(window.steps, names),
    calls,
    shown: shownWindow(history, calls, window, steps),
  };
}

/**
 * The same without what writes have returned, where that has no order either: the items themselves are wrong. Otherwise only returned values are,
 * which a store may get wrong for one client alone.
 */
function withoutReturned(machine: Machine, all: readonly Step[], configurationsMax: number) {
  const isWrite = ({ heard, changesNothing }: Step): boolean => heard !== undefined && !changesNothing;
  const steps = all.map((step) => (isWrite(step) ? { ...step, heard: anySuccess } : step));
  const found = findOrder(machine, steps, [machine.initial], configurationsMax);
  return found.kind === 'none' ? { steps, found } : undefined;
}

const sentence = (steps: readonly Step[], names: string): string =>
  steps.length === 1
    ? `No order of the writes to ${names} gives this answer, whatever the item was before.`
    : `No order of these ${steps.length} calls on ${names} gives the answers that were heard, whatever the item was before.`;

function shownWindow(history: History, calls: readonly number[], window: Window, all: readonly Step[]): string {
  const { beside, steps } = window;
  const [only] = steps;
  const earlier = steps.length === 1 ? writesBefore(only!, all) : [];
  const notes = [
    ...(earlier.length === 0 ? [] : ['The wrong answer is the last that ended; before it are the latest writes.']),
    ...(beside === 0
      ? []
      : [`Beside them ${beside} other ${beside === 1 ? 'write' : 'writes'} ran: with or without them it is so.`]),
  ];
  return [timeline(history, [...earlier, ...calls]), ...notes].join('\n');
}

const contextMax = 4;

/** Calls of the latest writes to the items of a step: alone it does not show what it should have answered. */
function writesBefore({ prepared, endUs }: Step, all: readonly Step[]): number[] {
  const isBefore = (one: Step): boolean =>
    !one.changesNothing && one.endUs < endUs && one.prepared.slots.some((slot) => prepared.slots.includes(slot));
  const writes = all.filter(isBefore).sort((a, b) => a.endUs - b.endUs);
  return [...new Set(writes.map(({ call }) => call))].slice(-contextMax);
}
