/**
 * Reads what `export/tla.ts` writes and searches its states. An interpreter of that much of TLA+ and no more: it knows no table, no body
 * and no code of a value, so it shows that the text says what the model does. It is not TLC.
 */

type State = { readonly [variable: string]: unknown };
type Expression = (state: State) => boolean;

interface TlaCounts {
  readonly states: number;
  /** Without the start. */
  readonly generated: number;
  /** Names of the operators of the configuration's INVARIANTS that some state violates, in order. */
  readonly violated: string[];
}

/** By name, the text of each definition, without comments. */
function definitionsOf(module: string): Map<string, string> {
  const lines = module
    .split('\n')
    .filter((line) => !/^\s*\\\*/.test(line))
    .map((line) => line.replace(/\s*\\\*.*$/, ''));
  const definitions = new Map<string, string>();
  let name = '';
  for (const line of lines) {
    const [, defined, rest = ''] = /^(\w+) ==(.*)$/.exec(line) ?? [];
    if (defined !== undefined) name = defined;
    if (/^(?:-|=|EXTENDS|VARIABLES)/.test(line) || line === '') name = '';
    if (name !== '') definitions.set(name, defined === undefined ? `${definitions.get(name)}\n${line}` : rest.trim());
  }
  return definitions;
}

const words: { readonly [token: string]: string } = {
  ...{ '/\\': '&&', '\\/': '||', '~': '!', '=': '===', '/=': '!==', '{': '[', '}': ']' },
  ...{ TRUE: 'true', FALSE: 'false', BOOLEAN: '[true, false]' },
};

/** A formula of one state as an expression of JavaScript. */
function javaScriptOf(formula: string): string {
  const tokens =
    formula.replace(/^\s*(?:\/\\|\\\/)/, '').match(/"[^"]*"|\/\\|\\\/|\\in|\/=|=|~|\.\.|\w+|[(){},+-]/g) ?? [];
  const plain = (token: string): string =>
    words[token] ?? (/^[A-Za-z]/.test(token) ? `s[${JSON.stringify(token)}]` : token);
  const text: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at + 1] !== '\\in') {
      text.push(plain(tokens[at]!));
      continue;
    }
    const isRange = tokens[at + 3] === '..';
    const end = isRange
      ? at + 4
      : tokens[at + 2] === '{'
        ? tokens.findIndex((token, here) => here > at && token === '}')
        : at + 2;
    const values = isRange
      ? `range(${tokens[at + 2]}, ${tokens[end]})`
      : tokens
          .slice(at + 2, end + 1)
          .map(plain)
          .join(' ');
    text.push(`${values}.includes(${plain(tokens[at]!)})`);
    at = end;
  }
  return text.join(' ');
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

function compiled<T>(text: string): (state: State) => T {
  const run = new Function('s', 'range', `return ${text};`) as (state: State, of: typeof range) => T;
  return (state) => run(state, range);
}

/** The cases of an action: each a guard, and the next values of the variables that it changes. */
function casesOf(text: string): ((state: State) => State | null)[] {
  const cases = text.split(/^\s*\\\/(?= \/\\)/m).filter((one) => one.trim() !== '');
  return cases.map((one) => {
    const parts = one
      .split(/^\s*\/\\ /m)
      .map((part) => part.trim())
      .filter((part) => part !== '' && !part.startsWith('UNCHANGED'));
    const primed = parts.flatMap((part) => {
      const [, name, value = ''] = /^(\w+)' = (.*)$/s.exec(part) ?? [];
      return name === undefined ? [] : [{ name, next: compiled<unknown>(javaScriptOf(value)) }];
    });
    const guard = parts.filter((part) => !/^\w+' = /.test(part)).map((part) => compiled<boolean>(javaScriptOf(part)));
    return (state) => {
      if (!guard.every((test) => test(state))) return null;
      return { ...state, ...Object.fromEntries(primed.map(({ name, next }) => [name, next(state)])) };
    };
  });
}

export function searchTla(module: string, configuration: string): TlaCounts {
  const definitions = definitionsOf(module);
  const start = Object.fromEntries(
    [...definitions.get('Init')!.matchAll(/\/\\ (\w+) = (.*)/g)].map(([, name = '', value = '']) => [
      name,
      compiled<unknown>(javaScriptOf(value))({}),
    ]),
  );
  const next = [...definitions.get('Next')!.matchAll(/\\\/ (\w+)/g)].flatMap(([, name = '']) =>
    casesOf(definitions.get(name)!),
  );
  const enabledNext: Expression = (state) => next.some((one) => one(state) !== null);
  const names = /^INVARIANTS (.*)$/m.exec(configuration)![1]!.split(' ');
  const invariants = names.map((name): [string, Expression] => {
    const [, otherwise] = /ENABLED Next\s*(.*)$/s.exec(definitions.get(name)!) ?? [];
    if (otherwise === undefined) return [name, compiled<boolean>(javaScriptOf(definitions.get(name)!))];
    const allowed = otherwise === '' ? () => false : compiled<boolean>(javaScriptOf(otherwise));
    return [name, (state) => enabledNext(state) || allowed(state)];
  });
  const known = new Set([JSON.stringify(start)]);
  const violated = new Set<string>();
  const queue: State[] = [start];
  let generated = 0;
  for (const state of queue) {
    for (const [name, holds] of invariants) if (!holds(state)) violated.add(name);
    for (const step of next) {
      const target = step(state);
      if (target === null) continue;
      generated++;
      const key = JSON.stringify(target);
      if (!known.has(key)) queue.push(target);
      known.add(key);
    }
  }
  return { states: known.size, generated, violated: names.filter((name) => violated.has(name)) };
}
