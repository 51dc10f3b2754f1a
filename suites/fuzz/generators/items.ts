/** Generates requests for one item: PutItem, GetItem, UpdateItem, DeleteItem. */
import fc from 'fast-check';
import type { JsonObject } from '../../../oracles/values/types.ts';
import { anyCondition } from './conditions.ts';
import { attributesToGet, attributeUpdates, expected } from './legacy.ts';
import { optional } from './optional.ts';
import { anyProjection, projectionText } from './paths.ts';
import { capacity, inputOf, metrics, type RequestArbitrary, table } from './request.ts';
import { indexKeys, itemOf, keyOf, type Schema } from './schemas.ts';
import { anyUpdate, updateText } from './updates.ts';
import { perWords, type Words } from './words.ts';
import { type ConditionTree, Writer } from './writer.ts';

/** Members that belong together, such as an expression and its placeholders. */
type Members = fc.Arbitrary<JsonObject>;

const none: Members = fc.constant({});

export const keyNamesOf = ({ hash, range }: Schema): string[] => [hash.name, ...(range ? [range.name] : [])];

export const conditionOf = (trees: fc.Arbitrary<ConditionTree>): Members =>
  trees.map((tree) => {
    const writer = new Writer();
    const ConditionExpression = writer.condition(tree);
    return { ConditionExpression, ...writer.members };
  });

const condition = perWords((words): Members => conditionOf(anyCondition(words)));

/** The condition of a write: none, an expression, or a legacy member. */
const conditional = (words: Words): Members =>
  fc.oneof(
    { arbitrary: none, weight: 5 },
    { arbitrary: condition(words), weight: 4 },
    { arbitrary: expected(words), weight: 1 },
  );

const update = (schema: Schema): Members =>
  fc.oneof(
    {
      arbitrary: attributeUpdates(schema.words).chain((members) =>
        fc.oneof({ arbitrary: none, weight: 3 }, expected(schema.words)).map((more) => ({ ...members, ...more })),
      ),
      weight: 1,
    },
    { arbitrary: expressionUpdate(schema), weight: 5 },
  );

/** An update expression and a condition in one request, sharing their placeholders. */
export function expressionUpdate(schema: Schema, conditioned = { absent: 3 }): Members {
  return fc
    .tuple(anyUpdate(schema.words, indexKeys(schema)), optional(anyCondition(schema.words), conditioned))
    .map(([actions, tree]) => {
      const writer = new Writer();
      const UpdateExpression = updateText(writer, actions);
      const more = tree && { ConditionExpression: writer.condition(tree) };
      return { UpdateExpression, ...more, ...writer.members };
    });
}

export const projectedBy = (schema: Schema): Members =>
  anyProjection(schema.words, keyNamesOf(schema)).map((paths) => {
    const writer = new Writer();
    const ProjectionExpression = projectionText(writer, paths);
    return { ProjectionExpression, ...writer.members };
  });

export function projection(schema: Schema): Members {
  return fc.oneof(
    { arbitrary: none, weight: 3 },
    { arbitrary: projectedBy(schema), weight: 2 },
    { arbitrary: attributesToGet(schema.words, keyNamesOf(schema)), weight: 1 },
  );
}

/** ReturnValuesOnConditionCheckFailure works only with a condition expression. */
const onFailure = optional(fc.constantFrom('ALL_OLD', 'NONE'), { absent: 4 });

const withOnFailure = (members: JsonObject, ReturnValuesOnConditionCheckFailure: string | undefined): JsonObject =>
  inputOf({
    ...members,
    ...('ConditionExpression' in members && { ReturnValuesOnConditionCheckFailure }),
  }) as JsonObject;

export { condition as conditionMembers, withOnFailure };

export const put = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(
      itemOf(schema),
      conditional(schema.words),
      optional(fc.constantFrom('ALL_OLD', 'NONE'), { absent: 2 }),
      onFailure,
      capacity,
      metrics,
    )
    .map(([Item, members, ReturnValues, failure, ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
      op: 'PutItem',
      input: inputOf({
        TableName: table,
        Item,
        ...withOnFailure(members, failure),
        ReturnValues,
        ReturnConsumedCapacity,
        ReturnItemCollectionMetrics,
      }),
    }));

export const remove = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(
      keyOf(schema),
      conditional(schema.words),
      optional(fc.constantFrom('ALL_OLD', 'NONE'), { absent: 2 }),
      onFailure,
      capacity,
      metrics,
    )
    .map(([Key, members, ReturnValues, failure, ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
      op: 'DeleteItem',
      input: inputOf({
        TableName: table,
        Key,
        ...withOnFailure(members, failure),
        ReturnValues,
        ReturnConsumedCapacity,
        ReturnItemCollectionMetrics,
      }),
    }));

const returned = fc.constantFrom('ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW', 'NONE');

export const change = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(keyOf(schema), update(schema), optional(returned), onFailure, capacity, metrics)
    .map(([Key, members, ReturnValues, failure, ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
      op: 'UpdateItem',
      input: inputOf({
        TableName: table,
        Key,
        ...withOnFailure(members, failure),
        ReturnValues,
        ReturnConsumedCapacity,
        ReturnItemCollectionMetrics,
      }),
    }));

export const get = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(keyOf(schema), projection(schema), optional(fc.boolean()), capacity)
    .map(([Key, members, ConsistentRead, ReturnConsumedCapacity]) => ({
      op: 'GetItem',
      input: inputOf({ TableName: table, Key, ...members, ConsistentRead, ReturnConsumedCapacity }),
    }));
