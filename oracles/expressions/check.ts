import type { Decisions } from '../policies/index.ts';
import { compareForCondition } from '../values/compare.ts';
import type { AttributeValue, Descriptor } from '../values/types.ts';
import { descriptorOf } from '../values/validate.ts';
import { ExpressionError } from './cursor.ts';
import { pathText, type Resolved, samePath, typeOf } from './resolve.ts';

// Checks on the operands of one operator or function that need only the request.

const ofConditions = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
  size: 1,
};
const ofUpdates = { if_not_exists: 2, list_append: 2 };
export const conditionFunctions: ReadonlySet<string> = new Set(Object.keys(ofConditions));
export const updateFunctions: ReadonlySet<string> = new Set(Object.keys(ofUpdates));
const arity: { readonly [name: string]: number } = { ...ofConditions, ...ofUpdates };

/** Two words for it: there is no such function, or the other kind of expressions has it. */
export const unknownFunction = (name: string, place: 'a condition' | 'an update'): ExpressionError =>
  new ExpressionError(
    Object.hasOwn(arity, name)
      ? `The function is not allowed in ${place} expression; function: ${name}`
      : `Invalid function name; function: ${name}`,
  );
const typeNames: readonly Descriptor[] = ['B', 'NULL', 'SS', 'BOOL', 'L', 'BS', 'N', 'NS', 'S', 'M'];

/** @throws ExpressionError */
export function checkCall(name: string, args: readonly Resolved[], decisions: Decisions): void {
  if (args.length !== arity[name]) {
    throw new ExpressionError(
      `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${args.length}`,
    );
  }
  if (name === 'contains' || name === 'begins_with' || name === 'attribute_type') checkDistinct(name, args);
  if (name === 'attribute_exists' || name === 'attribute_not_exists' || name === 'if_not_exists')
    needsPath(name, args[0]);
  if (name === 'begins_with') checkPrefix(args, decisions);
  if (name === 'attribute_type') checkTypeName(args[1]!, decisions);
  if (name === 'size') refuseTypes(name, args, ['N', 'BOOL', 'NULL']);
  if (name === 'list_append') {
    if (args.some((arg) => arg.kind === 'call' && arg.name === name)) throw misused(name);
    refuseTypes(
      name,
      args,
      typeNames.filter((type) => type !== 'L'),
    );
  }
}

export const misused = (name: string): ExpressionError =>
  new ExpressionError(`The function is not allowed to be used this way in an expression; function: ${name}`);

const wrongType = (name: string, type: string): ExpressionError =>
  new ExpressionError(
    `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
  );

function needsPath(name: string, operand: Resolved | undefined): void {
  if (operand?.kind === 'path') return;
  throw new ExpressionError(`Operator or function requires a document path; operator or function: ${name}`);
}

/** Refuses the first operand whose known type is one of `refused`. */
export function refuseTypes(name: string, operands: readonly Resolved[], refused: readonly Descriptor[]): void {
  for (const operand of operands) {
    const type = refused.find((one) => one === typeOf(operand));
    if (type !== undefined) throw wrongType(name, type);
  }
}

function checkPrefix(args: readonly Resolved[], decisions: Decisions): void {
  const accepted: Descriptor[] = decisions.binaryBeginsWith === 'accepted' ? ['S', 'B'] : ['S'];
  refuseTypes(
    'begins_with',
    args,
    typeNames.filter((type) => !accepted.includes(type)),
  );
}

function checkTypeName(operand: Resolved, decisions: Decisions): void {
  const type = typeOf(operand);
  if (operand.kind !== 'value' || !('S' in operand.value)) {
    throw wrongType('attribute_type', type ?? '{NS,SS,L,BS,N,M,B,BOOL,NULL,S}');
  }
  const name = operand.value.S;
  if (decisions.typeOperand === 'any-text' || typeNames.some((known) => known === name)) return;
  throw new ExpressionError(`Invalid attribute type name found; type: ${name}, valid types: {${typeNames.join(',')}}`);
}

/** Only strings, numbers and binaries can be ordered. @throws ExpressionError */
export const checkOrdered = (operator: string, operands: readonly Resolved[]): void =>
  refuseTypes(operator, operands, ['BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M']);

/** Refuses a comparison of an attribute with itself. @throws ExpressionError */
export function checkDistinct(name: string, [first, second]: readonly Resolved[]): void {
  if (first?.kind !== 'path' || second?.kind !== 'path' || !samePath(first.segments, second.segments)) return;
  throw new ExpressionError(
    `The first operand must be distinct from the remaining operands for this operator or function; operator: ${name}, first operand: ${pathText(first.segments)}`,
  );
}

/** @throws ExpressionError */
export function checkSizeUse(operands: readonly Resolved[], decisions: Decisions): void {
  if (decisions.sizeInComparisons === 'with-every-comparator') return;
  if (operands.some((operand) => operand.kind === 'call')) throw misused('size');
}

/** Literal bounds of BETWEEN must have one type and ascend. @throws ExpressionError */
export function checkBounds(low: Resolved, high: Resolved, decisions: Decisions): void {
  if (low.kind !== 'value' || high.kind !== 'value') return;
  const bounds = `lower bound operand: ${boundText(low.value)}, upper bound operand: ${boundText(high.value)}`;
  if (descriptorOf(low.value) !== descriptorOf(high.value)) {
    throw new ExpressionError(`The BETWEEN operator requires same data type for lower and upper bounds; ${bounds}`);
  }
  if (isAbove(low.value, high.value, decisions)) {
    throw new ExpressionError(
      `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds}`,
    );
  }
}

function isAbove(low: AttributeValue, high: AttributeValue, decisions: Decisions): boolean {
  if (decisions.betweenBounds === 'as-float64' && 'N' in low && 'N' in high) return Number(low.N) > Number(high.N);
  return compareForCondition('>', low, high, decisions, { bothAttributes: false });
}

const boundText = (value: AttributeValue): string =>
  `AttributeValue: {${descriptorOf(value)}:${Object.values(value)[0]}}`;
