/** Changes of protocols that violate no property for a reason. Data, in `arguments.json`; the explorer checks each. */
import * as v from 'valibot';
import { argued, byMutant } from '../argued.ts';
import file from './arguments.json' with { type: 'json' };

const Argued = v.strictObject({
  ...argued,
  /** `same`: every exploration has the same numbers of states and transitions as without the change. */
  graph: v.picklist(['same', 'other'], 'must be same or other'),
});

export type Argument = Pick<v.InferOutput<typeof Argued>, 'argument' | 'graph'>;

/** By the mutant's id. @throws Error that names each faulty member */
export const modelArguments = (data: unknown = file): ReadonlyMap<string, Argument> => byMutant(Argued, data);
