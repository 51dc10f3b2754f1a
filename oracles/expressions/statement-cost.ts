/**
 * What UpdateItem charges for an update expression itself, whatever the item becomes. Source: the parity suite
 * (eu-west-2, 2026-10-09).
 */
import { difference } from '../values/sets.ts';
import { valueSize } from '../values/size.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { type Resolved, type ResolvedSetValue, type Segments, valueAt } from './resolve.ts';
import { setOf, setParts } from './update.ts';
import type { ResolvedAction } from './update-check.ts';

const base = 3;
const clauses = { SET: 19, ADD: 19, REMOVE: 1, DELETE: 1 };
const operators = { '+': 34, '-': 37 };
const functions: { readonly [name: string]: number } = { if_not_exists: 39, list_append: 37 };

const sum = (costs: readonly number[]): number => costs.reduce((total, cost) => total + cost, 0);
/** A list index costs its digits. */
const elementCost = (element: string | number): number => Buffer.byteLength(String(element));
const targetCost = ([first, ...rest]: Segments): number =>
  elementCost(first!) + sum(rest.map((element) => 4 + elementCost(element)));

/** Bytes of the statement. Values that the request brings count at every use, those that it copies do not. */
export const statementCost = (actions: readonly ResolvedAction[], before: Item | undefined): number =>
  base + sum(actions.map((action) => clauses[action.section] + targetCost(action.path) + writtenCost(action, before)));

function writtenCost(action: ResolvedAction, before: Item | undefined): number {
  switch (action.section) {
    case 'SET':
      return assignedCost(action.value);
    case 'ADD':
      return addedCost(action.value, valueAt(before, action.path));
    default:
      return 0;
  }
}

const assignedCost = (value: ResolvedSetValue): number =>
  value.kind === 'arithmetic'
    ? operators[value.op] + operandCost(value.left) + operandCost(value.right)
    : operandCost(value);

function operandCost(operand: Resolved): number {
  if (operand.kind === 'value') return valueSize(operand.value);
  if (operand.kind === 'path') return 1 + sum(operand.segments.map((element) => 14 + elementCost(element)));
  return functions[operand.name]! + sum(operand.args.map(operandCost));
}

/** Of a set, only the members that are added count. */
function addedCost(value: AttributeValue, current: AttributeValue | undefined): number {
  const given = setParts(value);
  const held = current && setParts(current);
  if (given === undefined || given.type !== held?.type) return valueSize(value);
  return valueSize(setOf(given.type, difference(given.type, given.members, held.members)));
}
