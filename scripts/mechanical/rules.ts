/**
 * The rules by which a source is changed: those of StrykerJS, and further ones of the field (a bound moved by one, a copy
 * forgotten, a member taken for its sibling, a loop that treats the first only). Each gives other text for one node. A
 * text with a space in it is a message for people, the last tier of comparison, and stays as it is.
 */
import { isNode, list, type Node } from './tree.ts';

/** One change: the text that takes the node's place while it is active. */
export interface Change {
  readonly rule: string;
  readonly text: string;
}

/** What a rule may look at. */
export interface Place {
  readonly node: Node;
  readonly parent: Node;
  /** The member of the parent that holds the node. */
  readonly member: string;
  text(node: Node): string;
  /** Names of members that the same function reads of the same object. */
  siblings(node: Node): readonly string[];
}

export type Rule = (place: Place) => readonly string[];

const operators: { readonly [operator: string]: readonly [rule: string, ...others: string[]] } = {
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '<': ['comparison', '<=', '>='],
  '<=': ['comparison', '<', '>'],
  '>': ['comparison', '>=', '<='],
  '>=': ['comparison', '>', '<'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '??': ['logic', '&&'],
};

const methods: { readonly [name: string]: string } = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toUpperCase: 'toLowerCase',
  toLowerCase: 'toUpperCase',
  min: 'max',
  max: 'min',
  push: 'unshift',
  find: 'findLast',
  indexOf: 'lastIndexOf',
  add: 'delete',
  floor: 'ceil',
  ceil: 'floor',
};
/** Calls `a.name(…)` that give something of the sort of `a`. */
const passes: ReadonlySet<string> = new Set(['filter', 'reverse', 'sort', 'slice', 'trim', 'toSorted', 'normalize']);

const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === 'StringLiteral' || node.type === 'TemplateLiteral');
const isTest = ({ parent, member }: Place): boolean =>
  member === 'test' && ['IfStatement', 'ConditionalExpression', 'WhileStatement'].includes(parent.type);
const isBinary = ({ type }: Node): boolean => type === 'BinaryExpression' || type === 'LogicalExpression';

const operator =
  (wanted: string): Rule =>
  ({ node, text }) => {
    if (!isBinary(node)) return [];
    const { left, right, operator: own } = node as Node & { left: Node; right: Node; operator: string };
    const [rule, ...others] = operators[own] ?? [];
    if (rule !== wanted || (own === '+' && (isText(left) || isText(right)))) return [];
    return others.map((other) => `(${text(left)}) ${other} (${text(right)})`);
  };

/** Each side alone: a conjunct or a default forgotten. */
const side: Rule = ({ node, text }) =>
  node.type === 'LogicalExpression' ? [text(node.left as Node), text(node.right as Node)] : [];

const condition: Rule = (place) => {
  if (!isTest(place)) return [];
  return place.parent.type === 'WhileStatement' ? ['false'] : ['true', 'false'];
};

const negation: Rule = (place) => {
  const { node, text } = place;
  if (node.type === 'UnaryExpression' && node.operator === '!') return [text(node.argument as Node)];
  return isTest(place) && !isBinary(node) ? [`!(${text(node)})`] : [];
};

const boolean: Rule = ({ node }) => (node.type === 'BooleanLiteral' ? [String(!node.value)] : []);

const bound: Rule = ({ node }) => {
  if (node.type === 'NumericLiteral') return [String(Number(node.value) + 1), String(Number(node.value) - 1)];
  if (node.type === 'BigIntLiteral')
    return [`${BigInt(String(node.value)) + 1n}n`, `${BigInt(String(node.value)) - 1n}n`];
  return [];
};

const literal: Rule = ({ node }) =>
  node.type === 'StringLiteral' && node.value !== '' && !/\s/.test(String(node.value)) ? ["''"] : [];

/** The anchors of a regular expression, one at a time. */
const anchor: Rule = ({ node }) => {
  if (node.type !== 'RegExpLiteral') return [];
  const { pattern, flags } = node as Node & { pattern: string; flags: string };
  return [pattern.replace(/^\^/, ''), pattern.replace(/(?<!\\)\$$/, '')]
    .filter((other) => other !== pattern && other !== '')
    .map((other) => `/${other}/${flags}`);
};

const method: Rule = ({ node, text }) => {
  const { callee } = node as Node & { callee?: Node };
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || callee.computed) return [];
  const name = (callee.property as Node).name as string;
  const object = text(callee.object as Node);
  if (passes.has(name)) return [object];
  const other = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return other === undefined ? [] : [`${object}.${other}(${list(node.arguments).map(text).join(', ')})`];
};

/** `f(x)` that is `x`: what a call does to its argument is forgotten, such as a copy. */
const forgottenCall: Rule = ({ node, parent, text }) => {
  const [first, ...others] = list(node.arguments);
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
  if (!isCall || first === undefined || others.length > 0 || first.type === 'SpreadElement') return [];
  const isStep = parent.type === 'ExpressionStatement' || parent.type === 'ThrowStatement';
  return isStep || isText(first) ? [] : [text(first)];
};

/** `{...x}` and `[...x]` that are `x`, and `{...x, a}` without `x`. */
const forgottenCopy: Rule = ({ node, text }) => {
  if (node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression') return [];
  const parts = list(node.properties ?? node.elements);
  const spread = parts.filter(({ type }) => type === 'SpreadElement');
  if (parts.length === 1 && spread.length === 1) return [text(spread[0]!.argument as Node)];
  return spread.map((one) => without(node, parts, one, text));
};

function without(node: Node, parts: readonly Node[], left: Node, text: Place['text']): string {
  const [open, close] = node.type === 'ObjectExpression' ? '{}' : '[]';
  return `${open}${parts.flatMap((part) => (part === left ? [] : [text(part)])).join(', ')}${close}`;
}

const manyParts = 12;

/** A member or an element that is forgotten. In a long table of constants only the first and the last. */
const forgottenPart: Rule = ({ node, text }) => {
  if (node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression') return [];
  const parts = list(node.properties ?? node.elements);
  const chosen = parts.length > manyParts ? [parts[0]!, parts.at(-1)!] : parts;
  return chosen
    .filter((part) => part.type !== 'SpreadElement' && !isMessage(part))
    .map((part) => without(node, parts, part, text));
};

/** A member that holds a text for people. */
function isMessage({ value }: Node): boolean {
  if (!isNode(value) || !isText(value)) return false;
  return value.type === 'TemplateLiteral' || /\s/.test(String(value.value));
}

/** The values of two neighbours in an object, and two neighbours among arguments or elements. */
const swapped: Rule = ({ node, text }) => {
  if (node.type === 'ObjectExpression') return swappedMembers(list(node.properties), text);
  if (node.type === 'CallExpression') {
    const of = list(node.arguments);
    return pairs(of).map(([a, b]) => `${text(node.callee as Node)}(${swap(of, a, b).map(text).join(', ')})`);
  }
  if (node.type !== 'BinaryExpression' || !['-', '/', '%'].includes(node.operator as string)) return [];
  return [`(${text(node.right as Node)}) ${node.operator} (${text(node.left as Node)})`];
};

const isPlain = ({ type }: Node): boolean => !/Function|Spread|Literal$/.test(type) || type === 'StringLiteral';
const pairs = (of: readonly Node[]): [number, number][] =>
  of.slice(1).flatMap((_, at): [number, number][] => (isPlain(of[at]!) && isPlain(of[at + 1]!) ? [[at, at + 1]] : []));
function swap<T>(of: readonly T[], a: number, b: number): T[] {
  const other = [...of];
  [other[a], other[b]] = [of[b]!, of[a]!];
  return other;
}

function swappedMembers(members: readonly Node[], text: Place['text']): string[] {
  const properties = members.filter(({ type, computed }) => type === 'ObjectProperty' && computed !== true);
  return pairs(properties.map(({ value }) => value as Node)).map(([a, b]) => {
    const [first, second] = [properties[a]!, properties[b]!];
    const named = (key: Node, value: Node): string => `${text(key.key as Node)}: ${text(value.value as Node)}`;
    const other = new Map([
      [first, named(first, second)],
      [second, named(second, first)],
    ]);
    return `{${members.map((one) => other.get(one) ?? text(one)).join(', ')}}`;
  });
}

const assignment: Rule = ({ node, text }) => {
  if (node.type !== 'AssignmentExpression') return [];
  const others: { readonly [operator: string]: string } = {
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '??=': '=',
    '||=': '&&=',
  };
  const other = others[node.operator as string];
  return other === undefined ? [] : [`${text(node.left as Node)} ${other} ${text(node.right as Node)}`];
};

const step: Rule = ({ node, text }) => {
  if (node.type !== 'UpdateExpression') return [];
  const other = node.operator === '++' ? '--' : '++';
  return [node.prefix ? `${other}${text(node.argument as Node)}` : `${text(node.argument as Node)}${other}`];
};

/** `key.range` for `key.hash`, where the same function reads both. */
const sibling: Rule = ({ node, parent, member, text, siblings }) => {
  const isRead =
    node.type === 'MemberExpression' &&
    !node.computed &&
    !(member === 'callee' || parent.type === 'ExpressionStatement');
  if (!isRead) return [];
  const own = (node.property as Node).name as string;
  return siblings(node)
    .filter((name) => name !== own)
    .slice(0, 2)
    .map((name) => `${text(node.object as Node)}.${name}`);
};

/** The other of two branches. */
const branch: Rule = ({ node, text }) =>
  node.type === 'ConditionalExpression' ? [text(node.consequent as Node), text(node.alternate as Node)] : [];

const body: Rule = ({ node, parent, member }) =>
  parent.type === 'ArrowFunctionExpression' && member === 'body' && node.type !== 'BlockStatement' ? ['undefined'] : [];

/** Rules for expressions. A rule's name is part of a mutant's id. */
const rules: { readonly [rule: string]: Rule } = {
  arithmetic: operator('arithmetic'),
  comparison: operator('comparison'),
  logic: operator('logic'),
  side,
  condition,
  negation,
  boolean,
  bound,
  literal,
  anchor,
  method,
  'forgotten call': forgottenCall,
  'forgotten copy': forgottenCopy,
  'forgotten part': forgottenPart,
  swapped,
  assignment,
  step,
  sibling,
  branch,
  body,
};

/** By name: the rules that make sense where a body is a protocol. Its objects are records, and its texts are values of domains. */
const ofProtocols = [
  ...['arithmetic', 'comparison', 'logic', 'side', 'condition', 'negation', 'boolean', 'bound', 'method'],
  ...['assignment', 'step', 'sibling', 'branch'],
];
export const protocolRules: { readonly [rule: string]: Rule } = Object.fromEntries(
  ofProtocols.map((name) => [name, rules[name]!]),
);

/** All changes of one expression, without those that say the same. */
export function changesOf(place: Place, by: { readonly [rule: string]: Rule } = rules): Change[] {
  const own = place.text(place.node);
  const seen = new Set([own]);
  return Object.entries(by).flatMap(([rule, apply]) =>
    apply(place).flatMap((text) => {
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ rule, text }];
    }),
  );
}
