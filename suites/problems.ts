/** What is wrong with data from outside, in one sentence for each member at fault, with the path of the member. */
import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** `steps[1].as must be a text`. Of the whole, which has no path, `the file` is at fault. */
export const problemsOf = (issues: readonly Issue[]): string[] =>
  issues.map((issue) => `${pathOf(issue) || 'the file'} ${complaint(issue)}`);

const pathOf = ({ path }: Issue): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

const objects: readonly string[] = ['object', 'loose_object', 'strict_object'];

/** An object reports members that are missing or unknown in its own name. */
function complaint({ type, expected, received, message }: Issue): string {
  if (!objects.includes(type)) return message;
  if (expected === 'never') return 'is not a known member';
  return received === 'undefined' ? 'is missing' : 'must be an object';
}
