/** Builds the oracle with all its mutants into one script. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, type InstrumentedProgram, instrumented } from './build.ts';
import { neverRun, settledIn } from './decided.ts';

/**
 * What is changed of the oracle. Not the policies, each of whose wrong values is a planted bug already; not the server over HTTP,
 * which a store in this process does not have; not what only tests, or only wrong decisions, come to.
 */
const isChanged = (path: string): boolean =>
  /^oracles\/(?:values|expressions|partiql|store)\/|^oracles\/oracle\.ts$/.test(path);

const entry = 'suites/targets/oracle.ts';

/** @param root of the repository. @throws when the development dependencies are missing */
export async function buildOracle(root: string): Promise<InstrumentedProgram> {
  // Its parser is a development dependency, which a command that builds nothing does without.
  const { instrument, treeOf } = await import('./instrument.ts');
  const read = (file: string) => {
    const source = readFileSync(join(root, file), 'utf8');
    return { file, source, tree: treeOf(source) };
  };
  return await bundle(root, entry, (files) => {
    const all = files.filter((path) => path.startsWith('oracles/')).map(read);
    const dead = neverRun(
      read(entry).tree,
      all.map(({ tree }) => tree),
    );
    return instrumented(
      all.filter(({ file }) => isChanged(file)),
      (source, first) => instrument({ ...source, dead, settled: settledIn(source.tree) }, first),
    );
  });
}
