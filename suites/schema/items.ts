/** Reads items in DynamoDB JSON from files. */
import type { AttributeValue, Item } from '../../oracles/values/types.ts';
import { isPlainObject, type Plain } from './document.ts';
import { type Place, placeText, SchemaError } from './table.ts';

const texts = (value: Plain): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const contents: { readonly [descriptor: string]: (value: Plain) => boolean } = {
  S: (value) => typeof value === 'string',
  N: (value) => typeof value === 'string',
  B: (value) => typeof value === 'string',
  SS: texts,
  NS: texts,
  BS: texts,
  BOOL: (value) => typeof value === 'boolean',
  NULL: (value) => value === true,
  L: (value) => Array.isArray(value) && value.every(isValue),
  M: (value) => isItem(value),
};

/** Whether a value has exactly one type descriptor with valid content. */
function isValue(value: Plain): value is AttributeValue {
  if (!isPlainObject(value)) return false;
  const [descriptor = '', ...more] = Object.keys(value);
  return more.length === 0 && Object.hasOwn(contents, descriptor) && contents[descriptor]!(value[descriptor]!);
}

export const isItem = (value: Plain): value is Item => isPlainObject(value) && Object.values(value).every(isValue);

/** @throws SchemaError naming the invalid attribute */
export function itemIn(value: Plain, place: Place = []): Item {
  if (!isPlainObject(value)) throw new SchemaError('is not an item: expected an object of attributes', place);
  for (const [name, attribute] of Object.entries(value)) {
    if (isValue(attribute)) continue;
    throw new SchemaError(
      `the attribute ${placeText([name])} is not an attribute value such as {"S": "text"}: ${JSON.stringify(attribute)?.slice(0, 60)}`,
      place,
    );
  }
  return value as Item;
}
