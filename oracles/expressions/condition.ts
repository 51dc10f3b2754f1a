import type { Decisions } from '../policies/index.ts';
import type { Comparator } from '../values/compare.ts';
import type { Condition, Operand, ParsedCondition, Path } from './ast.ts';
import {
  checkBounds,
  checkCall,
  checkDistinct,
  checkOrdered,
  checkSizeUse,
  conditionFunctions,
  misused,
  unknownFunction,
} from './check.ts';
import { ExpressionError } from './cursor.ts';
import { checkReserved, type Placeholders, type Resolved, resolveOperand } from './resolve.ts';

/** A condition with names and values resolved and operand types checked. */
export type ResolvedCondition =
  | { kind: 'compare'; op: Comparator; left: Resolved; right: Resolved }
  | { kind: 'between'; operand: Resolved; low: Resolved; high: Resolved }
  | { kind: 'in'; operand: Resolved; members: readonly Resolved[] }
  | { kind: 'test'; name: string; args: readonly Resolved[] }
  | { kind: 'not'; of: ResolvedCondition }
  | { kind: 'and' | 'or'; left: ResolvedCondition; right: ResolvedCondition };

/**
 * Checks in the order of the service. Errors of the whole expression come first: parentheses, unknown functions,
 * misplaced functions, reserved words. Then each clause from left to right: undefined placeholders, then operand types.
 * @throws ExpressionError
 */
export function resolveCondition(
  parsed: ParsedCondition,
  placeholders: Placeholders,
  decisions: Decisions,
): ResolvedCondition {
  if (parsed.redundantParentheses) throw new ExpressionError('The expression has redundant parentheses;');
  const clauses = clausesOf(parsed.condition);
  const operands = clauses.flatMap(operandsOf).flatMap(withArguments);
  for (const operand of operands) checkKnown(operand);
  for (const clause of clauses) checkPlaces(clause);
  checkReserved(operands.flatMap((operand): Path[] => (operand.kind === 'path' ? [operand.path] : [])));
  return resolve(parsed.condition, placeholders, decisions);
}

type Clause = Exclude<Condition, { left: Condition } | { of: Condition }>;

/** The clauses that AND, OR and NOT combine, from left to right. */
function clausesOf(condition: Condition): Clause[] {
  if (condition.kind === 'not') return clausesOf(condition.of);
  if (condition.kind !== 'and' && condition.kind !== 'or') return [condition as Clause];
  return [...clausesOf(condition.left), ...clausesOf(condition.right)];
}

function operandsOf(clause: Clause): readonly Operand[] {
  switch (clause.kind) {
    case 'compare':
      return [clause.left, clause.right];
    case 'between':
      return [clause.operand, clause.low, clause.high];
    case 'in':
      return [clause.operand, ...clause.members];
    case 'test':
      return [clause.call];
  }
}

const withArguments = (operand: Operand): Operand[] =>
  operand.kind === 'call' ? [operand, ...operand.args.flatMap(withArguments)] : [operand];

function checkKnown(operand: Operand): void {
  if (operand.kind === 'call' && !conditionFunctions.has(operand.name))
    throw unknownFunction(operand.name, 'a condition');
}

/** `size` returns a number, so a comparator must follow it. All other functions return a boolean and stand alone. */
function checkPlaces(clause: Clause): void {
  if (clause.kind === 'test' && clause.call.name === 'size') throw misused('size');
  const operands = clause.kind === 'test' ? clause.call.args : operandsOf(clause);
  for (const operand of operands.flatMap(withArguments)) {
    if (operand.kind === 'call' && operand.name !== 'size') throw misused(operand.name);
  }
}

function resolve(condition: Condition, placeholders: Placeholders, decisions: Decisions): ResolvedCondition {
  const operand = (unresolved: Operand): Resolved => resolveOperand(unresolved, placeholders);
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const left = resolve(condition.left, placeholders, decisions);
      return { kind: condition.kind, left, right: resolve(condition.right, placeholders, decisions) };
    }
    case 'not':
      return { kind: 'not', of: resolve(condition.of, placeholders, decisions) };
    case 'compare':
      return resolveComparison(condition.op, [operand(condition.left), operand(condition.right)], decisions);
    case 'between': {
      const operands = [operand(condition.operand), operand(condition.low), operand(condition.high)] as const;
      checkCalls(operands, decisions);
      checkOrdered('BETWEEN', operands);
      checkBounds(operands[1], operands[2], decisions);
      return { kind: 'between', operand: operands[0], low: operands[1], high: operands[2] };
    }
    case 'in': {
      const operands = [operand(condition.operand), ...condition.members.map(operand)] as const;
      checkCalls(operands, decisions);
      return { kind: 'in', operand: operands[0], members: operands.slice(1) };
    }
    case 'test': {
      const args = condition.call.args.map(operand);
      checkCalls([{ kind: 'call', name: condition.call.name, args }], decisions);
      return { kind: 'test', name: condition.call.name, args };
    }
  }
}

function resolveComparison(
  op: Comparator,
  [left, right]: [Resolved, Resolved],
  decisions: Decisions,
): ResolvedCondition {
  checkCalls([left, right], decisions);
  checkSizeUse([left, right], decisions);
  checkDistinct(op, [left, right]);
  if (op !== '=' && op !== '<>') checkOrdered(op, [left, right]);
  return { kind: 'compare', op, left, right };
}

function checkCalls(operands: readonly Resolved[], decisions: Decisions): void {
  for (const operand of operands) {
    if (operand.kind !== 'call') continue;
    checkCalls(operand.args, decisions);
    checkCall(operand.name, operand.args, decisions);
  }
}
