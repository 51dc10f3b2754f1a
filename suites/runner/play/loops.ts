/** What a loop waited for, and what came instead. */
import type { Json, JsonObject, Outcome } from '../../../oracles/values/types.ts';
import type { Until } from '../../cases/case.ts';
import type { Looped, Unexpected } from '../record.ts';
import { summary } from '../summary.ts';
import { valueAt } from './path.ts';

/** What ends a loop, for a reader who sees that it did not come. */
export function awaitedText({ path, rejected, absent, present, size, equals }: Until): string {
  if (rejected !== undefined) return rejected;
  if (absent) return `no ${path}`;
  if (present) return `any ${path}`;
  return size === undefined ? `${path} to be ${JSON.stringify(equals)}` : `at least ${size} of ${path}`;
}

/** What the newest answer had in place of what was awaited: a refusal, a number of elements, or the value. */
export function lastSeen({ path, rejected, size }: Until, outcome: Outcome, collected: JsonObject): Json {
  if (outcome.kind !== 'ok' || rejected !== undefined) return summary(outcome);
  const value = valueAt({ ...outcome.output, ...collected }, path) ?? null;
  return size === undefined ? value : Array.isArray(value) ? value.length : 0;
}

/** `after 100 turns; last seen: "CREATING"`. */
export const afterTurns = ({ turns, lastSeen }: Looped): string =>
  `after ${turns} ${turns === 1 ? 'turn' : 'turns'}; last seen: ${lastSeen === null ? 'nothing' : shortJson(lastSeen)}`;

const seenCharsMax = 200;
const shortJson = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length <= seenCharsMax ? text : `${text.slice(0, seenCharsMax)}…`;
};

/** A loop that went on for all its turns. */
export const endless = (looped: Looped): Unexpected => ({
  ...{ tier: 'outcome', class: 'endless', path: '' },
  ...{ expected: `an end: ${looped.awaited}`, actual: `none ${afterTurns(looped)}` },
});
