import { bare } from '../values/bare.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import type { Path } from './ast.ts';
import { checkDisjoint, checkReserved, type Placeholders, resolvePath, type Segments } from './resolve.ts';
import { byIndex, byName, type Tree, treeOf } from './tree.ts';

/** @throws ExpressionError */
export function resolveProjection(paths: readonly Path[], placeholders: Placeholders): readonly Segments[] {
  checkReserved(paths);
  const resolved = paths.map((path) => resolvePath(path, placeholders));
  checkDisjoint(resolved);
  return resolved;
}

/**
 * The parts of an item at the given paths. Selected list elements close up in their order; empty containers are
 * dropped.
 */
export function project(item: Item, paths: readonly Segments[]): Item {
  return projectMap(item, treeOf(paths.map((path) => [path, true] as const)));
}

function projectMap(item: Item, node: Tree<true>): Item {
  const chosen = bare<Item>();
  for (const [name, child] of byName(node)) {
    const value = attributeOf(item, name);
    const part = value === undefined ? undefined : projectValue(value, child);
    if (part !== undefined) chosen[name] = part;
  }
  return chosen;
}

function projectValue(value: AttributeValue, node: Tree<true>): AttributeValue | undefined {
  if (node.leaf) return value;
  if ('M' in value) {
    const chosen = projectMap(value.M, node);
    return Object.keys(chosen).length === 0 ? undefined : { M: chosen };
  }
  if (!('L' in value)) return undefined;
  const chosen: AttributeValue[] = [];
  for (const [index, child] of byIndex(node)) {
    const element = value.L[index];
    const part = element === undefined ? undefined : projectValue(element, child);
    if (part !== undefined) chosen.push(part);
  }
  return chosen.length === 0 ? undefined : { L: chosen };
}
