/** The only way to change an item: table, indexes and stream change together. */
import { itemIdentity } from '../values/keys.ts';
import type { Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import { noteWrite } from './contention.ts';
import { keyNames, maintainIndex, pick, type WriteSource } from './indexes.ts';
import { recordWrite } from './records.ts';
import type { Store, Table } from './state.ts';

/** The identity of an item that has its keys. */
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

function markKeyless(table: Table, identity: string, created: boolean): void {
  table.keyless ??= new Set();
  if (created) table.keyless.add(identity);
  else table.keyless.delete(identity);
}

/** The stored item as a reader sees it; a mutant may show an older one. */
export function seenItem(store: Store, table: Table, key: Item, consistent: boolean): Item | undefined {
  const identity = identityOf(store, table, key);
  if (consistent && table.unseen?.identity === identity) return table.unseen.before;
  const item = table.items.get(identity);
  if (item === undefined || !table.keyless?.has(identity)) return item;
  const keys = new Set(keyNames(table.definition.schema));
  return pick(
    item,
    Object.keys(item).filter((name) => !keys.has(name)),
  );
}

/** Replaces `before` by `after`; undefined means no item. Stored items are never mutated. */
export function writeItem(
  store: Store,
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  source: WriteSource,
): void {
  const subject = after ?? before;
  if (subject === undefined) return;
  const identity = identityOf(store, table, subject);
  noteWrite(store, table, identity, before);
  if (store.decisions.consistentRead === 'the-one-before') table.unseen = { identity, before };
  if (store.decisions.upsertKey === 'left-out')
    markKeyless(table, identity, before === undefined && source.kind === 'update');
  if (after !== undefined) table.items.set(identity, after);
  else table.items.delete(identity);
  const skipsIndexes = source.kind === 'transaction' && store.decisions.transactionIndexes === 'never';
  if (!skipsIndexes)
    for (const index of table.indexes.values()) maintainIndex(store, table, index, before, after, source);
  recordWrite(store, table, before, after, source);
}
