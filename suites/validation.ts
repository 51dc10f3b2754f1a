/** What schemas of data from outside share: a schema takes a list for an object, and says little of what is missing. */
import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

export const isObject = (value: unknown): value is { readonly [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands before a schema of members, or alone where the members are anything. */
export const PlainObject = v.custom<{ readonly [member: string]: unknown }>(isObject, 'must be an object');

/** One sentence for each member at fault, with its path: `steps[1].as must be a string`. `whole` is what to call all of it. */
export const problemsOf = (issues: readonly Issue[], whole = 'the file'): string[] =>
  issues.map((issue) => `${pathOf(issue) || whole} ${complaint(issue)}`);

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
