import type { Decisions } from '../policies/index.ts';
import { bytesOf } from '../values/base64.ts';
import { compareForCondition, deepEqual, startsWith } from '../values/compare.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { descriptorOf } from '../values/validate.ts';
import type { ResolvedCondition } from './condition.ts';
import { type Resolved, valueAt } from './resolve.ts';

/** Whether an item meets a condition. A missing item counts as an item without attributes. */
export function holds(condition: ResolvedCondition, item: Item | undefined, decisions: Decisions): boolean {
  switch (condition.kind) {
    case 'and':
      return holds(condition.left, item, decisions) && holds(condition.right, item, decisions);
    case 'or':
      return holds(condition.left, item, decisions) || holds(condition.right, item, decisions);
    case 'not':
      return !holds(condition.of, item, decisions);
    case 'compare':
      return compares(condition, item, decisions);
    case 'between': {
      const { operand, low, high } = condition;
      return (
        compares({ op: '>=', left: operand, right: low }, item, decisions) &&
        compares({ op: '<=', left: operand, right: high }, item, decisions)
      );
    }
    case 'in':
      return isMember(condition, item, decisions);
    case 'test':
      return passes(condition.name, condition.args, item);
  }
}

/** The value of an operand; undefined when its path does not exist. */
function operandValue(operand: Resolved, item: Item | undefined): AttributeValue | undefined {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'path') return valueAt(item, operand.segments);
  const measured = operandValue(operand.args[0]!, item);
  const size = measured === undefined ? undefined : sizeOf(measured);
  return size === undefined ? undefined : { N: String(size) };
}

function compares(
  { op, left, right }: Pick<ResolvedCondition & { kind: 'compare' }, 'op' | 'left' | 'right'>,
  item: Item | undefined,
  decisions: Decisions,
): boolean {
  const [a, b] = [operandValue(left, item), operandValue(right, item)];
  // `size` of a missing attribute satisfies no comparison, not even `<>` (measured by the parity suite).
  if ((left.kind === 'call' && a === undefined) || (right.kind === 'call' && b === undefined)) return false;
  return compareForCondition(op, a, b, decisions, { bothAttributes: left.kind === 'path' && right.kind === 'path' });
}

function isMember(
  { operand, members }: Pick<ResolvedCondition & { kind: 'in' }, 'operand' | 'members'>,
  item: Item | undefined,
  decisions: Decisions,
): boolean {
  const value = operandValue(operand, item);
  const values = members.map((member) => operandValue(member, item));
  const first = values[0];
  return values.some((member) => {
    const compared = decisions.inMembers === 'that-of-the-first' && first && member ? retyped(member, first) : member;
    return compareForCondition('=', value, compared, decisions, { bothAttributes: false });
  });
}

/** The text of a scalar, with the type descriptor of another value. */
function retyped(value: AttributeValue, like: AttributeValue): AttributeValue {
  const text = 'S' in value ? value.S : 'N' in value ? value.N : undefined;
  if (text === undefined) return value;
  if ('S' in like) return { S: text };
  return 'N' in like && text.trim() !== '' && Number.isFinite(Number(text)) ? { N: text } : value;
}

function passes(name: string, args: readonly Resolved[], item: Item | undefined): boolean {
  const first = operandValue(args[0]!, item);
  if (name === 'attribute_exists') return first !== undefined;
  if (name === 'attribute_not_exists') return first === undefined;
  const second = operandValue(args[1]!, item);
  if (first === undefined || second === undefined) return false;
  if (name === 'attribute_type') return 'S' in second && descriptorOf(first) === second.S;
  return name === 'begins_with' ? beginsWith(first, second) : contains(first, second);
}

function beginsWith(value: AttributeValue, prefix: AttributeValue): boolean {
  if ('S' in value && 'S' in prefix) return value.S.startsWith(prefix.S);
  return 'B' in value && 'B' in prefix && startsWith(bytesOf(value.B), bytesOf(prefix.B));
}

/** Whether a string or binary contains a part, a set a member, or a list an element. */
function contains(whole: AttributeValue, part: AttributeValue): boolean {
  if ('S' in whole) return 'S' in part && whole.S.includes(part.S);
  if ('B' in whole) return 'B' in part && bytesOf(whole.B).includes(bytesOf(part.B));
  return elementsOf(whole)?.some((element) => deepEqual(element, part)) ?? false;
}

/** The elements of a list, the members of a set; undefined for other types. */
function elementsOf(value: AttributeValue): readonly AttributeValue[] | undefined {
  if ('L' in value) return value.L;
  if ('SS' in value) return value.SS.map((S) => ({ S }));
  if ('NS' in value) return value.NS.map((N) => ({ N }));
  return 'BS' in value ? value.BS.map((B) => ({ B })) : undefined;
}

/** UTF-16 units of a string, bytes of a binary, elements of a collection; undefined for N, BOOL and NULL. */
function sizeOf(value: AttributeValue): number | undefined {
  if ('S' in value) return value.S.length;
  if ('B' in value) return bytesOf(value.B).length;
  return 'M' in value ? Object.keys(value.M).length : elementsOf(value)?.length;
}
