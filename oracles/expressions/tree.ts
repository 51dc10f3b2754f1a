import type { Segments } from './resolve.ts';

/** Disjoint paths as a tree: a node has either a leaf or children. */
export interface Tree<T> {
  leaf?: T;
  children: Map<string | number, Tree<T>>;
}

export function treeOf<T>(entries: Iterable<readonly [Segments, T]>): Tree<T> {
  const root: Tree<T> = { children: new Map() };
  for (const [segments, leaf] of entries) {
    let node = root;
    for (const segment of segments) {
      const child = node.children.get(segment) ?? { children: new Map() };
      node.children.set(segment, child);
      node = child;
    }
    node.leaf = leaf;
  }
  return root;
}

/** Children sorted by list index. */
export const byIndex = <T>(node: Tree<T>): [number, Tree<T>][] =>
  [...node.children]
    .filter((entry): entry is [number, Tree<T>] => typeof entry[0] === 'number')
    .sort(([left], [right]) => left - right);

export const byName = <T>(node: Tree<T>): [string, Tree<T>][] =>
  [...node.children].filter((entry): entry is [string, Tree<T>] => typeof entry[0] === 'string');
