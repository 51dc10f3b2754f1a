/** Literals and parameters as attribute values. */

import type { Decisions } from '../policies/index.ts';
import { bare } from '../values/bare.ts';
import { formatNumber, parseNumber } from '../values/number.ts';
import { refusalIn, validation } from '../values/refusal.ts';
import { distinctOrRefused } from '../values/sets.ts';
import type { AttributeValue, Item, Json, JsonObject } from '../values/types.ts';
import { normaliseValue, wrapsMax } from '../values/validate.ts';
import type { Expression } from './ast.ts';
import { at } from './errors.ts';
import { hasScale } from './lexer.ts';

export interface Values {
  readonly parameters: readonly AttributeValue[];
}

const numberMissing = 'The parameter cannot be converted to a numeric value';
const plainNumber = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** @throws Refusal as for any attribute value, and for an exponent of more than 32 bits */
export function readParameters(given: readonly Json[], decisions: Decisions): AttributeValue[] {
  return given.map((value) => {
    refuseHugeExponent(value as JsonObject, 0);
    return normaliseValue(value, decisions);
  });
}

/** Reports the first error in document order: any other error ends the search. Captured 2026-10. */
function refuseHugeExponent(value: JsonObject, depth: number): boolean {
  if (depth > wrapsMax) return false;
  const [[descriptor, content] = []] = Object.entries(value);
  if (descriptor === 'N') return isPlainNumber(content);
  if (descriptor === 'NS') return Array.isArray(content) && content.every(isPlainNumber);
  const inner = descriptor === 'L' || descriptor === 'M' ? content : null;
  if (typeof inner !== 'object' || inner === null) return true;
  return Object.values(inner).every((element) => refuseHugeExponent(element as JsonObject, depth + 1));
}

function isPlainNumber(text: Json | undefined): boolean {
  if (typeof text !== 'string' || !plainNumber.test(text)) return false;
  if (!hasScale(text)) throw validation(`${numberMissing}: ${text}`);
  return true;
}

/** Whether an expression has the same value for every item. */
export const isConstant = ({ kind }: Expression): boolean =>
  ['text', 'number', 'flag', 'null', 'missing', 'parameter', 'list', 'bag', 'struct'].includes(kind);

/**
 * @param path position of the value inside its attribute, as error messages write it @throws Refusal
 * ValidationException
 */
export function constantOf(expression: Expression, values: Values, path = 'root'): AttributeValue {
  switch (expression.kind) {
    case 'text':
      return { S: expression.text };
    case 'number':
      return { N: numberAt(expression.text, path) };
    case 'flag':
      return { BOOL: expression.value };
    case 'null':
      return { NULL: true };
    case 'missing':
      throw validation('MISSING may stand only after IS');
    case 'parameter':
      return values.parameters[expression.index]!;
    case 'list':
      return { L: expression.elements.map((element, i) => constantOf(element, values, `${path}[${i}]`)) };
    case 'bag':
      return setOf(expression.elements.map((element) => constantOf(element, values, path)));
    case 'struct':
      return { M: membersOf(expression.members, values, path) };
    case 'call':
      throw validation(`Unsupported data type: ${expression.name} under key ${path} ${at(expression.at)}`);
    default:
      throw validation(`Unsupported data type: ${expression.kind} under key ${path}`);
  }
}

function numberAt(text: string, path: string): string {
  try {
    return formatNumber(parseNumber(text));
  } catch (thrown) {
    throw validation(`${refusalIn(thrown).older} under ${path}`);
  }
}

function setOf(members: readonly AttributeValue[]): AttributeValue {
  if (members.length === 0) throw validation('Empty bags are not supported');
  if (members.every((member) => 'S' in member))
    return {
      SS: distinctOrRefused(
        'SS',
        members.map((m) => m.S),
      ),
    };
  if (members.every((member) => 'N' in member))
    return {
      NS: distinctOrRefused(
        'NS',
        members.map((m) => m.N),
      ),
    };
  throw validation('A bag holds numbers or texts');
}

/** The members of a struct, each with its own path. The members of an item each start at the root. */
export function membersOf(
  members: readonly (readonly [Expression, Expression])[],
  values: Values,
  path: string | undefined,
): Item {
  const item = bare<Item>();
  for (const [key, member] of members) {
    if (key.kind !== 'text') throw validation(`Keys of a tuple are texts. Type: ${key.kind} under ${path ?? 'root'}`);
    if (Object.hasOwn(item, key.text))
      throw validation(`A tuple has a key twice. Key: ${key.text} under ${path ?? 'root'}`);
    item[key.text] = constantOf(member, values, path === undefined ? 'root' : `${path}.${key.text}`);
  }
  return item;
}
