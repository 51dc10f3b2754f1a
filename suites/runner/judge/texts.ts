/** Error texts are being reworded by the service region by region, so they are compared by what they tell, in either wording. */
import { sameErrorText } from '../../../oracles/values/texts.ts';

export const sameText = (a: string, b: string): boolean => a === b || sameErrorText(a, b);

const wording = (text: string): string =>
  text
    .replace(/^1 validation error detected: /, '')
    .trim()
    .replace(/\s+/g, ' ');

/**
 * A text that a case writes down is one that was seen: it must come in these words. Only the envelope of a single error is
 * free, since some operations put it around a text and others do not.
 */
export const sameWording = (a: string, b: string): boolean => wording(a) === wording(b);

const constraint = /at '([^']*)' failed to satisfy constraint/gi;

/** Members that a constraint message names, in lower case since the newer wording capitalises them; sorted. */
export const membersNamed = (text: string): string[] =>
  [...text.matchAll(constraint)].map(([, member]) => (member ?? '').toLowerCase()).sort();
