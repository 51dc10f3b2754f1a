import { bare } from '../values/bare.ts';
import { validation } from '../values/refusal.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import type { Segments } from './resolve.ts';
import { byIndex, byName, type Tree, treeOf } from './tree.ts';

/** What to put at the end of a path; undefined removes what is there. */
export interface Effect {
  readonly set: AttributeValue | undefined;
}

/** Applies effects at disjoint paths simultaneously: every list index refers to the original list. @throws Refusal */
export function rewrite(item: Item, effects: readonly (readonly [Segments, Effect])[]): Item {
  return rewriteMap(item, treeOf(effects));
}

const impossible = () => validation('The document path provided in the update expression is invalid for update');

function rewriteMap(item: Item, node: Tree<Effect>): Item {
  const copy = bare<Item>();
  for (const name of Object.keys(item)) copy[name] = item[name]!;
  if (byIndex(node).length > 0) throw impossible();
  for (const [name, child] of byName(node)) {
    const value = rewriteValue(attributeOf(item, name), child);
    if (value === undefined) delete copy[name];
    else copy[name] = value;
  }
  return copy;
}

/** Undefined when nothing remains. */
function rewriteValue(value: AttributeValue | undefined, node: Tree<Effect>): AttributeValue | undefined {
  if (node.leaf !== undefined) return node.leaf.set;
  if (value !== undefined && 'M' in value) return { M: rewriteMap(value.M, node) };
  if (value !== undefined && 'L' in value) return { L: rewriteList(value.L, node) };
  throw impossible();
}

/** Indexes past the end append in order without gaps. Removed elements close up last. */
function rewriteList(list: readonly AttributeValue[], node: Tree<Effect>): AttributeValue[] {
  if (byName(node).length > 0) throw impossible();
  const changed: (AttributeValue | undefined)[] = [...list];
  for (const [index, child] of byIndex(node)) {
    const value = rewriteValue(list[index], child);
    if (index < list.length) changed[index] = value;
    else changed.push(value);
  }
  return changed.filter((element) => element !== undefined);
}
