/** Checks the keys of requests and items against the schema of a table and its indexes. */

import { checkKeyPrecision, type KeyPart, type KeySchema } from '../values/keys.ts';
import { Refusal, validation } from '../values/refusal.ts';
import { valueSize } from '../values/size.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { attributeOf, descriptorOf } from '../values/validate.ts';
import type { Store, Table } from './state.ts';

const hashBytesMax = 2048;
const rangeBytesMax = 1024;

/** Maximum bytes of a key attribute. */
export const keyBytesMax = ({ hash }: KeySchema, part: KeyPart): number =>
  part === hash ? hashBytesMax : rangeBytesMax;

export const partsOf = ({ hash, range }: KeySchema): KeyPart[] => (range === undefined ? [hash] : [hash, range]);

export const isEmptyKeyValue = (value: AttributeValue): boolean =>
  ('S' in value && value.S === '') || ('B' in value && value.B === '');
export const emptyKeyText = (value: AttributeValue): string =>
  `The AttributeValue for a key attribute cannot contain an empty ${'S' in value ? 'string' : 'binary'} value.`;

/** Refuses the whole request even inside a transaction, unlike the other key checks. @throws Refusal */
export function checkNoEmptyKey(table: Table, item: Item): void {
  for (const part of partsOf(table.definition.schema)) {
    const value = attributeOf(item, part.name);
    if (value !== undefined && isEmptyKeyValue(value))
      throw validation(`One or more parameter values are not valid. ${emptyKeyText(value)} Key: ${part.name}`);
  }
}

function checkKeyContent(schema: KeySchema, item: Item, store: Store): void {
  const { hash, range } = schema;
  for (const part of partsOf(schema)) checkKeyPrecision(attributeOf(item, part.name)!, store.decisions);
  if (valueSize(attributeOf(item, hash.name)!) > hashBytesMax)
    throw validation(
      `One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of${hashBytesMax} bytes`,
    );
  if (range !== undefined && valueSize(attributeOf(item, range.name)!) > rangeBytesMax)
    throw validation(
      `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${rangeBytesMax} bytes`,
    );
}

/**
 * Checks the table keys in a start key whose names and types are already valid. Source: dynalite, checked on DynamoDB;
 * the text for an empty key is today's.
 * @throws Refusal ValidationException
 */
export function checkStartKey(store: Store, table: Table, start: Item): void {
  try {
    checkNoEmptyKey(table, start);
    checkKeyContent(table.definition.schema, start, store);
  } catch (thrown) {
    throw thrown instanceof Refusal ? validation(`The provided starting key is invalid: ${thrown.message}`) : thrown;
  }
}

/** Checks a key: exactly the key attributes, with their types. @throws Refusal ValidationException */
export function checkKey(store: Store, table: Table, key: Item): void {
  const parts = partsOf(table.definition.schema);
  const fits = parts.every((part) => {
    const value = attributeOf(key, part.name);
    return value !== undefined && descriptorOf(value) === part.type;
  });
  if (!fits || Object.keys(key).length !== parts.length)
    throw validation('The provided key element does not match the schema');
  checkNoEmptyKey(table, key);
  checkKeyContent(table.definition.schema, key, store);
}

/** Checks the keys of an item to be put. @throws Refusal ValidationException */
export function checkItemKeys(store: Store, table: Table, item: Item): void {
  for (const part of partsOf(table.definition.schema)) {
    const value = attributeOf(item, part.name);
    if (value === undefined)
      throw validation(`One or more parameter values were invalid: Missing the key ${part.name} in the item`);
    if (descriptorOf(value) !== part.type)
      throw validation(
        `One or more parameter values were invalid: Type mismatch for key ${part.name} expected: ${part.type} actual: ${descriptorOf(value)}`,
      );
  }
  checkNoEmptyKey(table, item);
  checkKeyContent(table.definition.schema, item, store);
}
