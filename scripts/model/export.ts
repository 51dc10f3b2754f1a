/** `model NAME --export LANGUAGE [FILE]`: the model for another checker. */
import { writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type Program, programOf } from '../../models/checker/export/program.ts';
import { promelaOf } from '../../models/checker/export/promela.ts';
import { moduleNameOf, tlaOf } from '../../models/checker/export/tla.ts';
import { count } from '../../reports/text/format.ts';
import type { CommandContext } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { type Job, ofModel } from './output.ts';

/** By file: what it holds. Without a file the first is printed. */
type Written = readonly (readonly [file: string, text: string])[];

interface Language {
  readonly extension: string;
  write(program: Program, file: string | undefined): Written;
}

const languages: { readonly [name: string]: Language } = {
  promela: {
    extension: '.pml',
    write: (program, file = '') => [[file, promelaOf(program)]],
  },
  tla: {
    extension: '.tla',
    write: (program, file) => {
      const name = file === undefined ? moduleNameOf(program) : basename(file, '.tla');
      const { module, configuration } = tlaOf(program, name);
      return [
        [file ?? '', module],
        [file?.replace(/\.tla$/, '.cfg') ?? '', configuration],
      ];
    },
  },
};

// SPIN and its compiler take a minute for so many.
const casesMax = 5000;

interface Wanted {
  readonly name: string;
  readonly language: Language;
  readonly file: string | undefined;
}

/** @throws UsageError for an unknown language, a second file, and a file that the language does not take. */
function wantedOf(words: readonly string[]): Wanted {
  const [name = '', file, ...more] = words;
  const language = Object.hasOwn(languages, name) ? languages[name] : undefined;
  const known = Object.keys(languages).join(' or ');
  if (language === undefined) throw new UsageError(`'${name}' is no language of an export`, `give --export ${known}`);
  if (more.length > 0)
    throw new UsageError('--export takes one file', 'put the model before it: model NAME --export …');
  if (file !== undefined && extname(file) !== language.extension)
    throw new UsageError(`${file} is no name for ${name}`, `give a file that ends in ${language.extension}`);
  if (file !== undefined && name === 'tla' && !/^[A-Za-z]\w*$/.test(basename(file, '.tla')))
    throw new UsageError(`${file} is no name for a module of TLA+`, 'use letters, digits and underscores');
  return { name, language, file };
}

export function exportModel(context: CommandContext, jobs: readonly Job[], words: readonly string[]): number {
  const { name, language, file } = wantedOf(words);
  const [job, ...others] = jobs;
  if (job === undefined || others.length > 0) {
    const forms = jobs.map(({ entry, choice }) => `${entry.name} --variant ${choice.variant}`);
    throw new UsageError('--export takes one model in one variant', `such as: ${forms[0]}`);
  }
  const program = ofModel(job.entry, () => programOf(job.entry.build(job.choice)));
  const written = language.write(program, file);
  const cases = program.actions.reduce((sum, { rows }) => sum + rows.length, 0);
  if (cases > casesMax) {
    context.warn(
      `${count(cases, 'case')} of steps, which is much for another checker: a body here reads many variables`,
    );
  }
  if (file === undefined) context.print(written[0]![1].trimEnd());
  else for (const [path, text] of written) write(path, text);
  const { states, transitions } = program;
  const size = `${count(states, 'state')}, ${count(transitions, 'transition')}`;
  if (file !== undefined) context.print(`${written.map(([path]) => path).join(' and ')}: ${size}`);
  const told =
    file === undefined ? { texts: written.map(([, text]) => text) } : { files: written.map(([path]) => path) };
  context.writeJson({
    ...context.envelope('model', 'holds'),
    exported: { language: name, states, transitions, ...told },
  });
  return 0;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`, 'name a file in a folder that exists');
  }
}
