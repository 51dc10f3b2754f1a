/**
 * Changes protocols by rule: expressions of guards and effects, statements, and what belongs to protocols alone. A step may be
 * split in two, its effect may come later than its guard, and the answer of a conditional write may be ignored. What properties
 * and declarations consist of stays as it is: a change there is none of the protocol.
 */
import type { Settled } from '../decided.ts';
import { type Instrumented, Instrumenter, type Source } from '../instrument.ts';
import { switchName } from '../mutant.ts';
import { type Change, changesOf, type Place, protocolRules, type Rule } from '../rules.ts';
import { childrenOf, isNode, list, type Node } from '../tree.ts';

/** @param first number of the first mutant */
export const instrumentProtocol = (source: Omit<Source, 'dead'> & Partial<Source>, first: number): Instrumented =>
  new ProtocolInstrumenter({ dead: new Set(), ...source }, first).program();

/** Names of objects whose calls judge or witness properties. */
const judges: ReadonlySet<string> = new Set(['judge', 'judged', 'properties', 'witness']);

/** A call that judges a property, or an `if` around one. */
function isJudgement(node: Node): boolean {
  if (node.type === 'IfStatement') return !isNode(node.alternate) && isJudgement(node.consequent as Node);
  if (node.type === 'BlockStatement') return list(node.body).length > 0 && list(node.body).every(isJudgement);
  if (node.type !== 'ExpressionStatement') return false;
  const { callee } = node.expression as { callee?: unknown };
  return isNode(callee) && isNode(callee.object) && judges.has(String(callee.object.name));
}

/** Moves only what is the process's own: its place, and what it remembers. */
function isOwnMove(statement: Node): boolean {
  if (isJudgement(statement) || statement.type === 'VariableDeclaration') return true;
  if (statement.type !== 'ExpressionStatement') return false;
  const { left, argument } = statement.expression as { left?: unknown; argument?: unknown };
  const target = [left, argument].find(isNode);
  return isNode(target?.object) && target.object.name === 'me';
}

/** `rules.name`, whose neighbours are other rules. */
const isRead = ({ type, object }: Node): boolean =>
  type === 'MemberExpression' && isNode(object) && object.name === 'rules';

class ProtocolInstrumenter extends Instrumenter {
  readonly #values: Values;
  readonly #settled: Settled;

  constructor(source: Source, first: number) {
    super(source, first);
    this.#values = valuesIn(source.tree);
    this.#settled = source.settled;
  }

  /** What rules alone decide has its planted bugs: the other values of the rules. */
  protected override changesOf(place: Place): Change[] {
    const { node, parent } = place;
    const isRule = (one: Node): boolean => this.#settled.holds(one) !== undefined || isRead(one);
    if (isRule(node) || (parent.type === 'BinaryExpression' && isRead(parent.left as Node))) return [];
    if (node.type === 'ConditionalExpression' && isRule(node.test as Node)) return [];
    return changesOf(place, { ...protocolRules, value: otherValue(this.#values) });
  }

  protected override child(node: Node, parent: Node, member: string): string {
    if (isJudgement(node)) return this.text(node);
    const own = super.child(node, parent, member);
    return parent.type === 'BlockStatement' && member === 'body' ? this.#cut(node, list(parent.body)) + own : own;
  }

  protected override statement(node: Node, parent: Node): string | undefined {
    if (node.type === 'ThrowStatement') return this.withChildren(node);
    if (node.type === 'ReturnStatement' && isNode(node.argument) && node.argument.type === 'CallExpression') {
      const [number] = this.note(node, [{ rule: 'forgotten statement', text: ';' }]);
      return `{if(!${this.is(number!)}){${this.withChildren(node)}}}`;
    }
    return node.type === 'IfStatement' ? this.#answer(node) : super.statement(node, parent);
  }

  /** Where an effect can be interrupted, so that other processes go on between its two parts. */
  #cut(node: Node, statements: readonly Node[]): string {
    const at = statements.indexOf(node);
    const [before, after] = [statements.slice(0, at), statements.slice(at)];
    if (node.type === 'VariableDeclaration' || isJudgement(node)) return '';
    const isFirst = before.every(isOwnMove);
    if (isFirst && (before.some(({ type }) => type === 'ExpressionStatement') || after.every(isOwnMove))) return '';
    const rule = isFirst ? 'late effect' : 'split step';
    const [number] = this.note(node, [{ rule, text: '(a later step)' }]);
    return `${switchName}.cut(${number});`;
  }

  /** The process goes on as if the condition were another, and the store stays as it is. */
  #answer(node: Node): string {
    const { test, consequent, alternate } = node as Node & { test: Node; consequent: Node; alternate: unknown };
    const [holds, fails] = this.note(test, [
      { rule: 'ignored answer', text: 'holds, and is taken for not' },
      { rule: 'ignored answer', text: 'does not hold, and is taken for so' },
    ]);
    const decided = `${switchName}.other(${holds},${fails},${this.child(test, node, 'test')})`;
    const otherwise = isNode(alternate) ? ` else ${this.child(alternate, node, 'alternate')}` : '';
    return `if(${decided})${this.child(consequent, node, 'consequent')}${otherwise}`;
  }
}

/** By the name of a member: the texts that a program compares it with or assigns to it, in the order of the source. */
type Values = ReadonlyMap<string, readonly string[]>;

const memberOf = (node: unknown): string | undefined =>
  isNode(node) && /MemberExpression$/.test(node.type) && isNode(node.property) && node.computed !== true
    ? String(node.property.name)
    : isNode(node) && node.type === 'Identifier'
      ? String(node.name)
      : undefined;

/** The member that a text is compared with, assigned to, or moved to. */
function memberFor({ parent, member }: Pick<Place, 'parent' | 'member'>): string | undefined {
  switch (parent.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return member === 'right' ? memberOf(parent.left) : undefined;
    case 'CallExpression': {
      const name = memberOf(parent.callee);
      return name === 'go' || name === 'stop' ? 'at' : undefined;
    }
    default:
      return undefined;
  }
}

function valuesIn(program: Node): Values {
  const values = new Map<string, string[]>();
  const add = (name: string | undefined, node: unknown): void => {
    if (name === undefined || !isNode(node) || node.type !== 'StringLiteral') return;
    const known = values.get(name) ?? [];
    if (!known.includes(String(node.value))) values.set(name, [...known, String(node.value)]);
  };
  const visit = (node: Node): void => {
    if (node.type === 'SwitchStatement')
      for (const { test } of list(node.cases)) add(memberOf(node.discriminant), test);
    for (const { node: child, member } of childrenOf(node)) {
      add(memberFor({ parent: node, member }), child);
      visit(child);
    }
  };
  visit(program);
  return values;
}

/** A status, an owner or a place taken for its neighbour in the source. */
const otherValue =
  (values: Values): Rule =>
  ({ node, parent, member }) => {
    if (node.type !== 'StringLiteral') return [];
    const known = values.get(memberFor({ parent, member }) ?? '') ?? [];
    const at = known.indexOf(String(node.value));
    return at < 0 ? [] : [known[at - 1], known[at + 1]].flatMap((other) => (other === undefined ? [] : [`'${other}'`]));
  };
