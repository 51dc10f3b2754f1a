import type { ModelEntry } from '../models/checker/entry.ts';
import { ModelError } from '../models/checker/error.ts';
import { explore } from '../models/checker/explore.ts';
import { traceDiagram } from '../models/checker/render/mermaid.ts';
import type { ModelResult } from '../models/checker/result.ts';
import { models as registry } from '../models/index.ts';
import { type Command, type Context, list, UsageError, wholeNumber } from './command.ts';
import { conclude, reportOption } from './outcome.ts';

interface Choice {
  variant?: string;
  scale?: string;
  mutant?: string;
}

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
    ['--list', 'name the models with their variants, scales and mutants, and do nothing'],
    reportOption,
  ],
  example: 'npx parallax model owner-generation-restore --mutant timer-makes-active',
  async run(context, names, options) {
    const entries = names.length === 0 ? Object.values(registry) : names.map(modelNamed);
    if (options.list) return listModels(context, entries);
    const results: ModelResult[] = [];
    for (const entry of entries) {
      for (const choice of choices(entry, options)) {
        if (context.signal.aborted) break;
        results.push(exploreWith(context, entry, choice, options));
      }
    }
    const code = conclude(context, 'model', { models: results }, options);
    for (const { trace } of results) if (trace !== null) context.print(`\n${traceDiagram(trace)}`);
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
  try {
    const result = explore(entry.build(choice), {
      ...(typeof limits.states === 'number' && { statesMax: limits.states }),
      ...(typeof limits.time === 'number' && { timeMsMax: limits.time * 1000 }),
      onProgress: ({ states, depth }) => context.progress.update(name, `${states} states, depth ${depth}`),
    });
    context.progress.done(name, `${result.states} states, ${result.verdict}`);
    return result;
  } catch (error) {
    if (error instanceof ModelError) throw new UsageError(error.message, 'correct the model');
    throw error;
  }
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
