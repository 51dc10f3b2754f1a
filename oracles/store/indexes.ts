/**
 * Secondary indexes as stored entries. A correct index is just the filtered table, and a test checks that. Entries are
 * stored so that a policy mutant can keep a stale one or lose one.
 */
import { bare } from '../values/bare.ts';
import { type KeySchema, keyIdentity } from '../values/keys.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { attributeOf } from '../values/validate.ts';
import { hasIndexKeys } from './index-keys.ts';
import {
  type Account,
  after,
  type Index,
  type IndexDefinition,
  type IndexEntry,
  type Store,
  type Table,
} from './state.ts';

/** The kind of write behind an index change; some backends treated the kinds differently. */
export interface WriteSource {
  readonly kind: 'put' | 'update' | 'delete' | 'transaction' | 'restore' | 'expiry';
  /** The request asked for ReturnValues ALL_OLD. */
  readonly oldImageAsked?: boolean;
}

export const keyNames = ({ hash, range }: KeySchema): string[] =>
  range === undefined ? [hash.name] : [hash.name, range.name];

/** The named attributes that an item has. */
export function pick(item: Item, names: Iterable<string>): Item {
  const picked = bare<Item>();
  for (const name of names) {
    const value = attributeOf(item, name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function projected(definition: IndexDefinition, table: KeySchema, item: Item, store: Store): Item {
  const { projection, schema } = definition;
  if (projection.type === 'ALL') return item;
  const tableKeys = store.decisions.projectionKeys === 'always' ? keyNames(table) : [];
  const included = projection.type === 'INCLUDE' ? projection.attributes : [];
  return pick(item, [...keyNames(schema), ...tableKeys, ...included]);
}

const identityOrNull = (value: AttributeValue | undefined, store: Store): string | null =>
  value === undefined ? null : keyIdentity(value, store.decisions);

const identitiesOf = (schema: KeySchema, item: Item, store: Store): (string | null)[] =>
  keyNames(schema).map((name) => identityOrNull(attributeOf(item, name), store));

/** The index entry of an item; undefined when the item lacks a valid index key (sparse index). */
export function entryOf(store: Store, table: Table, index: Index, item: Item): IndexEntry | undefined {
  const { definition } = index;
  const sparse = !hasIndexKeys(definition.schema, item);
  if (sparse && store.decisions.sparseEntry === 'left-out') return undefined;
  const tableSchema = table.definition.schema;
  const parts = identitiesOf(definition.schema, item, store);
  if (store.decisions.indexEntryIdentity === 'index-and-table-keys')
    parts.push(...identitiesOf(tableSchema, item, store));
  return {
    identity: JSON.stringify(parts),
    keys: pick(item, [...keyNames(definition.schema), ...keyNames(tableSchema)]),
    projected: projected(definition, tableSchema, item, store),
  };
}

function removeEntry(store: Store, index: Index, entry: IndexEntry): void {
  index.entries.delete(entry.identity);
  if (store.decisions.indexEntryRemoval === 'its-own') return;
  const { schema } = index.definition;
  const gone = JSON.stringify(identitiesOf(schema, entry.keys, store));
  for (const [identity, other] of index.entries)
    if (JSON.stringify(identitiesOf(schema, other.keys, store)) === gone) index.entries.delete(identity);
}

function keepsOldEntry(store: Store, table: Table, source: WriteSource, next: IndexEntry | undefined): boolean {
  if (source.kind !== 'update') return false;
  const { indexMove, sparseRemoval } = store.decisions;
  if (next === undefined) return sparseRemoval === 'kept';
  const oldImageAtHand = source.oldImageAsked === true || table.stream?.status === 'ENABLED';
  return indexMove === 'when-the-old-image-is-asked-for' && !oldImageAtHand;
}

/** A mutant's writers ignore a new index, for a minute or for ever. */
function isUnknown({ decisions, clock }: Store, { addedMs }: Index): boolean {
  if (addedMs === undefined || decisions.addedIndex === 'from-the-moment-on') return false;
  return decisions.addedIndex === 'never' || clock.now() < addedMs + 60_000;
}

function show(store: Store, { definition, entries }: Index, entry: IndexEntry): void {
  const { indexDelay } = store.decisions;
  if (definition.kind === 'local' || indexDelay === 'soon') entries.set(entry.identity, entry);
  else if (indexDelay === 'thirty-seconds') after(store, 30_000, () => entries.set(entry.identity, entry));
}

/** The only function that changes an index after an item changed. */
export function maintainIndex(
  store: Store,
  table: Table,
  index: Index,
  before: Item | undefined,
  after: Item | undefined,
  source: WriteSource,
): void {
  if (isUnknown(store, index)) return;
  const old = before === undefined ? undefined : entryOf(store, table, index, before);
  const next = after === undefined ? undefined : entryOf(store, table, index, after);
  if (old !== undefined && !keepsOldEntry(store, table, source, next)) {
    // An entry with unchanged keys is replaced in place. Removing it first would matter only to the removal policies.
    if (next?.identity !== old.identity) removeEntry(store, index, old);
  }
  if (next !== undefined) show(store, index, next);
}

const rowsName = (table: string, index: string): string => JSON.stringify([table, index]);

/** A new index. It is empty, except for rows that a mutant kept from an earlier index of that name. */
export const emptyIndex = (
  account: Account,
  table: string,
  definition: IndexDefinition,
  status: Index['status'],
): Index => ({
  definition,
  status,
  entries: new Map(account.leftRows?.get(rowsName(table, definition.name))),
});

/** A mutant keeps the rows of a dropped index for the next one of that name. */
export function keepDroppedRows(store: Store, account: Account, table: Table, { definition, entries }: Index): void {
  if (store.decisions.droppedIndexRows === 'they-go-too') return;
  account.leftRows ??= new Map();
  account.leftRows.set(rowsName(table.name, definition.name), entries);
}

/** Adds the items that existed before the index. */
export function backfill(store: Store, table: Table, index: Index): void {
  if (store.decisions.gsiBackfill === 'later-writes-only') return;
  for (const item of table.items.values()) {
    const entry = entryOf(store, table, index, item);
    if (entry !== undefined) index.entries.set(entry.identity, entry);
  }
}
