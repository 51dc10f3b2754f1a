/** `mutants --models --mechanical`: changes the protocols by rule, and asks which property each change violates. */
import type { MutantRecord } from '../../../reports/report.ts';
import { scoresOf } from '../../../reports/scores.ts';
import { count, duration } from '../../../reports/text/format.ts';
import { deadlineOf } from '../../../suites/runner/host/deadline.ts';
import type { CommandContext } from '../../command-line/command.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { timeMsOf } from '../../options/time.ts';
import { conclude } from '../../outcome.ts';
import type { MechanicalOptions } from '../command.ts';
import type { Mutant } from '../mutant.ts';
import { progressIn } from '../progress.ts';
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
  const { progress, signal } = context;
  const program = await built('protocols', buildProtocolMutants);
  // A selection of nothing is refused before every protocol is explored.
  select(program.mutants, ids, { ...(options.file !== undefined && { file: options.file }), models: true }, context);
  const kept =
    options.resume === undefined
      ? undefined
      : progressIn<JudgedProtocol>(options.resume, { protocols: program.digest });
  const deadline = deadlineOf(signal, timeMsOf(options));
  const begin = performance.now();
  let earlier: readonly JudgedProtocol[] = [];
  let total = 0;
  const draw = (parts: readonly Mutant[]): readonly Mutant[] => {
    const chosen = choose(select(parts, ids, { ...options, models: true }, context));
    earlier = kept?.earlier(chosen) ?? [];
    const done = new Set(earlier.map(({ mutant }) => mutant.id));
    const open = chosen.filter(({ id }) => !done.has(id));
    total = open.length;
    return open;
  };
  try {
    const found = await judgeProtocols(program, draw, {
      signal: deadline.signal,
      onCovered: (at, of) =>
        progress.update('mechanical mutants', 'which explorations reach which', { done: at, total: of }),
      onJudged: (one, at) => {
        kept?.keep(one);
        progress.update('mechanical mutants', one.mutant.file, { done: at, total });
      },
    });
    progress.done('mechanical mutants', `${found.length} judged in ${duration(performance.now() - begin)}`);
    return [...earlier, ...found];
  } finally {
    deadline.clear();
  }
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
