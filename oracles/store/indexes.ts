/**
 * Secondary indexes as explicit entries. A correct index is no more than the filtered table, and a test holds it to that;
 * entries exist so that a wrong decision can leave one behind or lose one.
 */
import { bare } from '../values/bare.ts';
import { type KeySchema, keyIdentity } from '../values/keys.ts';
import type { AttributeValue, Item } from '../values/types.ts';
import { attributeOf, descriptorOf } from '../values/validate.ts';
import {
  type Account,
  after,
  type Index,
  type IndexDefinition,
  type IndexEntry,
  type Store,
  type Table,
} from './state.ts';

/** Which write an index follows; some backends have treated them differently. */
export interface WriteSource {
  readonly kind: 'put' | 'update' | 'delete' | 'transaction' | 'restore' | 'expiry';
  /** The request asked for ReturnValues ALL_OLD. */
  readonly oldImageAsked?: boolean;
}

export const keyNames = ({ hash, range }: KeySchema): string[] =>
  range === undefined ? [hash.name] : [hash.name, range.name];

/** The named attributes of an item, those that it has. */
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
  return pick(item, new Set([...keyNames(schema), ...tableKeys, ...included]));
}

/** A key attribute of another type than defined cannot be an index key; only a mutant lets one be stored. */
const hasIndexKeys = ({ hash, range }: KeySchema, item: Item): boolean =>
  [hash, ...(range === undefined ? [] : [range])].every((part) => {
    const value = attributeOf(item, part.name);
    return value !== undefined && descriptorOf(value) === part.type;
  });

const identityOrNull = (value: AttributeValue | undefined, store: Store): string | null =>
  value === undefined ? null : keyIdentity(value, store.decisions);

const identitiesOf = (schema: KeySchema, item: Item, store: Store): (string | null)[] =>
  keyNames(schema).map((name) => identityOrNull(attributeOf(item, name), store));

/** The entry that an item has in an index, or none when the index is sparse for it. */
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
    keys: pick(item, new Set([...keyNames(definition.schema), ...keyNames(tableSchema)])),
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

/** Whether the writers have not heard of the index yet. */
function isUnknown({ decisions, clock }: Store, { addedMs }: Index): boolean {
  if (addedMs === undefined || decisions.addedIndex === 'from-the-moment-on') return false;
  return decisions.addedIndex === 'never' || clock.now() < addedMs + 60_000;
}

function show(store: Store, { definition, entries }: Index, entry: IndexEntry): void {
  const { indexDelay } = store.decisions;
  if (definition.kind === 'local' || indexDelay === 'soon') entries.set(entry.identity, entry);
  else if (indexDelay === 'thirty-seconds') after(store, 30_000, () => entries.set(entry.identity, entry));
}

/** The one place where an index changes because an item did. */
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
    // An entry whose keys stay is replaced in place; removing it first matters only to a decision about removals.
    if (next?.identity !== old.identity) removeEntry(store, index, old);
  }
  if (next !== undefined) show(store, index, next);
}

const rowsName = (table: string, index: string): string => JSON.stringify([table, index]);

/** An index without rows, but for those that a wrong decision has kept of an earlier one. */
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

/** What becomes of the rows of an index that goes. */
export function leaveRows(store: Store, account: Account, table: Table, { definition, entries }: Index): void {
  if (store.decisions.droppedIndexRows === 'they-go-too') return;
  account.leftRows ??= new Map();
  account.leftRows.set(rowsName(table.name, definition.name), entries);
}

/** Takes up the items that were there before the index. */
export function backfill(store: Store, table: Table, index: Index): void {
  if (store.decisions.gsiBackfill === 'later-writes-only') return;
  for (const item of table.items.values()) {
    const entry = entryOf(store, table, index, item);
    if (entry !== undefined) index.entries.set(entry.identity, entry);
  }
}
