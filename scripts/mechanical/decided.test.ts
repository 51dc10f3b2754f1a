import { expect, test } from 'vitest';
import { rightDecisions } from '../../oracles/policies/index.ts';
import { neverRun, settledIn } from './decided.ts';
import { instrument, treeOf } from './instrument.ts';
import { childrenOf, type Node } from './tree.ts';

/** The texts of what never runs. The entry mentions `entry`. */
function dead(...sources: string[]): string[] {
  const trees = sources.map(treeOf);
  const never = neverRun(treeOf('entry();'), trees);
  const textsIn = (node: Node, source: string): string[] =>
    never.has(node)
      ? [source.slice(node.start, node.end)]
      : childrenOf(node).flatMap((one) => textsIn(one.node, source));
  return trees.flatMap((tree, at) => textsIn(tree, sources[at]!));
}

const right = rightDecisions.stringOrder;
const entry = (body: string): string => `const entry = (decisions, a) => { ${body} };`;

test('the premise: the right order of texts is by bytes', () => {
  expect(right).toBe('utf8-bytes');
});

test.each([
  ['the other branch of a test', `return decisions.stringOrder === '${right}' ? a.b : a.c;`, ['a.c']],
  ['of its negation', `return decisions.stringOrder !== '${right}' ? a.b : a.c;`, ['a.b']],
  ['of a store’s decisions', `return a.decisions.stringOrder === 'utf16-units' ? a.b : a.c;`, ['a.b']],
  ['what follows a test that never holds', `return decisions.stringOrder === 'utf16-units' && a.b;`, ['a.b']],
  ['what follows one that always holds', `return decisions.stringOrder === '${right}' || a.b;`, ['a.b']],
  ['a conjunct is enough', `if (a.d && decisions.stringOrder === 'utf16-units') a.b();`, ['a.b();']],
  ['a disjunct is not', `if (a.d || decisions.stringOrder === 'utf16-units') a.b();`, []],
  [
    'what comes after an end that is always taken',
    `if (decisions.stringOrder === '${right}') return a.b; a.c();`,
    ['a.c();'],
  ],
  [
    'other cases of a switch',
    `switch (decisions.stringOrder) { case 'x': a.b(); break; case 'y': case '${right}': a.c(); case 'z': return a.d; default: a.e(); }`,
    ['a.b();', 'break;', 'a.e();'],
  ],
  [
    'of a name taken out of decisions',
    `const { stringOrder } = a.decisions; return stringOrder === 'utf16-units' ? a.b : a.c;`,
    ['a.b'],
  ],
  [
    'a name taken out of something else',
    `const { stringOrder } = a; return stringOrder === 'utf16-units' ? a.b : a.c;`,
    [],
  ],
  ['a value that is no decision', `return a.stringOrder === 'utf16-units' ? a.b : a.c;`, []],
  ['a decision that nobody knows', `return decisions.nothing === 'utf16-units' ? a.b : a.c;`, []],
])('%s', (_, body, expected) => {
  expect(dead(entry(body))).toEqual(expected);
});

test('what only dead parts mention is dead, also through another file and under another name', () => {
  const first = `import { far as near } from './b.ts'; const own = () => 1; const entry = (decisions) => decisions.stringOrder === 'x' ? own() : near();`;
  const second = `export const far = () => deep(); const deep = () => 2; export const unused = () => deep();`;
  expect(dead(first, second)).toEqual(['own = () => 1', 'own()', 'unused = () => deep()']);
});

/** The changes of a body, as `rule: text`. */
function changesIn(body: string): string[] {
  const source = `const f = (decisions, a) => { ${body} };`;
  const tree = treeOf(source);
  const { mutants } = instrument({ file: 'file.ts', source, tree, dead: new Set(), settled: settledIn(tree) }, 0);
  return mutants.map(({ rule, to }) => `${rule}: ${to}`);
}

test('what a decision settles is not changed to what it is, nor is what stands beside it', () => {
  const wrong = changesIn(`return a.b && decisions.stringOrder === 'wrong';`);
  expect(wrong).toContain(`comparison: (decisions.stringOrder) !== ('wrong')`);
  expect(wrong.filter((change) => /^(?:literal|sibling|side|negation)/.test(change))).toEqual(['side: a.b']);
  const neutral = changesIn(`return a.b && decisions.stringOrder === '${right}';`);
  expect(neutral.filter((change) => change.startsWith('side'))).toEqual([`side: decisions.stringOrder === '${right}'`]);
  const all = changesIn(`return decisions.stringOrder === '${right}' ? a.b : a.c;`);
  expect(all).toContain('condition: false');
  expect(all).toContain('branch: a.c');
  expect(all).not.toContain('condition: true');
  expect(all).not.toContain('branch: a.b');
});

test('a constant of decisions is settled, unless its name stands for something else as well', () => {
  expect(changesIn(`const odd = decisions.stringOrder === 'x' && a.d; return odd ? a.b : a.c;`)).not.toContain(
    'branch: a.c',
  );
  const twice = `const odd = decisions.stringOrder === 'x'; const g = (odd) => (odd ? a.b : a.c); return g;`;
  expect(changesIn(twice)).toContain('branch: a.c');
});
