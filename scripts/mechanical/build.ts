/** Builds a program with all its mutants into one script. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import type { Mutant } from './mutant.ts';

/** A script, and the mutants in it. Number n of the switch is `mutants[n]`. */
export interface InstrumentedProgram {
  /** The body of a function of `module`, `require` and the switch. */
  readonly code: string;
  readonly mutants: readonly Mutant[];
  /** Of the code: two builds with the same digest are the same program. */
  readonly digest: string;
}

/** The changed sources by path from the root, and the mutants in all of them. */
interface Instrumented {
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

/**
 * Bundles what `entry` needs, with the sources that `instrument` gives in place of their own.
 * @param root of the repository
 * @param instrument is given the paths of all TypeScript sources of the program, in order
 * @throws when the development dependencies are missing
 */
export async function bundle(
  root: string,
  entry: string,
  instrument: (files: readonly string[]) => Instrumented,
): Promise<InstrumentedProgram> {
  const { build, stop } = await import('esbuild');
  const options = {
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false as const,
    format: 'cjs' as const,
    platform: 'node' as const,
    target: 'node20',
    treeShaking: false,
    logLevel: 'silent' as const,
  } satisfies BuildOptions;
  try {
    const { metafile } = await build({ ...options, metafile: true });
    const files = Object.keys(metafile.inputs).filter((path) =>
      /^(?:oracles|models|suites|scripts)\/.*\.ts$/.test(path),
    );
    const { sources, mutants } = instrument(files.sort());
    const plugin: Plugin = {
      name: 'mutants',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\.ts$/ }, ({ path }) => {
          const contents = sources.get(pathIn(root, path));
          return contents === undefined ? null : { loader: 'ts', contents };
        }),
    };
    const { outputFiles } = await build({ ...options, plugins: [plugin] });
    const code = outputFiles[0]!.text;
    return { code, mutants, digest: createHash('sha256').update(code).digest('hex').slice(0, 16) };
  } finally {
    await stop();
  }
}

/** Changes one source after another: `instrument` is given the number of the first mutant of each. */
export function instrumented<Source extends { readonly file: string }>(
  files: readonly Source[],
  instrument: (source: Source, first: number) => { readonly code: string; readonly mutants: readonly Mutant[] },
): Instrumented {
  const sources = new Map<string, string>();
  const mutants: Mutant[] = [];
  for (const source of files) {
    const changed = instrument(source, mutants.length);
    sources.set(source.file, changed.code);
    mutants.push(...changed.mutants);
  }
  return { sources, mutants };
}

const pathIn = (root: string, path: string): string => relative(root, path).split(sep).join('/');
