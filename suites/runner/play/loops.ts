/** Describes the end of a loop: what it waited for and what it saw instead. */
import type { Json, JsonObject, Outcome } from '../../../oracles/values/types.ts';
import type { Repeat, Until } from '../../cases/case.ts';
import type { Looped, Unexpected } from '../record.ts';
import { summary } from '../summary.ts';
import { sameJson } from './canonical.ts';
import { valueAt } from './path.ts';

/** The reason to end a loop at this turn, if any. */
export type LoopLimit = (turn: number) => 'turns' | 'time' | undefined;

/** The condition a loop waited for, as text. */
export const awaitedText = (until: Until): string =>
  until.and === undefined ? conditionText(until) : `${conditionText(until)}, and ${awaitedText(until.and)}`;

function conditionText({ path, rejected, absent, present, size, equals, has, lacks, every }: Until): string {
  if (rejected !== undefined) return rejected;
  if (absent) return `no ${path}`;
  if (present) return `any ${path}`;
  if (has !== undefined) return `${JSON.stringify(has)} among ${path}`;
  if (lacks !== undefined) return `no ${JSON.stringify(lacks)} among ${path}`;
  if (every !== undefined) return `each of ${path} to be ${JSON.stringify(every)}`;
  return size === undefined ? `${path} to be ${JSON.stringify(equals)}` : `at least ${size} of ${path}`;
}

/** What the newest answer had instead: a refusal, a number of elements, or a value. */
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

/** A loop that used all its turns. */
export const endless = (looped: Looped): Unexpected => ({
  ...{ tier: 'outcome', class: 'endless', path: '' },
  ...{ expected: `an end: ${looped.awaited}`, actual: `none ${afterTurns(looped)}` },
});

/** A loop that was given up. */
export const givenUp = (ended: 'turns' | 'time', turns: number, awaited: string, lastSeen: Json): Looped => ({
  ...{ turns, ended, awaited, lastSeen },
});

/** Concatenates lists, adds numbers. */
export function addTo(collected: JsonObject, path: string, value: Json | undefined): void {
  const before = collected[path];
  if (typeof value === 'number') collected[path] = value + (typeof before === 'number' ? before : 0);
  else collected[path] = [...(Array.isArray(before) ? before : []), ...(Array.isArray(value) ? value : [])];
}

export function endingOf(
  outcome: Outcome,
  until: Repeat['until'],
  collected: JsonObject,
  despite: readonly string[],
): Looped['ended'] | undefined {
  if (outcome.kind === 'ok') return isOver(until, { ...outcome.output, ...collected }) ? 'until' : undefined;
  if (outcome.kind === 'rejected' && outcome.type === until.rejected) return 'until';
  return outcome.kind === 'rejected' && despite.includes(outcome.type) ? undefined : 'outcome';
}

function isOver(until: Until, output: JsonObject): boolean {
  if (until.and !== undefined && !isOver(until.and, output)) return false;
  if (until.rejected !== undefined) return false;
  const value = valueAt(output, until.path);
  const elements = Array.isArray(value) ? value : [];
  const among = (wanted: Json): boolean => elements.some((element) => sameJson(element, wanted));
  if (until.absent) return value === undefined;
  if (until.present) return value !== undefined;
  if (until.has !== undefined) return among(until.has);
  if (until.lacks !== undefined) return !among(until.lacks);
  const { every } = until;
  if (every !== undefined) return elements.every((element) => sameJson(element, every));
  if (until.size !== undefined) return Array.isArray(value) && value.length >= until.size;
  return until.equals !== undefined && value !== undefined && sameJson(value, until.equals);
}
