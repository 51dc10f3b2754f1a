import type { backupRequestPolicies } from '../../policies/backup-requests.ts';
import type { Json, JsonObject } from '../../values/types.ts';
import { type OracleDriver, type Probe, probe } from './driver.ts';

const plain = { hash: 'pk:S' } as const;
const account = '000000000000';
const other = '999999999999';
const arnOfTable = (region = 'us-east-1', owner = account): string =>
  `arn:aws:dynamodb:${region}:${owner}:table/orders`;

function backedUp(driver: OracleDriver, table = 'orders'): string {
  driver.table(table, plain);
  return driver.backup(table);
}
/** The names of the tables whose backups are listed, in order. */
function listed(driver: OracleDriver, more: JsonObject = {}): Json {
  const { BackupSummaries, error } = driver.call('ListBackups', more);
  return error ?? (BackupSummaries as JsonObject[]).map(({ TableName }) => TableName!);
}
const from = (ExclusiveStartBackupArn: string): JsonObject => ({ ExclusiveStartBackupArn });
const create = (driver: OracleDriver, TableName: string, BackupName = 'nightly'): string =>
  driver.verdict('CreateBackup', { TableName, BackupName });

export const backupRequestProbes: { readonly [Name in keyof typeof backupRequestPolicies]: Probe } = {
  arnTrim: probe('ok', (driver) => driver.verdict('DescribeBackup', { BackupArn: `${backedUp(driver)}\n` })),
  arnPartition: probe('ValidationException', (driver) =>
    driver.verdict('DescribeBackup', { BackupArn: backedUp(driver).replace('arn:aws:', 'arn:aws-cn:') }),
  ),
  arnIdShape: probe(['ValidationException', 'ValidationException'], (driver) =>
    ['nonsense', '1767225600000'].map((id) =>
      driver.verdict('DescribeBackup', { BackupArn: `${arnOfTable()}/backup/${id}` }),
    ),
  ),
  backupIdDigits: probe(true, (driver) => /\/backup\/\d{14}-[0-9a-f]{8}$/.test(backedUp(driver))),
  backupCreationTime: probe(true, (driver) => {
    driver.wait(123);
    const arn = backedUp(driver);
    const { BackupDescription } = driver.ok('DescribeBackup', { BackupArn: arn });
    const { BackupCreationDateTime } = (BackupDescription as JsonObject).BackupDetails as JsonObject;
    return Math.round((BackupCreationDateTime as number) * 1000) === Number(/\/backup\/0*(\d+)/.exec(arn)![1]);
  }),
  backupTableName: probe(['ValidationException', 'ValidationException'], (driver) =>
    ['no', 'with space'].map((name) => create(driver, name)),
  ),
  dotOnlyName: probe('ok', (driver) => {
    driver.table('...', plain);
    return create(driver, '...');
  }),
  nameViolations: probe(true, (driver) =>
    driver
      .message('CreateBackup', { TableName: 'orders', BackupName: '#' })
      .startsWith('2 validation errors detected: '),
  ),
  createBackupArn: probe('ok', (driver) => {
    driver.table('orders', plain);
    return create(driver, arnOfTable());
  }),
  listBackupsArn: probe(['orders'], (driver) => {
    backedUp(driver);
    return listed(driver, { TableName: arnOfTable() });
  }),
  tableArnRegion: probe('ValidationException', (driver) => {
    driver.table('orders', plain);
    return create(driver, arnOfTable('eu-west-1'));
  }),
  tableArnCheck: probe('AccessDeniedException', (driver) => create(driver, arnOfTable('eu-west-1', other))),
  backupListType: probe([['orders'], ['orders'], []], (driver) => {
    backedUp(driver);
    return ['USER', 'ALL', 'SYSTEM'].map((BackupType) => listed(driver, { BackupType }));
  }),
  backupListRange: probe(['later'], (driver) => {
    backedUp(driver);
    const TimeRangeLowerBound = driver.oracle.clock.now() / 1000;
    backedUp(driver, 'later');
    return listed(driver, { TimeRangeLowerBound, Limit: 1 });
  }),
  backupListEpoch: probe('ValidationException', (driver) => driver.verdict('ListBackups', { TimeRangeLowerBound: -1 })),
  backupListOrder: probe(['Beta', 'alpha'], (driver) => {
    for (const name of ['alpha', 'Beta']) driver.table(name, plain);
    for (const name of ['alpha', 'Beta']) create(driver, name);
    return listed(driver);
  }),
  backupListDeleted: probe([], (driver) => {
    driver.ok('DeleteBackup', { BackupArn: backedUp(driver) });
    return listed(driver);
  }),
  cursorAccount: probe('ValidationException', (driver) =>
    driver.verdict('ListBackups', from(backedUp(driver).replace(account, other))),
  ),
  cursorRegion: probe('ValidationException', (driver) =>
    driver.verdict('ListBackups', from(backedUp(driver).replace('us-east-1', 'eu-west-1'))),
  ),
  cursorTable: probe('ValidationException', (driver) =>
    driver.verdict('ListBackups', { TableName: 'others', ...from(backedUp(driver)) }),
  ),
  deleteWhileCreating: probe(['BackupInUseException', 'ok'], (driver) => {
    driver.table('orders', plain);
    const { BackupDetails } = driver.ok('CreateBackup', { TableName: 'orders', BackupName: 'nightly' });
    const { BackupArn } = BackupDetails as JsonObject;
    const during = driver.verdict('DeleteBackup', { BackupArn: BackupArn! });
    driver.wait();
    return [during, driver.verdict('DeleteBackup', { BackupArn: BackupArn! })];
  }),
};
