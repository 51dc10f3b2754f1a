import type { Decisions } from '../policies/index.ts';
import type { AttributeValue, Descriptor } from '../values/types.ts';
import { descriptorOf } from '../values/validate.ts';
import type { Operand, ParsedUpdate, Path, SetValue, UpdateAction } from './ast.ts';
import { checkCall, refuseTypes, unknownFunction, updateFunctions } from './check.ts';
import { ExpressionError } from './cursor.ts';
import {
  checkDisjoint,
  checkReserved,
  type Placeholders,
  type ResolvedSetValue,
  resolvePath,
  resolveSetValue,
  type Segments,
} from './resolve.ts';

export type ResolvedAction =
  | { section: 'SET'; path: Segments; value: ResolvedSetValue }
  | { section: 'REMOVE'; path: Segments }
  | { section: 'ADD' | 'DELETE'; path: Segments; value: AttributeValue };

/**
 * Check order: reserved words, functions, repeated sections, undefined placeholders, overlaps, operand types. @throws
 * ExpressionError
 */
export function resolveUpdate(
  parsed: ParsedUpdate,
  placeholders: Placeholders,
  decisions: Decisions,
): readonly ResolvedAction[] {
  checkReserved(parsed.actions.flatMap(pathsOf));
  for (const operand of parsed.actions.flatMap(operandsOf)) checkKnown(operand);
  if (parsed.repeatedSection !== undefined) {
    throw new ExpressionError(`The "${parsed.repeatedSection}" section can only be used once in an update expression;`);
  }
  const actions = parsed.actions.map((action) => resolveAction(action, placeholders));
  checkDisjoint(actions.map((action) => action.path));
  for (const action of actions) checkOperands(action, decisions);
  return actions;
}

const partsOf = (value: SetValue): readonly Operand[] =>
  value.kind === 'arithmetic' ? [value.left, value.right] : [value];

const withArguments = (operand: Operand): Operand[] =>
  operand.kind === 'call' ? [operand, ...operand.args.flatMap(withArguments)] : [operand];

const operandsOf = (action: UpdateAction): Operand[] =>
  action.section === 'SET' ? partsOf(action.value).flatMap(withArguments) : [];

const pathsOf = (action: UpdateAction): Path[] => [
  action.path,
  ...operandsOf(action).flatMap((operand): Path[] => (operand.kind === 'path' ? [operand.path] : [])),
];

function checkKnown(operand: Operand): void {
  if (operand.kind === 'call' && !updateFunctions.has(operand.name)) throw unknownFunction(operand.name, 'an update');
}

function resolveAction(action: UpdateAction, placeholders: Placeholders): ResolvedAction {
  const path = resolvePath(action.path, placeholders);
  switch (action.section) {
    case 'SET':
      return { section: 'SET', path, value: resolveSetValue(action.value, placeholders) };
    case 'REMOVE':
      return { section: 'REMOVE', path };
    case 'ADD':
    case 'DELETE':
      return { section: action.section, path, value: placeholders.value(action.placeholder) };
  }
}

function checkOperands(action: ResolvedAction, decisions: Decisions): void {
  if (action.section === 'ADD' || action.section === 'DELETE') checkAddable(action.section, descriptorOf(action.value));
  if (action.section !== 'SET') return;
  const { value } = action;
  const operands = value.kind === 'arithmetic' ? [value.left, value.right] : [value];
  checkCalls(operands, decisions);
  if (value.kind === 'arithmetic') refuseTypes(value.op, operands, allBut('N'));
}

function checkCalls(operands: readonly ResolvedSetValue[], decisions: Decisions): void {
  for (const operand of operands) {
    if (operand.kind !== 'call') continue;
    checkCalls(operand.args, decisions);
    checkCall(operand.name, operand.args, decisions);
  }
}

const longNames = {
  S: 'STRING',
  N: 'NUMBER',
  B: 'BINARY',
  NULL: 'NULL',
  BOOL: 'BOOLEAN',
  L: 'LIST',
  M: 'MAP',
} as const;

/** ADD accepts a number or a set; DELETE accepts a set. */
function checkAddable(section: 'ADD' | 'DELETE', type: Descriptor): void {
  if (type === 'SS' || type === 'NS' || type === 'BS' || (section === 'ADD' && type === 'N')) return;
  throw new ExpressionError(
    `Incorrect operand type for operator or function; operator: ${section}, operand type: ${longNames[type]}`,
  );
}

const allBut = (accepted: Descriptor): Descriptor[] =>
  (['S', 'N', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'] as const).filter((type) => type !== accepted);
