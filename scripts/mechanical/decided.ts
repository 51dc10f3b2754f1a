/**
 * What the right subject never runs: branches that only a wrong decision takes, and what only they call. Each wrong decision is a
 * planted bug of its own, so a change there changes that bug and nothing else.
 */
import { rightDecisions } from '../../oracles/policies/index.ts';
import { childrenOf, isNode, list, type Node } from './tree.ts';

/** What a source reads its decisions from, by name, and the right value of each. */
export interface Decisions {
  readonly name: string;
  readonly right: { readonly [name: string]: unknown };
}

const ofOracle: Decisions = { name: 'decisions', right: rightDecisions };

interface Decided {
  /** The right value of what reads a decision; undefined for anything else. */
  value(node: Node): unknown;
  /** Whether a name of a test holds that depends on decisions alone. */
  truth(name: string): boolean | undefined;
}

/** Knows `decisions.name`, `store.decisions.name` and the like, and names that the program takes out of decisions. */
function deciderOf(program: Node, { name: source, right: known }: Decisions): Decided {
  const isDecisions = (node: unknown): boolean =>
    isNode(node) && (node.name === source || (isNode(node.property) && node.property.name === source));
  const taken = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator' && isDecisions(node.init))
      for (const { value } of list((node.id as Node).properties)) taken.add(String((value as Node).name));
    for (const { node: child } of childrenOf(node)) visit(child);
  };
  visit(program);
  const value = ({ type, name, computed, object, property }: Node): unknown => {
    if (type === 'Identifier') return taken.has(String(name)) ? known[String(name)] : undefined;
    const isMember = type === 'MemberExpression' && computed !== true && isDecisions(object);
    return isMember ? known[String((property as Node).name)] : undefined;
  };
  const truths = truthsOf(program, { value, truth: () => undefined });
  return { value, truth: (name) => truths.get(name) };
}

/** By the name of a constant that is declared once in the program: whether it holds with the right decisions. */
function truthsOf(program: Node, decided: Decided): ReadonlyMap<string, boolean> {
  const truths = new Map<string, boolean | undefined>();
  const declare = (pattern: unknown, truth?: boolean): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier')
      truths.set(String(pattern.name), truths.has(String(pattern.name)) ? undefined : truth);
    for (const part of [...list(pattern.properties), ...list(pattern.elements)]) declare(part.value ?? part);
    for (const inner of [pattern.left, pattern.argument, pattern.parameter]) declare(inner);
  };
  const visit = (node: Node): void => {
    if (node.type === 'VariableDeclarator')
      declare(node.id, isNode(node.init) ? outcome(node.init, decided) : undefined);
    for (const one of list(node.params)) declare(one);
    for (const { node: child } of childrenOf(node)) visit(child);
  };
  visit(program);
  return new Map([...truths].flatMap(([name, truth]) => (truth === undefined ? [] : [[name, truth] as const])));
}

/** Whether a test always holds, or never, with the right decisions. Undefined: it depends on more. */
function outcome(test: Node, decided: Decided): boolean | undefined {
  const { left, right, argument, operator } = test as Node & { left: Node; right: Node; argument: Node };
  switch (test.type) {
    case 'UnaryExpression': {
      const inner = operator === '!' ? outcome(argument, decided) : undefined;
      return inner === undefined ? undefined : !inner;
    }
    case 'LogicalExpression': {
      if (operator === '??') return undefined;
      const ends = operator === '||';
      const sides = [outcome(left, decided), outcome(right, decided)];
      if (sides.includes(ends)) return ends;
      return sides.includes(undefined) ? undefined : !ends;
    }
    case 'BinaryExpression': {
      const value = decided.value(left);
      if (value === undefined || right.type !== 'StringLiteral') return undefined;
      if (operator === '===') return value === right.value;
      return operator === '!==' ? value !== right.value : undefined;
    }
    default: {
      const value = decided.value(test) ?? (test.type === 'Identifier' ? decided.truth(String(test.name)) : undefined);
      return typeof value === 'boolean' ? value : undefined;
    }
  }
}

const escapes = (node: Node): boolean => {
  const last = node.type === 'BlockStatement' ? list(node.body).at(-1) : node;
  return last !== undefined && /^(?:Return|Throw|Break|Continue)Statement$/.test(last.type);
};

/** Of a list of statements: those after one that always leaves it. */
function afterTheEnd(statements: readonly Node[], decided: Decided): readonly Node[] {
  const end = statements.findIndex(
    (one) =>
      one.type === 'IfStatement' && outcome(one.test as Node, decided) === true && escapes(one.consequent as Node),
  );
  return end < 0 ? [] : statements.slice(end + 1);
}

/** Of a switch over a decision: the statements of cases that it does not come to. */
function otherCases({ discriminant, cases }: Node, decided: Decided): readonly Node[] {
  const value = decided.value(discriminant as Node);
  if (value === undefined) return [];
  const all = list(cases);
  const named = all.findIndex(({ test }) => isNode(test) && test.value === value);
  const start = named < 0 ? all.findIndex(({ test }) => !isNode(test)) : named;
  const length = all.slice(start).findIndex(({ consequent }) => list(consequent).some(escapes));
  const live = start < 0 ? [] : all.slice(start, length < 0 ? undefined : start + length + 1);
  return all.flatMap((one) => (live.includes(one) ? [] : list(one.consequent)));
}

/** The children that run only under a wrong decision. */
function deadChildren(node: Node, decided: Decided): readonly Node[] {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression': {
      const taken = outcome(node.test as Node, decided);
      const dead = taken === undefined ? undefined : node[taken ? 'alternate' : 'consequent'];
      return isNode(dead) ? [dead] : [];
    }
    case 'LogicalExpression':
      return outcome(node.left as Node, decided) === (node.operator === '||') ? [node.right as Node] : [];
    case 'BlockStatement':
      return afterTheEnd(list(node.body), decided);
    case 'SwitchStatement':
      return otherCases(node, decided);
    default:
      return [];
  }
}

/** A declaration at the top of a file, and the names that its live part mentions. */
interface Declaration {
  readonly names: readonly string[];
  readonly node: Node;
  readonly mentions: ReadonlySet<string>;
}

function declarationsOf(program: Node, dead: ReadonlySet<Node>): Declaration[] {
  return list(program.body).flatMap((statement): Declaration[] => {
    const inner = isNode(statement.declaration) ? statement.declaration : statement;
    if (/^TS|Import/.test(inner.type)) return [];
    const own = inner.type === 'VariableDeclaration' ? list(inner.declarations) : [inner];
    return own.map((node) => ({ names: namesOf(node.id), node, mentions: mentionsOf(node, dead) }));
  });
}

const namesOf = (id: unknown): string[] => (isNode(id) && typeof id.name === 'string' ? [id.name] : []);

function mentionsOf(node: Node, dead: ReadonlySet<Node>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (one: Node): void => {
    if (dead.has(one)) return;
    if (typeof one.name === 'string') names.add(one.name);
    if (isNode(one.property)) visit(one.property);
    for (const { node: child } of childrenOf(one)) visit(child);
  };
  visit(node);
  return names;
}

/** The outermost nodes of each part that only a wrong decision comes to. */
export function deadIn(program: Node, decisions = ofOracle): Set<Node> {
  const dead = new Set<Node>();
  const decided = deciderOf(program, decisions);
  const visit = (node: Node): void => {
    for (const one of deadChildren(node, decided)) dead.add(one);
    for (const { node: child } of childrenOf(node)) visit(child);
  };
  visit(program);
  return dead;
}

/** What the right decisions settle in a program, although it runs. */
export interface Settled {
  /** Parts of tests whose value changes nothing, since a decision beside them settles the test. */
  readonly idle: ReadonlySet<Node>;
  /** Whether a test holds, if decisions alone say so. */
  holds(test: Node): boolean | undefined;
}

export function settledIn(program: Node, decisions = ofOracle): Settled {
  const decided = deciderOf(program, decisions);
  const holds = (test: Node): boolean | undefined => outcome(test, decided);
  const idle = new Set<Node>();
  const visit = (node: Node): void => {
    for (const one of idleSides(node, decided)) idle.add(one);
    for (const { node: child } of childrenOf(node)) visit(child);
  };
  visit(program);
  return { idle, holds };
}

/**
 * Of `a && b` the side that a false other side leaves without effect, of `decision === 'wrong'` both sides, and of a switch over a
 * decision the wrong values.
 */
function idleSides(node: Node, decided: Decided): readonly Node[] {
  if (node.type === 'SwitchStatement') {
    const value = decided.value(node.discriminant as Node);
    const tests = list(node.cases).flatMap(({ test }) => (isNode(test) ? [test] : []));
    return value === undefined ? [] : tests.filter((test) => test.type === 'StringLiteral' && test.value !== value);
  }
  const settled = outcome(node, decided);
  if (settled === undefined) return [];
  const sides = [node.left, node.right].filter(isNode);
  if (node.type === 'BinaryExpression') return settled === (node.operator === '!==') ? sides : [];
  if (node.type !== 'LogicalExpression' || settled !== (node.operator === '||')) return [];
  return sides.filter((side) => outcome(side, decided) !== settled);
}

/** `import { a as b }`: who mentions b mentions a. */
function aliasesOf(program: Node): readonly (readonly [string, string])[] {
  return list(program.body)
    .flatMap(({ specifiers }) => list(specifiers))
    .flatMap(({ imported, exported, local }) =>
      [imported, exported].flatMap((other) =>
        isNode(other) && isNode(local) ? [[String(local.name), String(other.name)] as const] : [],
      ),
    )
    .flatMap(([a, b]) => (a === b ? [] : [[a, b] as const, [b, a] as const]));
}

/**
 * The nodes of these programs that the right store never runs: the outermost of each dead part, and dead declarations. What one
 * name stands for in any file counts for all files, so what is called dead is dead.
 * @param entry mentions all by which the store is used
 */
export function neverRun(entry: Node, programs: readonly Node[]): ReadonlySet<Node> {
  const parts = programs.map((program) => deadIn(program));
  const declarations = programs.flatMap((program, at) => declarationsOf(program, parts[at]!));
  const aliases = [entry, ...programs].flatMap(aliasesOf);
  const live = new Set(mentionsOf(entry, new Set()));
  const open = new Set(declarations);
  for (let size = -1; size !== live.size; ) {
    size = live.size;
    for (const [a, b] of aliases) if (live.has(a)) live.add(b);
    for (const one of open) {
      if (one.names.length > 0 && !one.names.some((name) => live.has(name))) continue;
      open.delete(one);
      for (const name of one.mentions) live.add(name);
    }
  }
  return new Set([...parts.flatMap((dead) => [...dead]), ...[...open].map(({ node }) => node)]);
}
