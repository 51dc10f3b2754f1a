/** The one way by which an item changes: table, indexes and stream together, or not at all. */
import { itemIdentity } from '../values/keys.ts';
import type { Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import { maintainIndex, type WriteSource } from './indexes.ts';
import { recordWrite } from './records.ts';
import type { Store, Table } from './state.ts';

/** The identity of an item that holds its keys. */
export function identityOf(store: Store, table: Table, item: Item): string {
  const { hash, range } = table.definition.schema;
  return itemIdentity(
    attributeOf(item, hash.name)!,
    range === undefined ? undefined : attributeOf(item, range.name),
    store.decisions,
  );
}

export const storedItem = (store: Store, table: Table, key: Item): Item | undefined =>
  table.items.get(identityOf(store, table, key));

/** Puts `after` in the place of `before`; undefined stands for no item. Items are never changed once stored. */
export function writeItem(
  store: Store,
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  source: WriteSource,
): void {
  if (after !== undefined) table.items.set(identityOf(store, table, after), after);
  else if (before !== undefined) table.items.delete(identityOf(store, table, before));
  const skipsIndexes = source.kind === 'transaction' && store.decisions.transactionIndexes === 'never';
  if (!skipsIndexes)
    for (const index of table.indexes.values()) maintainIndex(store, table, index, before, after, source);
  recordWrite(store, table, before, after, source);
}
