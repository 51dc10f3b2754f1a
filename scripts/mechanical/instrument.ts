/**
 * Puts every change of a source into one program, switched at run time: `mutant(7) ? changed : own`. As StrykerJS does it, whose
 * instrumenter takes no rules but its own, so this is written here on Babel's parser.
 */
import { createHash } from 'node:crypto';
import { parse } from '@babel/parser';
import type { Settled } from './decided.ts';
import { deadNumber, type Mutant, switchName } from './mutant.ts';
import { type Change, changesOf, type Place } from './rules.ts';
import { childrenOf, isNode, keepsItsForm, list, type Node } from './tree.ts';

export interface Instrumented {
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

const changeable: ReadonlySet<string> = new Set(
  `ArrayExpression ArrowFunctionExpression AssignmentExpression BigIntLiteral BinaryExpression BooleanLiteral CallExpression
  ConditionalExpression Identifier LogicalExpression MemberExpression NewExpression NullLiteral NumericLiteral ObjectExpression
  OptionalCallExpression OptionalMemberExpression RegExpLiteral StringLiteral TemplateLiteral UnaryExpression UpdateExpression
  TSAsExpression TSNonNullExpression AwaitExpression`.split(/\s+/),
);

export const treeOf = (source: string): Node =>
  parse(source, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as Node;

export interface Source {
  readonly file: string;
  readonly source: string;
  /** Of this source. */
  readonly tree: Node;
  /** Nodes that stay as they are. Where they run, the switch is asked for `deadNumber`. */
  readonly dead: ReadonlySet<Node>;
  readonly settled: Settled;
}

/** @param first number of the first mutant */
export const instrument = (source: Source, first: number): Instrumented => new Instrumenter(source, first).program();

export class Instrumenter {
  readonly #file: string;
  readonly #source: string;
  readonly #tree: Node;
  readonly #dead: ReadonlySet<Node>;
  readonly #settled: Settled;
  readonly #first: number;
  readonly #mutants: Mutant[] = [];
  readonly #seen = new Map<string, number>();
  /** The innermost function first. */
  protected readonly functions: { readonly name: string; readonly reads: ReadonlyMap<string, readonly string[]> }[] =
    [];

  constructor({ file, source, tree, dead, settled }: Source, first: number) {
    this.#file = file;
    this.#source = source;
    this.#tree = tree;
    this.#dead = dead;
    this.#settled = settled;
    this.#first = first;
  }

  program(): Instrumented {
    return { code: this.withChildren(this.#tree), mutants: this.#mutants };
  }

  /** Babel leaves parentheses out of a node's range. */
  protected text = (node: Node): string => {
    const own = this.#source.slice(node.start, node.end);
    return (node.extra as { parenthesized?: boolean } | undefined)?.parenthesized ? `(${own})` : own;
  };

  protected withChildren(node: Node): string {
    let at = node.start;
    let code = '';
    for (const { node: child, member } of childrenOf(node)) {
      if (child.start < at) continue;
      code += this.#source.slice(at, child.start) + this.child(child, node, member);
      at = child.end;
    }
    return code + this.#source.slice(at, node.end);
  }

  protected child(node: Node, parent: Node, member: string): string {
    if (this.#dead.has(node)) return this.#marked(node);
    if (this.#settled.idle.has(node) || isMessage(node)) return this.#source.slice(node.start, node.end);
    const name = nameOf(node, parent);
    if (name !== undefined) this.functions.unshift({ name, reads: readsOf(node, this.text) });
    const code = this.statement(node, parent) ?? this.#expression(node, parent, member);
    if (name !== undefined) this.functions.shift();
    return code;
  }

  /** As it is, and noticed when it runs. A declaration has no place for that, and runs when the program is loaded. */
  #marked(node: Node): string {
    const own = this.text(node);
    const mark = `${switchName}(${deadNumber})`;
    if (node.type === 'BlockStatement') return `{${mark};${own.slice(1)}`;
    if (/Declarat/.test(node.type)) return own;
    return node.type.endsWith('Statement') ? `{${mark};${own}}` : `(${mark}?0:(${own}))`;
  }

  protected statement(node: Node, _parent: Node): string | undefined {
    switch (node.type) {
      case 'ExpressionStatement':
      case 'ThrowStatement':
      case 'BreakStatement':
      case 'ContinueStatement': {
        const [number] = this.note(node, [{ rule: 'forgotten statement', text: ';' }]);
        return `{if(!${this.is(number!)}){${this.withChildren(node)}}}`;
      }
      case 'ForOfStatement': {
        const [number] = this.note(node, [{ rule: 'first only', text: 'only the first' }]);
        const body = node.body as Node;
        const own = this.withChildren({ ...node, body: undefined, end: body.start } as Node);
        return `${own}{${this.child(body, node, 'body')}${this.escapes(body) ? '' : `if(${this.is(number!)})break;`}}`;
      }
      case 'BlockStatement': {
        if (list(node.body).length < 2) return undefined;
        const [number] = this.note(node, [{ rule: 'empty block', text: '{}' }]);
        return `{if(!${this.is(number!)})${this.withChildren(node)}}`;
      }
      default:
        return undefined;
    }
  }

  /** A body that never reaches its end would make the rest unreachable, which is no change. */
  protected escapes = (body: Node): boolean => /Return|Throw/.test(list(body.body).at(-1)?.type ?? '');

  #expression(node: Node, parent: Node, member: string): string {
    const own = this.withChildren(node);
    if (!changeable.has(node.type) || keepsItsForm(parent, member) || isNoExpression(node, parent, member)) return own;
    const place: Place = { node, parent, member, text: this.text, siblings: (of) => this.#siblings(of) };
    const changes = this.changesOf(place).filter((change) => !this.#isSame(node, change));
    if (changes.length === 0) return own;
    const numbers = this.note(node, changes);
    return `(${changes.map(({ text }, at) => `${this.is(numbers[at]!)}?(${text}):`).join('')}(${own}))`;
  }

  /** A change to what the right decisions make of the node anyway. */
  #isSame(node: Node, { rule, text }: Change): boolean {
    const { test, consequent, alternate, left, right } = node as { [member: string]: unknown } as {
      [member: string]: Node;
    };
    if (rule === 'branch') {
      const taken = this.#settled.holds(test!);
      return taken !== undefined && text === this.text(taken ? consequent! : alternate!);
    }
    if (rule === 'condition') return text === String(this.#settled.holds(node));
    if (rule !== 'side') return false;
    const [one, other] = text === this.text(left!) ? [left!, right!] : [right!, left!];
    // `a && true` is a, and `a && false` is false.
    const without = this.#settled.holds(other);
    if (without === (node.operator === '&&')) return true;
    const holds = this.#settled.holds(node);
    return holds !== undefined && holds === this.#settled.holds(one);
  }

  #siblings(node: Node): readonly string[] {
    return this.functions[0]?.reads.get(this.text(node.object as Node)) ?? [];
  }

  /** The rules for expressions. */
  protected changesOf(place: Place): Change[] {
    return changesOf(place);
  }

  protected is = (number: number): string => `${switchName}(${number})`;

  protected note(node: Node, changes: readonly Change[]): number[] {
    return changes.map(({ rule, text }) => {
      const from = this.text(node);
      const around = this.functions.map(({ name }) => name).join(' in ');
      const key = [this.#file, around, rule, from, text].join('\n');
      const turn = this.#seen.get(key) ?? 0;
      this.#seen.set(key, turn + 1);
      const id = createHash('sha256').update(`${key}\n${turn}`).digest('hex').slice(0, 10);
      this.#mutants.push({ id, file: this.#file, line: node.loc.start.line, rule, from: short(from), to: short(text) });
      return this.#first + this.#mutants.length - 1;
    });
  }
}

/** A text for people with values in it. It stays as it is, like one without. */
const isMessage = ({ type, quasis }: Node): boolean =>
  type === 'TemplateLiteral' && list(quasis).some(({ value }) => /\s/.test((value as { raw: string }).raw));

const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

/** The name of a function, a method or what a function is assigned to. */
function nameOf(node: Node, parent: Node): string | undefined {
  if (!/Function|Method/.test(node.type) || node.type.startsWith('TS')) return undefined;
  const named = [node.id, node.key, parent.id, parent.key].find(isNode);
  return typeof named?.name === 'string' ? named.name : '';
}

function isNoExpression(node: Node, parent: Node, member: string): boolean {
  if (node.type === 'Identifier' || node.type === 'StringLiteral')
    return ['id', 'params', 'local', 'imported', 'exported', 'label', 'param', 'source'].includes(member);
  return parent.type === 'VariableDeclarator' && member === 'id';
}

/** By the text of an object: the members that are read of it, in the order of the source. */
function readsOf(node: Node, text: (node: Node) => string): ReadonlyMap<string, readonly string[]> {
  const reads = new Map<string, string[]>();
  const visit = (one: Node): void => {
    for (const { node: child, member } of childrenOf(one)) {
      if (child.type === 'MemberExpression' && !child.computed && member !== 'callee') {
        const object = text(child.object as Node);
        const name = (child.property as Node).name as string;
        const names = reads.get(object) ?? [];
        if (!names.includes(name)) reads.set(object, [...names, name]);
      }
      visit(child);
    }
  };
  visit(node);
  return reads;
}
