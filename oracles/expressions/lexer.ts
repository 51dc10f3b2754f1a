/** `unknown` is a character that no expression may contain. The parser reports it at its position. */
type TokenKind = 'word' | 'name' | 'value' | 'digits' | 'symbol' | 'unknown' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['word', /[A-Za-z][A-Za-z0-9_]*/y],
  ['name', /#[A-Za-z0-9_]+/y],
  ['value', /:[A-Za-z0-9_]+/y],
  ['digits', /[0-9]+/y],
  ['symbol', /<>|<=|>=|[=<>()[\],.+-]/y],
  ['unknown', /./suy],
];
const blanks = /[ \t\r\n]*/y;

/** Never fails: an invalid character becomes an `unknown` token. The last token is always `end`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at = skipBlanks(text, token.end);
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: text.length, end: text.length });
  return tokens;
}

function skipBlanks(text: string, at: number): number {
  blanks.lastIndex = at;
  blanks.test(text);
  return blanks.lastIndex;
}

function tokenAt(text: string, start: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = start;
    const found = pattern.exec(text);
    if (found !== null) return { kind, text: found[0], start, end: start + found[0].length };
  }
  throw new Error(`no token at ${start}`);
}

/**
 * `token: "[", near: "([1"`: `near` joins the token before, the token itself and the one after, as written. Nothing
 * follows the end, so `a,` gives `token: "<EOF>", near: ","`.
 */
export function syntaxErrorText(text: string, tokens: readonly Token[], at: number): string {
  const from = tokens[Math.max(0, at - 1)]!.start;
  const to = tokens[Math.min(tokens.length - 1, at + 1)]!.end;
  return `Syntax error; token: "${tokens[at]!.text}", near: "${text.slice(from, to).trimEnd()}"`;
}
