import type { backupPolicies } from '../../policies/backups.ts';
import type { Json, JsonObject } from '../../values/types.ts';
import { type OracleDriver, type Probe, probe, s } from './driver.ts';

const plain = { hash: 'pk:S' } as const;

function backedUp(driver: OracleDriver, spec: Parameters<OracleDriver['table']>[1] = plain): string {
  driver.table('orders', spec);
  driver.put('orders', { pk: s('a') });
  return driver.backup('orders');
}
const described = (driver: OracleDriver, arn: string): JsonObject =>
  driver.ok('DescribeBackup', { BackupArn: arn }).BackupDescription as JsonObject;

function three(driver: OracleDriver): void {
  backedUp(driver);
  driver.backup('orders', 'second');
  driver.backup('orders', 'third');
}

export const backupProbes: { readonly [Name in keyof typeof backupPolicies]: Probe } = {
  backupMissingTable: probe('TableNotFoundException', (driver) =>
    driver.verdict('CreateBackup', { TableName: 'missing', BackupName: 'nightly' }),
  ),
  backupNameRules: probe(['ValidationException', 'ValidationException', 'ok'], (driver) => {
    driver.table('orders', plain);
    return ['no', 'with space', 'yes'].map((BackupName) =>
      driver.verdict('CreateBackup', { TableName: 'orders', BackupName }),
    );
  }),
  foreignArn: probe(['AccessDeniedException', 'AccessDeniedException', 'AccessDeniedException'], (driver) => {
    const BackupArn = backedUp(driver);
    const other = '999999999999';
    return [
      driver.verdict('DescribeBackup', { BackupArn }, other),
      driver.verdict('DeleteBackup', { BackupArn }, other),
      driver.verdict('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' }, other),
    ];
  }),
  backupLookup: probe(['AccessDeniedException', 'BackupNotFoundException'], (driver) => {
    driver.table('orders', { hash: 'pk:S' });
    const arn = driver.backup('orders');
    const other = '222222222222';
    return [arn, arn.replace('000000000000', other)].map((BackupArn) =>
      driver.verdict('DescribeBackup', { BackupArn }, other),
    );
  }),
  malformedArn: probe(['ValidationException', 'ValidationException'], (driver) => [
    driver.verdict('DescribeBackup', { BackupArn: 'arn:aws:nonsense' }),
    driver.verdict('DescribeBackup', { BackupArn: 'arn:aws:dynamodb:us-east-1:0:table/x/backup/nonsense' }),
  ]),
  backupThroughput: probe({ ReadCapacityUnits: 0, WriteCapacityUnits: 0 }, (driver) => {
    const { SourceTableDetails } = described(driver, backedUp(driver));
    return (SourceTableDetails as JsonObject).ProvisionedThroughput ?? null;
  }),
  backupFeatures: probe(['GlobalSecondaryIndexes', 'StreamDescription'], (driver) => {
    const arn = backedUp(driver, { ...plain, gsi: { 'by-g': { hash: 'g:S' } }, stream: 'KEYS_ONLY' });
    const { SourceTableFeatureDetails } = described(driver, arn);
    return Object.keys((SourceTableFeatureDetails as JsonObject | undefined) ?? {}).sort();
  }),
  deletedBackupDescription: probe(
    ['DELETED', ['BackupDetails', 'SourceTableDetails', 'SourceTableFeatureDetails'], 'BackupNotFoundException'],
    (driver): Json => {
      const BackupArn = backedUp(driver);
      const { BackupDescription } = driver.ok('DeleteBackup', { BackupArn });
      const { BackupStatus } = (BackupDescription as JsonObject).BackupDetails as JsonObject;
      const members = Object.keys(BackupDescription as JsonObject).sort();
      return [BackupStatus!, members, driver.verdict('DescribeBackup', { BackupArn })];
    },
  ),
  backupListLimit: probe(2, (driver) => {
    three(driver);
    return (driver.ok('ListBackups', { Limit: 2 }).BackupSummaries as Json[]).length;
  }),
  backupListCursor: probe([2, 1], (driver) => {
    three(driver);
    const first = driver.ok('ListBackups', { Limit: 2 });
    const start = first.LastEvaluatedBackupArn;
    const second =
      start === undefined ? { BackupSummaries: [] } : driver.ok('ListBackups', { ExclusiveStartBackupArn: start });
    return [first, second].map((page) => (page.BackupSummaries as Json[]).length);
  }),
  backupListTimes: probe('ValidationException', (driver) =>
    driver.verdict('ListBackups', { TimeRangeLowerBound: 20, TimeRangeUpperBound: 10 }),
  ),
  backupListTableId: probe(true, (driver) => {
    backedUp(driver);
    const [summary] = driver.ok('ListBackups', {}).BackupSummaries as JsonObject[];
    return summary!.TableId === driver.describe('orders').TableId;
  }),
  deleteWhileRestoring: probe(['BackupInUseException', 'ok'], (driver) => {
    const BackupArn = backedUp(driver);
    driver.ok('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' });
    const during = driver.verdict('DeleteBackup', { BackupArn });
    driver.wait();
    return [during, driver.verdict('DeleteBackup', { BackupArn })];
  }),
};
