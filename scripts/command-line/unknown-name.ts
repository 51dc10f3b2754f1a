import { oracleMutants } from '../../oracles/policies/mutants.ts';
import { serviceFaults } from '../../oracles/server/faults.ts';
import { closest } from '../../suites/findings/closest.ts';
import { UsageError } from './usage-error.ts';

const suggestionsMax = 5;

/**
 * The error for an unknown name, with the nearest known name, or else with where to look.
 *
 * @param sentence what is wrong, such as `no case is called 'x'`
 * @param known the existing names; for `area/rest`, `rest` alone is accepted as well
 */
export function unknownName(sentence: string, typed: string, known: readonly string[], otherwise: string): UsageError {
  const candidates = known.map((id) => ({ id, names: [id, id.slice(id.indexOf('/') + 1)] }));
  const near = typed.trim() === '' ? [] : closest(typed, candidates).slice(0, suggestionsMax);
  return new UsageError(sentence, near.length > 0 ? `did you mean ${near.join(', ')}?` : otherwise);
}

/** Of an oracle that is served. */
export const unknownBug = (id: string): UsageError =>
  unknownName(
    `no planted bug is called '${id}'`,
    id,
    [...Object.keys(serviceFaults), ...Object.keys(oracleMutants)],
    'see `npx parallax mutants --oracle --list` and `npx parallax serve --help`',
  );

export const unknownOracleMutant = (id: string): UsageError =>
  unknownName(
    `no oracle mutant is called '${id}'`,
    id,
    Object.keys(oracleMutants),
    'see `npx parallax mutants --oracle --list`',
  );
