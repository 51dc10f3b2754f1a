import { notWellFormed } from './errors.ts';
import { type Token, tokenize } from './lexer.ts';

/** Guards the parser's recursion. A statement has at most 8192 characters, and real ones never nest this deep. */
const depthMax = 200;

/** Token reader for one statement. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** Parameters read so far. */
  parameters = 0;

  /** @throws Refusal */
  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  /** Beyond the last token, which is the end, there is nothing but it. */
  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  isKeyword(...words: string[]): boolean {
    const { kind, text } = this.peek();
    return kind === 'keyword' && words.includes(text);
  }

  isSymbol(...symbols: string[]): boolean {
    const { kind, text } = this.peek();
    return kind === 'symbol' && symbols.includes(text);
  }

  takeKeyword(word: string): boolean {
    if (!this.isKeyword(word)) return false;
    this.#at += 1;
    return true;
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.#at += 1;
    return true;
  }

  expectKeyword(word: string, otherwise: string): void {
    if (!this.takeKeyword(word)) this.fail(otherwise);
  }

  expectSymbol(symbol: string, otherwise: string): void {
    if (!this.takeSymbol(symbol)) this.fail(otherwise);
  }

  /** Whether the next token can neither start nor continue an expression. */
  atEnd(): boolean {
    return this.peek().kind === 'end' || this.isSymbol(';');
  }

  fail(detail: string): never {
    throw notWellFormed(detail);
  }

  /** Runs `work` one nesting level deeper. */
  nested<T>(work: () => T): T {
    this.#depth += 1;
    if (this.#depth > depthMax) this.fail('Statement is nested too deeply');
    const result = work();
    this.#depth -= 1;
    return result;
  }

  /** One or more elements, separated by commas. */
  list<T>(element: () => T): T[] {
    const elements = [element()];
    while (this.takeSymbol(',')) elements.push(element());
    return elements;
  }
}
