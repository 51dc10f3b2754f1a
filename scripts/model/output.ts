/** Other outputs of `model`: drawn interleavings, and state diagrams. */

import { drawInterleavings } from '../../models/checker/interleavings.ts';
import { narrate } from '../../models/checker/narrate.ts';
import type { Choice, ModelEntry } from '../../models/language/entry.ts';
import type { ModelError } from '../../models/language/error.ts';
import { type DrawnRuns, drawnText } from '../../reports/render/model/interleavings.ts';
import { graphText, stateGraph } from '../../reports/render/model/state-graph.ts';
import { count } from '../../reports/text/format.ts';
import type { CommandContext } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { isOfFile } from './file/entries.ts';
import { placeText } from './file/place.ts';

/** One model with the choices to run it. */
export interface Job {
  readonly entry: ModelEntry;
  readonly choice: Choice;
}

/** Turns an error of the model into a usage error, which is printed without a stack trace. */
export function ofModel<T>(entry: ModelEntry, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw faultOf(entry, error);
  }
}

/** The same for work with pauses. */
export async function ofModelWithPauses<T>(entry: ModelEntry, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw faultOf(entry, error);
  }
}

const faultOf = (entry: ModelEntry, error: unknown): unknown =>
  isModelError(error) ? new UsageError(`${error.message}${placeIn(entry, error)}`, error.next) : error;

// By name, since a user's file may have a copy of the language that is not this program's.
const isModelError = (error: unknown): error is ModelError => error instanceof Error && error.name === 'ModelError';

const placeIn = (entry: ModelEntry, error: Error): string =>
  isOfFile(entry) ? placeText(error.cause ?? error, entry.file) : '';

export function draw(context: CommandContext, jobs: readonly Job[], runs: number): number {
  const drawn = jobs.map((job) => drawFrom(job, runs, context.seed));
  for (const one of drawn) context.print(drawnText(one));
  context.print(`drawn: ${count(drawn.length * runs, 'interleaving')} of ${count(drawn.length, 'model')}`);
  context.writeJson({ ...context.envelope('model', 'holds'), interleavings: drawn });
  return 0;
}

function drawFrom({ entry, choice }: Job, count: number, seed: string): DrawnRuns {
  const model = entry.build(choice);
  const { name, variant, mutant } = model;
  const { total, runs } = ofModel(entry, () => drawInterleavings(model, count, seed));
  const told = runs.map((run) =>
    narrate(model, run, { property: '', brokenBy: 'state' }).steps.map(({ process, label }) => ({ process, label })),
  );
  return { name, variant, mutant, total: total.toString(), runs: told };
}

export function graphs(context: CommandContext, jobs: readonly Job[]): number {
  const drawn = jobs.map(({ entry, choice }) => {
    const model = entry.build(choice);
    const { name, variant, mutant } = model;
    return { name, variant, mutant, graph: ofModel(entry, () => stateGraph(model)) };
  });
  for (const one of drawn) context.print(graphText(one));
  context.writeJson({ ...context.envelope('model', 'holds'), graphs: drawn });
  return 0;
}
