import type { Place } from './ast.ts';
import { notWellFormed } from './errors.ts';

type TokenKind = 'keyword' | 'name' | 'quoted' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Keywords in upper case. Names and strings without their quotes. */
  readonly text: string;
  readonly at: Place;
}

/** Words that must be quoted to name an attribute. INNER is measured; the grammar requires the others. */
const keywords: ReadonlySet<string> = new Set(
  `ALL AND AS ASC AT BAG BETWEEN BY CASE CAST CONFLICT CROSS DELETE DESC DISTINCT DO ELSE END ESCAPE EXCEPT EXISTS FALSE FROM FULL
  GROUP HAVING IN INNER INSERT INTERSECT INTO IS JOIN LEFT LET LIKE LIMIT MISSING MODIFIED NOT NOTHING NULL OFFSET ON OR ORDER
  OUTER PIVOT REMOVE RETURNING RIGHT SELECT SET THEN TRUE UNION UNPIVOT UPDATE VALUE VALUES WHEN WHERE WITH`.split(
    /\s+/,
  ),
);

const number = /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['name', /[A-Za-z_$][A-Za-z0-9_$]*/y],
  ['quoted', /"(?:[^"]|"")*"/y],
  ['text', /'(?:[^']|'')*'/y],
  ['number', number],
  ['symbol', /<<|>>|<>|<=|>=|!=|\|\||[=<>()[\]{},.:;?*+\-/%]/y],
];
const blanks = /(?:[ \t\r\n\f\v]+|--[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** @throws Refusal for an invalid character such as `#`, and for an unterminated comment */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const places = new Places(text);
  let from = skipBlanks(text, 0);
  while (from < text.length) {
    const { kind, raw } = tokenAt(text, from);
    tokens.push({ ...meaning(kind, raw), at: places.at(from, raw.length) });
    from = skipBlanks(text, from + raw.length);
  }
  tokens.push({ kind: 'end', text: '', at: places.at(text.length, 0) });
  return tokens;
}

function skipBlanks(text: string, from: number): number {
  blanks.lastIndex = from;
  blanks.test(text);
  if (text.startsWith('/*', blanks.lastIndex)) throw notWellFormed();
  return blanks.lastIndex;
}

function tokenAt(text: string, from: number): { kind: TokenKind; raw: string } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found !== null) return { kind, raw: found[0] };
  }
  throw notWellFormed();
}

function meaning(kind: TokenKind, raw: string): { kind: TokenKind; text: string } {
  if (kind === 'quoted') return { kind, text: raw.slice(1, -1).replaceAll('""', '"') };
  if (kind === 'text') return { kind, text: raw.slice(1, -1).replaceAll("''", "'") };
  if (kind === 'number' && !hasScale(raw)) throw notWellFormed();
  if (kind === 'name' && keywords.has(raw.toUpperCase())) return { kind: 'keyword', text: raw.toUpperCase() };
  return { kind, text: raw };
}

const int32Max = 2_147_483_647;

/** The exponent of a number and the resulting scale must each fit into 32 bits, as in a BigDecimal of Java. */
export function hasScale(raw: string): boolean {
  const [mantissa = '', exponentText = '0'] = raw.split(/[eE]/);
  const exponent = Number(exponentText);
  const scale = (mantissa.split('.')[1] ?? '').length - exponent;
  // One that is too low makes the other too high.
  return exponent <= int32Max && scale <= int32Max;
}

/** Computes line and column for ascending offsets. */
class Places {
  readonly #text: string;
  #offset = 0;
  #line = 1;
  #lineStart = 0;
  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number, length: number): Place {
    for (; this.#offset < offset; this.#offset += 1)
      if (this.#text[this.#offset] === '\n') {
        this.#line += 1;
        this.#lineStart = this.#offset + 1;
      }
    return { line: this.#line, column: offset - this.#lineStart + 1, length };
  }
}
