/** `mutants --models --mechanical`: changes the protocols by rule, and asks which property each change violates. */
import type { MutantRecord } from '../../../reports/report.ts';
import { scoresOf } from '../../../reports/scores.ts';
import { count } from '../../../reports/text/format.ts';
import type { CommandContext } from '../../command-line/command.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { conclude } from '../../outcome.ts';
import type { MechanicalOptions } from '../command.ts';
import { judgedWithin } from '../judging.ts';
import type { Mutant } from '../mutant.ts';
import { built, changeOf, listed, select } from '../selection.ts';
import { type Argument, modelArguments } from './arguments.ts';
import { nameOf } from './jobs.ts';
import { buildProtocolMutants, type JudgedProtocol, judgeProtocols } from './kill.ts';

/** @returns the exit code. @throws UsageError for options that only the oracle's mutants have */
export async function mechanicalModelMutants(
  context: CommandContext,
  ids: readonly string[],
  options: MechanicalOptions,
  folder: string | undefined,
): Promise<number> {
  if (options.sequences !== undefined)
    throw new UsageError('--sequences is for mutants of the oracle', 'omit it, or omit --models');
  if (options.list === true) {
    const chosen: Mutant[] = [];
    await judged(context, ids, options, (mutants) => {
      chosen.push(...mutants);
      return [];
    });
    return listed(context, chosen, 'model');
  }
  const all = await judged(context, ids, options, (mutants) => mutants);
  const refused = all.filter(({ fate }) => fate === 'refused');
  const known = modelArguments();
  const records = all.filter(({ fate }) => fate !== 'refused').map((one) => recordOf(one, known.get(one.mutant.id)));
  const scores = { ...scoresOf(records), ...(options.least !== undefined && { least: options.least }) };
  const details =
    refused.length === 0
      ? []
      : [
          `${count(refused.length, 'change')} left out: the language refuses them, such as a value outside of its domain.`,
        ];
  return conclude(context, 'mutants', { mutants: records, scores }, folder, { details });
}

async function judged(
  context: CommandContext,
  ids: readonly string[],
  options: MechanicalOptions,
  choose: (mutants: readonly Mutant[]) => readonly Mutant[],
): Promise<JudgedProtocol[]> {
  const program = await built('protocols', buildProtocolMutants);
  // A selection of nothing is refused before every protocol is explored.
  select(
    program.mutants,
    ids,
    {
      ...(options.file !== undefined && { file: options.file }),
      ...(options.changed && { changed: options.changed }),
      models: true,
    },
    context,
  );
  return await judgedWithin(context, options, { protocols: program.digest }, ({ open, ...run }) =>
    judgeProtocols(program, (parts) => open(choose(select(parts, ids, { ...options, models: true }, context))), run),
  );
}

/** An argument that says the graph stays the same does not hold where the explorer finds another. */
function recordOf({ mutant, fate, why, at, durationMs }: JudgedProtocol, argument: Argument | undefined): MutantRecord {
  const killed = fate === 'killed';
  const holds = argument !== undefined && fate !== 'unknown' && !(argument.graph === 'same' && fate === 'other');
  const place = at === null ? '' : ` in ${nameOf(at)}`;
  const notes: { readonly [fate in typeof fate]?: string } = {
    same: 'the same graph',
    other: `another graph${place}`,
    unknown: `no verdict${place}: ${why}`,
  };
  const reason = holds ? argument.argument : notes[fate];
  return {
    ...{ id: mutant.id, kind: 'model', finding: null, killed, by: killed ? `${why}${place}` : null },
    ...{ equivalent: holds, durationMs },
    ...(reason !== undefined && { reason }),
    ...{ file: mutant.file, line: mutant.line, rule: mutant.rule, change: changeOf(mutant) },
    reds: { models: killed ? why : null },
  };
}
