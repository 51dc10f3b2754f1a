/** Generates Query and Scan on tables and indexes, in one answer or page by page. */
import fc from 'fast-check';
import type { AttributeValue, Item, JsonObject } from '../../../oracles/values/types.ts';
import type { TemplateObject } from '../../cases/case.ts';
import { isObject } from '../../runner/play/path.ts';
import { anyCondition } from './conditions.ts';
import { keyNamesOf } from './items.ts';
import { attributesToGet, equals, filter, rangeCondition } from './legacy.ts';
import { optional } from './optional.ts';
import { anyProjection, projectionText } from './paths.ts';
import { capacity, inputOf, type RequestArbitrary, table } from './request.ts';
import { hashCount, type Index, keyOf, type Schema } from './schemas.ts';
import { boundsOf, type Key, prefixOf, valueOfKey } from './values.ts';
import { standsBare, type Words } from './words.ts';
import { Writer } from './writer.ts';

/** The table itself, or one of its indexes. */
interface ReadSource {
  hash: Key;
  range?: Key | undefined;
  index?: Index;
}

export const sourcesOf = (schema: Schema): ReadSource[] => [
  { hash: schema.hash, range: schema.range },
  ...schema.indexes.map((index) => ({ hash: index.hash, range: index.range, index })),
];

type RangeClause =
  | { comparator: string; value: AttributeValue }
  | { low: AttributeValue; high: AttributeValue }
  | { prefix: AttributeValue };

const rangeClause = (words: Words, key: Key): fc.Arbitrary<RangeClause> => {
  const { name, type } = key;
  return fc.oneof<fc.Arbitrary<RangeClause>[]>(
    fc.record({ comparator: fc.constantFrom('=', '<', '<=', '>', '>='), value: valueOfKey(words, key) }),
    boundsOf(words, key).map(([low, high]) => ({ low, high })),
    ...(type === 'N' ? [] : [prefixOf(words, { name, type }).map((prefix) => ({ prefix }))]),
  );
};

const mirrored: { readonly [comparator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };

function rangeText(writer: Writer, name: string, clause: RangeClause, reversed: boolean): string {
  if ('comparator' in clause && reversed) return `${writer.value(clause.value)} ${mirrored[clause.comparator]} ${name}`;
  if ('comparator' in clause) return `${name} ${clause.comparator} ${writer.value(clause.value)}`;
  if ('prefix' in clause) return `begins_with(${name}, ${writer.value(clause.prefix)})`;
  return `${name} BETWEEN ${writer.value(clause.low)} AND ${writer.value(clause.high)}`;
}

/** Notations of one key condition: as documented, the value first, the sort key first, or in parentheses. */
const notations = fc.constantFrom('plain', 'plain', 'plain', 'reversed', 'swapped', 'bracketed');

function keyConditionText(first: string, second: string | undefined, notation: string): string {
  if (second === undefined) return notation === 'bracketed' ? `(${first})` : first;
  if (notation === 'bracketed') return `(${first}) AND (${second})`;
  return notation === 'swapped' ? `${second} AND ${first}` : `${first} AND ${second}`;
}

/** Key condition, filter and projection as expressions. */
const expressions = (schema: Schema, { hash, range }: ReadSource): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      fc.record({ value: valueOfKey(schema.words, hash, hashCount), alias: fc.boolean() }),
      range ? optional(rangeClause(schema.words, range)) : fc.constant(undefined),
      optional(anyCondition(schema.words), { absent: 2 }),
      optional(anyProjection(schema.words, keyNamesOf(schema)), { absent: 4 }),
      notations,
    )
    .map(([{ value, alias }, clause, tree, paths, notation]) => {
      const writer = new Writer();
      const [name, wanted] = [writer.name(hash.name, alias), writer.value(value)];
      const reversed = notation === 'reversed';
      const first = reversed ? `${wanted} = ${name}` : `${name} = ${wanted}`;
      const second = clause && range && rangeText(writer, writer.name(range.name, alias), clause, reversed);
      return {
        KeyConditionExpression: keyConditionText(first, second, notation),
        ...(tree && { FilterExpression: writer.condition(tree) }),
        ...(paths && { ProjectionExpression: projectionText(writer, paths) }),
        ...writer.members,
      };
    });

const olderMembers = (schema: Schema, { hash, range }: ReadSource): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      valueOfKey(schema.words, hash, hashCount),
      range ? optional(rangeCondition(schema.words, range)) : fc.constant(undefined),
      optional(filter(schema.words, 'QueryFilter'), { absent: 2 }),
      optional(attributesToGet(schema.words, keyNamesOf(schema)), { absent: 4 }),
    )
    .map(([value, clause, more, wanted]) => ({
      KeyConditions: {
        [hash.name]: equals(value),
        ...(clause && range && { [range.name]: clause }),
      } as unknown as JsonObject,
      ...more,
      ...wanted,
    }));

/** A global index returns only what it projects, and allows no consistent reads. */
function fits(schema: Schema, { index }: ReadSource, members: JsonObject): JsonObject {
  if (index?.kind !== 'global' || index.projection === 'ALL') return members;
  const { ProjectionExpression, AttributesToGet, ...rest } = members;
  if (ProjectionExpression === undefined && AttributesToGet === undefined) return members;
  if (AttributesToGet !== undefined) return { ...rest, AttributesToGet: [schema.hash.name] };
  return withoutUnused({ ...rest, ...projected(schema.hash.name, rest.ExpressionAttributeNames) });
}

function projected(name: string, names: JsonObject[string] = {}): JsonObject {
  if (standsBare(name)) return { ProjectionExpression: name };
  return { ProjectionExpression: '#hash', ExpressionAttributeNames: { ...(isObject(names) && names), '#hash': name } };
}

const placeholder = /[#:][A-Za-z0-9_]+/g;

/** Removes unused placeholders, which the service refuses. */
export function withoutUnused<T extends TemplateObject>(input: T): T {
  const used = new Set(
    Object.entries(input).flatMap(([member, text]) =>
      member.endsWith('Expression') && typeof text === 'string' ? (text.match(placeholder) ?? []) : [],
    ),
  );
  const kept = Object.entries(input).flatMap(([member, value]) => {
    if (member !== 'ExpressionAttributeNames' && member !== 'ExpressionAttributeValues')
      return [[member, value] as const];
    if (!isObject(value)) return [[member, value] as const];
    const entries = Object.entries(value).filter(([name]) => used.has(name));
    return entries.length > 0 ? [[member, Object.fromEntries(entries)] as const] : [];
  });
  return Object.fromEntries(kept) as T;
}

const consistency = ({ index }: ReadSource): fc.Arbitrary<boolean | undefined> =>
  index?.kind === 'global' ? fc.constant(undefined) : optional(fc.boolean(), { absent: 2 });

type Selecting = 'COUNT' | 'all' | undefined;
const selecting: fc.Arbitrary<Selecting> = optional(fc.constantFrom<Selecting>('COUNT', 'all', 'all'), { absent: 3 });

const isProjected = (members: JsonObject): boolean => 'ProjectionExpression' in members || 'AttributesToGet' in members;

/** What is valid beside the other members: a projection allows only one word, a global index not every one. */
function selectOf(wanted: Selecting, { index }: ReadSource, members: JsonObject): string | undefined {
  if (wanted === undefined) return undefined;
  if (isProjected(members)) return wanted === 'all' ? 'SPECIFIC_ATTRIBUTES' : undefined;
  if (wanted === 'COUNT') return 'COUNT';
  if (index === undefined) return 'ALL_ATTRIBUTES';
  return index.kind === 'local' ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES';
}

export function queryInput(schema: Schema, source: ReadSource): fc.Arbitrary<TemplateObject> {
  const members = fc.oneof(
    { arbitrary: expressions(schema, source), weight: 4 },
    { arbitrary: olderMembers(schema, source), weight: 1 },
  );
  return fc
    .tuple(members, optional(fc.boolean()), consistency(source), capacity, selecting)
    .map(([drawn, ScanIndexForward, ConsistentRead, ReturnConsumedCapacity, wanted]) => {
      const own = fits(schema, source, drawn);
      const Select = selectOf(wanted, source, own);
      const more = { ScanIndexForward, ConsistentRead, ReturnConsumedCapacity, Select };
      return inputOf({ TableName: table, IndexName: source.index?.name, ...own, ...more });
    });
}

/** Index entries with equal keys have no guaranteed order: compare the rows as a set, or the order of the keys only. */
function ordered(source: ReadSource): fc.Arbitrary<{ unordered?: boolean; observe?: string[] }> {
  if (source.index === undefined) return fc.constant({});
  // A name with a dot or bracket would be misread as a path.
  if (source.range === undefined || /[.[\]]/.test(source.range.name)) return fc.constant({ unordered: true });
  return fc.constantFrom({ unordered: true }, { observe: [`Items[].${source.range.name}`] });
}

export const anySource = (schema: Schema): fc.Arbitrary<ReadSource> => fc.constantFrom(...sourcesOf(schema));

export const query = (schema: Schema): RequestArbitrary =>
  anySource(schema).chain((source) =>
    fc
      .tuple(
        queryInput(schema, source),
        ordered(source),
        source.index ? fc.constant(undefined) : optional(limit, { absent: 2 }),
        startKey(schema, source),
      )
      .map(([input, how, Limit, start]) => ({
        op: 'Query',
        input: inputOf({ ...input, Limit, ExclusiveStartKey: start && inPartition(source, input, start) }),
        ...how,
      })),
  );

/** Few rows, as many as there may be, or more. */
const limit = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(5, 25, 1000));

/**
 * A cursor made by hand: the key of an item that need not be there, mostly in the partition that is asked for. Not on
 * an index, since entries with equal keys have no order, and not where a partition holds one row: nothing can be resumed.
 */
const startKey = (schema: Schema, { index }: ReadSource): fc.Arbitrary<Item | undefined> =>
  index || schema.range === undefined ? fc.constant(undefined) : optional(keyOf(schema), { absent: 4 });

function inPartition({ hash }: ReadSource, { ExpressionAttributeValues: values }: TemplateObject, start: Item) {
  // The value of the partition key is always the first one.
  const wanted = isObject(values) ? values[':v0'] : undefined;
  return { ...(start as unknown as TemplateObject), ...(wanted !== undefined && { [hash.name]: wanted }) };
}

export function scanInput(schema: Schema, source: ReadSource): fc.Arbitrary<TemplateObject> {
  const expression = fc
    .tuple(
      optional(anyCondition(schema.words)),
      optional(anyProjection(schema.words, keyNamesOf(schema)), { absent: 2 }),
    )
    .map(([tree, paths]) => {
      const writer = new Writer();
      return {
        ...(tree && { FilterExpression: writer.condition(tree) }),
        ...(paths && { ProjectionExpression: projectionText(writer, paths) }),
        ...writer.members,
      } as JsonObject;
    });
  const older = fc
    .tuple(
      filter(schema.words, 'ScanFilter'),
      optional(attributesToGet(schema.words, keyNamesOf(schema)), { absent: 2 }),
    )
    .map(([a, b]): JsonObject => ({ ...a, ...b }));
  return fc
    .tuple(
      fc.oneof({ arbitrary: expression, weight: 4 }, { arbitrary: older, weight: 1 }),
      consistency(source),
      capacity,
      selecting,
    )
    .map(([drawn, ConsistentRead, ReturnConsumedCapacity, wanted]) => {
      const own = fits(schema, source, drawn);
      const more = { ConsistentRead, ReturnConsumedCapacity, Select: selectOf(wanted, source, own) };
      return inputOf({ TableName: table, IndexName: source.index?.name, ...own, ...more });
    });
}

export const scan = (schema: Schema): RequestArbitrary =>
  anySource(schema).chain((source) => scanInput(schema, source).map((input) => ({ op: 'Scan', input })));
