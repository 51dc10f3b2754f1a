/** Items in one form: equal texts exactly for items that DynamoDB holds to be equal. */
import { readFlag } from '../../../oracles/values/kinds.ts';
import { canonicalNumber } from '../../../oracles/values/number.ts';
import { itemSize } from '../../../oracles/values/size.ts';
import type { Item, Json, JsonObject } from '../../../oracles/values/types.ts';
import { canonical } from '../play/canonical.ts';
import { isObject } from '../play/path.ts';

/** Zero with an exponent beyond the range: DynamoDB has accepted it, and refuses it today. */
const zero = /^[+-]?0*\.?0*(?:[eE][+-]?\d+)?$/;

/** What is no number, or no base64, stays as it is: the invariant about forms names it. */
function number(text: string): string {
  try {
    return canonicalNumber(text);
  } catch {
    return zero.test(text) ? '0' : text;
  }
}
const bytes = (text: string): string => Buffer.from(text, 'base64').toString('base64');

const members = (list: Json, form: (text: string) => string): Json =>
  Array.isArray(list) ? list.map((one) => (typeof one === 'string' ? form(one) : one)).sort() : list;

const flag = (value: Json): Json => (typeof value === 'string' ? (flagOf(value) ?? value) : value);

/** An attribute value with its numbers canonical and its sets sorted. */
export function plainValue(value: Json): Json {
  if (!isObject(value)) return value;
  const { N, B, SS, NS, BS, L, M, BOOL, NULL } = value;
  if (BOOL !== undefined) return { BOOL: flag(BOOL) };
  if (NULL !== undefined) return { NULL: flag(NULL) };
  if (typeof N === 'string') return { N: number(N) };
  if (typeof B === 'string') return { B: bytes(B) };
  if (SS !== undefined) return { SS: members(SS, (text) => text) };
  if (NS !== undefined) return { NS: members(NS, number) };
  if (BS !== undefined) return { BS: members(BS, bytes) };
  if (Array.isArray(L)) return { L: L.map(plainValue) };
  return isObject(M) ? { M: plainItem(M) } : value;
}

export const plainItem = (item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainValue(value)]));

export const itemText = (item: Json): string => canonical(isObject(item) ? plainItem(item) : item);

/** The attributes of these names that the item has. */
export const picked = (item: JsonObject, names: Iterable<string>): JsonObject =>
  Object.fromEntries([...names].flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]!]] : [])));

/** A text that identifies a row by its key attributes; undefined if one of them is missing. */
export function keyText(item: JsonObject, keys: readonly string[]): string | undefined {
  return keys.every((name) => Object.hasOwn(item, name)) ? itemText(picked(item, keys)) : undefined;
}

/** Bytes of an item; undefined for one that has no valid form. */
export function sizeOf(item: Json | undefined): number | undefined {
  if (!isObject(item)) return undefined;
  try {
    return itemSize(item as Item);
  } catch {
    return undefined;
  }
}

/** The service reads a text as the flag that it spells. Undefined where it spells none. */
export function flagOf(value: Json): boolean | undefined {
  try {
    return readFlag(value);
  } catch {
    return undefined;
  }
}

/** The service leaves out members and elements that are null. */
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
  );
}
