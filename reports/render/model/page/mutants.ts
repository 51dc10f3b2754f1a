/** The planted bugs of a model and what each breaks, one line each. Traces are generated on demand. */
import type { ModelEntry, MutantEntry } from '../../../../models/language/entry.ts';
import { pageTable } from './markdown.ts';

export function mutantsSection({ name, mutants }: ModelEntry): string[] {
  if (mutants.length === 0) return [];
  const call = `\`npx parallax model ${name} --mutant ID\` shows the shortest counterexample; \`--report DIR\` writes it as a page.`;
  const shown = mutants.filter((mutant) => !mutants.some((other) => pairsOf(other, mutants).includes(mutant)));
  return [
    '## Mutants',
    shown.some(({ isHole }) => isHole) ? `${call} ${holeText}` : call,
    pageTable(
      ['mutant', 'change', 'outcome', 'finding'],
      // Holes first, since they are faults of the design itself.
      [...shown.filter(({ isHole }) => isHole), ...shown.filter(({ isHole }) => !isHole)].map((mutant) => [
        mutant.id,
        mutant.title,
        (mutant.isHole ? '**hole**: ' : '') + outcome(mutant, mutants),
        mutant.finding ?? '',
      ]),
    ),
  ];
}

const holeText =
  'A hole is not a planted bug: the documented design behaves this way. The build fails when it no longer does.';

/** For a masked mutant: its pairs with the mutants that unmask it. They are shown in its line. */
function pairsOf({ id, expect }: MutantEntry, mutants: readonly MutantEntry[]): MutantEntry[] {
  if (!('masked' in expect)) return [];
  const isPair = ({ together }: MutantEntry) => together.length === 2 && together.includes(id);
  return mutants.filter((other) => isPair(other) && expect.with.some((partner) => other.together.includes(partner)));
}

function outcome(mutant: MutantEntry, mutants: readonly MutantEntry[]): string {
  const { expect } = mutant;
  if ('breaks' in expect) return `breaks ${expect.breaks.join(', ')}`;
  if ('equivalent' in expect) return `equivalent: ${expect.equivalent}`;
  const pairs = pairsOf(mutant, mutants).map((pair) => `${pair.id} ${outcome(pair, mutants)}`);
  return `masked: ${expect.masked}; ${pairs.join('; ')}`;
}
