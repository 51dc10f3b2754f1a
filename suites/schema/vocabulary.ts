/** Collects the names and values for generated requests on a user's table. */
import { createHash } from 'node:crypto';
import { createOracle } from '../../oracles/oracle.ts';
import { addNumbers, formatNumber, parseNumber } from '../../oracles/values/number.ts';
import type { AttributeValue, Item, Json, JsonObject, KeyDescriptor } from '../../oracles/values/types.ts';
import type { Index, Schema } from '../fuzz/generators/schemas.ts';
import { edgesOf, type Key } from '../fuzz/generators/values.ts';
import {
  type AttributeKind,
  type AttributeName,
  attributeKinds,
  attributeNames,
  indexNames,
  standsBare,
  type Words,
} from '../fuzz/generators/words.ts';
import type { OwnTable } from './table.ts';

/** Only the most frequent attributes are used. With more of them requests would rarely share any. */
const attributesMax = 16;
const valuesMax = 6;
const pathsMax = 12;
/** Rows per schema variant: few, so that requests hit the same rows. */
const rowsPerVariant = 8;
const variantsMax = 8;
/** Rows per partition in a sample. */
const perPartitionMax = 8;

interface KeyElement {
  AttributeName: string;
  KeyType: string;
}

/** The keys and indexes of a definition. */
export function shapeOf({ schema }: OwnTable): Pick<Schema, 'table' | 'hash' | 'range' | 'indexes'> {
  const types = new Map(
    (schema.AttributeDefinitions as { AttributeName: string; AttributeType: KeyDescriptor }[]).map(
      ({ AttributeName, AttributeType }) => [AttributeName, AttributeType],
    ),
  );
  const keys = (elements: Json | undefined): { hash: Key; range?: Key } => {
    const of = (type: string): Key[] =>
      (elements as unknown as KeyElement[])
        .filter(({ KeyType }) => KeyType === type)
        .map(({ AttributeName: name }) => ({ name, type: types.get(name)! }));
    const [range] = of('RANGE');
    return { hash: of('HASH')[0]!, ...(range && { range }) };
  };
  const indexes = (kind: Index['kind'], list: Json | undefined): Index[] =>
    ((list ?? []) as JsonObject[]).map((index) => ({
      name: String(index.IndexName),
      kind,
      ...keys(index.KeySchema),
      projection: (index.Projection as { ProjectionType: Index['projection'] }).ProjectionType,
    }));
  return {
    table: schema,
    ...keys(schema.KeySchema),
    indexes: [...indexes('global', schema.GlobalSecondaryIndexes), ...indexes('local', schema.LocalSecondaryIndexes)],
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Up to `count` rows, deterministic by seed. Takes whole partitions where possible, so that items share keys. */
export function sampled(rows: readonly Item[], hashName: string, seed: string, count: number): Item[] {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const key = JSON.stringify(row[hashName]);
    const group = groups.get(key) ?? [];
    if (group.length < perPartitionMax) group.push(row);
    groups.set(key, group);
  }
  const drawn = [...groups].map(([key, group]) => [hash(`${seed} ${key}`), group] as const);
  return drawn
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => group)
    .slice(0, count);
}

/** Rows as a table stores them: canonical numbers, and the last of several rows with one key. */
export function stored(table: OwnTable, rows: readonly Item[]): Item[] {
  const oracle = createOracle();
  oracle.send('CreateTable', { ...table.schema, TableName: 'own' });
  oracle.clock.advance(60_000);
  for (const Item of rows) oracle.send('PutItem', { TableName: 'own', Item: Item as unknown as Json });
  const found: Item[] = [];
  for (let page: JsonObject = {}; ; ) {
    const answer = oracle.send('Scan', { TableName: 'own', ...page });
    if (answer.kind !== 'ok') return found;
    found.push(...(answer.output.Items as unknown as Item[]));
    if (answer.output.LastEvaluatedKey === undefined) return found;
    page = { ExclusiveStartKey: answer.output.LastEvaluatedKey };
  }
}

/** Whether no name in it starts with `$`, at any depth: such names are references in cases. */
export const isPlayable = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlayable);
  return Object.entries(value).every(([name, inner]) => !name.startsWith('$') && isPlayable(inner));
};

const kindsOf: { readonly [descriptor: string]: AttributeKind } = {
  ...{ N: 'number', S: 'string', M: 'map', L: 'list', B: 'binary' },
  ...{ SS: 'set', NS: 'set', BS: 'set' },
};

const descriptorOf = (value: AttributeValue): string => Object.keys(value)[0] ?? '';

/** What the rows show of an attribute: its frequency, types and values. */
interface SeenAttribute {
  count: number;
  types: Set<string>;
  values: Map<string, AttributeValue>;
}

function seenIn(table: OwnTable, rows: readonly Item[], keys: ReadonlySet<string>): Map<string, SeenAttribute> {
  const all = new Map<string, SeenAttribute>();
  const of = (name: string): SeenAttribute => {
    const seen = all.get(name) ?? { count: 0, types: new Set(), values: new Map() };
    all.set(name, seen);
    return seen;
  };
  // An attribute that a model or projection names counts as frequent, whatever the rows contain.
  for (const name of projectedNames(table)) of(name).count += rows.length;
  for (const [name, type] of table.attributes) if (type !== undefined) of(name).types.add(type);
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const seen = of(name);
      seen.count += 1;
      seen.types.add(descriptorOf(value));
      if (seen.values.size < valuesMax) seen.values.set(JSON.stringify(value), value);
    }
  }
  return new Map([...all].filter(([name]) => !keys.has(name) && !name.startsWith('$')));
}

function projectedNames({ schema, attributes }: OwnTable): string[] {
  const all = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'].flatMap(
    (kind) => (schema[kind] ?? []) as JsonObject[],
  );
  const projected = all.flatMap(({ Projection }) => ((Projection as JsonObject).NonKeyAttributes ?? []) as string[]);
  return [...new Set([...projected, ...attributes.keys()])];
}

function kindOf(types: ReadonlySet<string>): AttributeKind {
  const kinds = new Set([...types].map((type) => kindsOf[type] ?? 'any'));
  const [only = 'string', ...more] = kinds;
  return more.length > 0 ? 'any' : only;
}

/** The document paths inside map and list values. */
function pathsInto(values: Iterable<AttributeValue>): (string | number)[][] {
  const found = new Map<string, (string | number)[]>();
  const into = (value: AttributeValue, way: (string | number)[]): void => {
    if (way.length > 0) found.set(JSON.stringify(way), way);
    if (way.length >= 3) return;
    if ('M' in value) for (const [name, inner] of Object.entries(value.M)) into(inner, [...way, name]);
    if ('L' in value) for (const [at, inner] of value.L.slice(0, 3).entries()) into(inner, [...way, at]);
  };
  for (const value of values) into(value, []);
  return [...found.values()].slice(0, pathsMax);
}

/** Neighbours of a key value that a store may confuse with it: one before and one after. */
function near(value: AttributeValue): AttributeValue[] {
  if ('S' in value)
    return value.S.length > 500 ? [] : [{ S: `${value.S}0` }, { S: `${[...value.S].slice(0, -1).join('')}~` }];
  if ('B' in value) {
    const bytes = Buffer.from(value.B, 'base64');
    return bytes.length > 500 ? [] : [{ B: Buffer.concat([bytes, Buffer.from([0])]).toString('base64') }];
  }
  if (!('N' in value)) return [];
  return ['1', '-1'].flatMap((by) => {
    try {
      return [{ N: formatNumber(addNumbers(parseNumber(value.N), parseNumber(by))) }];
    } catch {
      // No such neighbour exists beyond 38 digits.
      return [];
    }
  });
}

/** Earlier values are drawn more often: two from rows, a neighbour, an end of the order. */
export function poolOf({ name, type }: Key, rows: readonly Item[]): AttributeValue[] {
  const given = rows.flatMap((row) => (Object.hasOwn(row, name) ? [row[name]!] : []));
  const [first, second, ...others] = distinct(given);
  const edges = edgesOf(type);
  const beside = first ? near(first) : [];
  return distinct([
    ...[first, beside[0], second, edges[2]].filter((one) => one !== undefined),
    ...others.slice(0, 4),
    ...beside.slice(1),
    ...edges,
  ]);
}

const distinct = (values: readonly AttributeValue[]): AttributeValue[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const kinds: readonly AttributeName[] = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

/** Adds one of our names for each type that no table attribute with a plain name has. */
function fillers(
  own: ReadonlyMap<string, AttributeKind>,
  taken: ReadonlySet<string>,
): [string, AttributeKind, string][] {
  const lacking = kinds.filter(
    (name) => ![...own].some(([given, kind]) => kind === attributeKinds[name] && standsBare(given)),
  );
  return lacking.map((name) => {
    const free = [name, `${name}Own`, `${name}Other`].find((one) => !taken.has(one))!;
    return [free, attributeKinds[name], name];
  });
}

/** Our name with the role of an attribute: chosen by type, or because its name needs a placeholder. */
function aliasFor(name: string, kind: AttributeKind): string {
  if (!standsBare(name)) return /^[A-Za-z]\w*$/.test(name) ? 'status' : attributeNames.at(-1)!;
  return kinds.find((own) => attributeKinds[own] === kind) ?? 'alpha';
}

/** Keys first, so that an attribute that is a table key and an index key gets the table key's role. */
function aliasesOf(
  { hash: key, range, indexes }: Pick<Schema, 'hash' | 'range' | 'indexes'>,
  free: readonly (readonly [string, string])[],
): NonNullable<Words['aliases']> {
  const keyAliases = [
    [key.name, 'pk'],
    ...(range ? [[range.name, 'sk']] : []),
    ...indexes.flatMap((index) => [
      [index.hash.name, 'gk'],
      ...(index.range ? [[index.range.name, index.kind === 'global' ? 'gs' : 'lk']] : []),
    ]),
  ] as [string, string][];
  const all = new Map<string, string>();
  for (const [name, own] of [...keyAliases, ...free]) if (!all.has(name)) all.set(name, own);
  return {
    attributes: Object.fromEntries(all),
    indexes: Object.fromEntries(indexes.map(({ name, kind }) => [name, indexNames[kind]])),
  };
}

export function wordsOf(table: OwnTable, all: readonly Item[], rows: readonly Item[]): Words {
  const shape = shapeOf(table);
  const keys = [shape.hash, shape.range, ...shape.indexes.flatMap((index) => [index.hash, index.range])].filter(
    (key) => key !== undefined,
  );
  const keyNames = new Set(keys.map(({ name }) => name));
  const seen = [...seenIn(table, all, keyNames)].sort(([, a], [, b]) => b.count - a.count).slice(0, attributesMax);
  const own = new Map(seen.map(([name, { types }]) => [name, kindOf(types)]));
  const filled = fillers(own, new Set([...own.keys(), ...keyNames]));
  const withValues = seen.filter(([, { values }]) => values.size > 0);
  return {
    kinds: new Map([...own, ...filled.map(([name, kind]) => [name, kind] as const)]),
    values: new Map(withValues.map(([name, { values }]) => [name, [...values.values()]])),
    inside: new Map(withValues.map(([name, { values }]) => [name, pathsInto(values.values())])),
    ...(rows.length > 0 && { keys: new Map(keys.map((key) => [key.name, poolOf(key, rows)])) }),
    rows,
    aliases: aliasesOf(shape, [
      ...[...own].map(([name, kind]) => [name, aliasFor(name, kind)] as const),
      ...filled.map(([name, , ours]) => [name, ours] as const),
    ]),
  };
}

/**
 * Schema variants for generated sequences: one per few rows, so that all rows are used and requests hit the same ones.
 */
export function variantsOf(table: OwnTable, rows: readonly Item[]): Schema[] {
  const count = Math.min(variantsMax, Math.max(1, Math.ceil(rows.length / rowsPerVariant)));
  const size = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, at) => ({
    ...shapeOf(table),
    words: wordsOf(table, rows, rows.slice(at * size, (at + 1) * size)),
  }));
}
