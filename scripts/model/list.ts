import type { ModelEntry } from '../../models/language/entry.ts';
import { count } from '../../reports/text/format.ts';
import type { CommandContext } from '../command-line/command.ts';

/** `model --list`: prints names and does nothing else. */
export function listModels(context: CommandContext, entries: readonly ModelEntry[]): number {
  for (const { name, title, variants, scales, mutants } of entries) {
    context.print(`${name}  ${title}`);
    context.print(`  variants ${variants.join(', ')}; scales ${scales.join(', ')}`);
    for (const mutant of mutants) context.print(`  mutant ${mutant.id}  ${mutant.title}`);
  }
  const mutants = entries.reduce((sum, one) => sum + one.mutants.length, 0);
  context.print(`${count(entries.length, 'model')}, ${count(mutants, 'mutant')}`);
  const listed = entries.map(({ name, variants, scales, mutants }) => ({
    name,
    variants,
    scales,
    mutants: mutants.map(({ id }) => id),
  }));
  context.writeJson({ ...context.envelope('model', 'holds'), models: listed });
  return 0;
}
