/** The elements by a name of each, names in the order of their first elements. */
export function grouped<T, Name>(elements: Iterable<T>, nameOf: (element: T) => Name): Map<Name, T[]> {
  const groups = new Map<Name, T[]>();
  for (const element of elements) {
    const name = nameOf(element);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [element]);
    else group.push(element);
  }
  return groups;
}
