/** Transactions, alone and repeated under one token. */
import fc from 'fast-check';
import type { Item, JsonObject } from '../../../oracles/values/types.ts';
import type { Template, TemplateObject } from '../../cases/case.ts';
import { likelyCondition } from './conditions.ts';
import { conditionMembers, conditionOf, expressionUpdate, projectedBy, withOnFailure } from './items.ts';
import { distinctKeys, manyKeys } from './keys.ts';
import { optional } from './optional.ts';
import { otherItem, otherKey, otherTable } from './other-table.ts';
import { capacity, inputOf, metrics, type Request, type RequestArbitrary, table } from './request.ts';
import { itemOf, type Schema } from './schemas.ts';

const onFailure = optional(fc.constantFrom('ALL_OLD', 'NONE'), { absent: 2 });

const of = (name: string, members: TemplateObject): TemplateObject => ({ [name]: { TableName: table, ...members } });

function actionOf(schema: Schema, key: Item): fc.Arbitrary<TemplateObject> {
  const none: fc.Arbitrary<JsonObject> = fc.constant({});
  const own = fc.oneof(
    { arbitrary: conditionMembers(schema.words), weight: 1 },
    { arbitrary: conditionOf(likelyCondition(schema.words)), weight: 3 },
  );
  const condition = fc.oneof({ arbitrary: none, weight: 3 }, own);
  return fc.oneof(
    fc
      .tuple(itemOf(schema), condition, onFailure)
      .map(([item, more, failure]) => of('Put', { Item: { ...item, ...key }, ...withOnFailure(more, failure) })),
    fc
      .tuple(expressionUpdate(schema, { absent: 6 }), onFailure)
      .map(([members, failure]) => of('Update', { Key: key, ...withOnFailure(members, failure) })),
    fc
      .tuple(condition, onFailure)
      .map(([more, failure]) => of('Delete', { Key: key, ...withOnFailure(more, failure) })),
    fc
      .tuple(own, onFailure)
      .map(([more, failure]) => of('ConditionCheck', { Key: key, ...withOnFailure(more, failure) })),
  );
}

/** Actions on numbered keys, which nearly always succeed. */
const plainActionOf = (schema: Schema, key: Item): fc.Arbitrary<TemplateObject> =>
  fc.oneof(
    { arbitrary: itemOf(schema).map((item) => of('Put', { Item: { ...item, ...key } })), weight: 3 },
    { arbitrary: fc.constant(of('Delete', { Key: key })), weight: 1 },
    {
      arbitrary: conditionOf(likelyCondition(schema.words)).map((more) => of('ConditionCheck', { Key: key, ...more })),
      weight: 1,
    },
  );

const fewActions = (schema: Schema): fc.Arbitrary<TemplateObject[]> =>
  distinctKeys(schema, 4).chain((keys) => fc.tuple(...keys.map((key) => actionOf(schema, key))));

const manyActions = (schema: Schema): fc.Arbitrary<TemplateObject[]> =>
  manyKeys(schema, 10, 24).chain((keys) => fc.tuple(...keys.map((key) => plainActionOf(schema, key))));

const otherAction: fc.Arbitrary<TemplateObject> = fc.oneof(
  otherItem.map((Item) => ({ Put: { TableName: otherTable, Item } })),
  otherKey.map((Key) => ({ Delete: { TableName: otherTable, Key } })),
  otherKey.map((Key) => ({
    ConditionCheck: { TableName: otherTable, Key, ConditionExpression: 'attribute_exists(id)' },
  })),
);

const otherGet: fc.Arbitrary<TemplateObject> = otherKey.map((Key) => ({ Get: { TableName: otherTable, Key } }));

/** Sometimes also an action on the second table, first or last. */
const withOther = (
  schema: Schema,
  actions: fc.Arbitrary<TemplateObject[]>,
  other: fc.Arbitrary<TemplateObject>,
): fc.Arbitrary<TemplateObject[]> =>
  schema.words.aliases
    ? actions
    : fc
        .tuple(actions, optional(other, { absent: 4 }), fc.boolean())
        .map(([own, one, first]) => (one === undefined ? own : first ? [one, ...own] : [...own, one]));

export const transactWrite = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(
      withOther(
        schema,
        fc.oneof({ arbitrary: fewActions(schema), weight: 10 }, { arbitrary: manyActions(schema), weight: 1 }),
        otherAction,
      ),
      capacity,
      metrics,
    )
    .map(([TransactItems, ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
      op: 'TransactWriteItems',
      input: inputOf({ TransactItems, ReturnConsumedCapacity, ReturnItemCollectionMetrics }),
    }));

export const transactGet = (schema: Schema): RequestArbitrary => {
  const gets = distinctKeys(schema, 4).chain((keys) =>
    fc.tuple(
      ...keys.map((Key) => optional(projectedBy(schema), { absent: 2 }).map((more) => of('Get', { Key, ...more }))),
    ),
  );
  return fc.tuple(withOther(schema, gets, otherGet), capacity).map(([TransactItems, ReturnConsumedCapacity]) => ({
    op: 'TransactGetItems',
    input: inputOf({ TransactItems, ReturnConsumedCapacity }),
  }));
};

/** The same request with its members in another order, which means the same. */
const reordered = (value: Template): Template => {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  );
};

/** A transaction sent under one token: once, twice, in another order of members, with other parameters. */
export const transactAgain = (schema: Schema): fc.Arbitrary<Request[]> =>
  fc
    .tuple(
      transactWrite(schema),
      transactWrite(schema),
      fc.constantFrom('once', 'again', 'again', 'reordered', 'asked for capacity', 'other'),
    )
    .map(([first, other, then]) => {
      const ClientRequestToken = { $token: 'token' };
      const under = (input: TemplateObject): Request => ({ ...first, input: { ...input, ClientRequestToken } });
      const own = under(first.input);
      switch (then) {
        case 'once':
          return [own];
        case 'again':
          return [own, own];
        case 'reordered':
          return [own, under(reordered(first.input) as TemplateObject)];
        case 'asked for capacity':
          return [own, under({ ...first.input, ReturnConsumedCapacity: 'INDEXES' })];
        default:
          return [own, under(other.input)];
      }
    });
