import type { Decisions } from '../policies/index.ts';
import { bytesOf } from './base64.ts';
import { compareKeyValues } from './compare.ts';
import { limitedKeyNumber } from './key-number.ts';
import { formatNumber, parseNumber } from './number.ts';
import { validation } from './refusal.ts';
import type { AttributeValue, Item, KeyDescriptor } from './types.ts';
import { attributeOf, descriptorOf } from './validate.ts';

export interface KeyPart {
  readonly name: string;
  readonly type: KeyDescriptor;
}

/** The key schema of a table or an index. */
export interface KeySchema {
  readonly hash: KeyPart;
  readonly range?: KeyPart | undefined;
}

/** A string for a primary key. Two keys get the same string exactly when type and value are equal. */
export function itemIdentity(hash: AttributeValue, range: AttributeValue | undefined, decisions: Decisions): string {
  const keys = range === undefined ? [hash] : [hash, range];
  switch (decisions.itemIdentity) {
    case 'as-a-pair':
      return keys.map((key) => keyIdentity(key, decisions)).join('');
    case 'joined-by-hash-sign':
      return keys.map((key) => plainText(key, decisions)).join('#');
    case 'joined-by-nul':
      return keys.map((key) => plainText(key, decisions)).join('\0');
  }
}

/** The same for one key value. It holds type, length and text, so that concatenations stay unambiguous. */
export function keyIdentity(value: AttributeValue, decisions: Decisions): string {
  const text = plainText(value, decisions);
  return `${descriptorOf(value)}${text.length}:${text}`;
}

function plainText(value: AttributeValue, decisions: Decisions): string {
  if ('S' in value) return value.S;
  if ('B' in value) return bytesOf(value.B).toString('latin1');
  if (!('N' in value)) throw new Error(`a key cannot be of type ${descriptorOf(value)}`);
  if (decisions.numberIdentity === 'by-spelling') return value.N;
  return formatNumber(limitedKeyNumber(value.N, decisions));
}

/** Sort order of items in one partition; 0 without a sort key. Both items must have their keys. */
export function compareByRange(left: Item, right: Item, schema: KeySchema, decisions: Decisions): number {
  if (schema.range === undefined) return 0;
  return compareKeyValues(keyOf(left, schema.range), keyOf(right, schema.range), decisions);
}

/** The value of a key attribute, which the item must have. */
export function keyOf(item: Item, part: KeyPart): AttributeValue {
  const value = attributeOf(item, part.name);
  if (value === undefined) throw new Error(`the item has no key attribute ${part.name}`);
  return value;
}

/** A mutant refuses numbers beyond its key precision. DynamoDB refuses none that are valid. @throws Refusal */
export function checkKeyPrecision(value: AttributeValue, decisions: Decisions): void {
  if (decisions.keyNumberPrecision !== 'over-34-refused' || !('N' in value)) return;
  const digits = parseNumber(value.N).coefficient.toString().replace('-', '').length;
  if (digits > 34) throw validation('One or more parameter values were invalid: Number key has more than 34 digits');
}
