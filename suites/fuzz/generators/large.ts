/** Items of exact sizes, and so many large ones that a read needs several pages. */
import fc from 'fast-check';
import { itemSize } from '../../../oracles/values/size.ts';
import type { Item } from '../../../oracles/values/types.ts';
import { from, type Step, type Template, type TemplateObject } from '../../cases/case.ts';
import { get } from './items.ts';
import { callOf, type RequestArbitrary, table } from './request.ts';
import { itemOf, keyOf, type Schema } from './schemas.ts';
import { nameFor } from './words.ts';

/** Borders of what one unit writes or reads. */
const unitBorders = [1023, 1024, 1025, 2048, 2049, 4095, 4096, 4097, 8193];
/** The largest item, one byte more, and sizes between. */
const itemBorders = [409_599, 409_600, 409_601, 300_000, 65_537];

/** The item with a text that makes it exactly as large. */
function ofSize(item: Item, name: string, bytes: number): Item {
  const { [name]: _, ...rest } = item;
  const left = bytes - itemSize(rest) - Buffer.byteLength(name);
  return left <= 0 ? rest : { ...rest, [name]: { S: 'x'.repeat(left) } };
}

const sized = (schema: Schema, sizes: readonly number[]): fc.Arbitrary<Item> =>
  fc
    .tuple(itemOf(schema), fc.constantFrom(...sizes))
    .map(([item, bytes]) => ofSize(item, nameFor('beta', schema.words), bytes));

const returned = fc.constantFrom('TOTAL', 'INDEXES');

/** An item at a border of capacity units. */
export const putSized = (schema: Schema): RequestArbitrary =>
  fc.tuple(sized(schema, unitBorders), returned).map(([Item, ReturnConsumedCapacity]) => ({
    op: 'PutItem',
    input: { TableName: table, Item, ReturnConsumedCapacity },
  }));

const putLargest = (schema: Schema): RequestArbitrary =>
  sized(schema, itemBorders).map((Item) => ({
    op: 'PutItem',
    input: { TableName: table, Item, ReturnConsumedCapacity: 'TOTAL' },
  }));

/** An update that makes an item too large, or nearly. */
const grow = (schema: Schema): RequestArbitrary =>
  fc.tuple(keyOf(schema), fc.constantFrom(200_000, 409_000, 409_500, 409_700)).map(([Key, length]) => ({
    op: 'UpdateItem',
    input: {
      TableName: table,
      Key,
      UpdateExpression: 'SET #text = :text',
      ExpressionAttributeNames: { '#text': nameFor('beta', schema.words) },
      ExpressionAttributeValues: { ':text': { S: 'x'.repeat(length) } },
    },
  }));

const burstItems = 12;
/** Twelve of the first fit into a page of 1 MB, but for their other bytes. */
const burstBytes = [87_000, 87_381, 100_000];

/**
 * Items of about 100 KB in one partition, read and removed again: later reads without pages would otherwise stop at
 * 1 MB, after rows that no order decides.
 */
function burst({ hash, range, words }: Schema): fc.Arbitrary<Step[]> {
  if (range === undefined || range.type === 'B') return fc.constant([]);
  const partition: Template = { [hash.type]: hash.type === 'B' ? 'AA==' : '1' };
  const key: TemplateObject = {
    [hash.name]: partition,
    [range.name]: { [range.type]: { $i: range.type === 'N' ? 'number' : 'padded' } },
  };
  const read: TemplateObject = {
    TableName: table,
    KeyConditionExpression: '#hash = :hash',
    ProjectionExpression: '#range',
    ExpressionAttributeNames: { '#hash': hash.name, '#range': range.name },
    ExpressionAttributeValues: { ':hash': partition },
  };
  return fc.tuple(fc.constantFrom(...burstBytes), fc.boolean()).map(([length, ScanIndexForward]): Step[] => {
    const Item: TemplateObject = { ...key, [nameFor('beta', words)]: { S: 'x'.repeat(length) } };
    const own: TemplateObject = { ...read, ScanIndexForward, ConsistentRead: true };
    return [
      { times: burstItems, step: callOf({ op: 'PutItem', input: { TableName: table, Item } }) },
      callOf({ op: 'Query', input: { ...own, ReturnConsumedCapacity: 'TOTAL' } }),
      {
        repeat: {
          op: 'Query',
          input: { ...own, ExclusiveStartKey: from('page', 'LastEvaluatedKey') },
          raw: true,
          as: 'page',
        },
        until: { path: 'LastEvaluatedKey', absent: true },
        ...{ turns: 20, collect: ['Items', 'Count'], observe: ['Items', 'Count'] },
      },
      { times: burstItems, step: callOf({ op: 'DeleteItem', input: { TableName: table, Key: key } }) },
    ];
  });
}

/** The steps of a sequence about sizes. */
export const large = (schema: Schema): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array(fc.oneof(putLargest(schema), grow(schema), get(schema)).map(callOf), { minLength: 2, maxLength: 4 }),
      burst(schema),
    )
    .map(([few, many]) => [...few, ...many]);
