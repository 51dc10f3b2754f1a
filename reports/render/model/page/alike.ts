/** Merges the members of families: `restore 0` and `restore 1`, or `target[0].status` and `target[1].status`, are described once. */

const shape = (name: string): string => name.replace(/\d+/g, '#');

interface Alike<T> {
  readonly first: T;
  /** The number of merged members, the first included. */
  readonly count: number;
}

/** In order of the first member of each. Members are merged when their names differ only in numbers, and nothing else differs. */
export function alike<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  restOf: (one: T) => string = () => '',
): Alike<T>[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = `${shape(nameOf(one))}\n${restOf(one)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => ({ first: group[0]!, count: group.length }));
}

/** ` (and 1 like it)`, or nothing for one alone. */
export const othersText = (count: number): string => (count === 1 ? '' : ` (and ${count - 1} like it)`);
