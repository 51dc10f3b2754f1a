/** Translates SET and REMOVE to the actions of update expressions. */
import { checkCall, refuseTypes } from '../expressions/check.ts';
import { checkDisjoint, type Resolved, type ResolvedSetValue, samePath } from '../expressions/resolve.ts';
import type { ResolvedAction } from '../expressions/update-check.ts';
import { validation } from '../values/refusal.ts';
import type { Descriptor } from '../values/types.ts';
import { descriptorOf } from '../values/validate.ts';
import type { CallExpression, Change, Expression } from './ast.ts';
import { plainly, segmentsOf, type Terms } from './condition.ts';
import { at } from './errors.ts';
import { constantOf, isConstant } from './values.ts';

/** @throws Refusal ValidationException */
export function actionsOf(changes: readonly Change[], terms: Terms): ResolvedAction[] {
  return plainly(() => {
    const actions = changes.map((change) => actionOf(change, terms));
    checkDisjoint(actions.map(({ path }) => path));
    return actions;
  });
}

function actionOf(change: Change, terms: Terms): ResolvedAction {
  const path = segmentsOf(change.path);
  if (change.kind === 'remove') return { section: 'REMOVE', path };
  const { value } = change;
  if (value.kind === 'call' && (value.name === 'set_add' || value.name === 'set_delete'))
    return setChange(value, path, terms);
  return { section: 'SET', path, value: assigned(value, terms) };
}

function setChange(call: CallExpression, path: ResolvedAction['path'], terms: Terms): ResolvedAction {
  const name = call.name.toUpperCase();
  const [first, second, ...more] = call.args;
  if (first === undefined || second === undefined || more.length > 0)
    throw validation(`${name} must have exactly two arguments ${at(call.at)}`);
  if (first.kind !== 'path' || !samePath(segmentsOf(first), path))
    throw validation(`The first argument to ${name} must equal the assignment value ${at(call.at)}`);
  const value = isConstant(second) ? constantOf(second, terms) : undefined;
  if (value === undefined || !['SS', 'NS', 'BS'].includes(descriptorOf(value)))
    throw validation(`The second argument to ${name} must be a value with type SET ${at(first.at)}`);
  return { section: call.name === 'set_add' ? 'ADD' : 'DELETE', path, value };
}

const notNumbers: readonly Descriptor[] = ['S', 'B', 'SS', 'NS', 'BS', 'L', 'M', 'BOOL', 'NULL'];

function assigned(expression: Expression, terms: Terms): ResolvedSetValue {
  if (expression.kind !== 'binary') return operandOf(expression, terms);
  const { op } = expression;
  if (op !== '+' && op !== '-') throw unsupported(op);
  const [left, right] = [operandOf(expression.left, terms), operandOf(expression.right, terms)];
  refuseTypes(op, [left, right], notNumbers);
  return { kind: 'arithmetic', op, left, right };
}

const unsupported = (operator: string) => validation(`SET adds and subtracts only. Operator: ${operator}`);

function operandOf(expression: Expression, terms: Terms): Resolved {
  if (expression.kind === 'path') return { kind: 'path', segments: segmentsOf(expression) };
  if (isConstant(expression)) return { kind: 'value', value: constantOf(expression, terms) };
  if (expression.kind === 'is') throw validation('SET takes no IS');
  if (expression.kind === 'binary') throw unsupported(expression.op);
  if (expression.kind !== 'call') throw unsupported(expression.kind);
  const { name } = expression;
  if (name !== 'list_append' && name !== 'if_not_exists')
    throw validation(`Unrecognized function: ${name} ${at(expression.at)}`);
  const args = expression.args.map((arg) => operandOf(arg, terms));
  checkCall(name, args, terms.decisions);
  return { kind: 'call', name, args };
}
