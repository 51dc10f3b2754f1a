/** Compares error texts by meaning, since the service is rewording them region by region. */
import { sameErrorText } from '../../../oracles/values/texts.ts';

/**
 * Line, column and length in a statement depend on the names of tables in it, which each run draws. Sequence numbers, of 21 to 40
 * digits (API reference, GetShardIterator), are drawn by the store.
 */
const withoutDrawn = (text: string): string =>
  text.replace(/\b\d+:\d+:\d+\b/g, '<place>').replace(/(?<!\d)\d{21,40}(?!\d)/g, '<sequence number>');

export const sameText = (a: string, b: string): boolean =>
  a === b || sameErrorText(a, b) || withoutDrawn(a) === withoutDrawn(b);

const envelope = /^1 validation error detected: /;
const squeezed = (text: string): string => text.trim().replace(/\s+/g, ' ');
const bare = (text: string): string => squeezed(text.replace(envelope, ''));

/**
 * A text written in a case was observed, so its wording must match. The envelope of a single error is ignored where the written text
 * has none, since not all operations add it.
 */
export const sameWording = (written: string, found: string): boolean =>
  envelope.test(written) ? squeezed(written) === squeezed(found) : bare(written) === bare(found);

const constraint = /at '([^']*)' failed to satisfy constraint/gi;

/** The members that a constraint message names, in lower case because the newer wording capitalises them; sorted. */
export const membersNamed = (text: string): string[] =>
  [...text.matchAll(constraint)].map(([, member]) => (member ?? '').toLowerCase()).sort();
