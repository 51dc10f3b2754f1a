import type { overridePolicies } from '../../policies/overrides.ts';
import type { Json, JsonObject } from '../../values/types.ts';
import { indexRequest, type OracleDriver, type Probe, probe, s, tableRequest } from './driver.ts';

const indexed = { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' }, 'by-h': { hash: 'h:S' } } } as const;

function backedUp(driver: OracleDriver): string {
  driver.table('orders', indexed);
  driver.put('orders', { pk: s('a'), g: s('x') });
  return driver.backup('orders');
}
const restore = (driver: OracleDriver, BackupArn: string, more: JsonObject = {}): JsonObject =>
  driver.call('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy', ...more });
const errorOf = (answer: JsonObject): Json => answer.error ?? 'ok';
const units = (read: number): JsonObject => ({ ReadCapacityUnits: read, WriteCapacityUnits: 1 });
const withUnits = (index: 'by-g' | 'by-h', read: number): JsonObject => ({
  ...indexRequest(index, indexed.gsi[index]),
  ProvisionedThroughput: units(read),
});
const provisioned: JsonObject = { BillingModeOverride: 'PROVISIONED', ProvisionedThroughputOverride: units(3) };
const described = (answer: JsonObject): JsonObject => answer.TableDescription as JsonObject;
const attributesOf = (description: JsonObject): Json[] =>
  (description.AttributeDefinitions as JsonObject[]).map(({ AttributeName }) => AttributeName!);
const readUnits = (driver: OracleDriver): Json[] =>
  (driver.describe('copy').GlobalSecondaryIndexes as JsonObject[]).map(
    ({ ProvisionedThroughput }) => (ProvisionedThroughput as JsonObject).ReadCapacityUnits!,
  );

export const overrideProbes: { readonly [Name in keyof typeof overridePolicies]: Probe } = {
  overriddenAttributes: probe(['pk', 'g'], (driver) => {
    const one = [indexRequest('by-g', indexed.gsi['by-g'])];
    const answer = restore(driver, backedUp(driver), { GlobalSecondaryIndexOverride: one });
    return answer.error ?? attributesOf(described(answer));
  }),
  overriddenIndexUnits: probe([5, 7], (driver) => {
    const list = [withUnits('by-g', 5), withUnits('by-h', 7)];
    const answer = restore(driver, backedUp(driver), { ...provisioned, GlobalSecondaryIndexOverride: list });
    return answer.error ?? readUnits(driver);
  }),
  overriddenProjection: probe([{ pk: s('a'), g: s('x') }], (driver) => {
    driver.table('orders', indexed);
    driver.put('orders', { pk: s('a'), g: s('x'), far: s('y') });
    const narrow = indexRequest('by-g', { hash: 'g:S', projection: 'KEYS_ONLY' });
    const answer = restore(driver, driver.backup('orders'), { GlobalSecondaryIndexOverride: [narrow] });
    driver.wait(60_000);
    return answer.error ?? driver.pages('Scan', { TableName: 'copy', IndexName: 'by-g' }).items;
  }),
  otherIndexOverride: probe(['new', 'by-g'], (driver) => {
    const list = [indexRequest('new', { hash: 'g:S' }), indexRequest('by-g', { hash: 'h:S', range: 'g:S' })];
    const answer = restore(driver, backedUp(driver), { GlobalSecondaryIndexOverride: list });
    if (answer.error !== undefined) return answer.error;
    return (described(answer).GlobalSecondaryIndexes as JsonObject[]).map(({ IndexName }) => IndexName!);
  }),
  overriddenBilling: probe('ok', (driver) =>
    errorOf(restore(driver, backedUp(driver), { ...provisioned, GlobalSecondaryIndexOverride: [] })),
  ),
  overriddenUnits: probe('ValidationException', (driver) =>
    errorOf(restore(driver, backedUp(driver), { ProvisionedThroughputOverride: units(1) })),
  ),
  provisionedIndexUnits: probe('ValidationException', (driver) =>
    errorOf(restore(driver, backedUp(driver), provisioned)),
  ),
  sameOverride: probe('ok', (driver) => {
    driver.table('orders', indexed);
    driver.ok('UpdateTable', { TableName: 'orders', OnDemandThroughput: { MaxReadRequestUnits: 5 } });
    driver.wait();
    const OnDemandThroughputOverride = { MaxReadRequestUnits: 5 };
    return errorOf(restore(driver, driver.backup('orders'), { OnDemandThroughputOverride }));
  }),
  restoreValidation: probe('ValidationException', (driver) => {
    const many = Array.from({ length: 21 }, (_, i) => indexRequest(`by-g${i}`, { hash: 'g:S' }));
    return errorOf(
      restore(driver, backedUp(driver), {
        GlobalSecondaryIndexOverride: [...many, indexRequest('by-h', indexed.gsi['by-h'])],
      }),
    );
  }),
  restoreNameCheck: probe('AccessDeniedException', (driver) => {
    const BackupArn = backedUp(driver).replace('000000000000', '999999999999');
    return driver.verdict('RestoreTableFromBackup', { BackupArn, TargetTableName: '#' });
  }),
  restoreStateCheck: probe('BackupInUseException', (driver) => {
    driver.table('orders', indexed);
    const { BackupDetails } = driver.ok('CreateBackup', { TableName: 'orders', BackupName: 'nightly' });
    const { BackupArn } = BackupDetails as JsonObject;
    return driver.verdict('RestoreTableFromBackup', { BackupArn: BackupArn!, TargetTableName: 'orders' });
  }),
  restoreAnswer: probe('CREATING', (driver) => described(restore(driver, backedUp(driver))).TableStatus!),
  restoreDecreases: probe(
    { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
    (driver) => described(restore(driver, backedUp(driver))).ProvisionedThroughput!,
  ),
  restoreBillingTime: probe(
    { BillingMode: 'PAY_PER_REQUEST' },
    (driver) => described(restore(driver, backedUp(driver))).BillingModeSummary!,
  ),
  createIntoTarget: probe('ResourceInUseException', (driver) => {
    restore(driver, backedUp(driver));
    return driver.verdict('CreateTable', tableRequest('copy', { hash: 'pk:S' }));
  }),
  inUseText: probe(true, (driver) => {
    const BackupArn = backedUp(driver);
    restore(driver, BackupArn);
    return driver.message('DeleteBackup', { BackupArn }).endsWith(BackupArn);
  }),
};
