/** Generates Query and Scan on tables and indexes, in one answer or page by page. */
import fc from 'fast-check';
import type { AttributeValue, JsonObject } from '../../../oracles/values/types.ts';
import { from, type Step, type TemplateObject } from '../../cases/case.ts';
import { isObject } from '../../runner/play/path.ts';
import { anyCondition } from './conditions.ts';
import { keyNamesOf } from './items.ts';
import { attributesToGet, equals, filter, rangeCondition } from './legacy.ts';
import { optional } from './optional.ts';
import { anyProjection, projectionText } from './paths.ts';
import { callOf, capacity, inputOf, type RequestArbitrary, table } from './request.ts';
import { hashCount, type Index, type Schema } from './schemas.ts';
import { boundsOf, type Key, prefixOf, valueOfKey } from './values.ts';
import { standsBare, type Words } from './words.ts';
import { Writer } from './writer.ts';

/** The table itself, or one of its indexes. */
interface ReadSource {
  hash: Key;
  range?: Key | undefined;
  index?: Index;
}

const sourcesOf = (schema: Schema): ReadSource[] => [
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

function rangeText(writer: Writer, name: string, clause: RangeClause): string {
  if ('comparator' in clause) return `${name} ${clause.comparator} ${writer.value(clause.value)}`;
  if ('prefix' in clause) return `begins_with(${name}, ${writer.value(clause.prefix)})`;
  return `${name} BETWEEN ${writer.value(clause.low)} AND ${writer.value(clause.high)}`;
}

/** Key condition, filter and projection as expressions. */
const expressions = (schema: Schema, { hash, range }: ReadSource): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      fc.record({ value: valueOfKey(schema.words, hash, hashCount), alias: fc.boolean() }),
      range ? optional(rangeClause(schema.words, range)) : fc.constant(undefined),
      optional(anyCondition(schema.words), { absent: 2 }),
      optional(anyProjection(schema.words, keyNamesOf(schema)), { absent: 4 }),
    )
    .map(([{ value, alias }, clause, tree, paths]) => {
      const writer = new Writer();
      const first = `${writer.name(hash.name, alias)} = ${writer.value(value)}`;
      const second = clause && range ? ` AND ${rangeText(writer, writer.name(range.name, alias), clause)}` : '';
      return {
        KeyConditionExpression: first + second,
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

/** `COUNT` is valid with everything except a projection. */
const select = optional(fc.constant('COUNT'), { absent: 8 });

const isProjected = (members: JsonObject): boolean => 'ProjectionExpression' in members || 'AttributesToGet' in members;

function queryInput(schema: Schema, source: ReadSource): fc.Arbitrary<TemplateObject> {
  const members = fc.oneof(
    { arbitrary: expressions(schema, source), weight: 4 },
    { arbitrary: olderMembers(schema, source), weight: 1 },
  );
  return fc
    .tuple(members, optional(fc.boolean()), consistency(source), capacity, select)
    .map(([drawn, ScanIndexForward, ConsistentRead, ReturnConsumedCapacity, Select]) => {
      const own = fits(schema, source, drawn);
      const more = { ScanIndexForward, ConsistentRead, ReturnConsumedCapacity, ...(!isProjected(own) && { Select }) };
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

const anySource = (schema: Schema): fc.Arbitrary<ReadSource> => fc.constantFrom(...sourcesOf(schema));

export const query = (schema: Schema): RequestArbitrary =>
  anySource(schema).chain((source) =>
    fc
      .tuple(
        queryInput(schema, source),
        ordered(source),
        source.index ? fc.constant(undefined) : optional(fc.integer({ min: 1, max: 4 }), { absent: 3 }),
      )
      .map(([input, how, Limit]) => ({ op: 'Query', input: inputOf({ ...input, Limit }), ...how })),
  );

function scanInput(schema: Schema, source: ReadSource): fc.Arbitrary<TemplateObject> {
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
      select,
    )
    .map(([drawn, ConsistentRead, ReturnConsumedCapacity, Select]) => {
      const own = fits(schema, source, drawn);
      const more = { ConsistentRead, ReturnConsumedCapacity, ...(!isProjected(own) && { Select }) };
      return inputOf({ TableName: table, IndexName: source.index?.name, ...own, ...more });
    });
}

export const scan = (schema: Schema): RequestArbitrary =>
  anySource(schema).chain((source) => scanInput(schema, source).map((input) => ({ op: 'Scan', input })));

/** Reads page by page to the end. Only the concatenated rows are compared. */
export function pages(schema: Schema, name: string): fc.Arbitrary<Step> {
  return anySource(schema).chain((source) => {
    const kind = fc.oneof(
      queryInput(schema, source).map((input) => ({ op: 'Query' as const, input })),
      scanInput(schema, source).map((input) => ({ op: 'Scan' as const, input })),
    );
    return fc.tuple(kind, fc.integer({ min: 1, max: 3 })).map(([{ op, input }, Limit]): Step => {
      const { ReturnConsumedCapacity: _, ...own } = input;
      const paged = { ...own, Limit, ExclusiveStartKey: from(name, 'LastEvaluatedKey') };
      return {
        repeat: { op, input: paged, raw: true, as: name },
        until: { path: 'LastEvaluatedKey', absent: true },
        ...{ turns: 60, collect: ['Items', 'Count'], observe: ['Items', 'Count'] },
        ...(op === 'Scan' || source.index ? { unordered: true } : {}),
      };
    });
  });
}

/** All segments of a scan one after the other; together they make up the table. */
export const segments = (schema: Schema, name: string): fc.Arbitrary<Step[]> =>
  fc.tuple(scanInput(schema, { hash: schema.hash }), fc.integer({ min: 2, max: 3 })).map(([input, TotalSegments]) => {
    const { ReturnConsumedCapacity: _, ...own } = input;
    return Array.from({ length: TotalSegments }, (_, Segment): Step => {
      const as = `${name}-${Segment}`;
      const last = Segment === TotalSegments - 1;
      return {
        repeat: {
          op: 'Scan',
          input: { ...own, TotalSegments, Segment, ExclusiveStartKey: from(as, 'LastEvaluatedKey') },
          raw: true,
          as,
        },
        until: { path: 'LastEvaluatedKey', absent: true },
        ...{ turns: 20, collect: ['Items', 'Count'], unordered: true, observe: last ? ['Items', 'Count'] : [] },
        ...(Segment > 0 && { continues: `${name}-${Segment - 1}` }),
      };
    });
  });

/** Reads everything at the end of a sequence, to reveal write effects that no read has shown yet. */
export const everything = (schema: Schema): Step[] =>
  sourcesOf(schema).map(({ index }) =>
    callOf({
      op: 'Scan',
      input: inputOf({
        TableName: table,
        IndexName: index?.name,
        ConsistentRead: index?.kind === 'global' ? undefined : true,
      }),
    }),
  );
