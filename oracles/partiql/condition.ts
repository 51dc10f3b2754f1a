/** Translates WHERE clauses to the conditions of `expressions/`, which checks and evaluates both languages. */
import { checkBounds, checkCall, checkDistinct, checkOrdered } from '../expressions/check.ts';
import type { ResolvedCondition } from '../expressions/condition.ts';
import { checkPathLevels, ExpressionError } from '../expressions/cursor.ts';
import type { Resolved, Segments } from '../expressions/resolve.ts';
import type { Decisions } from '../policies/index.ts';
import type { Comparator } from '../values/compare.ts';
import { validation } from '../values/refusal.ts';
import type { Descriptor } from '../values/types.ts';
import { type CallExpression, comparators, type Expression, type PathExpression } from './ast.ts';
import { at } from './errors.ts';
import { constantOf, isConstant, type Values } from './values.ts';

export interface Terms extends Values {
  readonly decisions: Decisions;
}

/** Turns an ExpressionError into a refusal. Unlike expressions, PartiQL adds no expression name to the text. */
export function plainly<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw thrown instanceof ExpressionError ? validation(thrown.message) : thrown;
  }
}

const indexMax = 4_294_967_294;

export function segmentsOf({ root, steps }: PathExpression): Segments {
  plainly(() => checkPathLevels(steps.length + 1));
  return [
    root,
    ...steps.map((step) => {
      if ('name' in step) return step.name;
      if (step.index > indexMax)
        throw validation(`List index is not within the allowable range; index: [${step.index}]`);
      return step.index;
    }),
  ];
}

const tests = new Set(['attribute_exists', 'attribute_not_exists', 'attribute_type', 'begins_with', 'contains']);

/** @throws Refusal ValidationException */
export const conditionOf = (where: Expression, terms: Terms): ResolvedCondition => plainly(() => resolve(where, terms));

function resolve(where: Expression, terms: Terms): ResolvedCondition {
  switch (where.kind) {
    case 'not':
      return { kind: 'not', of: resolve(where.of, terms) };
    case 'binary':
      if (where.op === 'AND' || where.op === 'OR')
        return {
          kind: where.op === 'AND' ? 'and' : 'or',
          left: resolve(where.left, terms),
          right: resolve(where.right, terms),
        };
      return comparison(where.op, where.left, where.right, terms);
    case 'between':
      return between(operandOf(where.operand, terms), operandOf(where.low, terms), operandOf(where.high, terms), terms);
    case 'in':
      return membership(where.operand, where.members, terms);
    case 'is':
      return typeTest(where.operand, where.type);
    case 'call':
      return test(where, terms);
    case 'like':
      throw validation('Unsupported operation: Like');
    default:
      throw validation('A WHERE clause is a condition, which is true or false');
  }
}

function test(call: CallExpression, terms: Terms): ResolvedCondition {
  if (!tests.has(call.name)) {
    if (call.name === 'size') throw validation('A WHERE clause is a condition, which is true or false');
    throw unrecognized(call);
  }
  const args = call.args.map((arg) => operandOf(arg, terms));
  checkCall(call.name, args, terms.decisions);
  return { kind: 'test', name: call.name, args };
}

const unrecognized = (call: CallExpression) => validation(`Unrecognized function: ${call.name} ${at(call.at)}`);

/** A path, a value, or the size of either. */
function operandOf(expression: Expression, terms: Terms): Resolved {
  if (expression.kind === 'path') return { kind: 'path', segments: segmentsOf(expression) };
  if (isConstant(expression)) return { kind: 'value', value: constantOf(expression, terms) };
  if (expression.kind === 'binary')
    throw validation(`Unsupported operator in Condition Expression. Operator: ${expression.op}`);
  if (expression.kind !== 'call') throw validation('Unsupported token in expression');
  if (expression.name !== 'size') throw unrecognized(expression);
  const args = expression.args.map((arg) => operandOf(arg, terms));
  checkCall('size', args, terms.decisions);
  return { kind: 'call', name: 'size', args };
}

const isComparator = (op: string): op is Comparator => (comparators as readonly string[]).includes(op);

function comparison(op: string, left: Expression, right: Expression, terms: Terms): ResolvedCondition {
  if (!isComparator(op)) throw validation(`Unsupported operator in Condition Expression. Operator: ${op}`);
  const truth = truthTest(op, left, right, terms) ?? truthTest(op, right, left, terms);
  if (truth !== undefined) return truth;
  const operands = [operandOf(left, terms), operandOf(right, terms)] as const;
  checkDistinct(op, operands);
  if (op !== '=' && op !== '<>') checkOrdered(op, operands);
  return { kind: 'compare', op, left: operands[0], right: operands[1] };
}

/** `attribute_exists(a) = true` */
function truthTest(op: Comparator, call: Expression, flag: Expression, terms: Terms): ResolvedCondition | undefined {
  if (call.kind !== 'call' || !tests.has(call.name) || flag.kind !== 'flag') return undefined;
  if (op !== '=' && op !== '<>') return undefined;
  const condition = test(call, terms);
  return (op === '=') === flag.value ? condition : { kind: 'not', of: condition };
}

function between(operand: Resolved, low: Resolved, high: Resolved, { decisions }: Terms): ResolvedCondition {
  checkOrdered('BETWEEN', [operand, low, high]);
  checkBounds(low, high, decisions);
  return { kind: 'between', operand, low, high };
}

function membership(operand: Expression, members: Expression, terms: Terms): ResolvedCondition {
  const listed =
    members.kind === 'list' || members.kind === 'bag' ? members.elements : isConstant(members) ? [members] : [];
  if (operand.kind !== 'path' || listed.length === 0)
    throw validation('IN compares an attribute with a list of at least one value');
  return { kind: 'in', operand: operandOf(operand, terms), members: listed.map((member) => operandOf(member, terms)) };
}

const descriptorsOf: { readonly [type: string]: Descriptor } = {
  NULL: 'NULL',
  BOOL: 'BOOL',
  BOOLEAN: 'BOOL',
  BLOB: 'B',
  STRING: 'S',
  NUMERIC: 'N',
  STRUCT: 'M',
  TUPLE: 'M',
  LIST: 'L',
};

function typeTest(operand: Expression, type: string): ResolvedCondition {
  if (operand.kind !== 'path') throw validation('IS asks about an attribute or a value');
  const path: Resolved = { kind: 'path', segments: segmentsOf(operand) };
  if (type === 'MISSING') return { kind: 'test', name: 'attribute_not_exists', args: [path] };
  const descriptor = descriptorsOf[type];
  if (descriptor === undefined) throw validation(`IS knows no type ${type}`);
  return { kind: 'test', name: 'attribute_type', args: [path, { kind: 'value', value: { S: descriptor } }] };
}

/** The top-level attributes that a condition reads, in order. */
export function attributesOf(condition: ResolvedCondition): string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...attributesOf(condition.left), ...attributesOf(condition.right)];
    case 'not':
      return attributesOf(condition.of);
    case 'compare':
      return [condition.left, condition.right].flatMap(attributesIn);
    case 'between':
      return [condition.operand, condition.low, condition.high].flatMap(attributesIn);
    case 'in':
      return [condition.operand, ...condition.members].flatMap(attributesIn);
    case 'test':
      return condition.args.flatMap(attributesIn);
  }
}

function attributesIn(operand: Resolved): string[] {
  if (operand.kind === 'path') return [operand.segments[0] as string];
  return operand.kind === 'call' ? operand.args.flatMap(attributesIn) : [];
}
