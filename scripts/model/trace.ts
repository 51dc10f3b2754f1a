/** `model NAME --trace FILE`: is the trace still a run of the model, and does it still violate its property? */
import { readFileSync } from 'node:fs';
import { replayTrace } from '../../models/checker/replay.ts';
import type { Choice, ModelEntry } from '../../models/language/entry.ts';
import type { Model } from '../../models/language/model.ts';
import { replayText } from '../../reports/render/model/replay.ts';
import { type CommandContext, exitCodes } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type ChoiceOptions, choicesOf } from './choice.ts';
import { ofModel } from './output.ts';
import { type KeptTrace, readTraces } from './trace-file.ts';

/** What is missing comes from the file. A mutant of null means no mutant, whatever the file says. */
type TraceChoice = Omit<Choice, 'mutant'> & { readonly mutant?: string | null };

/** The choices on the command line; the trace supplies the others. The mutant `none` is the original model. */
function traceChoice(entry: ModelEntry, { variant, scale, mutant }: ChoiceOptions): TraceChoice {
  const isRight = mutant?.join() === 'none';
  const given = {
    ...(variant !== undefined && { variant }),
    ...(scale !== undefined && { scale }),
    ...(!isRight && mutant !== undefined && { mutant }),
  };
  const [first = {}] = choicesOf(entry, given);
  const { variant: _, ...rest } = first;
  return { ...rest, ...(variant !== undefined && { variant }), ...(isRight && { mutant: null }) };
}

/** Of several models, the one whose trace it is. */
export function replayFile(
  context: CommandContext,
  entries: readonly ModelEntry[],
  options: ChoiceOptions,
  file: string,
): number {
  const traces = tracesIn(file);
  const kept = traces.find(({ trace }) => entries.some(({ name }) => name === trace.model));
  const names = entries.map(({ name }) => name).join(', ');
  if (kept === undefined) throw new UsageError(`${file} has no trace of ${names}`, 'name the model of the trace');
  const entry = entries.find(({ name }) => name === kept.trace.model)!;
  const model = modelOf(entry, traceChoice(entry, options), kept);
  const replay = ofModel(entry, () => replayTrace(model, kept.trace));
  const verdict = replay.complaint === null ? 'violated' : 'holds';
  context.print(replayText(model, kept.trace, replay));
  context.writeJson({
    ...context.envelope('model', verdict),
    replay: {
      model: entry.name,
      variant: model.variant,
      mutant: model.mutant,
      property: kept.trace.property,
      ...replay,
    },
  });
  return exitCodes[verdict];
}

function tracesIn(file: string): KeptTrace[] {
  try {
    return readTraces(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(
      `${file} is not a trace: ${(error as Error).message}`,
      'give a file written by `model --json`, or saved from a trace page',
    );
  }
}

/** The first scale that has the variables of the trace, unless a scale is given. */
function modelOf(entry: ModelEntry, choice: TraceChoice, { trace, variant, mutant }: KeptTrace): Model {
  const { mutant: planted = mutant, ...given } = choice;
  const kept: Choice = {
    ...(variant !== null && entry.variants.includes(variant) && { variant }),
    ...(planted !== null && entry.mutants.some(({ id }) => id === planted) && { mutant: planted }),
    ...given,
  };
  const scales = kept.scale === undefined ? ['default', ...entry.scales] : [kept.scale];
  const models = scales.map((scale) => entry.build({ ...kept, scale }));
  const names = Object.keys(trace.initial).join('\n');
  const fits = models.find(({ layout }) => {
    const start = layout.values(layout.initialCodes());
    return (
      Object.keys(start).join('\n') === names && Object.keys(start).every((name) => start[name] === trace.initial[name])
    );
  });
  return fits ?? models[0]!;
}
