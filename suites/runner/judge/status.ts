/**
 * Whether a divergence fails a run. Written down here once; README, "How far to trust it", says the same.
 *
 * | what was seen                                                          | fails                           |
 * | ---------------------------------------------------------------------- | ------------------------------- |
 * | HTTP 500, whatever was expected                                        | yes                             |
 * | another text                                                           | never                           |
 * | against an expectation that a case writes down                         | unless that is only inferred    |
 * | against an answer of real DynamoDB, which is a measurement             | yes                             |
 * | against what the oracle answers beyond the written expectation         | never: our reading, and no more |
 * | a kind of difference in generated requests, of which nothing is written | until somebody has explained it |
 *
 * What the ledger accepts, or an explanation speaks of, is `known` and does not fail.
 */
import type { Divergence } from '../record.ts';

/** `written`: the requests of a case. `generated`: random requests. */
export type Origin = 'written' | 'generated';

export type Grounds = Pick<Divergence, 'class' | 'tier' | 'certainty'>;

/** The status when neither the ledger nor an explanation applies: `new` fails the run, `advisory` does not. */
export function statusOf({ class: kind, tier, certainty }: Grounds, origin: Origin = 'written'): 'new' | 'advisory' {
  if (kind === 'server-error') return 'new';
  if (tier === 'text') return 'advisory';
  return origin === 'written' && certainty === 'inferred' ? 'advisory' : 'new';
}

/** The same table in words, which the README must contain. */
export const rule = [
  'A divergence fails a run if it contradicts an answer of real DynamoDB, or an expectation that is written down in a case and not only inferred. A server error (HTTP 500) always fails; a different error text never does. Where only the oracle says what is right, beyond the written expectations, a divergence is shown and does not fail.',
  'Generated requests have no written expectations: there, each kind of difference fails until somebody has looked at it and explained it.',
] as const;

const isGenerated = (id: string): boolean => id.startsWith('generated/');

/** Status and basis in a few words: `documented, new`; for generated requests `unexplained, by oracle`. */
export function groundsText({ certainty, status, evidence, class: kind, case: id }: Divergence): string {
  if (status === 'new' && isGenerated(id)) return `unexplained, by ${evidence}`;
  return status === 'new' && kind === 'server-error' ? 'a server error, new' : `${certainty}, ${status}`;
}
