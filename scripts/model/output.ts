/** What `model` shows beside the verdict: what was never seen, pages of traces, drawn interleavings, graphs of states. */

import { drawInterleavings } from '../../models/checker/interleavings.ts';
import { narrate } from '../../models/checker/narrate.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import type { Choice, ModelEntry } from '../../models/language/entry.ts';
import { ModelError } from '../../models/language/error.ts';
import { renderTracePage } from '../../reports/render/html/trace-page.ts';
import { coverageLines } from '../../reports/render/model/coverage.ts';
import { stateGraph } from '../../reports/render/model/state-graph.ts';
import { count, magnitude, mebibytes, thousands } from '../../reports/text/format.ts';
import { wrap } from '../../reports/text/width.ts';
import { type CommandContext, UsageError } from '../command.ts';

/** One model as it is to be run. */
export interface Job {
  readonly entry: ModelEntry;
  readonly choice: Choice;
}

/** A fault of the model is a wrong call, told without a stack. */
export function ofModel<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ModelError) throw new UsageError(error.message, 'correct the model, or take another scale');
    throw error;
  }
}

const titleOf = ({ name, variant, mutant }: Pick<ModelResult, 'name' | 'variant' | 'mutant'>): string =>
  [name, variant, mutant].filter((part) => part !== null).join('/');

/** What was never seen, each text a paragraph. */
export function coverageTexts({ columns }: CommandContext, result: ModelResult): string[] {
  const lines = coverageLines(result.coverage);
  const wrapped = lines.flatMap((line) => wrap(line, columns - 2).map((part) => `  ${part}`));
  return lines.length === 0 ? [] : [[titleOf(result), ...wrapped].join('\n')];
}

const spent = {
  states: { what: 'that is the budget of states', next: 'raise --states' },
  time: { what: 'the time is up', next: 'raise --time' },
  memory: { what: 'the memory for states is full', next: 'raise --memory' },
} as const;

/** Which budget ended an exploration, and how far it had come. */
export function budgetTexts({ columns }: CommandContext, result: ModelResult): string[] {
  const { ranOutOf, states, depth, reductions, memories = 1 } = result;
  if (ranOutOf === null || ranOutOf === 'walks') return [];
  const { what, next } = spent[ranOutOf];
  const held =
    reductions === undefined ? '' : `, ${mebibytes(reductions.bytes)} in ${count(memories, 'memory', 'memories')}`;
  const sentence = `${titleOf(result)}: gave up at ${count(states, 'state')}, depth ${thousands(depth)}${held}: ${what}.`;
  return [wrap(`${sentence} Next: ${next}, take a smaller --scale, or --walks.`, columns).join('\n')];
}

/** A page for each trace, by the name of its file. */
export function tracePages(jobs: readonly Job[], results: readonly ModelResult[]): { [name: string]: string } {
  const pages = results.flatMap((result, at): [string, string][] => {
    const { trace, variant, mutant, fairness = [] } = result;
    if (trace === null) return [];
    const planted = jobs[at]?.entry.mutants.find(({ id }) => id === mutant);
    const more = planted && { planted: planted.title, isHole: planted.isHole };
    const page = renderTracePage(trace, { variant, mutant, fairness, ...more });
    return [[`trace-${titleOf(result).replace(/[^a-z0-9]+/gi, '-')}.html`, page]];
  });
  return Object.fromEntries(pages);
}

export function draw(context: CommandContext, jobs: readonly Job[], runsCount: number): number {
  const drawn = jobs.map(({ entry, choice }) => {
    const build = () => entry.build(choice);
    const { total, runs } = ofModel(() => drawInterleavings(build(), runsCount, context.seed));
    const told = runs.map((run) =>
      narrate(build(), run, { property: '', brokenBy: 'state' }).steps.map(({ process, label }) => ({
        process,
        label,
      })),
    );
    const { name, variant, mutant } = build();
    return { name, variant, mutant, total: total.toString(), runs: told };
  });
  for (const one of drawn) {
    context.print(`${titleOf(one)}: ${thousands(runsCount)} of ${magnitude(one.total)} interleavings`);
    for (const run of one.runs)
      context.print(`  ${run.map(({ process, label }) => `${process}: ${label}`).join(' | ')}`);
  }
  context.print(`drawn: ${count(drawn.length * runsCount, 'interleaving')} of ${count(drawn.length, 'model')}`);
  context.writeJson({ ...context.envelope('model', 'holds'), interleavings: drawn });
  return 0;
}

export function graphs(context: CommandContext, jobs: readonly Job[]): number {
  const drawn = jobs.map(({ entry, choice }) => {
    const model = entry.build(choice);
    const { name, variant, mutant } = model;
    return { name, variant, mutant, graph: ofModel(() => stateGraph(model)) };
  });
  // A comment of the diagram's own language, so that what is printed can be given to a renderer as it stands.
  for (const { graph, ...one } of drawn) context.print(`${graph.trimEnd()}\n%% the graph of ${titleOf(one)}`);
  context.writeJson({ ...context.envelope('model', 'holds'), graphs: drawn });
  return 0;
}
