import type { Decisions } from '../policies/index.ts';
import { bare } from './bare.ts';
import { readFlag } from './kinds.ts';
import { canonicalNumber } from './number.ts';
import { requestRefusal } from './refusal.ts';
import { distinctOrRefused, type SetDescriptor } from './sets.ts';
import type { AttributeValue, Descriptor, Item, Json, JsonObject } from './types.ts';

/**
 * Maximum nesting of lists and maps around a value: 31 are accepted, 32 refused (measured by the parity suite,
 * 2026-06).
 */
export const wrapsMax = 31;
/** Maximum bytes of an attribute name at any depth (measured through ExtendDB). */
const nameBytesMax = 65_535;

export const tooDeep =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit';

const invalid = 'One or more parameter values were invalid: ';

/**
 * Validates a value that passed `checkKinds` and returns a copy in canonical form: numbers without exponent and extra
 * zeros, maps without a prototype, so that `__proto__` is an ordinary name.
 * @throws Refusal
 */
export function normaliseValue(value: Json, decisions: Decisions): AttributeValue {
  return normaliseAt(value, decisions, 0);
}

/** The same for an item or a key. The result has no prototype. */
export function normaliseItem(item: Json, decisions: Decisions): Item {
  return normaliseMap(item as JsonObject, decisions, -1);
}

function normaliseAt(value: Json, decisions: Decisions, wraps: number): AttributeValue {
  if (wraps > wrapsMax) throw requestRefusal(tooDeep);
  const given = value as JsonObject;
  const [descriptor, another] = Object.keys(given).filter((name) => isDescriptor(name) && given[name] !== null);
  if (descriptor === undefined) throw requestRefusal(`Supplied AttributeValue is empty, ${exactlyOne}`);
  if (another !== undefined)
    throw requestRefusal(`Supplied AttributeValue has more than one datatypes set, ${exactlyOne}`);
  return normaliseAs[descriptor as Descriptor](given[descriptor]!, decisions, wraps);
}

const exactlyOne = 'must contain exactly one of the supported datatypes';

const normaliseAs: {
  readonly [D in Descriptor]: (content: Json, decisions: Decisions, wraps: number) => AttributeValue;
} = {
  S: (content) => ({ S: content as string }),
  N: (content, decisions) => ({ N: numberOf(content as string, decisions) }),
  B: (content) => ({ B: content as string }),
  SS: (content) => ({ SS: setOf('SS', content as string[], 'An string set  may not be empty') }),
  NS: (content, decisions) => ({
    NS: setOf(
      'NS',
      (content as string[]).map((member) => numberOf(member, decisions)),
      'An number set  may not be empty',
    ),
  }),
  BS: (content) => ({ BS: setOf('BS', content as string[], 'Binary sets should not be empty') }),
  L: (content, decisions, wraps) => ({
    L: (content as Json[]).map((element) => normaliseAt(element, decisions, wraps + 1)),
  }),
  M: (content, decisions, wraps) => ({ M: normaliseMap(content as JsonObject, decisions, wraps) }),
  BOOL: (content) => ({ BOOL: readFlag(content) }),
  NULL: (content) => {
    if (!readFlag(content)) throw requestRefusal(`${invalid}Null attribute value types must have the value of true`);
    return { NULL: true };
  },
};

const isDescriptor = (name: string): name is Descriptor => Object.hasOwn(normaliseAs, name);

function normaliseMap(content: JsonObject, decisions: Decisions, wraps: number): Item {
  const map = bare<Item>();
  // An empty name is reported before an invalid value next to it (measured in ten regions, 2026-10-09).
  for (const name in content) checkName(name);
  for (const name of Object.keys(content)) map[name] = normaliseAt(content[name]!, decisions, wraps + 1);
  return map;
}

/** @throws Refusal for an invalid attribute name */
export function checkName(name: string): void {
  if (name === '') throw requestRefusal('Empty attribute name');
  if (Buffer.byteLength(name) > nameBytesMax) {
    throw requestRefusal(`Attribute name is too large, must be less than ${nameBytesMax + 1} bytes`);
  }
}

function setOf(type: SetDescriptor, members: readonly string[], emptyText: string): string[] {
  if (members.length === 0) throw requestRefusal(invalid + emptyText);
  return distinctOrRefused(type, members);
}

function numberOf(text: string, decisions: Decisions): string {
  const canonical = canonicalNumber(text);
  return decisions.numberIdentity === 'by-spelling' ? text : canonical;
}

export const descriptorOf = (value: AttributeValue): Descriptor => Object.keys(value)[0] as Descriptor;

/** Reads own properties only: a plain object inherits `constructor`. */
export const attributeOf = (item: Item | undefined, name: string): AttributeValue | undefined =>
  item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
