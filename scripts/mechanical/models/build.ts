/** Builds all protocols with all their mutants into one script. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle, type InstrumentedProgram, instrumented } from '../build.ts';
import { type Decisions, deadIn, settledIn } from '../decided.ts';
import { isNode, list, type Node } from '../tree.ts';

/** Properties judge, planted bugs are bugs already, an index declares, and a document tells. */
const isProtocol = (path: string): boolean =>
  /^models\/protocols\/.*\.ts$/.test(path) &&
  !/\/(?:properties|mutants|judge|symmetry|document|sentences)\.ts$/.test(path);

/**
 * @param root of the repository
 * @param entry exports the protocols, and what belongs to their language
 * @throws when the development dependencies are missing
 */
export async function buildProtocols(
  root: string,
  entry = 'scripts/mechanical/models/entry.ts',
  isChanged = isProtocol,
): Promise<InstrumentedProgram> {
  // Its parser is a development dependency, which a command that builds nothing does without.
  const [{ treeOf }, { instrumentProtocol }] = await Promise.all([
    import('../instrument.ts'),
    import('./instrument.ts'),
  ]);
  return await bundle(root, entry, (files) => {
    const all = files.map((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return { file, source, tree: treeOf(source) };
    });
    const trees = new Map(all.map(({ file, tree }) => [file, tree]));
    return instrumented(
      all.filter(({ file }) => isChanged(file)),
      (source, first) => {
        const decisions: Decisions = { name: 'rules', right: rulesFor(source.file, trees) };
        const { tree } = source;
        return instrumentProtocol(
          { ...source, dead: deadIn(tree, decisions), settled: settledIn(tree, decisions) },
          first,
        );
      },
    );
  });
}

/** The right rules that a file follows: its own, or those of the protocol in whose folder it is. */
function rulesFor(file: string, trees: ReadonlyMap<string, Node>): { readonly [name: string]: unknown } {
  const holder = [file, join(dirname(file), 'rules.ts')].map((path) => trees.get(path)).find(rulesIn);
  return (holder && rulesIn(holder)) ?? {};
}

function rulesIn(program: Node | undefined): { readonly [name: string]: unknown } | undefined {
  const declared = list(program?.body)
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .flatMap(({ declarations }) => list(declarations))
    .find(({ id }) => isNode(id) && id.name === 'rules');
  const object = isNode(declared?.init) ? bare(declared.init) : undefined;
  if (object?.type !== 'ObjectExpression') return undefined;
  return Object.fromEntries(
    list(object.properties).flatMap(({ key, value }) => {
      const right = isNode(value) ? bare(value).value : undefined;
      const isKnown = typeof right === 'boolean' || typeof right === 'string';
      return isNode(key) && isKnown ? [[String(key.name), right]] : [];
    }),
  );
}

/** Without `as` and `satisfies`. */
const bare = (node: Node): Node => (isNode(node.expression) ? bare(node.expression) : node);
