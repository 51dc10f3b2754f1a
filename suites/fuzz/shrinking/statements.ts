/** Smaller forms of a statement of PartiQL, found in its tree. A statement that does not parse has none. */
import type { Change, Expression, PathExpression, Select, Statement } from '../../../oracles/partiql/ast.ts';
import { parseStatement } from '../../../oracles/partiql/parser.ts';
import { Refusal } from '../../../oracles/values/refusal.ts';
import type { Template, TemplateObject } from '../../cases/case.ts';
import { isObject } from '../../runner/play/path.ts';
import { eachReplaced, oneLess } from './lists.ts';
import { StatementWriter } from './statement-text.ts';

/** Stands for the table while a statement is parsed. */
const tableHere = 'the_table';

/** The holder of `Statement` and `Parameters` with a smaller statement and the parameters that are left. */
export function* smallerStatements(holder: TemplateObject): Generator<TemplateObject> {
  const parts = isObject(holder.Statement) ? holder.Statement.$text : undefined;
  if (!Array.isArray(parts)) return;
  const tables = parts.filter((part) => typeof part !== 'string');
  const [table] = tables;
  const text = parts.map((part) => (typeof part === 'string' ? part : tableHere)).join('');
  const statement = parsed(text);
  if (statement === undefined || table === undefined || tables.length > 1) return;
  for (const smaller of [...statements(statement), statement]) {
    const next = written(holder, smaller, table);
    if (JSON.stringify(next) !== JSON.stringify(holder)) yield next;
  }
}

function parsed(text: string): Statement | undefined {
  try {
    return parseStatement(text).statement;
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined;
    throw thrown;
  }
}

function written(holder: TemplateObject, statement: Statement, table: Template): TemplateObject {
  const writer = new StatementWriter();
  const [before = '', ...after] = writer.statement(statement).split(tableHere);
  const given = Array.isArray(holder.Parameters) ? holder.Parameters : [];
  const Parameters = writer.parameters.flatMap((at) => given[at] ?? []);
  const { Parameters: _, ...rest } = holder;
  return {
    ...rest,
    Statement: { $text: [before, table, after.join(tableHere)] },
    ...(Parameters.length > 0 && { Parameters }),
  };
}

function* statements(statement: Statement): Generator<Statement> {
  switch (statement.kind) {
    case 'select':
      yield* selects(statement);
      return;
    case 'insert':
      if (statement.doNothing) yield { ...statement, doNothing: false };
      for (const value of expressions(statement.value)) yield { ...statement, value };
      return;
    case 'update': {
      const { returning, ...rest } = statement;
      if (returning !== undefined) yield rest;
      for (const changes of oneLess(statement.changes)) yield { ...statement, changes };
      yield* wheres(statement);
      for (const changes of eachReplaced(statement.changes, smallerChanges)) yield { ...statement, changes };
      return;
    }
    case 'delete': {
      const { returning, ...rest } = statement;
      if (returning !== undefined) yield rest;
      yield* wheres(statement);
      return;
    }
    case 'exists':
      for (const of of selects(statement.of)) yield { ...statement, of };
  }
}

function* selects(select: Select): Generator<Select> {
  if (select.projection !== '*') {
    yield { ...select, projection: '*' };
    for (const projection of oneLess(select.projection)) yield { ...select, projection };
  }
  if (select.order.length > 0) yield { ...select, order: [] };
  for (const order of oneLess(select.order)) yield { ...select, order };
  yield* wheres(select);
}

function* wheres<T extends { where?: Expression }>(statement: T): Generator<T> {
  const { where, ...rest } = statement;
  if (where === undefined) return;
  yield rest as T;
  for (const smaller of expressions(where)) yield { ...statement, where: smaller };
}

function* smallerChanges(change: Change): Generator<Change> {
  for (const path of shorter(change.path)) yield { ...change, path };
  if (change.kind === 'set') for (const value of expressions(change.value)) yield { ...change, value };
}

function* shorter(path: PathExpression): Generator<PathExpression> {
  if (path.steps.length > 0) yield { ...path, steps: [] };
}

function* expressions(expression: Expression): Generator<Expression> {
  switch (expression.kind) {
    case 'path':
      yield* shorter(expression);
      return;
    case 'not':
    case 'negative':
      yield expression.of;
      for (const of of expressions(expression.of)) yield { ...expression, of };
      return;
    case 'binary':
      if (['AND', 'OR', '+', '-'].includes(expression.op)) {
        yield expression.left;
        yield expression.right;
      }
      for (const [left, right] of eachReplaced([expression.left, expression.right], expressions))
        yield { ...expression, left: left!, right: right! };
      return;
    case 'in':
      for (const members of expressions(expression.members)) yield { ...expression, members };
      return;
    case 'list':
    case 'bag':
      for (const elements of oneLess(expression.elements)) yield { ...expression, elements };
      return;
    case 'struct':
      for (const members of oneLess(expression.members)) yield { ...expression, members };
      return;
    case 'call':
      for (const args of eachReplaced(expression.args, expressions)) yield { ...expression, args };
  }
}
