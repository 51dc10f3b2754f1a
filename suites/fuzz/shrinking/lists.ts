/** Smaller forms of lists. */

/** The list without one of its elements; nothing for a list of one. */
export function* oneLess<T>(list: readonly T[]): Generator<T[]> {
  if (list.length < 2) return;
  for (const at of list.keys()) yield list.filter((_, index) => index !== at);
}

/** The list with one element replaced by a smaller form of it. */
export function* eachReplaced<T>(list: readonly T[], smaller: (element: T) => Iterable<T>): Generator<T[]> {
  for (const [at, element] of list.entries())
    for (const other of smaller(element)) yield list.map((one, index) => (index === at ? other : one));
}
