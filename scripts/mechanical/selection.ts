/** Which mechanical mutants a command means, and how they are listed. */
import type { MutantRecord } from '../../reports/report.ts';
import { count } from '../../reports/text/format.ts';
import type { CommandContext } from '../command-line/command.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type Changed, NothingChanged } from '../options/changed.ts';
import { partOf, type Shard } from '../options/shard.ts';
import type { InstrumentedProgram } from './build.ts';
import { drawn } from './drawn.ts';
import type { Mutant } from './mutant.ts';

interface Selection {
  readonly file?: readonly string[];
  readonly sample?: number;
  readonly shard?: Shard;
  readonly models?: true;
  readonly changed?: Changed;
}

const hint = ({ models }: Selection): string =>
  `see \`npx parallax mutants ${models === true ? '--models ' : ''}--mechanical --list\``;

/** @throws UsageError where the sources or the development dependencies are missing */
export async function built(what: string, build: () => Promise<InstrumentedProgram>): Promise<InstrumentedProgram> {
  try {
    return await build();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `the source of the ${what} cannot be changed: ${why}`,
      'use a clone of the repository, after npm ci',
    );
  }
}

/** @throws UsageError for an id that no mutant has, and for a selection that matches nothing */
export function select(
  mutants: readonly Mutant[],
  ids: readonly string[],
  selection: Selection,
  { seed }: Pick<CommandContext, 'seed'>,
): Mutant[] {
  for (const id of ids) {
    if (!mutants.some((one) => one.id === id))
      throw unknownName(`no mechanical mutant is called '${id}'`, id, [], hint(selection));
  }
  const { file, changed, sample = mutants.length } = selection;
  const wanted = mutants.filter(
    (one) =>
      (ids.length === 0 || ids.includes(one.id)) &&
      (file === undefined || file.some((path) => one.file.startsWith(path))) &&
      (changed === undefined || changed.get(one.file)?.has(one.line) === true),
  );
  if (changed !== undefined && wanted.length === 0) throw new NothingChanged();
  const part = partOf(drawn(wanted, seed).slice(0, sample), selection);
  if (part.length === 0) throw new UsageError('no mutant matches this selection', hint(selection));
  return part;
}

export const changeOf = ({ file, line, rule, from, to }: Mutant): string => `${file}:${line} ${rule}: ${from} → ${to}`;

export function listed(context: CommandContext, chosen: readonly Mutant[], kind: MutantRecord['kind']): number {
  context.print(chosen.map((mutant) => `${mutant.id}  ${changeOf(mutant)}`).join('\n'));
  context.print(count(chosen.length, 'mutant'));
  const mutants = chosen.map((mutant) => ({ ...mutant, kind }));
  context.writeJson({ ...context.envelope('mutants', 'holds'), mutants });
  return 0;
}
