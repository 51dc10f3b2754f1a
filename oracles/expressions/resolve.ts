import type { Decisions } from '../policies/index.ts';
import { Refusal, requestRefusal } from '../values/refusal.ts';
import type { AttributeValue, Descriptor, Item, Json } from '../values/types.ts';
import { attributeOf, checkName, descriptorOf, normaliseValue } from '../values/validate.ts';
import type { Operand, Path, SetValue } from './ast.ts';
import { ExpressionError } from './cursor.ts';
import { isReserved } from './reserved.ts';

/** A resolved path: attribute names and list indexes. The first segment is always a name. */
export type Segments = readonly (string | number)[];

/** A path, a literal value, or a function call. */
export type Resolved =
  | { kind: 'path'; segments: Segments }
  | { kind: 'value'; value: AttributeValue }
  | { kind: 'call'; name: string; args: readonly Resolved[] };

export type ResolvedSetValue = Resolved | { kind: 'arithmetic'; op: '+' | '-'; left: Resolved; right: Resolved };

/** The placeholders of one request. Remembers which ones expressions have used. */
export class Placeholders {
  readonly #names: ReadonlyMap<string, string>;
  readonly #values: ReadonlyMap<string, AttributeValue>;
  readonly #used = new Set<string>();

  /** @throws Refusal when the names or values are malformed. */
  constructor(names: Json | undefined, values: Json | undefined, decisions: Decisions) {
    this.#names = readNames(names);
    this.#values = readValues(values, decisions);
  }

  name(placeholder: string): string {
    const name = this.#names.get(placeholder);
    if (name === undefined) {
      throw new ExpressionError(
        `An expression attribute name used in the document path is not defined; attribute name: ${placeholder}`,
      );
    }
    this.#used.add(placeholder);
    return name;
  }

  value(placeholder: string): AttributeValue {
    const value = this.#values.get(placeholder);
    if (value === undefined) {
      throw new ExpressionError(
        `An expression attribute value used in expression is not defined; attribute value: ${placeholder}`,
      );
    }
    this.#used.add(placeholder);
    return value;
  }

  /** Checks unused names before unused values. @throws Refusal */
  checkAllUsed(): void {
    this.#checkUsed('ExpressionAttributeNames', this.#names);
    this.#checkUsed('ExpressionAttributeValues', this.#values);
  }

  #checkUsed(member: string, given: ReadonlyMap<string, unknown>): void {
    const unused = [...given.keys()].filter((key) => !this.#used.has(key));
    if (unused.length === 0) return;
    throw requestRefusal(`Value provided in ${member} unused in expressions: keys: {${unused.join(', ')}}`);
  }
}

function readNames(names: Json | undefined): Map<string, string> {
  const read = new Map<string, string>();
  for (const [key, name] of entriesOf<string>('ExpressionAttributeNames', /^#[A-Za-z0-9_]+$/, names)) {
    if (name === '') {
      throw requestRefusal(`ExpressionAttributeNames contains invalid value: Empty attribute name for key ${key}`);
    }
    checkName(name);
    read.set(key, name);
  }
  return read;
}

/** Checks all keys before it reads the first value. */
function readValues(values: Json | undefined, decisions: Decisions): Map<string, AttributeValue> {
  const entries = entriesOf('ExpressionAttributeValues', /^:[A-Za-z0-9_]+$/, values);
  return new Map(entries.map(([key, value]) => [key, givenValue(key, value, decisions)]));
}

/** Wraps the older layer's wording, which names the expression value at fault. */
function givenValue(key: string, value: Json, decisions: Decisions): AttributeValue {
  try {
    return normaliseValue(value, decisions);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const older = `ExpressionAttributeValues contains invalid value: ${thrown.older} for key ${key}`;
    throw requestRefusal(thrown.message, older);
  }
}

function entriesOf<T extends Json>(member: string, form: RegExp, given: Json | undefined): [string, T][] {
  if (given === undefined) return [];
  const entries = Object.entries(given as { [key: string]: T });
  if (entries.length === 0) throw requestRefusal(`${member} must not be empty`);
  const bad = entries.find(([key]) => !form.test(key));
  if (bad !== undefined) throw requestRefusal(`${member} contains invalid key: Syntax error; key: "${bad[0]}"`);
  return entries;
}

export const resolvePath = (path: Path, placeholders: Placeholders): Segments =>
  path.map((part) => {
    if ('index' in part) return part.index;
    return 'name' in part ? part.name : placeholders.name(part.placeholder);
  });

export function resolveOperand(operand: Operand, placeholders: Placeholders): Resolved {
  switch (operand.kind) {
    case 'path':
      return { kind: 'path', segments: resolvePath(operand.path, placeholders) };
    case 'value':
      return { kind: 'value', value: placeholders.value(operand.placeholder) };
    case 'call':
      return { kind: 'call', name: operand.name, args: operand.args.map((arg) => resolveOperand(arg, placeholders)) };
  }
}

export function resolveSetValue(value: SetValue, placeholders: Placeholders): ResolvedSetValue {
  if (value.kind !== 'arithmetic') return resolveOperand(value, placeholders);
  const left = resolveOperand(value.left, placeholders);
  return { ...value, left, right: resolveOperand(value.right, placeholders) };
}

/** The value at a path; undefined when the path does not exist. */
export function valueAt(item: Item | undefined, segments: Segments): AttributeValue | undefined {
  let value = attributeOf(item, segments[0] as string);
  for (const segment of segments.slice(1)) {
    if (value === undefined) return undefined;
    if (typeof segment === 'number') value = 'L' in value ? value.L[segment] : undefined;
    else value = 'M' in value ? attributeOf(value.M, segment) : undefined;
  }
  return value;
}

/** Paths of an operand, in the order of the expression. */
export function pathsIn(operand: Resolved): Segments[] {
  if (operand.kind === 'path') return [operand.segments];
  return operand.kind === 'call' ? operand.args.flatMap(pathsIn) : [];
}

export const heads = (paths: readonly Segments[]): ReadonlySet<string> =>
  new Set(paths.map(([head]) => head as string));

/** The top-level attributes that paths look into. */
export const nestedHeads = (paths: readonly Segments[]): ReadonlySet<string> =>
  heads(paths.filter(({ length }) => length > 1));

/** `[d, x]`, `[l, [2]]`: how error messages write a path. */
export const pathText = (segments: Segments): string =>
  `[${segments.map((segment) => (typeof segment === 'number' ? `[${segment}]` : segment)).join(', ')}]`;

export const samePath = (left: Segments, right: Segments): boolean =>
  left.length === right.length && left.every((segment, at) => segment === right[at]);

/** @throws ExpressionError for the first reserved word among the unaliased names. */
export function checkReserved(paths: Iterable<Path>): void {
  for (const path of paths) {
    for (const part of path) {
      if ('name' in part && isReserved(part.name)) {
        throw new ExpressionError(`Attribute name is a reserved keyword; reserved keyword: ${part.name}`);
      }
    }
  }
}

/**
 * Two paths of one expression may not overlap (one contains the other) nor conflict (one sees a list where the other
 * sees a map). Pairs are checked in request order; any overlap is reported before any conflict.
 * @throws ExpressionError
 */
export function checkDisjoint(paths: readonly Segments[]): void {
  let conflict: string | undefined;
  for (const [at, later] of paths.entries()) {
    for (const earlier of paths.slice(0, at)) {
      const relation = relationOf(earlier, later);
      const pair = `must remove or rewrite one of these paths; path one: ${pathText(earlier)}, path two: ${pathText(later)}`;
      if (relation === 'overlap') throw new ExpressionError(`Two document paths overlap with each other; ${pair}`);
      if (relation === 'conflict') conflict ??= `Two document paths conflict with each other; ${pair}`;
    }
  }
  if (conflict !== undefined) throw new ExpressionError(conflict);
}

function relationOf(left: Segments, right: Segments): 'apart' | 'overlap' | 'conflict' {
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    if (typeof left[at] !== typeof right[at]) return 'conflict';
    if (left[at] !== right[at]) return 'apart';
  }
  return 'overlap';
}

/** The type of an operand if the request alone determines it: known for values, unknown for paths. */
export function typeOf(operand: Resolved): Descriptor | undefined {
  if (operand.kind === 'value') return descriptorOf(operand.value);
  return operand.kind === 'call' && operand.name === 'size' ? 'N' : undefined;
}
