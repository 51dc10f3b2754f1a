import { availableParallelism } from 'node:os';
import { withParting } from '../../models/checker/difference.ts';
import { type ExploreOptions, explore } from '../../models/checker/explore.ts';
import type { ModelResult } from '../../models/checker/result.ts';
import { simulate } from '../../models/checker/simulation.ts';
import { type ModelName, models as registry } from '../../models/index.ts';
import type { Choice, ModelEntry } from '../../models/language/entry.ts';
import { isJudged, type Model, noDeadlock, propertyId } from '../../models/language/model.ts';
import { traceDiagram } from '../../reports/render/model/mermaid.ts';
import { progressTeller } from '../../reports/render/model/progress.ts';
import { count, thousands } from '../../reports/text/format.ts';
import { type Command, type CommandContext, list, UsageError, wholeNumber } from '../command.ts';
import { budgetTexts, coverageTexts, draw, graphs, type Job, ofModel, tracePages } from '../model/output.ts';
import { type ModelPool, withModelPool } from '../model/pool.ts';
import { replayFile, type TraceChoice } from '../model/trace.ts';
import { conclude, reportFolder, reportOption } from '../outcome.ts';
import { inShard } from '../selection.ts';
import { unknownName } from '../unknown-name.ts';

export const model: Command = {
  name: 'model',
  arguments: '[names...]',
  summary: 'explores every interleaving of the protocols and says which properties hold',
  options: [
    ['--variant <name>', 'only this variant (default: all)'],
    ['--scale <name>', 'how large (default: default)'],
    ['--mutant <ids>', 'plant these bugs, one at a time; the trace shows what breaks', list],
    ['--property <ids>', 'judge only these', list],
    ['--states <n>', 'give up after so many states: the verdict is then unknown', wholeNumber(1)],
    ['--time <seconds>', 'give up after so many seconds for each model', wholeNumber(1)],
    [
      '--memory <MiB>',
      'give up when states need more than this (default: three quarters of the memory of this machine)',
      wholeNumber(1),
    ],
    ['--workers <n>', 'threads that share a large search (default: one for each processor)', wholeNumber(1)],
    [
      '--without <parts>',
      'explore without symmetry, compile or symmetry,compile: slower, and with the same verdict',
      list,
    ],
    [
      '--audit',
      'run the bodies on every state instead of using learned tables: much slower, and with the same numbers',
    ],
    ['--shard <i/n>', 'only the i-th of n parts'],
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
    const entries = names.length === 0 ? modelsWith(options) : names.map(modelNamed);
    if (options.list) return listModels(context, entries);
    if (typeof options.trace === 'string') {
      const [entry, ...others] = entries;
      if (entry === undefined || others.length > 0) throw new UsageError('--trace takes one model', 'name it');
      const { trace } = options;
      return context.blocking(() => replayFile(context, entry, traceChoice(entry, options), trace));
    }
    const jobs = jobsOf(entries, options);
    const { draw: drawn } = options;
    if (typeof drawn === 'number') return context.blocking(() => draw(context, jobs, drawn));
    if (options.graph) return context.blocking(() => graphs(context, jobs));
    const folder = reportFolder(options);
    const results = isPlainCall(names, options)
      ? await withModelPool(context.signal, (pool) => exploreAll(context, pool))
      : context.blocking(() => oneAfterTheOther(context, jobs, options));
    const details = results.flatMap((result) => [
      ...budgetTexts(context, result),
      ...(result.mutant === null && names.length > 0 ? coverageTexts(context, result) : []),
      ...(result.trace === null ? [] : [traceDiagram(result.trace)]),
    ]);
    const pages = folder === undefined ? {} : tracePages(jobs, results);
    return conclude(context, 'model', { models: results }, folder, {
      details,
      pages,
    });
  },
};

/** All models as they are, which is many small searches; a chosen one may be large, and has the threads for itself. */
const isPlainCall = (names: readonly string[], options: { readonly [name: string]: unknown }): boolean =>
  names.length === 0 && Object.keys(options).every((name) => ['json', 'seed', 'report'].includes(name));

function oneAfterTheOther(
  context: CommandContext,
  jobs: readonly Job[],
  options: { readonly [name: string]: unknown },
): ModelResult[] {
  const results: ModelResult[] = [];
  for (const { entry, choice } of jobs) {
    if (context.signal.aborted) break;
    results.push(exploreWith(context, entry, choice, options));
  }
  return results;
}

function jobsOf(entries: readonly ModelEntry[], options: { readonly [name: string]: unknown }): Job[] {
  const all = entries.flatMap((entry) => choices(entry, options).map((choice) => ({ entry, choice })));
  const part = typeof options.shard === 'string' ? all.filter(inShard(options.shard)) : all;
  if (part.length > 0) return part;
  throw new UsageError('no model is in this shard', 'take fewer shards');
}

export function modelNamed(name: string): ModelEntry {
  const entry = Object.hasOwn(registry, name) ? registry[name as keyof typeof registry] : undefined;
  if (entry) return entry;
  const names = Object.keys(registry);
  throw unknownName(`no model is called '${name}'`, name, names, `models are: ${names.join(', ')}`);
}

/** Without names: the models that have what the options speak of. */
function modelsWith(options: { readonly [name: string]: unknown }): ModelEntry[] {
  const { variant, scale, mutant = [] } = options as { variant?: string; scale?: string; mutant?: string[] };
  const found = Object.values(registry).filter(
    ({ variants, scales, mutants }) =>
      (variant === undefined || variants.includes(variant)) &&
      (scale === undefined || scales.includes(scale)) &&
      mutant.every((id) => mutants.some((one) => one.id === id)),
  );
  if (found.length > 0) return found;
  const wanted = [variant, scale, ...mutant].filter((name) => name !== undefined);
  const known = Object.values(registry).flatMap(({ variants, scales, mutants }) => [
    ...variants,
    ...scales,
    ...mutants.map(({ id }) => id),
  ]);
  throw unknownName(
    `no model has ${wanted.map((name) => `'${name}'`).join(' and ')}`,
    wanted.find((name) => !known.includes(name)) ?? '',
    [...new Set(known)],
    'see `npx parallax model --list`',
  );
}

function choices(entry: ModelEntry, options: { readonly [name: string]: unknown }): Choice[] {
  const { variant, scale, mutant } = options as { variant?: string; scale?: string; mutant?: string[] };
  const has = (kind: string, known: readonly string[], name: string | undefined): void => {
    if (name !== undefined && !known.includes(name)) {
      throw unknownName(`${entry.name} has no ${kind} '${name}'`, name, known, `it has: ${known.join(', ') || 'none'}`);
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

/** Every variant of every model at the scale `default`, on other threads. */
export async function exploreAll(context: CommandContext, pool: ModelPool): Promise<ModelResult[]> {
  const jobs = Object.values(registry).flatMap(({ name, variants }) =>
    variants.map((variant) => ({ model: name as ModelName, variant })),
  );
  let done = 0;
  const results = jobs.map(async ({ model, variant }) => {
    const result = await pool.run({ kind: 'explore', model, choice: { variant } });
    if (result === null) return [];
    context.progress.update('models', model, { done: ++done, total: jobs.length });
    context.progress.done(`${model}/${variant}`, `${count(result.states, 'state')}, ${result.verdict}`);
    return [result];
  });
  const found = (await Promise.all(results)).flat();
  context.progress.done('models', `${thousands(found.length)} explored`);
  return found;
}

function exploreWith(
  context: CommandContext,
  entry: ModelEntry,
  choice: Choice,
  limits: { readonly [name: string]: unknown } = {},
): ModelResult {
  const name = [entry.name, choice.variant, choice.mutant].filter((part) => part !== undefined).join('/');
  return ofModel(() => {
    const model = entry.build(choice);
    checkProperties(model, limits.property);
    const tell = progressTeller();
    const time = typeof limits.time === 'number' ? { timeMsMax: limits.time * 1000 } : {};
    const found =
      typeof limits.walks === 'number'
        ? simulate(model, {
            ...time,
            walks: limits.walks,
            seed: context.seed,
            onProgress: (walks, states) =>
              context.progress.update(name, `${count(walks, 'walk')}, ${count(states, 'state')}`),
          })
        : explore(model, {
            ...time,
            ...engineOptions(limits),
            ...(typeof limits.states === 'number' && { statesMax: limits.states }),
            ...(typeof limits.memory === 'number' && { bytesMax: limits.memory * 2 ** 20 }),
            onProgress: (progress) => context.progress.update(name, tell(progress)),
          });
    context.progress.done(name, `${count(found.states, 'state')}, ${found.verdict}`);
    if (choice.mutant === undefined || found.trace === null) return found;
    const { mutant: _, ...original } = choice;
    return withParting(found, entry.build({ ...original, variant: model.variant }), entry.build(choice));
  });
}

function checkProperties(model: Model, wanted: unknown): void {
  const names = model.properties.filter(isJudged).map(({ name }) => name);
  const isKnown = (id: string) => id === noDeadlock || names.some((name) => name === id || propertyId(name) === id);
  const unknown = Array.isArray(wanted) ? wanted.find((id) => !isKnown(id)) : undefined;
  if (unknown === undefined) return;
  const ids = [...names, noDeadlock].map(propertyId);
  throw unknownName(`${model.name} has no property '${unknown}'`, unknown, ids, `it has: ${ids.join(', ')}`);
}

// Counting needs every edge in memory, keeps the search to one thread, and takes longer than the search itself.
const countStatesMax = 3_000_000;

function engineOptions({ property, workers, without, audit }: { readonly [name: string]: unknown }): ExploreOptions {
  const left = (without ?? []) as string[];
  const unknown = left.find((name) => name !== 'symmetry' && name !== 'compile');
  if (unknown !== undefined)
    throw new UsageError(`'${unknown}' cannot be left out`, 'give symmetry, compile or symmetry,compile');
  return {
    ...(Array.isArray(property) && { properties: property }),
    workers: typeof workers === 'number' ? workers : availableParallelism(),
    countStatesMax,
    symmetry: !left.includes('symmetry'),
    compile: !left.includes('compile'),
    audit: audit === true,
  };
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

function listModels(context: CommandContext, entries: readonly ModelEntry[]): number {
  for (const entry of entries) {
    context.print(`${entry.name}  ${entry.title}`);
    context.print(`  variants ${entry.variants.join(', ')}; scales ${entry.scales.join(', ')}`);
    for (const { id, title } of entry.mutants) context.print(`  mutant ${id}  ${title}`);
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
