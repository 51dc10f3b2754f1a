/** Checks what a write gives to the keys of secondary indexes. */
import type { KeyPart, KeySchema } from '../values/keys.ts';
import { Refusal, validation } from '../values/refusal.ts';
import { valueSize } from '../values/size.ts';
import type { Descriptor, Item } from '../values/types.ts';
import { attributeOf, descriptorOf } from '../values/validate.ts';
import { emptyKeyText, isEmptyKeyValue, keyBytesMax, partsOf } from './item-keys.ts';
import type { Store, Table } from './state.ts';

/** Refuses the whole transaction. A key of the wrong type or size only cancels it. */
export class EmptyIndexKey extends Refusal {
  constructor(message: string) {
    super('ValidationException', `One or more parameter values are not valid. ${message}`);
  }
}

interface IndexKey {
  readonly index: string;
  readonly part: KeyPart;
  readonly bytesMax: number;
}

/** By index name: if several keys are wrong, the error names the first index in alphabetical order. */
const indexKeysOf = (table: Table): IndexKey[] =>
  [...table.indexes.keys()].sort().flatMap((index) => {
    const { schema } = table.indexes.get(index)!.definition;
    return partsOf(schema).map((part) => ({ index, part, bytesMax: keyBytesMax(schema, part) }));
  });

const mismatch = ({ index, part }: IndexKey, actual: Descriptor): Refusal =>
  validation(
    `One or more parameter values were invalid: Type mismatch for Index Key ${part.name} Expected: ${part.type} Actual: ${actual} IndexName: ${index}`,
  );

/** Checks the index keys of an item to be put. @throws Refusal ValidationException */
export function checkIndexKeys(store: Store, table: Table, item: Item): void {
  if (store.decisions.indexKeyType === 'stored') return;
  for (const key of indexKeysOf(table)) {
    const { index, part, bytesMax } = key;
    const value = attributeOf(item, part.name);
    if (value === undefined) continue;
    if (descriptorOf(value) !== part.type) throw mismatch(key, descriptorOf(value));
    if (isEmptyKeyValue(value))
      throw new EmptyIndexKey(
        `A value specified for a secondary index key is not supported. ${emptyKeyText(value)} IndexName: ${index}, IndexKey: ${part.name}`,
      );
    // Source: an issue of a public emulator, and users' logs.
    if (valueSize(value) > bytesMax)
      throw validation(
        `One or more parameter values were invalid: Size limit exceeded for Index Key ${part.name} Actual Size: ${valueSize(value)} bytes Max Size: ${bytesMax} bytes IndexName: ${index}`,
      );
  }
}

/** Checks the types that an update gives to index keys, as far as the request alone tells. @throws Refusal */
export function checkAssignedTypes(store: Store, table: Table, types: ReadonlyMap<string, Descriptor>): void {
  if (store.decisions.indexKeyType === 'stored') return;
  for (const key of indexKeysOf(table)) {
    const type = types.get(key.part.name);
    if (type !== undefined && type !== key.part.type) throw mismatch(key, type);
  }
}

/**
 * Checks the index keys of an updated item. Source of the texts about type and size: API reference, TransactWriteItems.
 * @param changed attributes that the update wrote; undefined when it created the item
 * @throws Refusal ValidationException
 */
export function checkUpdatedIndexKeys(
  store: Store,
  table: Table,
  item: Item,
  changed: ReadonlySet<string> | undefined,
): void {
  if (store.decisions.indexKeyType === 'stored') return;
  for (const { part, bytesMax } of indexKeysOf(table)) {
    const value = attributeOf(item, part.name);
    if (value === undefined || changed?.has(part.name) === false) continue;
    if (descriptorOf(value) !== part.type)
      throw validation('The update expression attempted to update the secondary index key to unsupported type');
    if (isEmptyKeyValue(value))
      throw new EmptyIndexKey(
        `The update expression attempted to update a secondary index key to a value that is not supported. ${emptyKeyText(value)}`,
      );
    if (valueSize(value) > bytesMax)
      throw validation('The update expression attempted to update the secondary index key beyond allowed size limits');
  }
}

/** Source: dynalite, checked on the service for updates, projections and filters. @throws Refusal */
export function checkScalarKeys(table: Table, nested: ReadonlySet<string> = new Set()): void {
  const keys = [
    ...partsOf(table.definition.schema).map(({ name }) => ['Key', name] as const),
    ...indexKeysOf(table).map(({ part }) => ['IndexKey', part.name] as const),
  ];
  const wrong = keys.find(([, name]) => nested.has(name));
  if (wrong === undefined) return;
  throw validation(
    `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${wrong.join(': ')}`,
  );
}

/**
 * Whether an item has valid keys for an index. An item that was stored before the index may have others; the index
 * leaves it out. Source: developer guide, detecting index key violations.
 */
export const hasIndexKeys = (schema: KeySchema, item: Item): boolean =>
  partsOf(schema).every((part) => {
    const value = attributeOf(item, part.name);
    if (value === undefined || descriptorOf(value) !== part.type) return false;
    return !isEmptyKeyValue(value) && valueSize(value) <= keyBytesMax(schema, part);
  });
