/** What a bare TypeError of a body means, in the words of the language. */

const meanings: readonly [RegExp, (name: string) => string][] = [
  [
    /^Cannot read properties of (?:undefined|null) \(reading '(.*)'\)$/,
    (name) => `reads '${name}' of what is not there: an unknown member or index, or null`,
  ],
  [
    /^Cannot set properties of (?:undefined|null) \(setting '(.*)'\)$/,
    (name) => `writes '${name}' of what is not there: an unknown member or index, or null`,
  ],
  [/^Cannot add property (\d+), object is not extensible$/, (name) => `writes index ${name}, which is beyond the list`],
  [
    /^Cannot add property (.*), object is not extensible$/,
    (name) => `writes '${name}', which the record does not declare`,
  ],
  [
    /^Cannot assign to read only property '(.*)' of object/,
    (name) => `writes '${name}' as a whole: write its elements, or use its methods`,
  ],
];

/** A sentence for an error that is thrown by a body. */
export function misuseText(error: unknown): string {
  if (!(error instanceof Error)) return `throws ${String(error)}`;
  for (const [pattern, meaning] of meanings) {
    const [, name] = pattern.exec(error.message) ?? [];
    if (name !== undefined) return meaning(name);
  }
  return `throws ${error.name}: ${error.message}`;
}
