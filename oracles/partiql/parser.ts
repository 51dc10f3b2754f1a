/**
 * Parses statements. Source: AWS developer guide, PartiQL reference. Refusal texts that cases write down are captured from
 * the service; where none is known, the text is of this parser.
 */
import { validation } from '../values/refusal.ts';
import type { Change, Expression, FromSource, ParsedStatement, Returning, Select, Statement } from './ast.ts';
import { Cursor } from './cursor.ts';
import { at, notWellFormed } from './errors.ts';
import { expression, path } from './expressions.ts';

/** @throws Refusal ValidationException, never anything else */
export function parseStatement(text: string): ParsedStatement {
  const cursor = new Cursor(text);
  const parsed = statement(cursor);
  cursor.takeSymbol(';');
  if (cursor.peek().kind !== 'end') throw leftover();
  return { statement: parsed, parameters: cursor.parameters };
}

const leftover = () => notWellFormed('Unexpected token after expression');

function statement(cursor: Cursor): Statement {
  if (cursor.isKeyword('SELECT')) return select(cursor);
  if (cursor.takeKeyword('INSERT')) return insert(cursor);
  if (cursor.takeKeyword('UPDATE')) return update(cursor);
  if (cursor.takeKeyword('DELETE')) return remove(cursor);
  if (cursor.takeKeyword('FROM')) return fromFirst(cursor);
  if (cursor.isKeyword('EXISTS')) return exists(cursor);
  return bare(cursor);
}

/** Refuses a bare expression, but only after parsing all of it. */
function bare(cursor: Cursor): never {
  const found = expression(cursor);
  cursor.takeSymbol(';');
  if (cursor.peek().kind !== 'end') throw leftover();
  throw validation(`Unsupported operation: ${operationName(found)}`);
}

function operationName(found: Expression): string {
  const kind = found.kind === 'is' ? 'isType' : found.kind === 'binary' ? 'nary' : found.kind;
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

function select(cursor: Cursor): Select {
  cursor.expectKeyword('SELECT', 'Expected SELECT');
  const projection = cursor.takeSymbol('*') ? '*' : cursor.list(() => expression(cursor));
  cursor.expectKeyword('FROM', 'Unexpected term');
  const from = source(cursor, 'Unexpected term');
  refuseAlias(cursor);
  const condition = where(cursor);
  const order = cursor.takeKeyword('ORDER') ? ordering(cursor) : [];
  return { kind: 'select', projection, source: from, ...condition, order };
}

function ordering(cursor: Cursor): Select['order'] {
  cursor.expectKeyword('BY', 'Expected BY');
  return cursor.list(() => {
    const by = expression(cursor);
    const descending = cursor.takeKeyword('DESC');
    if (!descending) cursor.takeKeyword('ASC');
    return { by, descending };
  });
}

/** @param otherwise what the error reports as missing when there is no name */
function source(cursor: Cursor, otherwise: string): FromSource {
  const { kind } = cursor.peek();
  if (kind !== 'name' && kind !== 'quoted') cursor.fail(otherwise);
  const { root, steps } = path(cursor);
  const names = steps.map((step) => ('name' in step ? step.name : undefined));
  if (names.includes(undefined)) throw validation('A table and its index have names, not places in a list.');
  if (names.length > 1) throw validation('A path may contain at most 2 components in the FROM clause');
  return [root, ...(names as string[])];
}

const simplePath = 'Expected identifier for simple path';

function refuseAlias(cursor: Cursor): void {
  const { kind } = cursor.peek();
  if (cursor.isKeyword('AS') || kind === 'name' || kind === 'quoted') throw validation('Aliasing is not supported');
}

const where = (cursor: Cursor): { where?: Expression } =>
  cursor.takeKeyword('WHERE') ? { where: expression(cursor) } : {};

function insert(cursor: Cursor): Statement {
  cursor.expectKeyword('INTO', 'Expected INTO');
  const place = cursor.peek().at;
  const into = source(cursor, simplePath);
  if (into.length > 1)
    throw validation(`FROM clause may only contain a single table name in data manipulation statements ${at(place)}`);
  const single = cursor.takeKeyword('VALUE');
  const value = expression(cursor);
  const doNothing = cursor.takeKeyword('ON') ? conflictAction(cursor) : false;
  if (!single && cursor.atEnd()) cursor.fail('Expected VALUE');
  return { kind: 'insert', source: into, value, doNothing };
}

function conflictAction(cursor: Cursor): true {
  cursor.expectKeyword('CONFLICT', 'Expected CONFLICT');
  cursor.expectKeyword('DO', 'Expected DO');
  cursor.expectKeyword('NOTHING', 'Expected NOTHING');
  return true;
}

function changes(cursor: Cursor): Change[] {
  const found: Change[] = [];
  for (;;) {
    if (cursor.takeKeyword('SET')) found.push(...cursor.list(() => assignment(cursor)));
    else if (cursor.takeKeyword('REMOVE'))
      found.push(...cursor.list((): Change => ({ kind: 'remove', path: path(cursor) })));
    else return found.length > 0 ? found : cursor.fail('Expected data manipulation');
  }
}

function assignment(cursor: Cursor): Change {
  const target = path(cursor);
  cursor.expectSymbol('=', 'Expected = in assignment');
  return { kind: 'set', path: target, value: expression(cursor) };
}

function update(cursor: Cursor): Statement {
  const from = source(cursor, simplePath);
  refuseAlias(cursor);
  const found = changes(cursor);
  return { kind: 'update', source: from, changes: found, ...where(cursor), ...returning(cursor) };
}

/** `FROM "t" WHERE … SET …`, the alternative form of an update. */
function fromFirst(cursor: Cursor): Statement {
  const from = source(cursor, 'Unexpected term');
  refuseAlias(cursor);
  const condition = where(cursor);
  return { kind: 'update', source: from, ...condition, changes: changes(cursor), ...returning(cursor) };
}

function remove(cursor: Cursor): Statement {
  cursor.expectKeyword('FROM', 'Expected FROM');
  const from = source(cursor, simplePath);
  refuseAlias(cursor);
  return { kind: 'delete', source: from, ...where(cursor), ...returning(cursor) };
}

function returning(cursor: Cursor): { returning?: Returning } {
  if (!cursor.takeKeyword('RETURNING')) return {};
  const which = cursor.takeKeyword('ALL') ? 'ALL' : cursor.takeKeyword('MODIFIED') ? 'MODIFIED' : undefined;
  const when = cursor.next().text.toUpperCase();
  if (which === undefined || (when !== 'OLD' && when !== 'NEW')) return cursor.fail('Expected what to return');
  cursor.expectSymbol('*', 'Expected * in RETURNING');
  return { returning: { which, when } };
}

function exists(cursor: Cursor): Statement {
  cursor.next();
  cursor.expectSymbol('(', 'Expected opening parenthesis');
  const of = select(cursor);
  cursor.expectSymbol(')', 'Expected closing parenthesis');
  return { kind: 'exists', of };
}
