import type { contentionPolicies } from '../../policies/contention.ts';
import type { Item, JsonObject, Operation } from '../../values/types.ts';
import { n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const TableName = 'items';
const Key: Item = { pk: s('a') };
const read = (driver: OracleDriver): JsonObject => driver.ok('GetItem', { TableName, Key, ConsistentRead: true });
const put = (v: number, more: JsonObject = {}): [Operation, JsonObject] => [
  'PutItem',
  { TableName, Item: { ...Key, v: n(v) }, ...more },
];
const add = (pk: string): [Operation, JsonObject] => [
  'UpdateItem',
  {
    TableName,
    Key: { pk: s(pk) },
    UpdateExpression: 'ADD v :v',
    ExpressionAttributeValues: { ':v': n(1) },
  },
];
const absent = { ConditionExpression: 'attribute_not_exists(pk)' };

export const contentionProbes: { readonly [Name in keyof typeof contentionPolicies]: Probe } = {
  contendedWrite: probe(
    [
      ['ok', 'ok', 'ok', 'ok', 'ok'],
      ['ok', 'ok'],
      ['ok', 'ok'],
      ['ok', 'ConditionalCheckFailedException'],
      { Item: { pk: s('a'), v: n(7) } },
    ],
    (driver) => {
      driver.table(TableName, { hash: 'pk:S' });
      return [
        driver.together(put(1), put(2), put(3), put(4), put(5)),
        driver.together(add('a'), add('a')),
        driver.together(add('b'), add('b')),
        driver.together(
          ['PutItem', { TableName, Item: { pk: s('c') }, ...absent }],
          ['PutItem', { TableName, Item: { pk: s('c') }, ...absent }],
        ),
        read(driver),
      ];
    },
  ),
  consistentRead: probe({ Item: { pk: s('a'), v: n(2) } }, (driver) => {
    driver.table(TableName, { hash: 'pk:S' });
    for (const v of [1, 2]) driver.put(TableName, { ...Key, v: n(v) });
    return read(driver);
  }),
  deletingDataPlane: probe('ResourceNotFoundException', (driver) => {
    driver.table(TableName, { hash: 'pk:S' });
    driver.ok('DeleteTable', { TableName });
    return driver.verdict(...put(1));
  }),
};
