/** The names of records, for messages and traces. */
export const recordNames = new WeakMap<object, string>();

/** A value as a message shows it: a record by its name, since its variables may not be read everywhere. */
export function valueText(value: unknown): string {
  const name = typeof value === 'object' && value !== null ? recordNames.get(value) : undefined;
  return name ?? JSON.stringify(value) ?? String(value);
}
