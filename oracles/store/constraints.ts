/**
 * The shape of a request, as data, and the two checks that come before everything else: JSON kinds (SerializationException,
 * at the first one met), then member constraints, all in one message in the order of the members.
 */
import { Fault, serialization } from '../values/fault.ts';
import type { Json, JsonObject } from '../values/types.ts';

interface Common {
  required?: true;
  /** A text that replaces the usual one, for a member whose wording has moved on. */
  text?: string;
  /** A violation of this member is reported alone, before the others. */
  alone?: true;
}
export type Rule = Common &
  (
    | { kind: 'string'; min?: number; max?: number; pattern?: string; oneOf?: readonly string[] }
    | { kind: 'integer'; min?: number; max?: number }
    | { kind: 'number' }
    | { kind: 'boolean' }
    | { kind: 'value' }
    | { kind: 'list'; of: Rule; min?: number; max?: number }
    | { kind: 'map'; of: Rule; min?: number; max?: number; keys?: { min: number; max: number; pattern: string } }
    | { kind: 'structure'; members: Shape }
  );
/** Members in the order in which violations are reported. */
export type Shape = { readonly [member: string]: Rule };

interface Violation {
  text: string;
  alone: boolean;
  missing: boolean;
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const kindOf = (value: Json): string => {
  if (typeof value === 'string') return 'STRING_VALUE';
  if (typeof value === 'number') return 'NUMBER_VALUE';
  return value === true ? 'TRUE_VALUE' : 'FALSE_VALUE';
};
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words stand for booleans too. Source: observed by the authors of a public emulator. */
function readFlag(value: Json): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (['true', 'yes', '1'].includes(word)) return true;
  if (['false', 'no', '0'].includes(word)) return false;
  throw wrongKind(value, 'Boolean');
}

const descriptorKinds: { readonly [descriptor: string]: 'string' | 'strings' | 'values' | 'map' | 'boolean' } = {
  S: 'string',
  N: 'string',
  B: 'string',
  SS: 'strings',
  NS: 'strings',
  BS: 'strings',
  L: 'values',
  M: 'map',
  BOOL: 'boolean',
  NULL: 'boolean',
};
/** Deeper values are refused for their depth anyway; looking no further keeps the walk off the end of the stack. */
const kindsCheckedDepthMax = 64;

const wrongKind = (value: Json, wanted: string): Fault => {
  if (isObject(value)) return serialization('Start of structure or map found where not expected.');
  if (Array.isArray(value)) return serialization('Unrecognized collection type class java.lang.String');
  return serialization(`${kindOf(value)} cannot be converted to ${wanted}`);
};

/** The JSON kinds inside an attribute value; its content is the affair of the value layer. */
function checkValueKinds(value: Json, depth = 0): void {
  if (!isObject(value)) throw serialization('Unexpected value type in payload');
  if (depth > kindsCheckedDepthMax) return;
  for (const [descriptor, inner] of Object.entries(value)) {
    const kind = Object.hasOwn(descriptorKinds, descriptor) ? descriptorKinds[descriptor] : undefined;
    if (kind === undefined || inner === null) continue;
    if (kind === 'string' && typeof inner !== 'string') throw wrongKind(inner, 'String');
    if (kind === 'boolean') readFlag(inner);
    if (kind === 'strings' || kind === 'values') {
      if (!Array.isArray(inner)) throw serialization('Unexpected field type');
      for (const element of inner) {
        if (kind === 'values') checkValueKinds(element, depth + 1);
        else if (typeof element !== 'string') throw wrongKind(element, 'String');
      }
    }
    if (kind === 'map') {
      if (!isObject(inner)) throw serialization('Unexpected field type');
      for (const element of Object.values(inner)) checkValueKinds(element, depth + 1);
    }
  }
}

/** Copies what the rule knows and drops nulls, so that nothing behind this point meets an unexpected kind. */
function read(rule: Rule, value: Json): Json {
  switch (rule.kind) {
    case 'string':
      if (typeof value !== 'string') throw wrongKind(value, 'String');
      return value;
    case 'boolean':
      return readFlag(value);
    case 'integer':
      if (typeof value !== 'number') throw wrongKind(value, 'Integer');
      return Math.trunc(value);
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongKind(value, 'Date');
      return value;
    case 'value':
      checkValueKinds(value);
      return value;
    case 'list':
      if (!Array.isArray(value)) throw isObject(value) ? wrongKind(value, '') : serialization('Unexpected field type');
      return value.filter((element) => element !== null).map((element) => read(rule.of, element));
    case 'map': {
      if (!isObject(value)) throw serialization('Unexpected field type');
      const copy = Object.create(null) as JsonObject;
      for (const [key, element] of Object.entries(value)) copy[key] = element === null ? null : read(rule.of, element);
      return copy;
    }
    case 'structure':
      if (!isObject(value)) throw serialization('Unexpected field type');
      return readMembers(rule.members, value);
    default:
      return rule satisfies never;
  }
}

function readMembers(shape: Shape, value: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const [member, rule] of Object.entries(shape)) {
    const inner = Object.hasOwn(value, member) ? value[member] : undefined;
    if (inner !== undefined && inner !== null) copy[member] = read(rule, inner);
  }
  return copy;
}

/** Whole lists and maps are echoed by the service in a form that nothing can be held against; they are only hinted at here. */
function echo(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[...]';
  if (isObject(value)) return Object.keys(value).length === 0 ? '{}' : '{...}';
  return String(value);
}

function lengthClauses(size: number, rule: { min?: number; max?: number }): string[] {
  const clauses: string[] = [];
  if (rule.max !== undefined && size > rule.max)
    clauses.push(`Member must have length less than or equal to ${rule.max}`);
  if (rule.min !== undefined && size < rule.min)
    clauses.push(`Member must have length greater than or equal to ${rule.min}`);
  return clauses;
}

function clausesOf(rule: Rule, value: Json): string[] {
  if (rule.kind === 'string') {
    const text = value as string;
    const clauses = lengthClauses(text.length, rule);
    // An empty text breaks its length alone (captured in two regions, 2026-10-07).
    if (rule.pattern !== undefined && text !== '' && !new RegExp(`^(?:${rule.pattern})$`, 'u').test(text))
      clauses.push(`Member must satisfy regular expression pattern: ${rule.pattern}`);
    if (rule.oneOf !== undefined && !rule.oneOf.includes(text))
      clauses.push(`Member must satisfy enum value set: [${rule.oneOf.join(', ')}]`);
    return clauses;
  }
  if (rule.kind === 'integer') {
    const clauses: string[] = [];
    if (rule.min !== undefined && (value as number) < rule.min)
      clauses.push(`Member must have value greater than or equal to ${rule.min}`);
    if (rule.max !== undefined && (value as number) > rule.max)
      clauses.push(`Member must have value less than or equal to ${rule.max}`);
    return clauses;
  }
  if (rule.kind === 'list') return lengthClauses((value as Json[]).length, rule);
  if (rule.kind === 'map') {
    const names = Object.keys(value as JsonObject);
    const clauses = lengthClauses(names.length, rule);
    const { keys } = rule;
    if (keys === undefined) return clauses;
    const bad = names.some(
      (name) => name.length > keys.max || name.length < keys.min || !new RegExp(`^${keys.pattern}$`, 'u').test(name),
    );
    if (bad)
      clauses.push(
        `Map keys must satisfy constraint: [Member must have length less than or equal to ${keys.max}, Member must have length greater than or equal to ${keys.min}, Member must satisfy regular expression pattern: ${keys.pattern}]`,
      );
    return clauses;
  }
  return [];
}

function violationsOf(rule: Rule, value: Json | undefined, path: string): Violation[] {
  const found = (clause: string): Violation => ({
    text:
      rule.text ??
      `Value ${value === undefined ? 'null' : `'${echo(value)}'`} at '${path}' failed to satisfy constraint: ${clause}`,
    alone: rule.alone === true,
    missing: value === undefined,
  });
  if (value === undefined || value === null) return rule.required ? [found('Member must not be null')] : [];
  const violations = clausesOf(rule, value).map(found);
  if (rule.kind === 'structure') violations.push(...membersViolations(rule.members, value as JsonObject, path));
  if (rule.kind === 'list')
    (value as Json[]).forEach((element, i) => {
      violations.push(...violationsOf(rule.of, element, `${path}.${i + 1}.member`));
    });
  if (rule.kind === 'map' && rule.of.kind !== 'value')
    for (const [key, element] of Object.entries(value as JsonObject))
      violations.push(...violationsOf(rule.of, element, `${path}.${key}.member`));
  return violations;
}

function membersViolations(shape: Shape, value: JsonObject, path: string): Violation[] {
  return Object.entries(shape).flatMap(([member, rule]) =>
    violationsOf(rule, value[member], path === '' ? lowerFirst(member) : `${path}.${lowerFirst(member)}`),
  );
}

/** At most this many violations are named. Source: observed by the authors of a public emulator. */
const violationsMax = 10;

/**
 * The request in known members only, or a refusal.
 * @throws Fault SerializationException for a JSON value of another kind, ValidationException for broken constraints
 */
export function checkRequest(shape: Shape, input: Json): JsonObject {
  if (!isObject(input)) throw serialization('Start of structure or map found where not expected.');
  const request = readMembers(shape, input);
  const all = membersViolations(shape, request, '');
  // With a required member left out altogether all are listed again (captured for UpdateItem without Key, 2026-10-09).
  const alone = all.some((violation) => violation.missing) ? undefined : all.find((violation) => violation.alone);
  const violations = alone === undefined ? all.slice(0, violationsMax) : [alone];
  if (violations.length === 0) return request;
  const count = `${violations.length} validation error${violations.length === 1 ? '' : 's'} detected: `;
  throw new Fault('ValidationException', count + violations.map((violation) => violation.text).join('; '));
}
