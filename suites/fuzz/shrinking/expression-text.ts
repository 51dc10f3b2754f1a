/** Writes parsed expressions as text again, in the plainest notation. */
import type { Condition, Operand, Path, SetValue, UpdateAction } from '../../../oracles/expressions/ast.ts';

const pathText = (path: Path): string =>
  path
    .map((part, at) => {
      if ('index' in part) return `[${part.index}]`;
      const name = 'name' in part ? part.name : part.placeholder;
      return at === 0 ? name : `.${name}`;
    })
    .join('');

function operandText(operand: Operand): string {
  if (operand.kind === 'path') return pathText(operand.path);
  return operand.kind === 'value'
    ? operand.placeholder
    : `${operand.name}(${operand.args.map(operandText).join(', ')})`;
}

/** How tightly a condition binds: a side of AND needs parentheses when it is an OR. */
const tightness = { or: 0, and: 1 } as const;
const tightnessOf = ({ kind }: Condition): number => (kind === 'or' || kind === 'and' ? tightness[kind] : 2);

const within = (condition: Condition, outer: number): string =>
  tightnessOf(condition) < outer ? `(${conditionText(condition)})` : conditionText(condition);

export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${operandText(condition.left)} ${condition.op} ${operandText(condition.right)}`;
    case 'between':
      return `${operandText(condition.operand)} BETWEEN ${operandText(condition.low)} AND ${operandText(condition.high)}`;
    case 'in':
      return `${operandText(condition.operand)} IN (${condition.members.map(operandText).join(', ')})`;
    case 'test':
      return operandText(condition.call);
    case 'not':
      return `NOT ${within(condition.of, 2)}`;
    case 'and':
    case 'or':
      return [
        within(condition.left, tightness[condition.kind]),
        condition.kind.toUpperCase(),
        within(condition.right, tightness[condition.kind] + 1),
      ].join(' ');
  }
}

const setText = (value: SetValue): string =>
  value.kind === 'arithmetic'
    ? `${operandText(value.left)} ${value.op} ${operandText(value.right)}`
    : operandText(value);

function actionText(action: UpdateAction): string {
  const path = pathText(action.path);
  if (action.section === 'REMOVE') return path;
  return action.section === 'SET' ? `${path} = ${setText(action.value)}` : `${path} ${action.placeholder}`;
}

export function updateText(actions: readonly UpdateAction[]): string {
  const sections = [...new Set(actions.map(({ section }) => section))];
  return sections
    .map((section) => {
      const own = actions.filter((action) => action.section === section);
      return `${section} ${own.map(actionText).join(', ')}`;
    })
    .join(' ');
}

export const projectionText = (paths: readonly Path[]): string => paths.map(pathText).join(', ');
