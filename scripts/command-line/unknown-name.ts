import { oracleMutants } from '../../oracles/policies/mutants.ts';
import { closest } from '../../suites/findings/closest.ts';
import { UsageError } from './usage-error.ts';

const suggestionsMax = 5;

/**
 * The error for a name that nothing has: with what may have been meant, else with where to look.
 *
 * @param sentence what is wrong, such as `no case is called 'x'`
 * @param known the names that exist; of `area/rest` the rest alone counts as one, too
 */
export function unknownName(sentence: string, typed: string, known: readonly string[], otherwise: string): UsageError {
  const candidates = known.map((id) => ({ id, names: [id, id.slice(id.indexOf('/') + 1)] }));
  const near = typed.trim() === '' ? [] : closest(typed, candidates).slice(0, suggestionsMax);
  return new UsageError(sentence, near.length > 0 ? `did you mean ${near.join(', ')}?` : otherwise);
}

export const unknownOracleMutant = (id: string): UsageError =>
  unknownName(
    `no oracle mutant is called '${id}'`,
    id,
    Object.keys(oracleMutants),
    'see `npx parallax mutants --oracle --list`',
  );
