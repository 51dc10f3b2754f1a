/** Checks JSON kinds. Texts: checked on the service by the authors of a public emulator, about 2019. */
import { decodeBase64 } from './base64.ts';
import { type Refusal, serialization } from './refusal.ts';
import type { Descriptor, Json, JsonObject } from './types.ts';

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: Json): string {
  if (typeof value === 'string') return 'STRING_VALUE';
  if (typeof value === 'number') return Number.isInteger(value) ? 'NUMBER_VALUE' : 'DECIMAL_VALUE';
  if (value === null) return 'NULL_VALUE';
  return value === true ? 'TRUE_VALUE' : 'FALSE_VALUE';
}

const strayStructure = 'Start of structure or map found where not expected';

/** @param wanted expected kind: `String`, `Boolean`, `Integer` … */
export function wrongKind(value: Json, wanted: string): Refusal {
  if (isObject(value)) return serialization(strayStructure);
  if (Array.isArray(value)) return serialization(`Unrecognized collection type class java.lang.${wanted}`);
  return serialization(`${kindOf(value)} cannot be converted to ${wanted}`);
}

/** Reads a boolean. The strings true and false also count, in any case. @throws Refusal */
export function readFlag(value: Json): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw wrongKind(value, 'Boolean');
  const word = value.toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  if (['false', 'no', '0'].includes(word)) return false;
  throw serialization('Unexpected token received from parser');
}

function checkText(value: Json): void {
  if (typeof value !== 'string') throw wrongKind(value, 'String');
}

function checkBytes(value: Json): void {
  if (typeof value === 'string') decodeBase64(value);
  else if (Array.isArray(value)) throw serialization('Unrecognized collection type class java.nio.ByteBuffer');
  else throw serialization(isObject(value) ? strayStructure : 'only base-64-encoded strings are convertible to bytes');
}

function listOf(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  throw serialization(isObject(value) ? strayStructure : 'Unexpected field type');
}

const javaValue = 'com.amazonaws.dynamodb.v20120810.AttributeValue';

function mapOf(value: Json): JsonObject {
  if (isObject(value)) return value;
  const map = `Unrecognized collection type java.util.Map<java.lang.String, ${javaValue}>`;
  throw serialization(Array.isArray(value) ? map : 'Unexpected field type');
}

/** Deeper values are refused for their depth later. Stopping here keeps the recursion from overflowing the stack. */
const depthMax = 64;

const checkContent: { readonly [D in Descriptor]: (content: Json, depth: number) => unknown } = {
  S: checkText,
  N: checkText,
  B: checkBytes,
  SS: (content) => listOf(content).forEach(checkText),
  NS: (content) => listOf(content).forEach(checkText),
  BS: (content) => listOf(content).forEach(checkBytes),
  L: (content, depth) => {
    for (const element of listOf(content)) checkKinds(element, depth + 1);
  },
  M: (content, depth) => {
    for (const element of Object.values(mapOf(content))) checkKinds(element, depth + 1);
  },
  BOOL: readFlag,
  NULL: readFlag,
};

/**
 * Checks the JSON kinds inside an attribute value, including base64. Ignores unknown descriptors and nulls. @throws
 * Refusal
 */
export function checkKinds(value: Json, depth = 0): void {
  if (Array.isArray(value)) throw serialization(`Unrecognized collection type class ${javaValue}`);
  if (!isObject(value)) throw serialization('Unexpected value type in payload');
  if (depth > depthMax) return;
  for (const [name, content] of Object.entries(value))
    if (content !== null && Object.hasOwn(checkContent, name)) checkContent[name as Descriptor](content, depth);
}
