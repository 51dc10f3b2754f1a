import type { Decisions } from '../policies.ts';
import { bare } from './bare.ts';
import { decodeBase64 } from './base64.ts';
import { requestFault, serialization } from './fault.ts';
import { canonicalNumber } from './number.ts';
import { distinctOrRefused } from './sets.ts';
import type { AttributeValue, Descriptor, Item, Json } from './types.ts';

/** Lists and maps that may surround a value: 31 are accepted, 32 refused (measured by the parity suite, 2026-06). */
export const wrapsMax = 31;
/** Bytes of an attribute name, at any depth (measured through ExtendDB). */
export const nameBytesMax = 65_535;

export const tooDeep =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';

const invalid = 'One or more parameter values were invalid: ';

/**
 * Checks one value of a request and returns a fresh copy in canonical form: numbers without exponent and needless zeros,
 * maps without a prototype, so that `__proto__` is a name like any other. @throws Fault
 */
export function normaliseValue(value: Json, decisions: Decisions): AttributeValue {
  return normaliseAt(value, decisions, 0);
}

/** The same for an item or a key: an object without prototype. */
export function normaliseItem(item: Json, decisions: Decisions): Item {
  return normaliseMap(item, decisions, -1);
}

function normaliseAt(value: Json, decisions: Decisions, wraps: number): AttributeValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw serialization(structureText(value));
  if (wraps > wrapsMax) throw requestFault(tooDeep);
  const [descriptor, another] = Object.keys(value).filter((name) => isDescriptor(name) && value[name] !== null);
  if (descriptor === undefined) throw requestFault(`Supplied AttributeValue is empty, ${exactlyOne}`);
  if (another !== undefined)
    throw requestFault(`Supplied AttributeValue has more than one datatypes set, ${exactlyOne}`);
  return normaliseAs[descriptor as Descriptor](value[descriptor] as Json, decisions, wraps);
}

const exactlyOne = 'must contain exactly one of the supported datatypes';

const normaliseAs: {
  readonly [D in Descriptor]: (content: Json, decisions: Decisions, wraps: number) => AttributeValue;
} = {
  S: (content) => ({ S: stringOf(content) }),
  N: (content, decisions) => ({ N: numberOf(content, decisions) }),
  B: (content) => ({ B: binaryOf(content) }),
  SS: (content) => ({
    SS: distinctOrRefused('SS', notEmpty(listOf(content).map(stringOf), 'An string set  may not be empty')),
  }),
  NS: (content, decisions) => ({
    NS: distinctOrRefused(
      'NS',
      notEmpty(
        listOf(content).map((n) => numberOf(n, decisions)),
        'An number set  may not be empty',
      ),
    ),
  }),
  BS: (content) => ({
    BS: distinctOrRefused('BS', notEmpty(listOf(content).map(binaryOf), 'Binary sets should not be empty')),
  }),
  L: (content, decisions, wraps) => ({
    L: listOf(content).map((element) => normaliseAt(element, decisions, wraps + 1)),
  }),
  M: (content, decisions, wraps) => ({ M: normaliseMap(content, decisions, wraps) }),
  BOOL: (content) => ({ BOOL: booleanOf(content) }),
  NULL: (content) => {
    if (!booleanOf(content)) throw requestFault(`${invalid}Null attribute value types must have the value of true`);
    return { NULL: true };
  },
};

const isDescriptor = (name: string): name is Descriptor => Object.hasOwn(normaliseAs, name);

function normaliseMap(content: Json, decisions: Decisions, wraps: number): Item {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw serialization(structureText(content));
  }
  const map = bare<Item>();
  // An empty name goes before any fault of a value beside it (measured in ten regions, 2026-10-09).
  for (const name in content) checkName(name);
  for (const name of Object.keys(content)) map[name] = normaliseAt(content[name]!, decisions, wraps + 1);
  return map;
}

/** @throws Fault for a name that no attribute can have. */
export function checkName(name: string): void {
  if (name === '') throw requestFault('Empty attribute name');
  if (name.length * 3 <= nameBytesMax) return;
  if (Buffer.byteLength(name) > nameBytesMax) {
    throw requestFault(`Attribute name is too large, must be less than ${nameBytesMax + 1} bytes`);
  }
}

function notEmpty<T>(members: T[], text: string): T[] {
  if (members.length === 0) throw requestFault(invalid + text);
  return members;
}

function numberOf(content: Json, decisions: Decisions): string {
  const text = stringOf(content);
  const canonical = canonicalNumber(text);
  return decisions.numberIdentity === 'by-spelling' ? text : canonical;
}

function stringOf(content: Json): string {
  if (typeof content === 'string') return content;
  throw serialization(`${tokenName(content)} cannot be converted to String`);
}

function binaryOf(content: Json): string {
  if (typeof content !== 'string') throw serialization('only base-64-encoded strings are convertible to bytes');
  decodeBase64(content);
  return content;
}

/** Texts for `true` and `false` are accepted in any case, and so are `yes`, `no`, `1` and `0`. */
function booleanOf(content: Json): boolean {
  if (typeof content === 'boolean') return content;
  const word = typeof content === 'string' ? content.toLowerCase() : undefined;
  if (word === 'true' || word === 'yes' || word === '1') return true;
  if (word === 'false' || word === 'no' || word === '0') return false;
  throw serialization(
    word === undefined
      ? `${tokenName(content)} cannot be converted to Boolean`
      : 'Unexpected token received from parser',
  );
}

function listOf(content: Json): Json[] {
  if (Array.isArray(content)) return content;
  throw serialization(
    typeof content === 'object' ? 'Start of structure or map found where not expected' : 'Unexpected field type',
  );
}

function tokenName(content: Json): string {
  if (typeof content === 'number') return Number.isInteger(content) ? 'NUMBER_VALUE' : 'DECIMAL_VALUE';
  if (typeof content === 'boolean') return content ? 'TRUE_VALUE' : 'FALSE_VALUE';
  if (content === null) return 'NULL_VALUE';
  if (typeof content === 'string') return 'STRING_VALUE';
  return Array.isArray(content) ? 'START_ARRAY' : 'START_OBJECT';
}

const structureText = (content: Json): string =>
  Array.isArray(content) ? 'Unrecognized collection type class java.util.List' : 'Unexpected field type';

export const descriptorOf = (value: AttributeValue): Descriptor => Object.keys(value)[0] as Descriptor;

/** An own property only: `constructor` of a plain object is no attribute. */
export const attributeOf = (item: Item | undefined, name: string): AttributeValue | undefined =>
  item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;

export function cloneValue(value: AttributeValue): AttributeValue {
  if ('L' in value) return { L: value.L.map(cloneValue) };
  if ('M' in value) return { M: cloneItem(value.M) };
  if ('SS' in value) return { SS: [...value.SS] };
  if ('NS' in value) return { NS: [...value.NS] };
  if ('BS' in value) return { BS: [...value.BS] };
  return { ...value };
}

/** A deep copy without prototype. */
export function cloneItem(item: Item): Item {
  const copy = bare<Item>();
  for (const [name, value] of Object.entries(item)) copy[name] = cloneValue(value);
  return copy;
}
