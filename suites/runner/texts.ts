/**
 * Error texts are being reworded by the service region by region, so texts are compared only after what both wordings share
 * has been taken out: the envelope that some operations put around a text and others do not.
 * Source: public captures of four regions, 2026-10: PutItem, UpdateItem and DeleteItem wrap, reads and batches do not.
 */
const envelope = /^\d+ validation errors? detected: /;

const bare = (text: string): string => text.replace(envelope, '').trim().replace(/\s+/g, ' ');

export const sameText = (a: string, b: string): boolean => bare(a) === bare(b);

const constraint = /at '([^']*)' failed to satisfy constraint/gi;

/** Members that a constraint message names, in lower case since the newer wording capitalises them; sorted. */
export const membersNamed = (text: string): string[] =>
  [...text.matchAll(constraint)].map(([, member]) => (member ?? '').toLowerCase()).sort();
