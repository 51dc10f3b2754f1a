/** Compares error texts by meaning, since the service is rewording them region by region. */
import { sameErrorText } from '../../../oracles/values/texts.ts';

/** Line, column and length in a statement. They depend on the names of tables in it, which each run draws. */
const withoutPlaces = (text: string): string => text.replace(/\b\d+:\d+:\d+\b/g, '<place>');

export const sameText = (a: string, b: string): boolean =>
  a === b || sameErrorText(a, b) || withoutPlaces(a) === withoutPlaces(b);

const wording = (text: string): string =>
  text
    .replace(/^1 validation error detected: /, '')
    .trim()
    .replace(/\s+/g, ' ');

/**
 * A text written in a case was observed, so its wording must match. Only the envelope of a single error is ignored,
 * since not all operations add it.
 */
export const sameWording = (a: string, b: string): boolean => wording(a) === wording(b);

const constraint = /at '([^']*)' failed to satisfy constraint/gi;

/** The members that a constraint message names, in lower case because the newer wording capitalises them; sorted. */
export const membersNamed = (text: string): string[] =>
  [...text.matchAll(constraint)].map(([, member]) => (member ?? '').toLowerCase()).sort();
