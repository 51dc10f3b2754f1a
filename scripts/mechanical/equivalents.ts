/** Mutants that no request can show, each with the argument. Data, in `equivalents.json`. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { problemsOf } from '../../suites/validation.ts';

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
export function equivalents(url = new URL('./equivalents.json', import.meta.url)): ReadonlyMap<string, string> {
  const parsed = v.safeParse(File, JSON.parse(readFileSync(url, 'utf8')));
  if (!parsed.success) throw new Error(problemsOf(parsed.issues).join('\n'));
  return new Map(parsed.output.flatMap(({ argument, mutants }) => mutants.map((id) => [id, argument] as const)));
}
