/** `mutants --mechanical`: changes the oracle's source by rule, and asks what notices each change in a store. */
import type { MutantRecord } from '../../reports/report.ts';
import { scoresOf } from '../../reports/scores.ts';
import type { CommandContext } from '../command-line/command.ts';
import { list, type Option, type OptionsOf, wholeNumber, wholePercent } from '../command-line/option.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { Changed } from '../options/changed.ts';
import type { Shard } from '../options/shard.ts';
import { timeOption } from '../options/time.ts';
import { conclude } from '../outcome.ts';
import type { InstrumentedProgram } from './build.ts';
import { equivalents } from './equivalents.ts';
import { judgeNames } from './judges.ts';
import { judgedWithin } from './judging.ts';
import { buildMutants, type Judged, judgeMutants } from './kill.ts';
import type { Mutant } from './mutant.ts';
import { built, changeOf, listed, select } from './selection.ts';

const sequencesDefault = 500;

/** Each of them needs `--mechanical`. */
export const mechanicalOptions = [
  [
    '--mechanical',
    'mutants made by rule: of the oracle’s source, each played as a store that nobody knows; with --models of the protocols',
  ],
  ['--sample <n>', 'with --mechanical: so many of them, drawn by the seed (default: all)', wholeNumber(1)],
  ['--file <paths>', 'with --mechanical: only changes of files whose path begins so', list],
  [
    '--sequences <n>',
    `with --mechanical: generated sequences that each mutant has to stand (default: ${sequencesDefault})`,
    wholeNumber(1),
  ],
  ['--least <percent>', 'with --mechanical: survivors do not fail while so many are caught', wholePercent],
  ['--resume <file>', 'with --mechanical: keep each result in this file, and go on from what it holds'],
  timeOption('with --mechanical: judge no further mutant after this time'),
] as const satisfies readonly Option[];

export type MechanicalOptions = Readonly<OptionsOf<typeof mechanicalOptions>> & {
  readonly shard?: Shard;
  readonly list?: true;
  readonly changed?: Changed;
};

/** @throws UsageError for an option that only `--mechanical` has */
export function refuseMechanicalOptions(options: MechanicalOptions): void {
  const names = ['sample', 'file', 'sequences', 'least', 'resume', 'time'] as const;
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} needs --mechanical`, 'add --mechanical, or omit it');
}

/** @returns the exit code */
export async function mechanicalMutants(
  context: CommandContext,
  ids: readonly string[],
  options: MechanicalOptions,
  folder: string | undefined,
): Promise<number> {
  const oracle = await built('oracle', buildMutants);
  const chosen = select(oracle.mutants, ids, options, context);
  if (options.list === true) return listed(context, chosen, 'oracle');
  const records = recordsOf(await judged(context, oracle, chosen, options), equivalents());
  const scores = { ...scoresOf(records), ...(options.least !== undefined && { least: options.least }) };
  return conclude(context, 'mutants', { mutants: records, scores }, folder);
}

const judged = (
  context: CommandContext,
  oracle: InstrumentedProgram,
  chosen: readonly Mutant[],
  options: MechanicalOptions,
): Promise<Judged[]> => {
  const { seed } = context;
  const { sequences = sequencesDefault } = options;
  return judgedWithin(context, options, { oracle: oracle.digest, seed, sequences }, ({ open, ...run }) =>
    judgeMutants(oracle, open(chosen), { seed, sequences, ...run }),
  );
};

function recordsOf(all: readonly Judged[], known: ReadonlyMap<string, string>): MutantRecord[] {
  return all.map(({ mutant, reds, durationMs }): MutantRecord => {
    const by = judgeNames.filter((judge) => reds[judge] !== null);
    const reason = known.get(mutant.id);
    return {
      ...{ id: mutant.id, kind: 'oracle', finding: null, killed: by.length > 0 },
      by: by.length > 0 ? by.join(', ') : null,
      ...{ equivalent: reason !== undefined, durationMs },
      ...(reason !== undefined && { reason }),
      ...{ file: mutant.file, line: mutant.line, rule: mutant.rule, change: changeOf(mutant), reds },
    };
  });
}
