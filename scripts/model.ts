import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParting } from '../models/checker/difference.ts';
import type { Choice, ModelEntry } from '../models/checker/entry.ts';
import { ModelError } from '../models/checker/error.ts';
import { explore } from '../models/checker/explore.ts';
import { drawInterleavings } from '../models/checker/interleavings.ts';
import { narrate } from '../models/checker/narrate.ts';
import { coverageLines } from '../models/checker/render/coverage.ts';
import { wrap } from '../models/checker/render/layout.ts';
import { traceDiagram } from '../models/checker/render/mermaid.ts';
import { stateGraph } from '../models/checker/render/state-graph.ts';
import type { ModelResult } from '../models/checker/result.ts';
import { walk } from '../models/checker/walks.ts';
import { models as registry } from '../models/index.ts';
import { renderTracePage } from '../reports/render/html/trace-page.ts';
import { type Command, type Context, list, UsageError, wholeNumber } from './command.ts';
import { replayFile, type TraceChoice } from './model-trace.ts';
import { conclude, reportOption } from './outcome.ts';

export const model: Command = {
  name: 'model',
  arguments: '[names...]',
  summary: 'explores every interleaving of the protocols and says which properties hold',
  options: [
    ['--variant <name>', 'only this variant (default: all)'],
    ['--scale <name>', 'how large (default: default)'],
    ['--mutant <ids>', 'plant these bugs, one at a time; the trace shows what breaks', list],
    ['--states <n>', 'give up after so many states: the verdict is then unknown', wholeNumber(1)],
    ['--time <seconds>', 'give up after so many seconds for each model', wholeNumber(1)],
    ['--walks <n>', 'walk at random instead of exploring: for scales that cannot be exhausted', wholeNumber(1)],
    ['--draw <n>', 'draw so many interleavings, each equally likely, and do nothing else', wholeNumber(1)],
    [
      '--trace <file>',
      'replay a trace from JSON, and say where the model no longer allows it (--mutant none: the right model)',
    ],
    ['--graph', 'print the graph of states as a Mermaid diagram, of models under a few hundred states'],
    ['--list', 'name the models with their variants, scales and mutants, and do nothing'],
    reportOption,
  ],
  example: 'npx parallax model owner-generation-restore --mutant timer-makes-active',
  async run(context, names, options) {
    const entries = names.length === 0 ? Object.values(registry) : names.map(modelNamed);
    if (options.list) return listModels(context, entries);
    if (typeof options.trace === 'string') {
      const [entry, ...others] = entries;
      if (entry === undefined || others.length > 0) throw new UsageError('--trace takes one model', 'name it');
      return replayFile(context, entry, traceChoice(entry, options), options.trace);
    }
    if (typeof options.draw === 'number') return draw(context, entries, options, options.draw);
    if (options.graph) return graphs(context, entries, options);
    const results: ModelResult[] = [];
    for (const entry of entries) {
      for (const choice of choices(entry, options)) {
        if (context.signal.aborted) break;
        results.push(exploreWith(context, entry, choice, options));
      }
    }
    const code = conclude(context, 'model', { models: results }, options);
    for (const result of results) {
      if (result.mutant === null) printCoverage(context, result);
      if (result.trace !== null) context.print(`\n${traceDiagram(result.trace)}`);
    }
    if (typeof options.report === 'string') writePages(context, results, options.report);
    return code;
  },
};

export function modelNamed(name: string): ModelEntry {
  const entry = Object.hasOwn(registry, name) ? registry[name as keyof typeof registry] : undefined;
  if (entry) return entry;
  throw new UsageError(`no model is called '${name}'`, `models are: ${Object.keys(registry).join(', ')}`);
}

function choices(entry: ModelEntry, options: { readonly [name: string]: unknown }): Choice[] {
  const { variant, scale, mutant } = options as { variant?: string; scale?: string; mutant?: string[] };
  const has = (kind: string, known: readonly string[], name: string | undefined): void => {
    if (name !== undefined && !known.includes(name)) {
      throw new UsageError(`${entry.name} has no ${kind} '${name}'`, `it has: ${known.join(', ') || 'none'}`);
    }
  };
  has('variant', entry.variants, variant);
  has('scale', entry.scales, scale);
  const sized = scale === undefined ? {} : { scale };
  if (mutant !== undefined) {
    for (const id of mutant)
      has(
        'mutant',
        entry.mutants.map((one) => one.id),
        id,
      );
    return mutant.map((id) => ({ ...sized, mutant: id, ...(variant !== undefined && { variant }) }));
  }
  return (variant === undefined ? entry.variants : [variant]).map((one) => ({ ...sized, variant: one }));
}

export function exploreWith(
  context: Context,
  entry: ModelEntry,
  choice: Choice,
  limits: { readonly [name: string]: unknown } = {},
): ModelResult {
  const name = [entry.name, choice.variant, choice.mutant].filter((part) => part !== undefined).join('/');
  return ofModel(() => {
    const model = entry.build(choice);
    const time = typeof limits.time === 'number' ? { timeMsMax: limits.time * 1000 } : {};
    const found =
      typeof limits.walks === 'number'
        ? walk(model, {
            ...time,
            walks: limits.walks,
            seed: context.seed,
            onProgress: (walks, states) => context.progress.update(name, `${walks} walks, ${states} states`),
          })
        : explore(model, {
            ...time,
            ...(typeof limits.states === 'number' && { statesMax: limits.states }),
            onProgress: ({ states, depth }) => context.progress.update(name, `${states} states, depth ${depth}`),
          });
    context.progress.done(name, `${found.states} states, ${found.verdict}`);
    if (choice.mutant === undefined || found.trace === null) return found;
    const { mutant: _, ...original } = choice;
    return withParting(found, entry.build({ ...original, variant: model.variant }), entry.build(choice));
  });
}

/** A fault of the model is a wrong call, told without a stack. */
function ofModel<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ModelError) throw new UsageError(error.message, 'correct the model, or take another scale');
    throw error;
  }
}

/** What the call says, for a trace that says the rest itself. The mutant `none` is the model as it should be. */
function traceChoice(entry: ModelEntry, options: { readonly [name: string]: unknown }): TraceChoice {
  const isRight = Array.isArray(options.mutant) && options.mutant.join() === 'none';
  const { mutant: _, ...others } = options;
  const [{ variant, ...rest } = {}] = choices(entry, isRight ? others : options);
  return {
    ...rest,
    ...(typeof options.variant === 'string' && variant !== undefined && { variant }),
    ...(isRight && { mutant: null }),
  };
}

const titleOf = ({ name, variant, mutant }: Pick<ModelResult, 'name' | 'variant' | 'mutant'>): string =>
  [name, variant, mutant].filter((part) => part !== null).join('/');

function printCoverage(context: Context, result: ModelResult): void {
  const lines = coverageLines(result.coverage);
  const wrapped = lines.flatMap((line) => wrap(line, context.columns - 2).map((part) => `  ${part}`));
  if (lines.length > 0) context.print([`\n${titleOf(result)}`, ...wrapped].join('\n'));
}

function writePages(context: Context, results: readonly ModelResult[], directory: string): void {
  for (const result of results) {
    if (result.trace === null) continue;
    const { variant, mutant, fairness = [] } = result;
    const planted = modelNamed(result.name).mutants.find(({ id }) => id === mutant)?.title;
    const file = join(directory, `trace-${titleOf(result).replace(/[^a-z0-9]+/gi, '-')}.html`);
    writeFileSync(file, renderTracePage(result.trace, { variant, mutant, fairness, ...(planted && { planted }) }));
    context.print(`Trace: ${file}`);
  }
}

function draw(
  context: Context,
  entries: readonly ModelEntry[],
  options: { readonly [name: string]: unknown },
  count: number,
): number {
  const drawn = entries.flatMap((entry) =>
    choices(entry, options).map((choice) => {
      const build = () => entry.build(choice);
      const { total, runs } = ofModel(() => drawInterleavings(build(), count, context.seed));
      const told = runs.map((run) =>
        narrate(build(), run, { property: '', brokenBy: 'state' }).steps.map(({ process, label }) => ({
          process,
          label,
        })),
      );
      const { name, variant, mutant } = build();
      return { name, variant, mutant, total: total.toString(), runs: told };
    }),
  );
  for (const one of drawn) {
    context.print(`${titleOf(one)}: ${count} of ${one.total} interleavings`);
    for (const run of one.runs)
      context.print(`  ${run.map(({ process, label }) => `${process}: ${label}`).join(' | ')}`);
  }
  context.writeJson({ ...context.envelope('model', 'holds'), interleavings: drawn });
  return 0;
}

function graphs(
  context: Context,
  entries: readonly ModelEntry[],
  options: { readonly [name: string]: unknown },
): number {
  const drawn = entries.flatMap((entry) =>
    choices(entry, options).map((choice) => {
      const model = entry.build(choice);
      const { name, variant, mutant } = model;
      return { name, variant, mutant, graph: ofModel(() => stateGraph(model)) };
    }),
  );
  for (const { graph } of drawn) context.print(graph);
  context.writeJson({ ...context.envelope('model', 'holds'), graphs: drawn });
  return 0;
}

function listModels(context: Context, entries: readonly ModelEntry[]): number {
  for (const entry of entries) {
    context.print(`${entry.name}  ${entry.title}`);
    context.print(`  variants ${entry.variants.join(', ')}; scales ${entry.scales.join(', ')}`);
    for (const { id, title } of entry.mutants) context.print(`  mutant ${id}  ${title}`);
  }
  const listed = entries.map(({ name, variants, scales, mutants }) => ({
    name,
    variants,
    scales,
    mutants: mutants.map(({ id }) => id),
  }));
  context.writeJson({ ...context.envelope('model', 'holds'), models: listed });
  return 0;
}
