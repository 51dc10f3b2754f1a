/**
 * A request nested past some sixty levels is read by the older layer on the operations that have moved to the newer one, which
 * changes the wording of whatever is wrong with it. Source: captured in two regions, 2026-10-09: 40 levels are not enough, 63 are.
 */
import { type Operation, operations } from '../values/operations.ts';
import type { Json } from '../values/types.ts';

const wrapsMax = 62;

/** Lists and maps around the innermost value, counted without recursion: the nesting is the sender's choice. */
function isNestedPast(limit: number, request: Json): boolean {
  const open: [Json, number][] = [[request, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, wraps] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (wraps > limit) return true;
    for (const [name, inner] of Object.entries(value))
      open.push([inner, name === 'M' || name === 'L' ? wraps + 1 : wraps]);
  }
  return false;
}

export const isReadTheOlderWay = (operation: Operation, request: Json): boolean =>
  operations[operation].wording === 'newer in an envelope' && isNestedPast(wrapsMax, request);
