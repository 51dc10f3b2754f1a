import type { Comparator } from '../values/compare.ts';
import type {
  Condition,
  Operand,
  ParsedCondition,
  ParsedUpdate,
  Path,
  Section,
  SetValue,
  UpdateAction,
} from './ast.ts';
import { sections } from './ast.ts';
import { Cursor, ExpressionError } from './cursor.ts';

/** Bytes of an expression before placeholders are replaced. Source: developer guide, service quotas. */
const expressionBytesMax = 4096;

const comparators: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** Caches trees by text. The size is bounded because a long random run would fill the memory otherwise. */
function cached<T>(parse: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const parsed = parse(text);
    if (kept.size >= 1000) kept.clear();
    kept.set(text, parsed);
    return parsed;
  };
}

/** @throws ExpressionError */
export const parseCondition = cached((text: string): ParsedCondition => {
  checkSize(text, `; expression size: ${Buffer.byteLength(text)}`);
  const cursor = new Cursor(text);
  const condition = asCondition(cursor, disjunction(cursor));
  cursor.expectEnd();
  return { condition, redundantParentheses: cursor.redundantParentheses };
});

/** @throws ExpressionError */
export const parseProjection = cached((text: string): readonly Path[] => {
  checkSize(text, `; expression size: ${Buffer.byteLength(text)}`);
  const cursor = new Cursor(text);
  const paths = cursor.list(() => cursor.path());
  cursor.expectEnd();
  return paths;
});

/** @throws ExpressionError */
export const parseUpdate = cached((text: string): ParsedUpdate => {
  checkSize(text, ';');
  const cursor = new Cursor(text, { countsCalls: true });
  const actions: UpdateAction[] = [];
  const seen = new Set<Section>();
  let repeatedSection: Section | undefined;
  do {
    const section = sectionKeyword(cursor);
    if (seen.has(section)) repeatedSection ??= section;
    seen.add(section);
    actions.push(...cursor.list(() => action(cursor, section)));
  } while (cursor.peek().kind !== 'end');
  return { actions, repeatedSection };
});

function checkSize(text: string, suffix: string): void {
  if (text === '') throw new ExpressionError('The expression can not be empty;');
  if (Buffer.byteLength(text) > expressionBytesMax) {
    throw new ExpressionError(`Expression size has exceeded the maximum allowed size${suffix}`);
  }
}

// NOT binds tighter than AND, AND tighter than OR. A parenthesis may open an operand or a condition, and only the
// tokens after it decide. So every level returns either, and callers that need a condition check for one.

type Either = { condition: Condition } | { operand: Operand };

function asCondition(cursor: Cursor, either: Either): Condition {
  if ('condition' in either) return either.condition;
  if (either.operand.kind === 'call') return { kind: 'test', call: either.operand };
  return cursor.fail();
}

function disjunction(cursor: Cursor): Either {
  return chain(cursor, 'or', conjunction);
}

function conjunction(cursor: Cursor): Either {
  return chain(cursor, 'and', negation);
}

function chain(cursor: Cursor, kind: 'and' | 'or', level: (cursor: Cursor) => Either): Either {
  let left = level(cursor);
  while (cursor.isKeyword(kind.toUpperCase())) {
    const condition = asCondition(cursor, left);
    cursor.next();
    cursor.countOperator();
    left = { condition: { kind, left: condition, right: asCondition(cursor, level(cursor)) } };
  }
  return left;
}

function negation(cursor: Cursor): Either {
  if (!cursor.takeKeyword('NOT')) return comparison(cursor);
  cursor.countOperator();
  return { condition: { kind: 'not', of: asCondition(cursor, negation(cursor)) } };
}

function comparison(cursor: Cursor): Either {
  const first: Either = cursor.isSymbol('(')
    ? cursor.parenthesised(() => disjunction(cursor))
    : { operand: cursor.operand() };
  if ('condition' in first) return first;
  const token = cursor.peek();
  if (comparators.has(token.text)) {
    cursor.next();
    cursor.countOperator();
    const op = token.text as Comparator;
    return { condition: { kind: 'compare', op, left: first.operand, right: cursor.operand() } };
  }
  if (cursor.takeKeyword('BETWEEN')) return { condition: between(cursor, first.operand) };
  if (cursor.takeKeyword('IN')) return { condition: membership(cursor, first.operand) };
  return first;
}

function between(cursor: Cursor, operand: Operand): Condition {
  cursor.countOperator();
  const low = cursor.operand();
  cursor.expectKeyword('AND');
  return { kind: 'between', operand, low, high: cursor.operand() };
}

const inMembersMax = 100;

function membership(cursor: Cursor, operand: Operand): Condition {
  cursor.countOperator();
  cursor.expectSymbol('(');
  const members = cursor.list(() => cursor.operand());
  cursor.expectSymbol(')');
  if (members.length > inMembersMax)
    throw new ExpressionError(
      `The IN operator is provided with too many operands; number of operands: ${members.length}`,
    );
  return { kind: 'in', operand, members };
}

function sectionKeyword(cursor: Cursor): Section {
  const section = sections.find((keyword) => cursor.isKeyword(keyword)) ?? cursor.fail();
  cursor.next();
  return section;
}

function action(cursor: Cursor, section: Section): UpdateAction {
  const path = cursor.path();
  if (section === 'REMOVE') return { section, path };
  if (section === 'SET') {
    cursor.expectSymbol('=');
    return { section, path, value: setValue(cursor) };
  }
  if (cursor.peek().kind !== 'value') cursor.fail();
  return { section, path, placeholder: cursor.next().text };
}

function setValue(cursor: Cursor): SetValue {
  const left = cursor.isSymbol('(') ? cursor.parenthesised(() => setValue(cursor)) : cursor.operand();
  if (left.kind === 'arithmetic') return left;
  const op = (['+', '-'] as const).find((sign) => cursor.takeSymbol(sign));
  if (op === undefined) return left;
  cursor.countOperator();
  return { kind: 'arithmetic', op, left, right: cursor.operand() };
}
