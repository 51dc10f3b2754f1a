/** Smaller forms of an expression, found in its tree. An expression that does not parse has none. */
import type { Condition, Operand, Path, SetValue, UpdateAction } from '../../../oracles/expressions/ast.ts';
import { ExpressionError } from '../../../oracles/expressions/cursor.ts';
import { parseCondition, parseProjection, parseUpdate } from '../../../oracles/expressions/parser.ts';
import { conditionText, projectionText, updateText } from './expression-text.ts';
import { eachReplaced, oneLess } from './lists.ts';

/** @param member the member of the request that holds the expression, such as `FilterExpression` */
export function* smallerExpressions(text: string, member: string): Generator<string> {
  for (const smaller of treesOf(text, member)) if (smaller !== text && smaller !== '') yield smaller;
}

function treesOf(text: string, member: string): Iterable<string> {
  try {
    if (member === 'UpdateExpression') return smallerUpdates(parseUpdate(text).actions);
    if (member === 'ProjectionExpression') return smallerProjections(parseProjection(text));
    return smallerConditions(parseCondition(text).condition);
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return [];
    throw thrown;
  }
}

function* smallerConditions(condition: Condition): Generator<string> {
  for (const smaller of conditions(condition)) yield conditionText(smaller);
  yield conditionText(condition);
}

function* smallerUpdates(actions: readonly UpdateAction[]): Generator<string> {
  for (const fewer of oneLess(actions)) yield updateText(fewer);
  for (const smaller of eachReplaced(actions, smallerActions)) yield updateText(smaller);
  yield updateText(actions);
}

function* smallerProjections(paths: readonly Path[]): Generator<string> {
  for (const fewer of oneLess(paths)) yield projectionText(fewer);
  for (const smaller of eachReplaced(paths, shorter)) yield projectionText(smaller);
  yield projectionText(paths);
}

function* conditions(condition: Condition): Generator<Condition> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      yield condition.left;
      yield condition.right;
      for (const left of conditions(condition.left)) yield { ...condition, left };
      for (const right of conditions(condition.right)) yield { ...condition, right };
      return;
    case 'not':
      yield condition.of;
      for (const of of conditions(condition.of)) yield { ...condition, of };
      return;
    case 'compare':
      for (const [left, right] of eachReplaced([condition.left, condition.right], operands))
        yield { ...condition, left: left!, right: right! };
      return;
    case 'between':
      for (const [operand, low, high] of eachReplaced([condition.operand, condition.low, condition.high], operands))
        yield { ...condition, operand: operand!, low: low!, high: high! };
      return;
    case 'in':
      for (const members of oneLess(condition.members)) if (members.length > 0) yield { ...condition, members };
      for (const [operand, ...members] of eachReplaced([condition.operand, ...condition.members], operands))
        yield { ...condition, operand: operand!, members };
      return;
    case 'test':
      for (const args of eachReplaced(condition.call.args, operands))
        yield { ...condition, call: { ...condition.call, args } };
  }
}

function* operands(operand: Operand): Generator<Operand> {
  if (operand.kind === 'path') for (const path of shorter(operand.path)) yield { ...operand, path };
  if (operand.kind === 'call') for (const args of eachReplaced(operand.args, operands)) yield { ...operand, args };
}

function* shorter(path: Path): Generator<Path> {
  if (path.length > 1) yield path.slice(0, 1);
  if (path.length > 2) yield path.slice(0, -1);
}

function* smallerActions(action: UpdateAction): Generator<UpdateAction> {
  for (const path of shorter(action.path)) yield { ...action, path };
  if (action.section === 'SET') for (const value of setValues(action.value)) yield { ...action, value };
}

function* setValues(value: SetValue): Generator<SetValue> {
  if (value.kind === 'arithmetic') {
    yield value.left;
    yield value.right;
    for (const [left, right] of eachReplaced([value.left, value.right], setOperands))
      yield { ...value, left: left!, right: right! };
  } else yield* setOperands(value);
}

/** In place of a function, one of its arguments. */
function* setOperands(operand: Operand): Generator<Operand> {
  if (operand.kind === 'call') yield* operand.args;
  yield* operands(operand);
}
