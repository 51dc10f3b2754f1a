/** Generates table schemas: every key type, with and without sort key, global and local indexes of every projection. */
import fc from 'fast-check';
import type { AttributeValue, Item, KeyDescriptor } from '../../../oracles/values/types.ts';
import { type TableSchema, table } from '../../cases/case.ts';
import { optional } from './optional.ts';
import { anyValue, type Key, valueFor, valueOfKey } from './values.ts';
import { type AttributeKind, indexNames, ownWords, type Words } from './words.ts';

export interface Index {
  name: string;
  kind: 'global' | 'local';
  hash: Key;
  range?: Key;
  projection: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
}

export interface Schema {
  /** CreateTable's input without the name. */
  table: TableSchema;
  hash: Key;
  range?: Key;
  indexes: readonly Index[];
  words: Words;
}

/** The attributes of an `INCLUDE` projection. */
const included = ['alpha', 'gamma'];
const projections = ['ALL', 'KEYS_ONLY', 'INCLUDE'] as const;

interface Choice {
  hash: KeyDescriptor;
  range: KeyDescriptor | undefined;
  global: { projection: Index['projection']; type: KeyDescriptor; range: KeyDescriptor | undefined } | undefined;
  local: { projection: Index['projection']; type: KeyDescriptor } | undefined;
}

const type = fc.constantFrom<KeyDescriptor>('S', 'N', 'B');
/** Only two types for index keys, because each distinct schema needs a table of its own. */
const indexType = fc.constantFrom<KeyDescriptor>('S', 'N');
const projection = fc.constantFrom(...projections);
const choice: fc.Arbitrary<Choice> = fc.record({
  hash: type,
  range: optional(type),
  global: optional(fc.record({ projection, type: indexType, range: optional(indexType) })),
  local: optional(fc.record({ projection, type: indexType })),
});

function schemaOf({ hash, range, global, local }: Choice): Schema {
  const keys = { hash: { name: 'pk', type: hash }, ...(range && { range: { name: 'sk', type: range } }) };
  const indexes: Index[] = [];
  if (global) {
    const more = global.range && { range: { name: 'gs', type: global.range } };
    const own = { kind: 'global' as const, hash: { name: 'gk', type: global.type }, ...more };
    indexes.push({ name: indexNames.global, ...own, projection: global.projection });
  }
  if (local && range) {
    const own = { kind: 'local' as const, hash: keys.hash, range: { name: 'lk', type: local.type } };
    indexes.push({ name: indexNames.local, ...own, projection: local.projection });
  }
  return { table: table({ ...specOf(keys), ...indexSpecs(indexes) }), ...keys, indexes, words: ownWords };
}

const pair = ({ name, type: of }: Key): [string, KeyDescriptor] => [name, of];
const specOf = ({ hash, range }: { hash: Key; range?: Key }) => ({
  hash: pair(hash),
  ...(range && { range: pair(range) }),
});

function indexSpecs(indexes: readonly Index[]): Pick<Parameters<typeof table>[0], 'gsi' | 'lsi'> {
  const of = (kind: Index['kind']) =>
    Object.fromEntries(
      indexes
        .filter((index) => index.kind === kind)
        .map((index) => [
          index.name,
          { ...specOf(index), projection: index.projection === 'INCLUDE' ? included : index.projection },
        ]),
    );
  const [gsi, lsi] = [of('global'), of('local')];
  return { ...(Object.keys(gsi).length > 0 && { gsi }), ...(Object.keys(lsi).length > 0 && { lsi }) };
}

export const anySchema: fc.Arbitrary<Schema> = choice.map(schemaOf);

/** Few partition keys, so that items share them. */
export const hashCount = 4;

/** A primary key of the table. */
export const keyOf = ({ hash, range, words }: Pick<Schema, 'hash' | 'range' | 'words'>): fc.Arbitrary<Item> =>
  fc.record({
    [hash.name]: valueOfKey(words, hash, hashCount),
    ...(range && { [range.name]: valueOfKey(words, range) }),
  }) as fc.Arbitrary<Item>;

/** Index keys that are not keys of the table; an item may lack them. */
export function indexKeys({ indexes, hash, range }: Schema): Key[] {
  const own = new Set([hash.name, range?.name]);
  const all = indexes.flatMap((index) => [index.hash, ...(index.range ? [index.range] : [])]);
  return all.filter(({ name }, at) => !own.has(name) && all.findIndex((one) => one.name === name) === at);
}

/** A valid item: a given row, a row under another key, or a generated item. */
export function itemOf(schema: Schema): fc.Arbitrary<Item> {
  const { rows = [] } = schema.words;
  if (rows.length === 0) return generatedItem(schema);
  const row = fc.constantFrom(...rows);
  return fc.oneof(
    { arbitrary: generatedItem(schema), weight: 3 },
    { arbitrary: row, weight: 2 },
    { arbitrary: fc.tuple(row, keyOf(schema)).map(([item, key]) => ({ ...item, ...key })), weight: 1 },
  );
}

/** Updates change parts of these, so they are there more often. */
const isDocument = (kind: AttributeKind): boolean => kind === 'set' || kind === 'list' || kind === 'map';

function generatedItem(schema: Schema): fc.Arbitrary<Item> {
  const { words } = schema;
  const members: { [name: string]: fc.Arbitrary<AttributeValue | undefined> } = {};
  for (const key of indexKeys(schema)) members[key.name] = optional(valueOfKey(words, key, hashCount), { present: 3 });
  for (const [name, kind] of words.kinds)
    members[name] = optional(valueFor(words, name), { absent: isDocument(kind) ? 1 : 2 });
  const free = fc.record({ ...members, constructor: inherited });
  return fc.tuple(keyOf(schema), free).map(([key, attributes]) => ({ ...key, ...present(attributes) }));
}

/** Sometimes a name that every JavaScript object inherits. */
const inherited = optional(anyValue, { absent: 30 });

const present = (attributes: { [name: string]: AttributeValue | undefined }): Item =>
  Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, AttributeValue] => entry[1] !== undefined),
  );
