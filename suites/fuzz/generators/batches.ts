/** Requests for several items: batches and transactions. */
import fc from 'fast-check';
import type { Item, JsonObject } from '../../../oracles/values/types.ts';
import type { TemplateObject } from '../../cases/case.ts';
import { conditionMembers, expressionUpdate, keyNamesOf, projection, withOnFailure } from './items.ts';
import { optional } from './optional.ts';
import { anyProjection, projectionText } from './paths.ts';
import { capacity, inputOf, metrics, type Request, type RequestArbitrary, table, tableMember } from './request.ts';
import { itemOf, keyOf, type Schema } from './schemas.ts';
import { Writer } from './writer.ts';

/** Distinct keys, because the service refuses duplicate items. Two notations of one number are the same key. */
const distinctKeys = (schema: Schema, maxLength: number): fc.Arbitrary<Item[]> =>
  fc.uniqueArray(keyOf(schema), { minLength: 1, maxLength, selector: (key) => JSON.stringify(key) });

export const batchGet = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(distinctKeys(schema, 4), projection(schema), optional(fc.boolean()), capacity)
    .map(([Keys, members, ConsistentRead, ReturnConsumedCapacity]) => ({
      op: 'BatchGetItem',
      input: inputOf({
        RequestItems: { [tableMember]: inputOf({ Keys, ...members, ConsistentRead }) },
        ReturnConsumedCapacity,
      }),
    }));

export const batchWrite = (schema: Schema): RequestArbitrary =>
  distinctKeys(schema, 4)
    .chain((keys) => fc.tuple(...keys.map((key) => writeOf(schema, key))))
    .chain((writes) =>
      fc.tuple(capacity, metrics).map(([ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
        op: 'BatchWriteItem' as const,
        input: inputOf({
          RequestItems: { [tableMember]: writes },
          ReturnConsumedCapacity,
          ReturnItemCollectionMetrics,
        }),
      })),
    );

const writeOf = (schema: Schema, key: Item): fc.Arbitrary<TemplateObject> =>
  fc.oneof(
    itemOf(schema).map((item) => ({ PutRequest: { Item: { ...item, ...key } } })),
    fc.constant({ DeleteRequest: { Key: key } }),
  );

const onFailure = optional(fc.constantFrom('ALL_OLD', 'NONE'), { absent: 2 });

function actionOf(schema: Schema, key: Item): fc.Arbitrary<TemplateObject> {
  const none: fc.Arbitrary<JsonObject> = fc.constant({});
  const own = conditionMembers(schema.words);
  const condition = fc.oneof(none, own);
  const of = (name: string, members: TemplateObject): TemplateObject => ({ [name]: { TableName: table, ...members } });
  return fc.oneof(
    fc
      .tuple(itemOf(schema), condition, onFailure)
      .map(([item, more, failure]) => of('Put', { Item: { ...item, ...key }, ...withOnFailure(more, failure) })),
    fc
      .tuple(expressionUpdate(schema), onFailure)
      .map(([members, failure]) => of('Update', { Key: key, ...withOnFailure(members, failure) })),
    fc
      .tuple(condition, onFailure)
      .map(([more, failure]) => of('Delete', { Key: key, ...withOnFailure(more, failure) })),
    fc
      .tuple(own, onFailure)
      .map(([more, failure]) => of('ConditionCheck', { Key: key, ...withOnFailure(more, failure) })),
  );
}

export const transactWrite = (schema: Schema): RequestArbitrary =>
  distinctKeys(schema, 3)
    .chain((keys) => fc.tuple(...keys.map((key) => actionOf(schema, key))))
    .chain((TransactItems) =>
      fc.tuple(capacity, metrics).map(([ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
        op: 'TransactWriteItems' as const,
        input: inputOf({ TransactItems, ReturnConsumedCapacity, ReturnItemCollectionMetrics }),
      })),
    );

const projected = (schema: Schema): fc.Arbitrary<JsonObject> =>
  anyProjection(schema.words, keyNamesOf(schema)).map((paths) => {
    const writer = new Writer();
    const ProjectionExpression = projectionText(writer, paths);
    return { ProjectionExpression, ...writer.members };
  });

export const transactGet = (schema: Schema): RequestArbitrary =>
  distinctKeys(schema, 3)
    .chain((keys) =>
      fc.tuple(
        ...keys.map((Key) =>
          optional(projected(schema), { absent: 2 }).map((more) => ({ Get: { TableName: table, Key, ...more } })),
        ),
      ),
    )
    .chain((TransactItems) =>
      capacity.map((ReturnConsumedCapacity) => ({
        op: 'TransactGetItems' as const,
        input: inputOf({ TransactItems, ReturnConsumedCapacity }),
      })),
    );

/** A transaction sent once or twice under one token, sometimes followed by another one under the same token. */
export const transactAgain = (schema: Schema): fc.Arbitrary<Request[]> =>
  fc
    .tuple(transactWrite(schema), transactWrite(schema), fc.constantFrom('once', 'again', 'other'))
    .map(([first, other, then]) => {
      const ClientRequestToken = { $token: 'token' };
      const own = { ...first, input: { ...first.input, ClientRequestToken } };
      if (then === 'once') return [own];
      return [own, then === 'again' ? own : { ...other, input: { ...other.input, ClientRequestToken } }];
    });
