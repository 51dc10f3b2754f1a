/** Mutants that no request can show, each with the argument. Data, in `equivalents.json`. */
import * as v from 'valibot';
import { problemsOf } from '../../suites/validation.ts';
import file from './equivalents.json' with { type: 'json' };

const Text = v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty'));

const File = v.array(
  v.strictObject({
    /** Why no request can show them. */
    argument: Text,
    mutants: v.pipe(v.array(Text, 'must be a list of ids'), v.minLength(1, 'must not be empty')),
  }),
  'must be a list',
);

/** The argument by the mutant's id. @throws Error that names each faulty member */
export function equivalents(data: unknown = file): ReadonlyMap<string, string> {
  const parsed = v.safeParse(File, data);
  if (!parsed.success) throw new Error(problemsOf(parsed.issues).join('\n'));
  return new Map(parsed.output.flatMap(({ argument, mutants }) => mutants.map((id) => [id, argument] as const)));
}
