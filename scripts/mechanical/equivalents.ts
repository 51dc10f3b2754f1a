/** Mutants that no request can show, each with the argument. Data, in `equivalents.json`. */
import * as v from 'valibot';
import { argued, byMutant } from './argued.ts';
import file from './equivalents.json' with { type: 'json' };

const Equivalent = v.strictObject(argued);

/** Why no request can show it, by the mutant's id. @throws Error that names each faulty member */
export const equivalents = (data: unknown = file): ReadonlyMap<string, string> =>
  new Map([...byMutant(Equivalent, data)].map(([id, { argument }]) => [id, argument]));
