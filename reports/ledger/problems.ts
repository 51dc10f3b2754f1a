/** What is wrong with a file, in one sentence for each member at fault, with the path of the member. */
import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** `entries[1].reason must not be empty`. */
export const problemsOf = (issues: readonly Issue[]): string[] =>
  issues.map((issue) => `${pathOf(issue)} ${complaint(issue)}`.trim());

const pathOf = ({ path }: Issue): string =>
  (path ?? [])
    .map(({ key }) => step(key))
    .join('')
    .replace(/^\./, '');

const step = (key: unknown): string => (typeof key === 'number' ? `[${key}]` : `.${key}`);

function complaint({ type, expected, received, message }: Issue): string {
  if (type !== 'strict_object') return message;
  // A misspelt member would otherwise be an acceptance that nobody reads.
  if (expected === 'never') return 'is not a known member';
  return received === 'undefined' ? 'is missing' : 'must be an object';
}
