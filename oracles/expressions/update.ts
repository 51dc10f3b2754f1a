import { addNumbers, formatNumber, parseNumber, subtractNumbers } from '../values/number.ts';
import { validation } from '../values/refusal.ts';
import { difference, type SetDescriptor, union } from '../values/sets.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { project } from './projection.ts';
import { type Resolved, type ResolvedSetValue, type Segments, valueAt } from './resolve.ts';
import { type Effect, rewrite } from './rewrite.ts';
import type { ResolvedAction } from './update-check.ts';

export interface Updated {
  /** A new item. The old item is unchanged. The two may share values, which nothing changes in place. */
  item: Item;
  /**
   * Values at the written paths before and after the update, as fragments of the item. A removed path appears only in
   * `updatedOld`, except for a list element: the element that moved into its place appears in `updatedNew` (measured by
   * the Alternator suite).
   */
  readonly updatedOld: Item;
  readonly updatedNew: Item;
}

/**
 * Applies an update. All operands read the item as it was before. `isNew` means that the item has only its key and is
 * not stored yet; then REMOVE does nothing, also below a missing attribute, where it would fail otherwise (measured by
 * the Alternator suite).
 * @throws Refusal ValidationException
 */
export function applyUpdate(actions: readonly ResolvedAction[], item: Item, isNew: boolean): Updated {
  const effective = actions.filter(({ section }) => !(isNew && section === 'REMOVE'));
  const effects = effective.map((action): [Segments, Effect] => [action.path, effectOf(action, item)]);
  const updated = rewrite(item, effects);
  const written = effective.map(({ path }) => path);
  return {
    item: updated,
    get updatedOld() {
      return project(item, written);
    },
    get updatedNew() {
      return project(updated, written);
    },
  };
}

function effectOf(action: ResolvedAction, item: Item): Effect {
  switch (action.section) {
    case 'SET':
      return { set: setValue(action.value, item) };
    case 'REMOVE':
      return { set: undefined };
    case 'ADD':
      return { set: added(valueAt(item, action.path), action.value) };
    case 'DELETE':
      return { set: without(valueAt(item, action.path), action.value) };
  }
}

const wrongOperand = () => validation('An operand in the update expression has an incorrect data type');

function setValue(value: ResolvedSetValue, item: Item): AttributeValue {
  if (value.kind !== 'arithmetic') return operandValue(value, item);
  const left = operandValue(value.left, item);
  const right = operandValue(value.right, item);
  if (!('N' in left && 'N' in right)) throw wrongOperand();
  return arithmetic(value.op, left.N, right.N);
}

function arithmetic(op: '+' | '-', left: string, right: string): AttributeValue {
  const apply = op === '+' ? addNumbers : subtractNumbers;
  return { N: formatNumber(apply(parseNumber(left), parseNumber(right))) };
}

function operandValue(operand: Resolved, item: Item): AttributeValue {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'path') return valueAt(item, operand.segments) ?? missing();
  const [first, second] = operand.args as [Resolved, Resolved];
  if (operand.name === 'if_not_exists') {
    return valueAt(item, (first as Resolved & { kind: 'path' }).segments) ?? operandValue(second, item);
  }
  const [left, right] = [operandValue(first, item), operandValue(second, item)];
  if (!('L' in left && 'L' in right)) throw wrongOperand();
  return { L: [...left.L, ...right.L] };
}

function missing(): never {
  throw validation('The provided expression refers to an attribute that does not exist in the item');
}

/** ADD: adds a number or joins a set. A missing attribute counts as zero or the empty set. */
function added(current: AttributeValue | undefined, value: AttributeValue): AttributeValue {
  if (current === undefined) return value;
  if ('N' in current && 'N' in value) return arithmetic('+', current.N, value.N);
  const [left, right] = setsOf(current, value);
  return setOf(left.type, union(left.type, left.members, right.members));
}

/** DELETE: removes members. A set without members is removed as a whole, and so is what is missing already. */
function without(current: AttributeValue | undefined, value: AttributeValue): AttributeValue | undefined {
  if (current === undefined) return undefined;
  const [left, right] = setsOf(current, value);
  const rest = difference(left.type, left.members, right.members);
  return rest.length === 0 ? undefined : setOf(left.type, rest);
}

interface SetParts {
  type: SetDescriptor;
  members: string[];
}

function setsOf(left: AttributeValue, right: AttributeValue): [SetParts, SetParts] {
  const [a, b] = [setParts(left), setParts(right)];
  if (a === undefined || b === undefined || a.type !== b.type) throw wrongOperand();
  return [a, b];
}

export function setParts(value: AttributeValue): SetParts | undefined {
  if ('SS' in value) return { type: 'SS', members: value.SS };
  if ('NS' in value) return { type: 'NS', members: value.NS };
  return 'BS' in value ? { type: 'BS', members: value.BS } : undefined;
}

export function setOf(type: SetDescriptor, members: string[]): AttributeValue {
  if (type === 'SS') return { SS: members };
  return type === 'NS' ? { NS: members } : { BS: members };
}
