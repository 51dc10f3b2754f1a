/** How far a search is, in a line: what it has, how fast it goes, and how much there may be. */

import type { Progress } from '../../../models/checker/search.ts';
import { count, thousands } from '../../text/format.ts';

/**
 * States in all, guessed from the numbers of new states by depth: when levels shrink they go on to, each by the same part as the
 * last few did. Null while they grow, since nothing then says for how long.
 */
export function estimatedStates(frontier: readonly number[]): number | null {
  const last = frontier.at(-1) ?? 0;
  const before = frontier.at(-1 - span) ?? 0;
  if (before === 0 || last >= before) return null;
  const ratio = (last / before) ** (1 / span);
  return Math.round(frontier.reduce((sum, size) => sum + size, 0) + (last * ratio) / (1 - ratio));
}

// One level alone may shrink by chance, as where every other one is of another kind of step.
const span = 2;

/** A line for each level as it begins. */
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

// Before that the rate tells more of the start than of the search.
const rateAfterMs = 200;
