/** What CreateTable's input says about a table, in the form in which invariants need it. */
import type { Json, JsonObject } from '../../../oracles/values/types.ts';
import { isObject, listAt, valueAt } from '../play/path.ts';
import { picked } from './values.ts';

export interface IndexFacts {
  name: string;
  kind: 'global' | 'local';
  /** Hash key, then sort key. */
  keys: readonly string[];
  /** Attributes beside the keys; all without it. */
  included?: readonly string[];
}

export interface TableFacts {
  keys: readonly string[];
  types: ReadonlyMap<string, string>;
  indexes: readonly IndexFacts[];
  /** StreamViewType, if the table has a stream. */
  stream?: string;
}

const isText = (value: Json): value is string => typeof value === 'string';

const keysOf = (schema: JsonObject): string[] => listAt(schema, 'KeySchema[].AttributeName').filter(isText);

function indexOf(index: Json, kind: IndexFacts['kind']): IndexFacts[] {
  if (!isObject(index) || !isText(index.IndexName ?? null)) return [];
  const type = valueAt(index, 'Projection.ProjectionType');
  const included = type === 'ALL' ? undefined : listAt(index, 'Projection.NonKeyAttributes').filter(isText);
  return [{ name: String(index.IndexName), kind, keys: keysOf(index), ...(included && { included }) }];
}

export function tableFacts(schema: JsonObject): TableFacts {
  const types = listAt(schema, 'AttributeDefinitions').flatMap((one) =>
    isObject(one) ? [[String(one.AttributeName), String(one.AttributeType)] as const] : [],
  );
  const view = valueAt(schema, 'StreamSpecification.StreamViewType');
  const hasStream = valueAt(schema, 'StreamSpecification.StreamEnabled') === true && typeof view === 'string';
  return {
    keys: keysOf(schema),
    types: new Map(types),
    indexes: [
      ...listAt(schema, 'GlobalSecondaryIndexes').flatMap((one) => indexOf(one, 'global')),
      ...listAt(schema, 'LocalSecondaryIndexes').flatMap((one) => indexOf(one, 'local')),
    ],
    ...(hasStream && { stream: view }),
  };
}

/** The same table after UpdateTable was accepted. */
export function updatedFacts(facts: TableFacts, input: JsonObject): TableFacts {
  const more = tableFacts({
    AttributeDefinitions: input.AttributeDefinitions ?? [],
    GlobalSecondaryIndexes: listAt(input, 'GlobalSecondaryIndexUpdates[].Create'),
    ...(input.StreamSpecification !== undefined && { StreamSpecification: input.StreamSpecification }),
  });
  const gone = listAt(input, 'GlobalSecondaryIndexUpdates[].Delete.IndexName');
  const { stream: before, ...rest } = facts;
  const stream = input.StreamSpecification === undefined ? before : more.stream;
  return {
    ...rest,
    // Definitions of attributes that are keys already are ignored, also those of another type.
    types: new Map([...facts.types, ...more.types, ...typesInUse(facts, gone)]),
    indexes: [...facts.indexes.filter(({ name }) => !gone.includes(name)), ...more.indexes],
    ...(stream !== undefined && { stream }),
  };
}

/** The types of the keys of the table, and of its indexes but those that are dropped. */
function typesInUse({ keys, indexes, types }: TableFacts, gone: readonly Json[]): [string, string][] {
  const used = [...keys, ...indexes.filter(({ name }) => !gone.includes(name)).flatMap((index) => index.keys)];
  return used.flatMap((name): [string, string][] => (types.has(name) ? [[name, types.get(name)!]] : []));
}

/** Key attributes of an index row: those of the index and those of the table, each once. */
export const rowKeys = ({ keys }: TableFacts, index?: IndexFacts): string[] => [
  ...new Set([...(index?.keys ?? []), ...keys]),
];

const keyBytesMax = { hash: 2_048, range: 1_024 } as const;

/** Items written before the index was added may have values that no key can have. They are not in it. */
function isKeyValue(value: Json | undefined, type: string | undefined, at: number): boolean {
  const content = isObject(value) && type !== undefined ? value[type] : undefined;
  if (typeof content !== 'string') return false;
  if (type === 'N') return true;
  const size = Buffer.byteLength(content, type === 'B' ? 'base64' : 'utf8');
  return size > 0 && size <= (at === 0 ? keyBytesMax.hash : keyBytesMax.range);
}

/** The entry of an index for a row of its table; undefined if it has none. */
export function entryOf(facts: TableFacts, index: IndexFacts, row: JsonObject): JsonObject | undefined {
  const fits = index.keys.every((name, at) => isKeyValue(valueAt(row, [name]), facts.types.get(name), at));
  if (!fits) return undefined;
  return index.included ? picked(row, [...rowKeys(facts, index), ...index.included]) : row;
}
