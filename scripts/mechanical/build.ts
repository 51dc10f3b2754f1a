/** Builds the oracle with all its mutants into one script. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { neverRun, settledIn } from './decided.ts';
import type { Mutant } from './mutant.ts';

/** The oracle as a script, and the mutants in it. Number n of the switch is `mutants[n]`. */
export interface InstrumentedOracle {
  /** The body of a function of `exports`, `require` and the switch. */
  readonly code: string;
  readonly mutants: readonly Mutant[];
  /** Of the code: two builds with the same digest are the same program. */
  readonly digest: string;
}

/**
 * What is changed. Not the policies, each of whose wrong values is a planted bug already; not the server over HTTP, which a store in
 * this process does not have; not what only tests, or only wrong decisions, come to.
 */
const isChanged = (path: string): boolean =>
  /^oracles\/(?:values|expressions|partiql|store)\/|^oracles\/oracle\.ts$/.test(path);

const entry = 'suites/targets/oracle.ts';

const pathIn = (root: string, path: string): string => relative(root, path).split(sep).join('/');

interface Instrumented {
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

/** @param files of which the store consists */
async function instrumentAll(root: string, files: readonly string[]): Promise<Instrumented> {
  // Its parser is a development dependency, which a command that builds nothing does without.
  const { instrument, treeOf } = await import('./instrument.ts');
  const read = (file: string) => {
    const source = readFileSync(join(root, file), 'utf8');
    return { file, source, tree: treeOf(source) };
  };
  const all = files.map(read);
  const dead = neverRun(
    read(entry).tree,
    all.map(({ tree }) => tree),
  );
  const sources = new Map<string, string>();
  const mutants: Mutant[] = [];
  for (const source of all.filter(({ file }) => isChanged(file))) {
    const { code, mutants: own } = instrument({ ...source, dead, settled: settledIn(source.tree) }, mutants.length);
    sources.set(source.file, code);
    mutants.push(...own);
  }
  return { sources, mutants };
}

/** @param root of the repository. @throws when the development dependencies are missing */
export async function buildInstrumented(root: string): Promise<InstrumentedOracle> {
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
    const files = Object.keys(metafile.inputs).filter((path) => /^oracles\/.*\.ts$/.test(path));
    const { sources, mutants } = await instrumentAll(root, files.sort());
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
