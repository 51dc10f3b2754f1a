import type { restorePolicies } from '../../policies/restores.ts';
import type { Json, JsonObject } from '../../values/types.ts';
import { n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const indexed = {
  hash: 'pk:S',
  range: 'sk:N',
  gsi: { 'by-g': { hash: 'g:S' } },
  lsi: { 'by-l': { hash: 'pk:S', range: 'l:S' } },
} as const;

/** A table of eight items and its backup. */
function backedUp(driver: OracleDriver): string {
  driver.table('orders', indexed);
  for (let i = 0; i < 8; i += 1) driver.put('orders', { pk: s('a'), sk: n(i), g: s('x'), l: s(`l${i}`) });
  return driver.backup('orders');
}
const restore = (driver: OracleDriver, BackupArn: string, name = 'copy', more: JsonObject = {}): JsonObject =>
  driver.call('RestoreTableFromBackup', { BackupArn, TargetTableName: name, ...more });
const errorOf = (answer: JsonObject): Json => answer.error ?? 'ok';
const missing = 'arn:aws:dynamodb:us-east-1:000000000000:table/orders/backup/01767225600000-00000000';
/** An override that an on-demand table's backup refuses. */
const refused: JsonObject = { BillingModeOverride: 'PROVISIONED' };

function indexNames(driver: OracleDriver, member: string): Json[] {
  const some = driver.describe('copy')[member] as JsonObject[] | undefined;
  return (some ?? []).map((index) => index.IndexName!);
}
function rowsOf(driver: OracleDriver, IndexName: string): Json {
  const { items, error } = driver.pages('Scan', { TableName: 'copy', IndexName });
  return error ?? items.length;
}

export const restoreProbes: { readonly [Name in keyof typeof restorePolicies]: Probe } = {
  restoreBackupCheck: probe('BackupNotFoundException', (driver) => {
    backedUp(driver);
    return errorOf(restore(driver, missing, 'orders'));
  }),
  restoreOverrideCheck: probe(['TableAlreadyExistsException', 'ValidationException'], (driver) => {
    const arn = backedUp(driver);
    return ['orders', 'copy'].map((name) => errorOf(restore(driver, arn, name, refused)));
  }),
  restoreInUseCheck: probe('TableAlreadyExistsException', (driver) => {
    const arn = backedUp(driver);
    restore(driver, arn);
    return errorOf(restore(driver, arn, 'orders'));
  }),
  restoreTakenName: probe('TableAlreadyExistsException', (driver) =>
    errorOf(restore(driver, backedUp(driver), 'orders')),
  ),
  restoreUnfinishedName: probe(['TableInUseException', 'TableInUseException'], (driver) => {
    const arn = backedUp(driver);
    const other = driver.backup('orders', 'another');
    restore(driver, arn);
    return [errorOf(restore(driver, arn)), errorOf(restore(driver, other))];
  }),
  secondRestore: probe(['BackupInUseException', 'ok'], (driver) => {
    const arn = backedUp(driver);
    restore(driver, arn);
    const during = errorOf(restore(driver, arn, 'second'));
    driver.wait();
    return [during, errorOf(restore(driver, arn, 'third'))];
  }),
  emptyIndexOverride: probe(['ok', [], ['by-l']], (driver) => {
    const verdict = errorOf(restore(driver, backedUp(driver), 'copy', { GlobalSecondaryIndexOverride: [] }));
    if (verdict !== 'ok') return verdict;
    return [verdict, indexNames(driver, 'GlobalSecondaryIndexes'), indexNames(driver, 'LocalSecondaryIndexes')];
  }),
  restoreGsis: probe(8, (driver) => {
    restore(driver, backedUp(driver));
    driver.wait();
    return rowsOf(driver, 'by-g');
  }),
  restoreLsis: probe(8, (driver) => {
    restore(driver, backedUp(driver));
    driver.wait();
    return rowsOf(driver, 'by-l');
  }),
  restoreActive: probe(8, (driver) => {
    restore(driver, backedUp(driver));
    for (let turn = 0; turn < 100 && driver.describe('copy').TableStatus !== 'ACTIVE'; turn += 1) driver.wait(10);
    return driver.ok('Scan', { TableName: 'copy', Select: 'COUNT' }).Count!;
  }),
  restoreSummary: probe([true, false], (driver) => {
    restore(driver, backedUp(driver));
    const during = 'RestoreSummary' in driver.describe('copy');
    driver.wait();
    return [during, 'RestoreSummary' in driver.describe('copy')];
  }),
  restoreTime: probe(true, (driver) => {
    const arn = backedUp(driver);
    driver.wait(74_000);
    const { BackupDescription } = driver.ok('DescribeBackup', { BackupArn: arn });
    const { BackupCreationDateTime } = (BackupDescription as JsonObject).BackupDetails as JsonObject;
    const { RestoreSummary } = restore(driver, arn).TableDescription as JsonObject;
    return (RestoreSummary as JsonObject).RestoreDateTime === BackupCreationDateTime;
  }),
  restoreSourceArn: probe(true, (driver) => {
    const { RestoreSummary } = restore(driver, backedUp(driver)).TableDescription as JsonObject;
    return (RestoreSummary as JsonObject).SourceTableArn === driver.describe('orders').TableArn;
  }),
  restoreIndexStatus: probe(false, (driver) => {
    const { GlobalSecondaryIndexes } = restore(driver, backedUp(driver)).TableDescription as JsonObject;
    return 'IndexStatus' in (GlobalSecondaryIndexes as JsonObject[])[0]!;
  }),
  restoreProtection: probe(false, (driver) => {
    const { TableDescription } = restore(driver, backedUp(driver));
    return 'DeletionProtectionEnabled' in (TableDescription as JsonObject);
  }),
  restoreTableClass: probe([null, true], (driver) => {
    driver.table('orders', indexed);
    driver.ok('UpdateTable', { TableName: 'orders', TableClass: 'STANDARD_INFREQUENT_ACCESS' });
    driver.wait();
    restore(driver, driver.backup('orders'));
    driver.wait();
    return [driver.describe('copy').TableClassSummary ?? null, 'TableClassSummary' in driver.describe('orders')];
  }),
  restoreEncryption: probe(['KMS', null], (driver) => {
    const arn = backedUp(driver);
    const kind = (name: string): Json => {
      const { SSEDescription } = driver.call('DescribeTable', { TableName: name }).Table as JsonObject;
      return (SSEDescription as JsonObject | undefined)?.SSEType ?? null;
    };
    restore(driver, arn, 'copy', { SSESpecificationOverride: { Enabled: true, SSEType: 'KMS' } });
    driver.wait();
    restore(driver, arn, 'other');
    return [kind('copy'), kind('other')];
  }),
  restoreCeilings: probe({ MaxReadRequestUnits: 7 }, (driver) => {
    restore(driver, backedUp(driver), 'copy', { OnDemandThroughputOverride: { MaxReadRequestUnits: 7 } });
    return driver.describe('copy').OnDemandThroughput ?? null;
  }),
  updateWhileRestoring: probe('ResourceNotFoundException', (driver) => {
    restore(driver, backedUp(driver));
    return driver.verdict('UpdateTable', { TableName: 'copy', DeletionProtectionEnabled: true });
  }),
  deleteTargetWhileRestoring: probe(['ResourceInUseException', 'ACTIVE'], (driver) => {
    restore(driver, backedUp(driver));
    const verdict = driver.verdict('DeleteTable', { TableName: 'copy' });
    driver.wait();
    return [verdict, driver.call('DescribeTable', { TableName: 'copy' }).error ?? driver.describe('copy').TableStatus!];
  }),
};
