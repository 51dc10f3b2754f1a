/**
 * Checks a request against its shape before everything else. First the JSON kinds: the first wrong one gives a
 * SerializationException. Then the member constraints: one message lists all violations in member order.
 */
import { bare } from '../values/bare.ts';
import { checkKinds, isObject, readFlag, wrongKind } from '../values/kinds.ts';
import { serialization, type Texts } from '../values/refusal.ts';
import type { Json, JsonObject } from '../values/types.ts';
import type { Rule, Shape } from './rules.ts';
import { refusalOf, violationsOf } from './violations.ts';

/** The service's messages contain its internal Java types. These are the known ones. */
function mapType(of: Rule): string {
  if (of.kind === 'string') return 'java.util.Map<java.lang.String, java.lang.String>';
  const inner = of.kind === 'value' ? 'com.amazonaws.dynamodb.v20120810.AttributeValue' : 'java.lang.Object';
  return `java.util.Map<java.lang.String, ${inner}>`;
}

/** Replaces a null inside a map by an empty value. What the service does with it is unknown. */
const emptyOf = (rule: Rule): Json => {
  if (rule.kind === 'list') return [];
  return rule.kind === 'string' ? '' : {};
};

/** Copies the members the rule knows and drops nulls, so that later code only meets the expected kinds. */
function read(rule: Rule, value: Json): Json {
  switch (rule.kind) {
    case 'string':
      if (typeof value !== 'string') throw wrongKind(value, 'String');
      return value;
    case 'boolean':
      return readFlag(value);
    case 'integer':
      if (typeof value !== 'number') throw wrongKind(value, rule.long ? 'Long' : 'Integer');
      return Math.trunc(value);
    case 'number':
      if (!Number.isFinite(value)) throw wrongKind(value, 'Date');
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
 * Returns the request with its known members only.
 * @throws Refusal SerializationException for a wrong JSON kind, ValidationException for violated constraints
 */
export function checkRequest(shape: Shape, input: Json, texts: Texts = 'new'): JsonObject {
  if (!isObject(input)) throw serialization('Start of structure or map found where not expected');
  const request = readMembers(shape, input);
  const violations = violationsOf(shape, request);
  if (violations.length > 0) throw refusalOf(violations, texts);
  return request;
}
