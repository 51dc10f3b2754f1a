/** Calls of every kind to the few items of one table, each with a value of its own. */
import type { Random } from '../../models/checker/random.ts';
import type { Item, JsonObject } from '../../oracles/values/types.ts';
import { n, s, type table } from '../cases/case.ts';
import type { Lab } from '../rounds/lab.ts';
import type { Step } from './step.ts';

export const tableOfEveryCall = (lab: Lab): Parameters<typeof table>[0] => ({
  ...{ hash: ['pk', 'S'], range: ['sk', 'S'], gsi: { 'by-g': { hash: ['g', 'S'] } } },
  ...(lab.supports('DescribeStream', 'GetRecords') && { stream: 'NEW_AND_OLD_IMAGES' }),
});

const partitions = 2;
const rowsEach = 4;

type Made = (random: Random, TableName: string, value: string) => Step;

const keyOf = (random: Random): Item => ({
  pk: s(`p${random.below(partitions)}`),
  sk: s(`s${random.below(rowsEach)}`),
});

const itemOf = (random: Random, value: string): Item => ({
  ...{ ...keyOf(random), v: s(value) },
  ...(random.below(4) > 0 && { g: s(`g${random.below(3)}`) }),
});

/** Different ones. */
function someKeys(random: Random, number: number): Item[] {
  const all = new Map<string, Item>();
  while (all.size < number) {
    const key = keyOf(random);
    all.set(JSON.stringify(key), key);
  }
  return [...all.values()];
}

/** All of one partition: a request that several clients send alike, which a store may answer from memory. */
function keysOfOne(random: Random): Item[] {
  const pk = s(`p${random.below(partitions)}`);
  return Array.from({ length: rowsEach }, (_, at) => ({ pk, sk: s(`s${at}`) }));
}

const setsTo = (value: string): JsonObject => ({
  UpdateExpression: 'SET v = :v',
  ExpressionAttributeValues: { ':v': s(value) },
});

const adds: JsonObject = { UpdateExpression: 'ADD c :one', ExpressionAttributeValues: { ':one': n(1) } };

const inBatches: readonly Made[] = [
  (random, TableName, value) => ({
    operation: 'BatchWriteItem',
    input: {
      RequestItems: {
        [TableName]: someKeys(random, 3).map((Key, at) =>
          at === 2
            ? { DeleteRequest: { Key } }
            : { PutRequest: { Item: { ...Key, v: s(`${value}.${at}`), g: s('g0') } } },
        ),
      },
    },
  }),
  (random, TableName) => ({
    operation: 'BatchGetItem',
    input: { RequestItems: { [TableName]: { Keys: keysOfOne(random), ConsistentRead: true } } },
  }),
];

const inPages: readonly Made[] = [
  (random, TableName) => ({
    operation: 'Query',
    input: {
      ...{ TableName, ConsistentRead: true, ScanIndexForward: random.below(2) === 0 },
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': s(`p${random.below(partitions)}`) },
    },
  }),
  (_, TableName) => ({ operation: 'Scan', input: { TableName, ConsistentRead: true } }),
];

const single: readonly Made[] = [
  (random, TableName, value) => ({
    operation: 'PutItem',
    input: { TableName, Item: itemOf(random, value), ReturnValues: 'ALL_OLD' },
  }),
  (random, TableName, value) => ({
    operation: 'PutItem',
    input: { TableName, Item: itemOf(random, value), ConditionExpression: 'attribute_not_exists(pk)' },
  }),
  (random, TableName, value) => ({
    operation: 'UpdateItem',
    input: { TableName, Key: keyOf(random), ...setsTo(value), ReturnValues: 'ALL_NEW' },
  }),
  (random, TableName) => ({
    operation: 'UpdateItem',
    input: { TableName, Key: keyOf(random), ...adds, ReturnValues: 'UPDATED_NEW' },
  }),
  (random, TableName, value) => ({
    operation: 'UpdateItem',
    input: {
      ...{ TableName, Key: keyOf(random), ConditionExpression: 'attribute_exists(c) OR attribute_exists(g)' },
      UpdateExpression: 'SET v = :v REMOVE c, g',
      ...{ ExpressionAttributeValues: { ':v': s(value) }, ReturnValues: 'ALL_OLD' },
    },
  }),
  (random, TableName) => ({
    operation: 'DeleteItem',
    input: { TableName, Key: keyOf(random), ReturnValues: 'ALL_OLD' },
  }),
  (random, TableName) => ({
    operation: 'DeleteItem',
    input: { TableName, Key: keyOf(random), ConditionExpression: 'attribute_exists(g)' },
  }),
  (random, TableName) => ({
    operation: 'GetItem',
    input: { TableName, Key: keyOf(random), ConsistentRead: random.below(4) > 0 },
  }),
  (random, TableName) => ({
    operation: 'GetItem',
    input: { TableName, Key: keyOf(random), ConsistentRead: true },
  }),
];

/** Few, since they join items, and an order of many joined items takes long to find. */
const inTransactions: readonly Made[] = [
  (random, TableName, value) => {
    const [first, second] = someKeys(random, 2) as [Item, Item];
    const check = { TableName, Key: second, ConditionExpression: 'attribute_exists(pk)' };
    return {
      operation: 'TransactWriteItems',
      input: { TransactItems: [{ Update: { TableName, Key: first, ...setsTo(value) } }, { ConditionCheck: check }] },
    };
  },
  (random, TableName) => ({
    operation: 'TransactGetItems',
    input: {
      TransactItems: keysOfOne(random)
        .slice(2)
        .map((Key) => ({ Get: { TableName, Key } })),
    },
  }),
];

/** @returns one call, drawn anew each time; `value` is what it writes, if anything */
export function everyCall(lab: Lab, TableName: string, random: Random): (value: string) => Step {
  const joins = lab.supports('TransactWriteItems', 'TransactGetItems') && random.below(2) === 0;
  const all = [...single, ...inBatches, ...inPages, ...(joins ? inTransactions : [])];
  return (value) => all[random.below(all.length)]!(random, TableName, value);
}
