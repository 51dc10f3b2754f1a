/** The models that a user's file exports. */
import { resolve } from 'node:path';
import type { ModelEntry } from '../../../models/language/entry.ts';
import type { Model } from '../../../models/language/model.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { type Exports, exportsOf } from './module.ts';
import { sentenceOf, shown } from './place.ts';

/** A model of a user's file. */
export interface FileEntry extends ModelEntry {
  readonly file: string;
}

export const isOfFile = (entry: ModelEntry): entry is FileEntry => 'file' in entry;

/** @throws UsageError for a file that cannot be loaded, and for one that exports no model. */
export async function entriesIn(path: string): Promise<FileEntry[]> {
  const file = resolve(path);
  const exported = await exportsOf(path);
  const entries = [...new Set(Object.values(exported).filter(isEntry))];
  if (entries.length > 0) return entries.map((entry) => checked(entry, file));
  const build = builderIn(exported);
  if (build === undefined) throw noModel(exported, file);
  return [fromFunction(build, file)];
}

// The file may have a copy of the language that is not this program's, so its classes say nothing here.
const isEntry = (value: unknown): value is ModelEntry => {
  const { name, variants, scales, mutants, build } = (value ?? {}) as Partial<ModelEntry>;
  const lists = [variants, scales, mutants];
  return typeof name === 'string' && lists.every((one) => Array.isArray(one)) && typeof build === 'function';
};

const isModel = (value: unknown): value is Model => {
  const { name, processes, properties, layout } = (value ?? {}) as Partial<Model>;
  const isDeclared = [processes, properties].every((one) => Array.isArray(one));
  return typeof name === 'string' && isDeclared && typeof layout === 'object';
};

type Builder = () => unknown;

/** The function that is exported by default; else the only one. */
function builderIn(exported: Exports): Builder | undefined {
  const functions = Object.values(exported).filter((one): one is Builder => typeof one === 'function');
  if (typeof exported.default === 'function') return exported.default as Builder;
  return functions.length === 1 ? functions[0] : undefined;
}

const next =
  'export one made by defineModel, or a function that returns a Model; `npx parallax model --init` writes an example';

function noModel(exported: Exports, file: string): UsageError {
  const found = Object.entries(exported)
    .filter(isExport)
    .map(([name, value]) => `${name} (${isModel(value) ? 'a Model itself' : kindOf(value)})`);
  const what = found.length === 0 ? 'nothing' : found.join(', ');
  return new UsageError(`${shown(file)} exports no model; it exports ${what}`, next);
}

/** A file without exports is bundled as a module whose default is an empty object. */
const isExport = ([name, value]: [string, unknown]): boolean =>
  name !== 'default' || typeof value !== 'object' || value === null || Object.keys(value).length > 0;

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;

/** A model without variants and scales of its own. */
function fromFunction(build: Builder, file: string): FileEntry {
  if (build.length > 0) {
    const problem = `${shown(file)}: the function ${build.name} needs ${build.length === 1 ? 'an argument' : 'arguments'}`;
    throw new UsageError(problem, 'give its parameters default values, such as (count = 2)');
  }
  const make = () => built(build, file);
  const { name, variant } = make();
  return {
    ...{ name, title: '', about: '', findings: [], checkedBy: {}, neverTaken: {}, document: null, mutants: [], file },
    variants: [variant],
    scales: ['default'],
    build: make,
  };
}

const checked = (entry: ModelEntry, file: string): FileEntry => ({
  ...entry,
  file,
  build: (choice) => built(() => entry.build(choice), file, entry.name),
});

function built(build: Builder, file: string, name?: string): Model {
  const what = name === undefined ? shown(file) : `${shown(file)}: ${name}`;
  let model: unknown;
  try {
    model = build();
  } catch (error) {
    throw new UsageError(`${what} cannot be built: ${sentenceOf(error, file)}`, 'correct the file');
  }
  if (isModel(model)) return model;
  throw new UsageError(`${what} is built, and is no Model but ${kindOf(model)}`, 'return the Model');
}
