/** Writes parsed statements of PartiQL as text again, with their parameters numbered anew. */
import type { Change, Expression, PathExpression, Statement } from '../../../oracles/partiql/ast.ts';

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Collects the parameters in the order in which the text mentions them. */
export class StatementWriter {
  /** The former numbers of the parameters, in their new order. */
  readonly parameters: number[] = [];

  statement(statement: Statement): string {
    switch (statement.kind) {
      case 'select': {
        const columns =
          statement.projection === '*' ? '*' : statement.projection.map((one) => this.expression(one)).join(', ');
        const from = `SELECT ${columns} FROM ${statement.source.map(name).join('.')}${this.#where(statement)}`;
        const order = statement.order.map(({ by, descending }) => `${this.expression(by)}${descending ? ' DESC' : ''}`);
        return order.length === 0 ? from : `${from} ORDER BY ${order.join(', ')}`;
      }
      case 'insert': {
        const into = `INSERT INTO ${statement.source.map(name).join('.')} VALUE ${this.expression(statement.value)}`;
        return statement.doNothing ? `${into} ON CONFLICT DO NOTHING` : into;
      }
      case 'update': {
        const changes = statement.changes.map((change) => this.#change(change)).join(' ');
        return `UPDATE ${statement.source.map(name).join('.')} ${changes}${this.#where(statement)}${returned(statement)}`;
      }
      case 'delete':
        return `DELETE FROM ${statement.source.map(name).join('.')}${this.#where(statement)}${returned(statement)}`;
      case 'exists':
        return `EXISTS(${this.statement(statement.of)})`;
    }
  }

  #where({ where }: { where?: Expression }): string {
    return where === undefined ? '' : ` WHERE ${this.expression(where)}`;
  }

  #change(change: Change): string {
    if (change.kind === 'remove') return `REMOVE ${this.expression(change.path)}`;
    return `SET ${this.expression(change.path)} = ${this.expression(change.value)}`;
  }

  expression(expression: Expression): string {
    const all = (list: readonly Expression[]): string => list.map((one) => this.expression(one)).join(', ');
    const term = (inner: Expression): string => this.#within(inner, levels.sum);
    switch (expression.kind) {
      case 'path':
        return pathText(expression);
      case 'call':
        return `${expression.name}(${all(expression.args)})`;
      case 'text':
        return quoted(expression.text);
      case 'number':
        return expression.text;
      case 'flag':
        return expression.value ? 'TRUE' : 'FALSE';
      case 'null':
        return 'NULL';
      case 'missing':
        return 'MISSING';
      case 'parameter':
        this.parameters.push(expression.index);
        return '?';
      case 'list':
        return `[${all(expression.elements)}]`;
      case 'bag':
        return `<<${all(expression.elements)}>>`;
      case 'struct':
        return `{${expression.members.map(([key, value]) => `${this.expression(key)}: ${this.expression(value)}`).join(', ')}}`;
      case 'not':
        return `NOT ${this.#within(expression.of, levels.not)}`;
      case 'negative':
        return `-${this.#within(expression.of, levels.term)}`;
      case 'binary': {
        const level = levelOf(expression);
        return `${this.#within(expression.left, level)} ${expression.op} ${this.#within(expression.right, level + 1)}`;
      }
      case 'between':
        return `${term(expression.operand)} BETWEEN ${term(expression.low)} AND ${term(expression.high)}`;
      case 'in':
        return `${term(expression.operand)} IN ${term(expression.members)}`;
      case 'like':
        return `${term(expression.operand)} LIKE ${term(expression.pattern)}`;
      case 'is':
        return `${term(expression.operand)} IS ${expression.type}`;
    }
  }

  /** In parentheses where it binds less tightly than its place. */
  #within(expression: Expression, level: number): string {
    return levelOf(expression) < level ? `(${this.expression(expression)})` : this.expression(expression);
  }
}

/** How tightly expressions bind. */
const levels = { or: 0, and: 1, not: 2, comparison: 3, sum: 4, product: 5, term: 6 } as const;
const levelsOfOperators: { readonly [op: string]: number } = {
  OR: levels.or,
  AND: levels.and,
  '+': levels.sum,
  '-': levels.sum,
  '||': levels.sum,
  '*': levels.product,
  '/': levels.product,
  '%': levels.product,
};

function levelOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return levelsOfOperators[expression.op] ?? levels.comparison;
    case 'not':
      return levels.not;
    case 'between':
    case 'in':
    case 'like':
    case 'is':
      return levels.comparison;
    default:
      return levels.term;
  }
}

const returned = (statement: { returning?: { which: string; when: string } }): string =>
  statement.returning === undefined ? '' : ` RETURNING ${statement.returning.which} ${statement.returning.when} *`;

const pathText = ({ root, steps }: PathExpression): string =>
  name(root) + steps.map((step) => ('name' in step ? `.${name(step.name)}` : `[${step.index}]`)).join('');
