/** `model --init`: writes the example of the documentation as a file of the user. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CommandContext } from '../command-line/command.ts';
import { shellWord } from '../command-line/shell-word.ts';
import { UsageError } from '../command-line/usage-error.ts';

const example = new URL('../../models/examples/lease.ts', import.meta.url);
const program = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

export function writeExample(context: CommandContext, named: string | true): number {
  const file = named === true ? 'lease.ts' : named;
  if (!/\.m?ts$/.test(file)) throw new UsageError(`${file} is no name for the example`, 'give a name that ends in .ts');
  write(file);
  const call = `npx parallax model ${shellWord(/[\\/]/.test(file) ? file : `./${file}`)}`;
  context.print(`${file} is a model of a lock with a lease.`);
  context.print(`Explore it:  ${call}`);
  context.print(`With a bug:  ${call} --mutant never-runs-out`);
  for (const line of stepsToTypes(file)) context.print(`Its types:   ${line}`);
  context.writeJson({ ...context.envelope('model', 'holds'), written: file });
  return 0;
}

function write(file: string): void {
  try {
    writeFileSync(file, readFileSync(example), { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${file} is there already`, 'name another file: --init FILE');
    throw new UsageError(`cannot write ${file}: ${message}`, 'name a file in a folder that exists: --init FILE');
  }
}

/** What is to be done before an editor and `tsc` find the types of the language. */
function stepsToTypes(file: string): string[] {
  const installed = packageSeenFrom(file);
  const hasTypes = existsSync(join(installed ?? program, 'dist', 'types', 'models', 'public.d.ts'));
  return [
    ...(hasTypes ? [] : [`npm --prefix ${shellWord(installed ?? program)} run build`]),
    ...(installed === undefined ? [`npm install --save-dev ${shellWord(program)}`] : []),
  ];
}

function packageSeenFrom(file: string): string | undefined {
  try {
    const { resolve: find } = createRequire(pathToFileURL(resolve(dirname(file), 'x.js')));
    return dirname(find('parallax/package.json'));
  } catch {
    return undefined;
  }
}
