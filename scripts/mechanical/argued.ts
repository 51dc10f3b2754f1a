/** Arguments for mutants that nothing can catch, as data: a list of arguments, each with the ids that it is for. */
import * as v from 'valibot';
import { problemsOf } from '../../suites/validation.ts';

const Text = v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty'));

/** The members that each kind of argument has. */
export const argued = {
  argument: Text,
  mutants: v.pipe(v.array(Text, 'must be a list of ids'), v.minLength(1, 'must not be empty')),
};

type Entry = { readonly argument: string; readonly mutants: string[] };

/** The entry by the mutant's id. @throws Error that names each faulty member */
export function byMutant<E extends Entry>(entry: v.GenericSchema<unknown, E>, data: unknown): ReadonlyMap<string, E> {
  const parsed = v.safeParse(v.array(entry, 'must be a list'), data);
  if (!parsed.success) throw new Error(problemsOf(parsed.issues).join('\n'));
  return new Map(parsed.output.flatMap((one) => one.mutants.map((id) => [id, one] as const)));
}
