/** Selects models, with their variants, scales and mutants. */
import { resolve } from 'node:path';
import { models as registry } from '../../models/index.ts';
import type { Choice, ModelEntry } from '../../models/language/entry.ts';
import { list, type Option, type OptionsOf } from '../command-line/option.ts';
import { unknownName } from '../command-line/unknown-name.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { partOf, type Shard } from '../options/shard.ts';
import { entriesIn } from './file/entries.ts';
import { existingFile, isFile } from './file/module.ts';
import { shown } from './file/place.ts';
import type { Job } from './output.ts';

export const choiceOptions = [
  ['--variant <name>', 'only this variant (default: all)'],
  ['--scale <name>', 'size of the model (default: default)'],
  ['--mutant <ids>', 'plant these bugs, one at a time; the trace shows what breaks', list],
] as const satisfies readonly Option[];

export type ChoiceOptions = Readonly<OptionsOf<typeof choiceOptions>>;

const entries: readonly ModelEntry[] = Object.values(registry);

/**
 * The named models, and those of the named files. Of several in one file, and of all when nothing is named: those that have what
 * the options ask for.
 */
export async function entriesOf(names: readonly string[], options: ChoiceOptions): Promise<ModelEntry[]> {
  if (names.length === 0) return entriesWith(entries, options, 'see `npx parallax model --list`');
  const chosen: ModelEntry[] = [];
  for (const name of new Set(names.map((one) => (isFile(one) ? resolve(one) : one)))) {
    chosen.push(...(isFile(name) ? await entriesOfFile(name, options) : [entryNamed(name)]));
  }
  return withoutNamesakes(chosen);
}

async function entriesOfFile(file: string, options: ChoiceOptions): Promise<ModelEntry[]> {
  const found = await entriesIn(file);
  return found.length === 1 ? found : entriesWith(found, options, `${shown(file)} has ${namesOf(found)}`);
}

const namesOf = (some: readonly ModelEntry[]): string => some.map(({ name }) => name).join(', ');

/** Reports name a model by nothing but its name. */
function withoutNamesakes(chosen: readonly ModelEntry[]): ModelEntry[] {
  const twin = chosen.find((one, at) => chosen.findIndex(({ name }) => name === one.name) !== at);
  if (twin === undefined) return [...chosen];
  throw new UsageError(`two models are called '${twin.name}'`, 'rename one of them');
}

function entryNamed(name: string): ModelEntry {
  const entry = entries.find((one) => one.name === name);
  if (entry) return entry;
  const file = existingFile(`./${name}`);
  if (file !== undefined) throw new UsageError(`no model is called '${name}'`, `did you mean ${file}?`);
  const names = Object.keys(registry);
  throw unknownName(`no model is called '${name}'`, name, names, `models are: ${names.join(', ')}`);
}

const mutantIds = ({ mutants }: ModelEntry): string[] => mutants.map(({ id }) => id);

function entriesWith(
  from: readonly ModelEntry[],
  { variant, scale, mutant = [] }: ChoiceOptions,
  otherwise: string,
): ModelEntry[] {
  // `none` is for traces: the model without a bug.
  const planted = mutant.filter((id) => id !== 'none');
  const found = from.filter(
    (entry) =>
      (variant === undefined || entry.variants.includes(variant)) &&
      (scale === undefined || entry.scales.includes(scale)) &&
      planted.every((id) => mutantIds(entry).includes(id)),
  );
  if (found.length > 0) return found;
  const wanted = [variant, scale, ...planted].filter((name) => name !== undefined);
  const known = from.flatMap((entry) => [...entry.variants, ...entry.scales, ...mutantIds(entry)]);
  throw unknownName(
    `no model has ${wanted.map((name) => `'${name}'`).join(' and ')}`,
    wanted.find((name) => !known.includes(name)) ?? '',
    [...new Set(known)],
    otherwise,
  );
}

/** One search for each requested mutant, else for each variant. @throws UsageError for something that the model does not have. */
export function choicesOf(entry: ModelEntry, { variant, scale, mutant }: ChoiceOptions): Choice[] {
  checkName(entry, 'variant', entry.variants, variant);
  checkName(entry, 'scale', entry.scales, scale);
  for (const id of mutant ?? []) checkName(entry, 'mutant', mutantIds(entry), id);
  const sized = scale === undefined ? {} : { scale };
  if (mutant !== undefined)
    return mutant.map((id) => ({ ...sized, mutant: id, ...(variant !== undefined && { variant }) }));
  return (variant === undefined ? entry.variants : [variant]).map((one) => ({ ...sized, variant: one }));
}

function checkName(entry: ModelEntry, kind: string, known: readonly string[], name: string | undefined): void {
  if (name === undefined || known.includes(name)) return;
  throw unknownName(`${entry.name} has no ${kind} '${name}'`, name, known, `it has: ${known.join(', ') || 'none'}`);
}

/** @throws UsageError for something that a model does not have, and for an empty shard. */
export function jobsOf(chosen: readonly ModelEntry[], options: ChoiceOptions & { readonly shard?: Shard }): Job[] {
  const all = chosen.flatMap((entry) => choicesOf(entry, options).map((choice) => ({ entry, choice })));
  const part = partOf(all, options);
  if (part.length > 0) return part;
  throw new UsageError('no model is in this shard', 'use fewer shards');
}

/** Every variant of every model at the scale `default`. */
export const everyJob = (): Job[] => jobsOf(entries, {});
