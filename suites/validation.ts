/**
 * Shared validation of external data. The schema library accepts a list as an object and words missing members poorly.
 */
import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

export const isObject = (value: unknown): value is { readonly [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Placed before an object schema, or used alone when the members are free. */
export const PlainObject = v.custom<{ readonly [member: string]: unknown }>(isObject, 'must be an object');

/** One sentence per invalid member with its path: `steps[1].as must be a string`. @param whole name of the whole value */
export const problemsOf = (issues: readonly Issue[], whole = 'the file'): string[] =>
  issues.map((issue) => `${pathOf(issue) || whole} ${complaint(issue)}`);

const pathOf = ({ path }: Issue): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

const objects: readonly string[] = ['object', 'loose_object', 'strict_object'];

/** Objects report missing and unknown members under their own name. */
function complaint({ type, expected, received, message }: Issue): string {
  if (!objects.includes(type)) return message;
  if (expected === 'never') return 'is not a known member';
  return received === 'undefined' ? 'is missing' : 'must be an object';
}
