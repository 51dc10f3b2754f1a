/**
 * The shape of a request, as data, and the two checks that come before everything else: JSON kinds (SerializationException,
 * at the first one met), then member constraints, all in one message in the order of the members.
 */
import { bare } from '../values/bare.ts';
import { checkKinds, isObject, readFlag, wrongKind } from '../values/kinds.ts';
import { serialization, type Texts } from '../values/refusal.ts';
import type { Json, JsonObject } from '../values/types.ts';
import type { Rule, Shape } from './rules.ts';
import { refusalOf, violationsOf } from './violations.ts';

/** The service names the types of its own program, as far as they are known. */
function mapType(of: Rule): string {
  if (of.kind === 'string') return 'java.util.Map<java.lang.String, java.lang.String>';
  const inner = of.kind === 'value' ? 'com.amazonaws.dynamodb.v20120810.AttributeValue' : 'java.lang.Object';
  return `java.util.Map<java.lang.String, ${inner}>`;
}

/** A null among the values of a map stands for one without content; nothing is known of what the service makes of it. */
const emptyOf = (rule: Rule): Json => {
  if (rule.kind === 'list') return [];
  return rule.kind === 'string' ? '' : {};
};

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
      checkKinds(value);
      return value;
    case 'list':
      if (!Array.isArray(value)) throw isObject(value) ? wrongKind(value, '') : serialization('Unexpected field type');
      return value.filter((element) => element !== null).map((element) => read(rule.of, element));
    case 'map': {
      if (Array.isArray(value)) throw serialization(`Unrecognized collection type ${mapType(rule.of)}`);
      if (!isObject(value)) throw serialization('Unexpected field type');
      const copy = bare<JsonObject>();
      for (const [key, element] of Object.entries(value)) copy[key] = read(rule.of, element ?? emptyOf(rule.of));
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

/**
 * The request in known members only, or a refusal.
 * @throws Refusal SerializationException for a JSON value of another kind, ValidationException for broken constraints
 */
export function checkRequest(shape: Shape, input: Json, texts: Texts = 'new'): JsonObject {
  if (!isObject(input)) throw serialization('Start of structure or map found where not expected');
  const request = readMembers(shape, input);
  const violations = violationsOf(shape, request);
  if (violations.length > 0) throw refusalOf(violations, texts);
  return request;
}
