/** Finds the partitions and sort key ranges that a condition selects. */

import type { ResolvedCondition } from '../expressions/condition.ts';
import type { RangeCondition } from '../expressions/key-condition.ts';
import type { Resolved } from '../expressions/resolve.ts';
import type { Decisions } from '../policies/index.ts';
import { isEmptyKeyValue } from '../store/item-keys.ts';
import { bare } from '../values/bare.ts';
import { compareKeyValues, keyBeginsWith } from '../values/compare.ts';
import { type KeyPart, type KeySchema, keyIdentity } from '../values/keys.ts';
import { validation } from '../values/refusal.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { descriptorOf } from '../values/validate.ts';
import { incompleteKey, KeyRefusal, wrongKeyType } from './errors.ts';

/** One alternative of a condition: a partition, and sort key ranges that must all hold. */
export interface Branch {
  readonly hash?: AttributeValue;
  readonly ranges: readonly RangeCondition[];
  /** The condition tests the sort key in a form that is no range: `<>`, or below NOT. */
  readonly excluded: boolean;
}

const anything: Branch = { ranges: [], excluded: false };
/** A condition with more alternatives than this is treated as a full scan. */
const branchesMax = 1000;

/** Undefined when some alternative names no partition: then all items must be scanned. */
export function branchesOf(
  condition: ResolvedCondition | undefined,
  schema: KeySchema,
  decisions: Decisions,
): Branch[] | undefined {
  if (condition === undefined) return undefined;
  const branches = alternatives(condition, schema, decisions);
  return branches.length <= branchesMax && branches.every(({ hash }) => hash !== undefined) ? branches : undefined;
}

function alternatives(condition: ResolvedCondition, schema: KeySchema, decisions: Decisions): Branch[] {
  if (condition.kind === 'or')
    return [...alternatives(condition.left, schema, decisions), ...alternatives(condition.right, schema, decisions)];
  if (condition.kind === 'and') {
    const left = alternatives(condition.left, schema, decisions);
    const right = alternatives(condition.right, schema, decisions);
    if (left.length * right.length > branchesMax) return [anything];
    return left.flatMap((one) => right.flatMap((other) => joined(one, other, decisions)));
  }
  return leaf(condition, schema);
}

/** Two different partitions cannot both match, so they yield no alternative. */
function joined(one: Branch, other: Branch, decisions: Decisions): Branch[] {
  const hash = one.hash ?? other.hash;
  const apart =
    one.hash !== undefined &&
    other.hash !== undefined &&
    keyIdentity(one.hash, decisions) !== keyIdentity(other.hash, decisions);
  if (apart) return [];
  return [
    {
      ...(hash === undefined ? {} : { hash }),
      ranges: [...one.ranges, ...other.ranges],
      excluded: one.excluded || other.excluded,
    },
  ];
}

function leaf(condition: ResolvedCondition, { hash, range }: KeySchema): Branch[] {
  const ofHash = equalities(condition, hash);
  if (ofHash !== undefined) return ofHash.map((value) => ({ ...anything, hash: value }));
  if (range === undefined) return [anything];
  const ofRange = equalities(condition, range)?.map((value): RangeCondition => ({ op: '=', value }));
  const ranges = ofRange ?? rangeOf(condition, range);
  if (ranges !== undefined) return ranges.map((one) => ({ ranges: [one], excluded: false }));
  return [{ ranges: [], excluded: mentions(condition, range.name) }];
}

/** The values that `=` or IN gives to a key attribute. @throws Refusal when a value cannot be a key */
function equalities(condition: ResolvedCondition, part: KeyPart): AttributeValue[] | undefined {
  const values = equalityValues(condition, part.name);
  for (const value of values ?? []) checkType(value, part);
  return values;
}

function equalityValues(condition: ResolvedCondition, name: string): AttributeValue[] | undefined {
  if (condition.kind === 'in') {
    const { operand, members } = condition;
    if (!isAttribute(operand, name)) return undefined;
    const values = members.flatMap((member) => (member.kind === 'value' ? [member.value] : []));
    return values.length === members.length ? values : undefined;
  }
  if (condition.kind !== 'compare' || condition.op !== '=') return undefined;
  const { left, right } = condition;
  if (isAttribute(left, name) && right.kind === 'value') return [right.value];
  return isAttribute(right, name) && left.kind === 'value' ? [left.value] : undefined;
}

const isAttribute = (operand: Resolved, name: string): boolean =>
  operand.kind === 'path' && operand.segments.length === 1 && operand.segments[0] === name;

const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function rangeOf(condition: ResolvedCondition, part: KeyPart): RangeCondition[] | undefined {
  const found = rangeCondition(condition, part.name);
  if (found === undefined) return undefined;
  for (const value of found.op === 'between' ? [found.low, found.high] : [found.value]) checkType(value, part);
  return [found];
}

function rangeCondition(condition: ResolvedCondition, name: string): RangeCondition | undefined {
  if (condition.kind === 'between') {
    const { operand, low, high } = condition;
    if (!isAttribute(operand, name) || low.kind !== 'value' || high.kind !== 'value') return undefined;
    return { op: 'between', low: low.value, high: high.value };
  }
  if (condition.kind === 'test' && condition.name === 'begins_with') {
    const [operand, prefix] = condition.args as [Resolved, Resolved];
    if (!isAttribute(operand, name) || prefix.kind !== 'value') return undefined;
    return { op: 'begins_with', value: prefix.value };
  }
  if (condition.kind !== 'compare' || condition.op === '=' || condition.op === '<>') return undefined;
  const { op, left, right } = condition;
  if (isAttribute(left, name) && right.kind === 'value') return { op, value: right.value };
  return isAttribute(right, name) && left.kind === 'value' ? { op: mirrored[op], value: left.value } : undefined;
}

function checkType(value: AttributeValue, { name, type }: KeyPart): void {
  if (descriptorOf(value) !== type) throw wrongKeyType(name);
  if (isEmptyKeyValue(value))
    throw validation(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === 'S' ? 'string' : 'binary'} value. Key: ${name}`,
    );
}

function mentions(condition: ResolvedCondition, name: string): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return mentions(condition.left, name) || mentions(condition.right, name);
    case 'not':
      return mentions(condition.of, name);
    case 'compare':
      return [condition.left, condition.right].some((operand) => isAttribute(operand, name));
    case 'between':
    case 'in':
      return isAttribute(condition.operand, name);
    case 'test':
      return condition.args.some((operand) => isAttribute(operand, name));
  }
}

/**
 * Refuses alternatives of one partition with overlapping ranges, unless one of them tests the sort key outside a range.
 */
export function refuseOverlaps(branches: readonly Branch[], decisions: Decisions): void {
  for (const [i, one] of branches.entries())
    for (const other of branches.slice(0, i)) {
      if (one.ranges.length + other.ranges.length === 0 || one.excluded || other.excluded) continue;
      if (keyIdentity(one.hash!, decisions) === keyIdentity(other.hash!, decisions) && overlap(one, other, decisions))
        throw validation('Overlapping conditions with range keys are not supported in where clause');
    }
}

/** Whether one sort key could meet all ranges of both. A prefix counts as the interval of keys that start with it. */
function overlap(one: Branch, other: Branch, decisions: Decisions): boolean {
  const ranges = [...one.ranges, ...other.ranges];
  return ranges.every((a, i) => ranges.slice(0, i).every((b) => meet(a, b, decisions)));
}

function meet(a: RangeCondition, b: RangeCondition, decisions: Decisions): boolean {
  if (a.op === 'begins_with' || b.op === 'begins_with') return prefixMeets(a, b, decisions);
  const [low, high] = [lowerOf(a), upperOf(b)];
  const [otherLow, otherHigh] = [lowerOf(b), upperOf(a)];
  return reaches(low, high, decisions) && reaches(otherLow, otherHigh, decisions);
}

interface Bound {
  value: AttributeValue;
  inclusive: boolean;
}

type Interval = Exclude<RangeCondition, { op: 'begins_with' }>;

function lowerOf(range: Interval): Bound | undefined {
  if (range.op === 'between') return { value: range.low, inclusive: true };
  return range.op === '<' || range.op === '<=' ? undefined : { value: range.value, inclusive: range.op !== '>' };
}

function upperOf(range: Interval): Bound | undefined {
  if (range.op === 'between') return { value: range.high, inclusive: true };
  return range.op === '>' || range.op === '>=' ? undefined : { value: range.value, inclusive: range.op !== '<' };
}

function reaches(low: Bound | undefined, high: Bound | undefined, decisions: Decisions): boolean {
  if (low === undefined || high === undefined) return true;
  const order = compareKeyValues(low.value, high.value, decisions);
  return order < 0 || (order === 0 && low.inclusive && high.inclusive);
}

function prefixMeets(a: RangeCondition, b: RangeCondition, decisions: Decisions): boolean {
  if (a.op !== 'begins_with') return prefixMeets(b, a, decisions);
  if (b.op === 'begins_with')
    return keyBeginsWith(a.value, b.value, decisions) || keyBeginsWith(b.value, a.value, decisions);
  const low = lowerOf(b);
  const high = upperOf(b);
  // The keys of a prefix start at the prefix itself and have no greatest element. So a lower bound is met when it
  // starts with the prefix or sorts before it.
  const belowHigh = reaches({ value: a.value, inclusive: true }, high, decisions);
  const aboveLow =
    low === undefined ||
    keyBeginsWith(low.value, a.value, decisions) ||
    compareKeyValues(a.value, low.value, decisions) >= 0;
  return belowHigh && aboveLow;
}

const conjuncts = (condition: ResolvedCondition): ResolvedCondition[] =>
  condition.kind === 'and' ? [...conjuncts(condition.left), ...conjuncts(condition.right)] : [condition];

/** Whether every alternative names its partition because a top-level AND clause does. */
export const isKeyed = (condition: ResolvedCondition | undefined, { hash }: KeySchema): boolean =>
  condition !== undefined && conjuncts(condition).some((clause) => equalityValues(clause, hash.name) !== undefined);

/** The item that a write addresses, and the remaining conditions on it. */
export interface Target {
  readonly key: Item;
  readonly rest: readonly ResolvedCondition[];
}

/** @throws Refusal unless the clause equates each key attribute exactly once */
export function targetOf(condition: ResolvedCondition | undefined, { hash, range }: KeySchema): Target {
  const parts = range === undefined ? [hash] : [hash, range];
  const key = bare<Item>();
  const rest: ResolvedCondition[] = [];
  for (const clause of condition === undefined ? [] : conjuncts(condition)) {
    const part = clause.kind === 'compare' ? parts.find((one) => equalities(clause, one) !== undefined) : undefined;
    if (part === undefined) rest.push(clause);
    else if (Object.hasOwn(key, part.name)) throw new KeyRefusal(`A write names its key once: ${part.name}`);
    else key[part.name] = equalities(clause, part)![0]!;
  }
  if (Object.keys(key).length < parts.length) throw incompleteKey();
  return { key, rest };
}
