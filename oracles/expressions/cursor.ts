import type { Operand, Path, PathPart } from './ast.ts';
import { syntaxErrorText, type Token, tokenize } from './lexer.ts';

/** An error in one expression. The caller adds the expression's name. */
export class ExpressionError extends Error {}

/** Largest list index (measured on DynamoDB, 2026-09). */
const indexMax = 4_294_967_294;

/** Levels of one path, the top-level attribute included. Source: the Alternator suite, verified on the service. */
const pathLevelsMax = 32;

/** @throws ExpressionError */
export function checkPathLevels(levels: number): void {
  if (levels <= pathLevelsMax) return;
  throw new ExpressionError(`The document path has too many nesting levels; nesting levels: ${levels}`);
}

/** Operators of one expression, and functions of an update. Source: developer guide, service quotas. */
const operatorsMax = 300;
/**
 * Deeper than 300 operators can need. Room is left for redundant parentheses, which are reported by an error of their
 * own.
 */
const parenthesesDepthMax = 2 * operatorsMax;

/** Token reader with the grammar that all expressions share: paths, operands, calls. */
export class Cursor {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  /** Token positions of the last closed pair of parentheses. */
  #lastGroup = { start: -1, end: -1 };
  redundantParentheses = false;
  #operators = 0;
  #depth = 0;

  readonly #countsCalls: boolean;

  /** The calls of a condition are not counted: the Alternator suite, verified on the service. */
  constructor(text: string, { countsCalls = false } = {}) {
    this.#text = text;
    this.#countsCalls = countsCalls;
    this.#tokens = tokenize(text);
  }

  /** The last token is the end, and nothing reads beyond it. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead]!;
  }

  next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  fail(): never {
    throw new ExpressionError(syntaxErrorText(this.#text, this.#tokens, this.#at));
  }

  /** Counts while parsing, and stops at the first one over the limit. @throws ExpressionError */
  countOperator(): void {
    this.#operators += 1;
    if (this.#operators <= operatorsMax) return;
    throw new ExpressionError(`The expression contains too many operators; operator count: ${this.#operators}`);
  }

  isSymbol(text: string, ahead = 0): boolean {
    return this.peek(ahead).text === text;
  }

  isKeyword(word: string): boolean {
    return this.peek().text.toUpperCase() === word;
  }

  takeSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false;
    this.#at += 1;
    return true;
  }

  takeKeyword(word: string): boolean {
    if (!this.isKeyword(word)) return false;
    this.#at += 1;
    return true;
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) this.fail();
  }

  expectKeyword(word: string): void {
    if (!this.takeKeyword(word)) this.fail();
  }

  expectEnd(): void {
    if (this.peek().kind !== 'end') this.fail();
  }

  /** One or more elements, separated by commas. */
  list<T>(element: () => T): T[] {
    const elements = [element()];
    while (this.takeSymbol(',')) elements.push(element());
    return elements;
  }

  path(): Path {
    const parts: PathPart[] = [this.#name()];
    for (;;) {
      if (this.takeSymbol('.')) parts.push(this.#name());
      else if (this.takeSymbol('[')) parts.push(this.#index());
      else break;
    }
    checkPathLevels(parts.length);
    return parts;
  }

  #name(): PathPart {
    const token = this.peek();
    if (token.kind !== 'word' && token.kind !== 'name') this.fail();
    this.#at += 1;
    return token.kind === 'word' ? { name: token.text } : { placeholder: token.text };
  }

  #index(): PathPart {
    const token = this.peek();
    if (token.kind !== 'digits') this.fail();
    this.#at += 1;
    this.expectSymbol(']');
    if (Number(token.text) > indexMax) {
      throw new ExpressionError(`List index is not within the allowable range; index: [${token.text}]`);
    }
    return { index: Number(token.text) };
  }

  /** A path, a value, a call, or one of these in parentheses. */
  operand(): Operand {
    const token = this.peek();
    if (token.kind === 'value') {
      this.#at += 1;
      return { kind: 'value', placeholder: token.text };
    }
    if (token.kind === 'word' && this.isSymbol('(', 1)) return this.#call();
    if (!this.isSymbol('(')) return { kind: 'path', path: this.path() };
    return this.parenthesised(() => this.operand());
  }

  /** Reads `( … )`. `((a))` is redundant; `((a) AND (b))` is not. */
  parenthesised<T>(inner: () => T): T {
    const start = this.#at;
    this.expectSymbol('(');
    this.#depth += 1;
    if (this.#depth > parenthesesDepthMax) throw new ExpressionError('The expression has redundant parentheses;');
    const content = inner();
    this.#depth -= 1;
    const end = this.#at;
    this.expectSymbol(')');
    if (this.#lastGroup.start === start + 1 && this.#lastGroup.end === end - 1) this.redundantParentheses = true;
    this.#lastGroup = { start, end };
    return content;
  }

  #call(): Operand {
    const name = this.next().text;
    if (this.#countsCalls) this.countOperator();
    this.expectSymbol('(');
    const args = this.list(() => this.operand());
    this.expectSymbol(')');
    return { kind: 'call', name, args };
  }
}
