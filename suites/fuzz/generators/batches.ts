/** Requests for several items: batches. */
import fc from 'fast-check';
import type { Item } from '../../../oracles/values/types.ts';
import type { Template, TemplateObject } from '../../cases/case.ts';
import { projection } from './items.ts';
import { distinctKeys, manyKeys, numberedKey } from './keys.ts';
import { optional } from './optional.ts';
import { otherItem, otherKey, otherMember } from './other-table.ts';
import { capacity, inputOf, metrics, type RequestArbitrary, tableMember } from './request.ts';
import { itemOf, type Schema } from './schemas.ts';

/** Mostly few keys, sometimes more than a write batch may hold. */
const readKeys = (schema: Schema): fc.Arbitrary<Item[]> =>
  fc.oneof({ arbitrary: distinctKeys(schema, 5), weight: 20 }, { arbitrary: manyKeys(schema, 30, 100), weight: 1 });

const writeKeys = (schema: Schema): fc.Arbitrary<Item[]> =>
  fc.oneof({ arbitrary: distinctKeys(schema, 5), weight: 12 }, { arbitrary: manyKeys(schema, 20, 24), weight: 1 });

/** What a batch asks of the second table, if anything. */
const beside = (schema: Schema, request: fc.Arbitrary<Template>): fc.Arbitrary<TemplateObject> =>
  schema.words.aliases
    ? fc.constant({})
    : optional(request, { absent: 7 }).map((asked) => (asked === undefined ? {} : { [otherMember]: asked }));

export const batchGet = (schema: Schema): RequestArbitrary =>
  fc
    .tuple(
      readKeys(schema),
      projection(schema),
      optional(fc.boolean()),
      beside(
        schema,
        otherKey.map((key) => ({ Keys: [key] })),
      ),
      capacity,
    )
    .map(([Keys, members, ConsistentRead, more, ReturnConsumedCapacity]) => ({
      op: 'BatchGetItem',
      input: inputOf({
        RequestItems: { [tableMember]: inputOf({ Keys, ...members, ConsistentRead }), ...more },
        ReturnConsumedCapacity,
      }),
    }));

const writeOf = (schema: Schema, key: Item): fc.Arbitrary<TemplateObject> =>
  fc.oneof(
    { arbitrary: itemOf(schema).map((item) => ({ PutRequest: { Item: { ...item, ...key } } })), weight: 2 },
    { arbitrary: fc.constant({ DeleteRequest: { Key: key } }), weight: 1 },
  );

const otherWrite: fc.Arbitrary<Template> = fc.oneof(
  otherItem.map((Item) => [{ PutRequest: { Item } }]),
  otherKey.map((Key) => [{ DeleteRequest: { Key } }]),
);

export const batchWrite = (schema: Schema): RequestArbitrary =>
  writeKeys(schema)
    .chain((keys) => fc.tuple(...keys.map((key) => writeOf(schema, key))))
    .chain((writes) =>
      fc
        .tuple(beside(schema, otherWrite), capacity, metrics)
        .map(([more, ReturnConsumedCapacity, ReturnItemCollectionMetrics]) => ({
          op: 'BatchWriteItem' as const,
          input: inputOf({
            RequestItems: { [tableMember]: writes, ...more },
            ReturnConsumedCapacity,
            ReturnItemCollectionMetrics,
          }),
        })),
    );

/** Small items under numbered keys, 25 in each batch: enough for long reads. */
export const filled = (schema: Schema): fc.Arbitrary<TemplateObject[]> =>
  fc.tuple(itemOf(schema), fc.constantFrom(2, 4, 5)).map(([item, batches]) =>
    Array.from({ length: batches }, (_, batch) => ({
      RequestItems: {
        [tableMember]: Array.from({ length: 25 }, (__, at) => ({
          PutRequest: { Item: { ...item, ...numberedKey(schema, batch * 25 + at) } },
        })),
      },
    })),
  );
