/** The progress of a search in one line: states, rate, and an estimate of all states. */

import type { Progress } from '../../../models/checker/search.ts';
import { count, thousands } from '../../text/format.ts';

/**
 * Estimates the total number of states from the new states by depth. When levels shrink, they are assumed to keep shrinking by the
 * same factor. Null while they grow, since nothing is known then.
 */
export function estimatedStates(frontier: readonly number[]): number | null {
  const last = frontier.at(-1) ?? 0;
  const before = frontier.at(-1 - span) ?? 0;
  if (before === 0 || last >= before) return null;
  const ratio = (last / before) ** (1 / span);
  return Math.round(frontier.reduce((sum, size) => sum + size, 0) + (last * ratio) / (1 - ratio));
}

// A single level may shrink by chance, for instance when every second level has a different kind of step.
const span = 2;

/** Returns a function that gives a line for each new level. */
export function progressTeller(): (progress: Progress) => string {
  const frontiers: number[] = [];
  return ({ states, depth, frontier, elapsedMs }) => {
    frontiers.push(frontier);
    const all = estimatedStates(frontiers);
    return [
      count(states, 'state'),
      `depth ${depth}`,
      `frontier ${thousands(frontier)}`,
      ...(elapsedMs >= rateAfterMs ? [`${thousands(Math.round((states / elapsedMs) * 1000))}/s`] : []),
      ...(all === null ? [] : [`about ${thousands(Number(all.toPrecision(2)))} in all`]),
    ].join(', ');
  };
}

// Earlier, the rate mostly measures the start-up.
const rateAfterMs = 200;
