/**
 * The newer validation layer hands requests nested deeper than about sixty levels to the older layer, so their errors
 * have the older wording. Source: captured in two regions, 2026-10-09: 40 levels are not enough, 63 are.
 */
import { type Operation, operations } from '../values/operations.ts';
import type { Json } from '../values/types.ts';

const wrapsMax = 62;

/** Counts lists and maps around the innermost value. It avoids recursion, since the sender chooses the depth. */
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

export const usesOlderLayer = (operation: Operation, request: Json): boolean =>
  operations[operation].wording === 'newer in an envelope' && isNestedPast(wrapsMax, request);
