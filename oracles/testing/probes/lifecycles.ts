import type { lifecyclePolicies } from '../../policies/lifecycles.ts';
import type { JsonObject } from '../../values/types.ts';
import { indexRequest, n, type OracleDriver, type Probe, probe, s, tableRequest } from './driver.ts';

const plain = { hash: 'pk:S' } as const;
const byG = { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } } as const;

const read = (driver: OracleDriver): string => driver.verdict('GetItem', { TableName: 'orders', Key: { pk: s('a') } });

/** Restores into `copy` and waits until it is ready. */
function restored(driver: OracleDriver, BackupArn: string): void {
  driver.ok('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' });
  driver.wait(60_000);
}

function addIndex(driver: OracleDriver): void {
  driver.ok('UpdateTable', {
    TableName: 'orders',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'g', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexUpdates: [{ Create: indexRequest('by-g', { hash: 'g:S' }) }],
  });
}

export const lifecycleProbes: { readonly [Name in keyof typeof lifecyclePolicies]: Probe } = {
  firstRead: probe(['ResourceNotFoundException', 'ACTIVE', 'ok'], (driver) => {
    driver.ok('CreateTable', tableRequest('orders', plain));
    const early = read(driver);
    driver.wait(2000);
    return [early, driver.describe('orders').TableStatus!, read(driver)];
  }),
  droppedIndexRows: probe([['{"pk":{"S":"a"},"g":{"S":"x"}}'], []], (driver) => {
    driver.table('orders', byG);
    driver.put('orders', { pk: s('a'), g: s('x') });
    const before = driver.index('orders', 'by-g');
    driver.ok('DeleteTable', { TableName: 'orders' });
    driver.wait();
    driver.table('orders', byG);
    return [before, driver.index('orders', 'by-g')];
  }),
  emptyBackfill: probe(['ACTIVE', []], (driver) => {
    driver.table('orders', plain);
    addIndex(driver);
    driver.wait(60_000);
    const [index] = driver.describe('orders').GlobalSecondaryIndexes as JsonObject[];
    return [index!.IndexStatus!, driver.index('orders', 'by-g')];
  }),
  restoredIndexes: probe('ACTIVE', (driver) => {
    driver.table('orders', byG);
    driver.put('orders', { pk: s('a'), g: s('x') });
    restored(driver, driver.backup('orders'));
    return driver.describe('copy').TableStatus!;
  }),
  indexUnits: probe({ NumberOfDecreasesToday: 0, ReadCapacityUnits: 3, WriteCapacityUnits: 2 }, (driver) => {
    const request = tableRequest('orders', byG);
    const units = { ReadCapacityUnits: 3, WriteCapacityUnits: 2 };
    const [index] = request.GlobalSecondaryIndexes as JsonObject[];
    driver.ok('CreateTable', {
      ...request,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units,
      GlobalSecondaryIndexes: [{ ...index, ProvisionedThroughput: units }],
    });
    driver.wait();
    const [shown] = driver.describe('orders').GlobalSecondaryIndexes as JsonObject[];
    return shown!.ProvisionedThroughput ?? 'none';
  }),
  backupSize: probe([6, 6], (driver) => {
    driver.table('orders', plain);
    driver.put('orders', { pk: s('a'), v: s('xy') });
    const BackupArn = driver.backup('orders');
    const description = driver.ok('DescribeBackup', { BackupArn }).BackupDescription as JsonObject;
    const { BackupSummaries } = driver.ok('ListBackups', {});
    const [summary] = BackupSummaries as JsonObject[];
    return [(description.BackupDetails as JsonObject).BackupSizeBytes!, summary!.BackupSizeBytes!];
  }),
  backupMoment: probe([0, 0], (driver) => {
    driver.table('orders', plain);
    driver.put('orders', { pk: s('early'), v: n(0) }, { pk: s('late'), v: n(0) });
    const { BackupDetails } = driver.ok('CreateBackup', { TableName: 'orders', BackupName: 'nightly' });
    driver.put('orders', { pk: s('early'), v: n(1) }, { pk: s('late'), v: n(1) });
    driver.wait();
    restored(driver, (BackupDetails as { BackupArn: string }).BackupArn);
    return ['early', 'late'].map((key) => {
      const { Item } = driver.ok('GetItem', { TableName: 'copy', Key: { pk: s(key) } });
      return Number((Item as { v: { N: string } }).v.N);
    });
  }),
  largeBackfill: probe(['ACTIVE', 6], (driver) => {
    driver.table('orders', plain);
    for (let i = 0; i < 6; i += 1) driver.put('orders', { pk: s(`${i}`), g: s('x'), body: s('x'.repeat(10_000)) });
    addIndex(driver);
    driver.wait(60_000);
    const [index] = driver.describe('orders').GlobalSecondaryIndexes as JsonObject[];
    const verdict = index!.IndexStatus!;
    return [verdict, verdict === 'ACTIVE' ? driver.index('orders', 'by-g').length : 0];
  }),
};
