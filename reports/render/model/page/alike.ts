/** Members of families are told once: `restore 0` and `restore 1` are alike, and so are `target[0].status` and `target[1].status`. */

const shape = (name: string): string => name.replace(/\d+/g, '#');

interface Alike<T> {
  readonly first: T;
  /** How many there are, the first included. */
  readonly count: number;
}

/** In order of the first of each. Names may differ in their numbers, and what else is said of them in nothing. */
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
