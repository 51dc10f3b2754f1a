import { expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { OracleDriver } from '../testing/probes/driver.ts';
import type { JsonObject } from '../values/types.ts';

const units = { ReadCapacityUnits: 2, WriteCapacityUnits: 2 };
const changes = {
  sse: { SSESpecification: { Enabled: true } },
  tableClass: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
  protection: { DeletionProtectionEnabled: true },
  stream: { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
  units: { ProvisionedThroughput: units },
  ceilings: { OnDemandThroughput: { MaxReadRequestUnits: 10 } },
  onDemand: { BillingMode: 'PAY_PER_REQUEST' },
  provisioned: { BillingMode: 'PROVISIONED', ProvisionedThroughput: units },
  create: {
    AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          ...{ IndexName: 'new', KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }], ProvisionedThroughput: units },
          Projection: { ProjectionType: 'ALL' },
        },
      },
    ],
  },
} satisfies { [name: string]: JsonObject };
type Change = keyof typeof changes;

/** The error text of an update of a provisioned table. */
function update(...names: Change[]): string {
  const driver = new OracleDriver(createOracle());
  driver.ok('CreateTable', {
    TableName: 'rows',
    ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
  driver.wait();
  const request = Object.assign({ TableName: 'rows' }, ...names.map((name) => changes[name])) as JsonObject;
  const before = driver.describe('rows');
  const text = driver.message('UpdateTable', request).replace('One or more parameter values were invalid: ', '');
  if (text !== 'no refusal') expect(driver.describe('rows')).toEqual(before);
  return text;
}

const only = (name: string) => `${name} modification must be the only operation in the request`;

test.each<[Change[], string]>([
  [['protection', 'stream'], only('DeletionProtection')],
  [['protection', 'units'], only('DeletionProtection')],
  [['protection', 'create'], only('DeletionProtection')],
  [['tableClass', 'onDemand'], only('TableClass')],
  [['tableClass', 'protection'], only('TableClass')],
  [['sse', 'create'], only('Server-Side Encryption')],
  [['sse', 'tableClass', 'protection'], only('Server-Side Encryption')],
  [['ceilings', 'stream'], 'OnDemandThroughput can only be combined with BillingMode in an UpdateTable request'],
  [['units', 'stream'], 'You cannot modify stream status while updating table IOPS'],
  [['provisioned', 'stream'], 'You cannot modify stream status while updating table IOPS'],
  [['units', 'create'], 'You cannot create or delete index while updating table IOPS'],
  [['stream', 'create'], 'You cannot create or delete index while changing stream status'],
])('%j is refused, and nothing of it is done', (names, text) => {
  expect(update(...names)).toBe(text);
});

test.each<[Change[]]>([
  [['sse']],
  [['tableClass']],
  [['protection']],
  [['stream']],
  [['units']],
  [['create']],
  [['onDemand', 'ceilings']],
  [['onDemand', 'stream']],
])('%j is taken', (names) => {
  expect(update(...names)).toBe('no refusal');
});
