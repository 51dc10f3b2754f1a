/** Finds the explanation for a kind of difference on generated sequences. */
import type { Kind } from '../../suites/fuzz/kinds/kind.ts';
import type { Explanation, KindPattern, Ledger } from './schema.ts';
import { acceptedBy } from './versions.ts';

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
const compiled = new Map<string, RegExp>();

function glob(pattern: string): RegExp {
  const known = compiled.get(pattern) ?? new RegExp(`^${escaped(pattern).replaceAll('*', '.*')}$`, 's');
  compiled.set(pattern, known);
  return known;
}

/** Whether one of the patterns matches the whole text; without patterns, it does. */
export const matchesOne = (patterns: string | string[] | undefined, text: string): boolean =>
  patterns === undefined || [patterns].flat().some((pattern) => glob(pattern).test(text));

/** @param whole the sequence was not made smaller, so features beyond the difference are ignored */
export const matches = (pattern: KindPattern, kind: Kind, whole = false): boolean =>
  matchesOne(pattern.op, kind.op) &&
  matchesOne(pattern.class, kind.class) &&
  matchesOne(pattern.path, kind.path) &&
  matchesOne(pattern.expected, kind.expected) &&
  matchesOne(pattern.actual, kind.actual) &&
  (pattern.with ?? []).every((feature) => kind.with.some((one) => glob(feature).test(one))) &&
  (whole || !(pattern.without ?? []).some((feature) => kind.with.some((one) => glob(feature).test(one))));

/**
 * The first explanation that matches this kind on this version; else one for the newest older version, with a note in its reason.
 *
 * @param whole the sequence was not made smaller, so features beyond the difference are ignored
 */
export function explanationOf(
  { explanations }: Ledger,
  kind: Kind,
  version: string,
  whole = false,
): Explanation | undefined {
  const speaking = explanations.filter(({ kinds }) => kinds.some((pattern) => matches(pattern, kind, whole)));
  const found = acceptedBy(speaking, version);
  return found?.note === undefined ? found?.by : { ...found.by, reason: `${found.by.reason} (${found.note})` };
}
