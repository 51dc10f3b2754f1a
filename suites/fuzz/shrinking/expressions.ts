/** Variants of an expression without one clause, parenthesis, negation, section or action. */
export function* smallerExpressions(text: string): Generator<string> {
  for (const [at, separator] of topLevel(text)) {
    const [left, right] = [text.slice(0, at).trim(), text.slice(at + separator.length).trim()];
    if (separator === ',') {
      yield* commaParts(text);
      return;
    }
    yield left;
    yield right;
  }
  if (text.startsWith('NOT ')) yield text.slice(4);
  if (text.startsWith('(') && text.endsWith(')')) yield text.slice(1, -1);
  yield* sections(text);
}

const keyword = /^ (?:AND|OR) /;

/** Positions where an expression can be cut: between clauses outside parentheses. The AND of a BETWEEN is none. */
function* topLevel(text: string): Generator<[at: number, separator: string]> {
  let depth = 0;
  let between = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') depth--;
    if (depth !== 0) continue;
    if (text.startsWith(' BETWEEN ', at)) between = true;
    const word = keyword.exec(text.slice(at, at + 5))?.[0];
    if (word !== undefined && !(between && word === ' AND ')) yield [at, word];
    if (word === ' AND ') between = false;
    if (sign === ',' && !/^(?:SET|REMOVE|ADD|DELETE) /.test(text)) yield [at, ','];
  }
}

/** The parts between commas outside parentheses. */
function parts(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    if (sign !== undefined && !(sign === ',' && depth === 0)) continue;
    found.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return found;
}

function* commaParts(text: string): Generator<string> {
  const all = parts(text);
  if (all.length < 2) return;
  for (const at of all.keys()) yield all.filter((_, index) => index !== at).join(', ');
}

/** Variants of an update without one section or one action. */
function* sections(text: string): Generator<string> {
  const own = text.split(/ (?=(?:SET|REMOVE|ADD|DELETE) )/);
  if (!/^(?:SET|REMOVE|ADD|DELETE) /.test(text)) return;
  for (const at of own.keys()) if (own.length > 1) yield own.filter((_, index) => index !== at).join(' ');
  for (const [at, section] of own.entries()) {
    const [word = '', ...rest] = section.split(' ');
    for (const less of commaParts(rest.join(' ')))
      yield own.map((one, index) => (index === at ? `${word} ${less}` : one)).join(' ');
  }
}
