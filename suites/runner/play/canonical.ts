import type { Json } from '../../../oracles/values/types.ts';
import { isObject } from './path.ts';

/** JSON with sorted members: equal texts exactly for equal values. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

export const sameJson = (a: Json, b: Json): boolean => a === b || canonical(a) === canonical(b);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the elements of a list without a guaranteed order. */
export const sorted = (list: readonly Json[]): Json[] =>
  list
    .map((element) => [canonical(element), element] as const)
    .sort(([a], [b]) => byText(a, b))
    .map(([, element]) => element);

/** Elements of `left` that `right` lacks, with multiplicity: `[a, a, b]` without `[a]` is `[a, b]`. */
export function without(left: readonly Json[], right: readonly Json[]): Json[] {
  const available = new Map<string, number>();
  for (const element of right) available.set(canonical(element), (available.get(canonical(element)) ?? 0) + 1);
  return left.filter((element) => {
    const key = canonical(element);
    const count = available.get(key) ?? 0;
    if (count > 0) available.set(key, count - 1);
    return count === 0;
  });
}
