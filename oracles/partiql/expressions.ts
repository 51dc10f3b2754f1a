/** Expressions, loosest binding first: OR, AND, NOT, comparisons, sums, products. */
import type { BinaryOperator, Expression, PathExpression, Step } from './ast.ts';
import { comparators } from './ast.ts';
import type { Cursor } from './cursor.ts';

export const expression = (cursor: Cursor): Expression => cursor.nested(() => disjunction(cursor));

const disjunction = (cursor: Cursor): Expression => chain(cursor, ['OR'], conjunction);
const conjunction = (cursor: Cursor): Expression => chain(cursor, ['AND'], negation);
const sum = (cursor: Cursor): Expression => chain(cursor, ['+', '-', '||'], product);
const product = (cursor: Cursor): Expression => chain(cursor, ['*', '/', '%'], signed);

function chain(
  cursor: Cursor,
  operators: readonly BinaryOperator[],
  level: (cursor: Cursor) => Expression,
): Expression {
  let left = level(cursor);
  for (let op = operatorHere(cursor, operators); op !== undefined; op = operatorHere(cursor, operators)) {
    cursor.next();
    left = { kind: 'binary', op, left, right: rightSide(cursor, level) };
  }
  return left;
}

function operatorHere(cursor: Cursor, operators: readonly BinaryOperator[]): BinaryOperator | undefined {
  const { kind, text } = cursor.peek();
  const isOperator = (kind === 'keyword' || kind === 'symbol') && (operators as readonly string[]).includes(text);
  return isOperator ? (text as BinaryOperator) : undefined;
}

function rightSide(cursor: Cursor, level: (cursor: Cursor) => Expression): Expression {
  if (cursor.atEnd()) cursor.fail('Missing right-hand side expression of infix operator');
  return level(cursor);
}

function negation(cursor: Cursor): Expression {
  if (!cursor.takeKeyword('NOT')) return comparison(cursor);
  return { kind: 'not', of: cursor.nested(() => negation(cursor)) };
}

function comparison(cursor: Cursor): Expression {
  let left = sum(cursor);
  for (;;) {
    const next = comparedWith(cursor, left);
    if (next === undefined) return left;
    left = next;
  }
}

function comparedWith(cursor: Cursor, left: Expression): Expression | undefined {
  const { text } = cursor.peek();
  const op = cursor.isSymbol('!=') ? '<>' : operatorHere(cursor, comparators);
  if (op !== undefined) {
    cursor.next();
    return { kind: 'binary', op, left, right: rightSide(cursor, sum) };
  }
  if (text === 'IS' && cursor.takeKeyword('IS')) return typeTest(cursor, left);
  const negated = cursor.isKeyword('NOT') && ['IN', 'BETWEEN', 'LIKE'].includes(cursor.peek(1).text);
  if (negated) cursor.next();
  const tested = rangeTest(cursor, left);
  return tested !== undefined && negated ? { kind: 'not', of: tested } : tested;
}

function rangeTest(cursor: Cursor, operand: Expression): Expression | undefined {
  if (cursor.takeKeyword('IN')) return { kind: 'in', operand, members: rightSide(cursor, sum) };
  if (cursor.takeKeyword('LIKE')) return { kind: 'like', operand, pattern: rightSide(cursor, sum) };
  if (!cursor.takeKeyword('BETWEEN')) return undefined;
  const low = rightSide(cursor, sum);
  cursor.expectKeyword('AND', 'Expected AND after BETWEEN');
  return { kind: 'between', operand, low, high: rightSide(cursor, sum) };
}

/** Type names, some of two words. Source: the PartiQL specification; the service accepts fewer of them. */
const typeNames: ReadonlySet<string> = new Set(
  `MISSING NULL BOOL BOOLEAN SMALLINT INT INTEGER INT2 INT4 INT8 BIGINT FLOAT REAL DECIMAL NUMERIC TIMESTAMP DATE TIME CHAR CHARACTER
  VARCHAR STRING SYMBOL CLOB BLOB STRUCT TUPLE LIST SEXP BAG ANY`.split(/\s+/),
);
const secondWords: { readonly [first: string]: string } = { DOUBLE: 'PRECISION', CHARACTER: 'VARYING' };

function typeTest(cursor: Cursor, operand: Expression): Expression {
  const negated = cursor.takeKeyword('NOT');
  const { kind, text } = cursor.next();
  const first = kind === 'name' || kind === 'keyword' ? text.toUpperCase() : '';
  const second = Object.hasOwn(secondWords, first) ? secondWords[first] : undefined;
  const two = second !== undefined && cursor.peek().text.toUpperCase() === second;
  if (two) cursor.next();
  if (!two && !typeNames.has(first)) cursor.fail('Expected type name');
  const test: Expression = { kind: 'is', operand, type: two ? `${first} ${second}` : first };
  return negated ? { kind: 'not', of: test } : test;
}

function signed(cursor: Cursor): Expression {
  if (cursor.takeSymbol('+')) return cursor.nested(() => signed(cursor));
  if (!cursor.takeSymbol('-')) return term(cursor);
  const of = cursor.nested(() => signed(cursor));
  if (of.kind !== 'number') return { kind: 'negative', of };
  return { kind: 'number', text: of.text.startsWith('-') ? of.text.slice(1) : `-${of.text}` };
}

function term(cursor: Cursor): Expression {
  const token = cursor.peek();
  switch (token.kind) {
    case 'text':
    case 'number':
      cursor.next();
      return { kind: token.kind, text: token.text };
    case 'name':
      return isCall(cursor) ? call(cursor) : path(cursor);
    case 'quoted':
      return path(cursor);
    case 'keyword':
      return isCall(cursor) && token.text === 'EXISTS' ? call(cursor) : word(cursor);
    case 'symbol':
      return symbol(cursor);
    case 'end':
      return cursor.fail('Unexpected term');
  }
}

const isCall = (cursor: Cursor): boolean => cursor.peek(1).kind === 'symbol' && cursor.peek(1).text === '(';

function word(cursor: Cursor): Expression {
  const { text } = cursor.peek();
  if (cursor.takeKeyword('TRUE')) return { kind: 'flag', value: true };
  if (cursor.takeKeyword('FALSE')) return { kind: 'flag', value: false };
  if (cursor.takeKeyword('NULL')) return { kind: 'null' };
  if (cursor.takeKeyword('MISSING')) return { kind: 'missing' };
  if (text === 'FROM') return cursor.fail('Expected data manipulation');
  if (['IS', 'IN', 'LIKE', 'BETWEEN', 'AND', 'OR'].includes(text)) return cursor.fail('Unexpected operator');
  return cursor.fail('Unexpected keyword');
}

/** Symbols that stand between two terms and not in front of one. */
const infix = ['=', '<', '>', '<=', '>=', '<>', '!=', '*', '/', '%', '||'];

function symbol(cursor: Cursor): Expression {
  if (cursor.takeSymbol('?')) {
    cursor.parameters += 1;
    return { kind: 'parameter', index: cursor.parameters - 1 };
  }
  if (cursor.takeSymbol('(')) return parenthesised(cursor);
  if (cursor.takeSymbol('[')) return { kind: 'list', elements: elements(cursor, ']') };
  if (cursor.takeSymbol('<<')) return { kind: 'bag', elements: elements(cursor, '>>') };
  if (cursor.takeSymbol('{')) return struct(cursor);
  return cursor.fail(cursor.isSymbol(...infix) ? 'Unexpected operator' : 'Unexpected term');
}

/** `(a)` is `a`; `(a, b)` is a list. */
function parenthesised(cursor: Cursor): Expression {
  const inner = cursor.list(() => expression(cursor));
  cursor.expectSymbol(')', 'Expected closing parenthesis');
  return inner.length === 1 ? inner[0]! : { kind: 'list', elements: inner };
}

function elements(cursor: Cursor, closing: string): Expression[] {
  if (cursor.takeSymbol(closing)) return [];
  const inner = cursor.list(() => expression(cursor));
  cursor.expectSymbol(closing, `Expected ${closing}`);
  return inner;
}

function struct(cursor: Cursor): Expression {
  if (cursor.takeSymbol('}')) return { kind: 'struct', members: [] };
  const members = cursor.list((): readonly [Expression, Expression] => {
    const key = expression(cursor);
    cursor.expectSymbol(':', 'Expected colon in struct');
    return [key, expression(cursor)];
  });
  cursor.expectSymbol('}', 'Expected }');
  return { kind: 'struct', members };
}

function call(cursor: Cursor): Expression {
  const { text, at } = cursor.next();
  cursor.next();
  const name = text.toLowerCase();
  if (cursor.isSymbol('*') && cursor.peek(1).text === ')') {
    cursor.next();
    cursor.next();
    return { kind: 'call', name, args: [], at };
  }
  return { kind: 'call', name, args: elements(cursor, ')'), at };
}

/** A name followed by the steps into its value. */
export function path(cursor: Cursor): PathExpression {
  const { kind, text, at } = cursor.peek();
  if (kind !== 'name' && kind !== 'quoted') cursor.fail('Expected identifier for simple path');
  cursor.next();
  const steps: Step[] = [];
  for (;;) {
    if (cursor.takeSymbol('.')) steps.push(dotStep(cursor));
    else if (cursor.takeSymbol('[')) steps.push(bracketStep(cursor));
    else return { kind: 'path', root: text, steps, at };
  }
}

function dotStep(cursor: Cursor): Step {
  const { kind, text } = cursor.peek();
  if (kind !== 'name' && kind !== 'quoted') cursor.fail('Invalid path dot component');
  cursor.next();
  return { name: text };
}

function bracketStep(cursor: Cursor): Step {
  const { kind, text } = cursor.next();
  cursor.expectSymbol(']', 'Expected ]');
  if (kind === 'text') return { name: text };
  if (kind !== 'number' || !/^[0-9]+$/.test(text)) cursor.fail('Invalid path component');
  return { index: Number(text) };
}
