/** Changes of protocols that violate no property for a reason. Data, in `arguments.json`; the explorer checks each. */
import * as v from 'valibot';
import { problemsOf } from '../../../suites/validation.ts';
import file from './arguments.json' with { type: 'json' };

const Text = v.pipe(v.string('must be a string'), v.minLength(1, 'must not be empty'));

const File = v.array(
  v.strictObject({
    /** Why no property can be violated. */
    argument: Text,
    /** `same`: every exploration has the same numbers of states and transitions as without the change. */
    graph: v.picklist(['same', 'other'], 'must be same or other'),
    mutants: v.pipe(v.array(Text, 'must be a list of ids'), v.minLength(1, 'must not be empty')),
  }),
  'must be a list',
);

export type Argument = Pick<v.InferOutput<typeof File>[number], 'argument' | 'graph'>;

/** By the mutant's id. @throws Error that names each faulty member */
export function modelArguments(data: unknown = file): ReadonlyMap<string, Argument> {
  const parsed = v.safeParse(File, data);
  if (!parsed.success) throw new Error(problemsOf(parsed.issues).join('\n'));
  return new Map(parsed.output.flatMap(({ mutants, ...argument }) => mutants.map((id) => [id, argument] as const)));
}
