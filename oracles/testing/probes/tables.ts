import type { tablePolicies } from '../../policies/tables.ts';
import type { JsonObject } from '../../values/types.ts';
import { type Probe, probe, s, tableRequest } from './driver.ts';

const plain = tableRequest('orders', { hash: 'pk:S' });

/** A provisioned table whose global index requests these units. */
function provisioned(units: number): JsonObject {
  const request = tableRequest('orders', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
  const [index] = request.GlobalSecondaryIndexes as JsonObject[];
  return {
    ...request,
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    GlobalSecondaryIndexes: [
      { ...index, ProvisionedThroughput: { ReadCapacityUnits: units, WriteCapacityUnits: units } },
    ],
  };
}

export const tableProbes: { readonly [Name in keyof typeof tablePolicies]: Probe } = {
  tableCreation: probe(['CREATING', 'ACTIVE'], (driver) => {
    const { TableDescription } = driver.ok('CreateTable', plain);
    driver.wait();
    return [(TableDescription as JsonObject).TableStatus!, driver.describe('orders').TableStatus!];
  }),
  creatingDataPlane: probe('ResourceNotFoundException', (driver) => {
    driver.ok('CreateTable', plain);
    return driver.verdict('PutItem', { TableName: 'orders', Item: { pk: s('a') } });
  }),
  tableDeletion: probe(['DELETING', 'ResourceNotFoundException'], (driver) => {
    driver.table('orders', { hash: 'pk:S' });
    const { TableDescription } = driver.ok('DeleteTable', { TableName: 'orders' });
    driver.wait();
    return [(TableDescription as JsonObject).TableStatus!, driver.verdict('DescribeTable', { TableName: 'orders' })];
  }),
  gsiThroughputMin: probe(['ValidationException', 'ok'], (driver) => [
    driver.verdict('CreateTable', provisioned(0)),
    driver.verdict('CreateTable', { ...provisioned(1), TableName: 'others' }),
  ]),
  projectedAttributesMax: probe(['ok', 'ValidationException'], (driver) => {
    const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
    const request = (name: string, count: number) =>
      tableRequest(name, {
        hash: 'pk:S',
        gsi: {
          'by-g': { hash: 'g:S', projection: names('a', 60) },
          'by-h': { hash: 'h:S', projection: names('b', count) },
        },
      });
    return [driver.verdict('CreateTable', request('fits', 40)), driver.verdict('CreateTable', request('full', 41))];
  }),
};
