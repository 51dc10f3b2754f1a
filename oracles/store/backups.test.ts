import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { type Decisions, rightDecisions } from '../policies/index.ts';
import { indexRequest, OracleDriver, s, tableRequest } from '../testing/probes/driver.ts';
import type { Json, JsonObject } from '../values/types.ts';

const fresh = (): OracleDriver => new OracleDriver(createOracle());

describe('restores', () => {
  function backedUp(): [OracleDriver, string] {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } }, stream: 'NEW_IMAGE' });
    for (let i = 0; i < 10; i += 1) driver.put('rows', { pk: s(`k${i}`), g: s('x') });
    return [driver, driver.backup('rows')];
  }
  const restore = (driver: OracleDriver, BackupArn: string, more: JsonObject = {}): JsonObject =>
    driver.call('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy', ...more });
  const provisioned = {
    BillingModeOverride: 'PROVISIONED',
    ProvisionedThroughputOverride: { ReadCapacityUnits: 2, WriteCapacityUnits: 3 },
  };

  test('CREATING, unreadable, until the last batch; then ACTIVE with everything, and no stream', () => {
    const [driver, arn] = backedUp();
    const { TableDescription } = restore(driver, arn);
    expect(TableDescription).toMatchObject({ TableStatus: 'CREATING', RestoreSummary: { RestoreInProgress: true } });
    expect(TableDescription).not.toHaveProperty('DeletionProtectionEnabled');
    for (const step of [0, 250, 250, 250]) {
      driver.wait(step);
      expect(driver.describe('copy').TableStatus).toBe('CREATING');
      expect(driver.verdict('Scan', { TableName: 'copy' })).toBe('ResourceNotFoundException');
      expect(driver.verdict('CreateBackup', { TableName: 'copy', BackupName: 'early' })).toBe('TableNotFoundException');
    }
    driver.wait(250);
    expect(driver.describe('copy')).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 10 });
    expect(driver.describe('copy').LatestStreamArn).toBeUndefined();
    expect(driver.index('copy', 'by-g')).toEqual(driver.index('rows', 'by-g'));
  });

  test('mutant: a target deleted while it is filled disappears and does not return', () => {
    const decisions = { ...rightDecisions, deleteTargetWhileRestoring: 'accepted' } as const;
    const driver = new OracleDriver(createOracle({ decisions, timing: { tableDeletionMs: 5000 } }));
    driver.table('rows', { hash: 'pk:S' });
    driver.put('rows', { pk: s('a') });
    restore(driver, driver.backup('rows'));
    driver.wait(100);
    driver.ok('DeleteTable', { TableName: 'copy' });
    driver.wait(2000);
    expect(driver.describe('copy').TableStatus).toBe('DELETING');
    driver.wait(5000);
    expect(driver.ok('ListTables', {}).TableNames).toEqual(['rows']);
  });

  test('a backup outlives its table', () => {
    const [driver, arn] = backedUp();
    driver.ok('DeleteTable', { TableName: 'rows' });
    driver.wait();
    restore(driver, arn, { TargetTableName: 'rows' });
    driver.wait();
    expect(driver.describe('rows').ItemCount).toBe(10);
  });

  test('the text for a backup in use by a restore depends on the backup', () => {
    const [driver, arn] = backedUp();
    const other = driver.backup('rows', 'another');
    restore(driver, arn);
    const text = (BackupArn: string) =>
      driver.message('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' });
    expect(text(arn)).toBe(`Table: copy is already being restored from backup: ${arn}`);
    expect(text(other)).toBe('Attempt to change a resource which is still in use: Table: copy is being used.');
  });

  test('a backup in use cannot be deleted; the mutant’s text names its table', () => {
    for (const [inUseText, named] of [
      ['the-backup', (arn: string) => `another table: ${arn}`],
      ['the-table', () => 'table: rows'],
    ] as const) {
      const driver = new OracleDriver(createOracle({ decisions: { ...rightDecisions, inUseText } }));
      driver.table('rows', { hash: 'pk:S' });
      const BackupArn = driver.backup('rows');
      restore(driver, BackupArn);
      const refused = [driver.verdict('DeleteBackup', { BackupArn }), driver.message('DeleteBackup', { BackupArn })];
      expect(refused).toEqual(['BackupInUseException', `Backup is being used to restore ${named(BackupArn)}`]);
    }
  });

  test('billing can be overridden, with throughput for each index', () => {
    const [driver, BackupArn] = backedUp();
    const index = indexRequest('by-g', { hash: 'g:S' });
    const without = { BackupArn, TargetTableName: 'copy', ...provisioned };
    expect(driver.message('RestoreTableFromBackup', without)).toBe(
      'Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED for index by-g',
    );
    expect(driver.verdict('DescribeTable', { TableName: 'copy' })).toBe('ResourceNotFoundException');
    restore(driver, BackupArn, {
      ...provisioned,
      GlobalSecondaryIndexOverride: [
        { ...index, ProvisionedThroughput: { ReadCapacityUnits: 4, WriteCapacityUnits: 5 } },
      ],
    });
    driver.wait();
    expect(driver.describe('copy')).toMatchObject({
      ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 3 },
      GlobalSecondaryIndexes: [{ ProvisionedThroughput: { ReadCapacityUnits: 4, WriteCapacityUnits: 5 } }],
    });
  });

  test('a provisioned table keeps its throughput, or takes that of the request', () => {
    const driver = fresh();
    const units = (ReadCapacityUnits: number, WriteCapacityUnits: number) => ({
      ReadCapacityUnits,
      WriteCapacityUnits,
    });
    const request = tableRequest('rows', { hash: 'pk:S', gsi: { 'by-g': { hash: 'g:S' } } });
    const [index] = request.GlobalSecondaryIndexes as JsonObject[];
    driver.ok('CreateTable', {
      ...{ ...request, BillingMode: 'PROVISIONED', ProvisionedThroughput: units(5, 6) },
      GlobalSecondaryIndexes: [{ ...index, ProvisionedThroughput: units(7, 8) }],
    });
    driver.wait();
    const BackupArn = driver.backup('rows');
    const shown = (TargetTableName: string, more: JsonObject = {}) => {
      const { TableDescription } = driver.ok('RestoreTableFromBackup', { BackupArn, TargetTableName, ...more });
      driver.wait();
      const { ProvisionedThroughput, GlobalSecondaryIndexes } = TableDescription as JsonObject;
      return [ProvisionedThroughput, (GlobalSecondaryIndexes as JsonObject[])[0]!.ProvisionedThroughput];
    };
    expect(shown('same')).toMatchObject([units(5, 6), units(7, 8)]);
    expect(shown('other', { ProvisionedThroughputOverride: units(1, 2) })).toMatchObject([units(1, 2), units(7, 8)]);
    expect(shown('on-demand', { BillingModeOverride: 'PAY_PER_REQUEST' })).toMatchObject([units(0, 0), units(0, 0)]);
  });

  test.each<[string, JsonObject, string]>([
    [
      'ceilings of a provisioned table',
      { ...provisioned, GlobalSecondaryIndexOverride: [], OnDemandThroughputOverride: { MaxReadRequestUnits: 5 } },
      'OnDemandThroughput cannot be specified when BillingMode is PROVISIONED',
    ],
    [
      'units of an index on demand',
      {
        GlobalSecondaryIndexOverride: [
          {
            ...indexRequest('by-g', { hash: 'g:S' }),
            ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
          },
        ],
      },
      'ProvisionedThroughput should not be specified for index: by-g when BillingMode is PAY_PER_REQUEST',
    ],
  ])('%s: refused', (_name, more, text) => {
    const [driver, arn] = backedUp();
    const input = { BackupArn: arn, TargetTableName: 'copy', ...more };
    expect(driver.verdict('RestoreTableFromBackup', input)).toBe('ValidationException');
    expect(driver.message('RestoreTableFromBackup', input)).toContain(text);
    expect(driver.ok('ListTables', {}).TableNames).toEqual(['rows']);
  });

  test('attribute definitions of dropped indexes are pruned', () => {
    const [driver, arn] = backedUp();
    restore(driver, arn, { GlobalSecondaryIndexOverride: [] });
    expect(driver.describe('copy').AttributeDefinitions).toEqual([{ AttributeName: 'pk', AttributeType: 'S' }]);
  });
});

describe('backup names and ARNs', () => {
  const here = 'arn:aws:dynamodb:us-east-1:000000000000:table/rows';
  test.each<[string, string, string, string]>([
    ['malformed', 'x', 'ValidationException', 'Invalid Request: BackupArn is not valid'],
    [
      'bare 13-digit id',
      `${here}/backup/1767225600000`,
      'ValidationException',
      'Invalid Request: BackupArn is not valid',
    ],
    ['other id', `${here}/backup/x`, 'ValidationException', 'Invalid Backup ARN'],
    [
      'other partition',
      `${here.replace('aws', 'aws-cn')}/backup/x`,
      'ValidationException',
      'Invalid Request: BackupArn is not valid',
    ],
    ['control byte', `${here}\u0000/backup/x`, 'ValidationException', 'Invalid Request: BackupArn is not valid'],
    [
      'missing',
      `${here}/backup/01767225600000-00000000`,
      'BackupNotFoundException',
      `Backup not found: ${here}/backup/01767225600000-00000000`,
    ],
    [
      'missing, with white space',
      ` ${here}/backup/01767225600000-00000000\n`,
      'BackupNotFoundException',
      `Backup not found: ${here}/backup/01767225600000-00000000`,
    ],
  ])('%s', (_name, BackupArn, type, text) => {
    const driver = fresh();
    expect([driver.verdict('DescribeBackup', { BackupArn }), driver.message('DescribeBackup', { BackupArn })]).toEqual([
      type,
      text,
    ]);
  });

  test('a table can be named by name or ARN; the account is checked before the region', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const verdict = (TableName: string) => driver.verdict('CreateBackup', { TableName, BackupName: 'nightly' });
    expect(verdict(here)).toBe('ok');
    expect(verdict(here.replace('us-east-1', 'eu-west-2'))).toBe('ValidationException');
    expect(verdict(here.replace('us-east-1', 'eu-west-2').replace('000000000000', '999999999999'))).toBe(
      'AccessDeniedException',
    );
  });

  test('an ARN of more than 1024 bytes is invalid, whatever its characters', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const [prefix] = driver.backup('rows').split('/backup/');
    const BackupArn = `${prefix}/backup/${'é'.repeat(500)}`;
    expect(driver.message('DescribeBackup', { BackupArn })).toBe('Invalid Request: BackupArn is not valid');
    expect(driver.message('DescribeBackup', { BackupArn: `${prefix}/backup/é` })).toBe('Invalid Backup ARN');
  });

  test('a name of 255 characters is valid, one of 256 is not', () => {
    const name = (length: number) => ({ TableName: 'x'.repeat(length), BackupName: 'nightly' });
    expect(fresh().verdict('CreateBackup', name(255))).toBe('TableNotFoundException');
    expect(fresh().message('CreateBackup', name(256))).toContain('length less than or equal to 255');
  });

  test('both clauses of a bad name in one message', () => {
    const text = fresh().message('CreateBackup', { TableName: 'rows', BackupName: '!' });
    expect(text).toMatch(
      /^2 validation errors detected: Value '!' at 'backupName' failed .*; Value '!' at 'backupName'/,
    );
  });

  test('pages of a listing have no gap and no duplicate, even after their backup is deleted', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    // All have the same creation time, so only the ARN orders them.
    for (let i = 0; i < 5; i += 1) driver.ok('CreateBackup', { TableName: 'rows', BackupName: `backup-${i}` });
    driver.wait();
    const seen: string[] = [];
    let start: Json | undefined;
    do {
      const page = driver.ok('ListBackups', {
        Limit: 2,
        ...(start === undefined ? {} : { ExclusiveStartBackupArn: start }),
      });
      seen.push(...(page.BackupSummaries as { BackupName: string }[]).map(({ BackupName }) => BackupName));
      start = page.LastEvaluatedBackupArn;
      if (start !== undefined) driver.ok('DeleteBackup', { BackupArn: start });
    } while (start !== undefined);
    expect(seen.sort()).toEqual(['backup-0', 'backup-1', 'backup-2', 'backup-3', 'backup-4']);
  });

  test('a cursor must match the request; one of the listed table is accepted', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const arn = driver.backup('rows');
    const messageFor = (ExclusiveStartBackupArn: string) =>
      driver.message('ListBackups', { TableName: 'rows', ExclusiveStartBackupArn });
    const text = 'Invalid Request: The supplied ExclusiveStartBackupArn does not match the';
    expect([
      messageFor(arn.replace('000000000000', '999999999999')),
      messageFor(arn.replace('us-east-1', 'eu-west-2')),
      messageFor(arn.replace('table/rows', 'table/other')),
      messageFor(arn),
    ]).toEqual([`${text} account`, `${text} region`, `${text} table`, 'no refusal']);
  });

  test('mutant: no ARN and no name of dots can be backed up, any other name can', () => {
    const messageFor = (some: Partial<Decisions>, TableName: string) =>
      new OracleDriver(createOracle({ decisions: { ...rightDecisions, ...some } })).message('CreateBackup', {
        ...{ TableName, BackupName: 'nightly' },
      });
    const missing = (name: string) => `Table not found: ${name}`;
    const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/rows';
    const refused = { createBackupArn: 'refused' } as const;
    expect(messageFor(refused, arn)).toMatch(/^1 validation error detected: Value '.*' at 'tableName' failed/);
    expect([messageFor({}, arn), messageFor(refused, 'rows')]).toEqual([missing('rows'), missing('rows')]);
    const dotless = { dotOnlyName: 'refused' } as const;
    expect(messageFor(dotless, '...')).toBe('TableName cannot be backed up: ...');
    for (const name of ['a..', '..a']) expect(messageFor(dotless, name)).toBe(missing(name));
  });

  test('a cursor of another account, region or table is refused', () => {
    const driver = fresh();
    driver.table('rows', { hash: 'pk:S' });
    const arn = driver.backup('rows');
    for (const other of ['000000000000', 'us-east-1', 'table/rows'].map((part) =>
      arn.replace(part, part === 'us-east-1' ? 'eu-west-2' : part === 'table/rows' ? 'table/other' : '999999999999'),
    ))
      expect(driver.verdict('ListBackups', { TableName: 'rows', ExclusiveStartBackupArn: other })).toBe(
        'ValidationException',
      );
  });
});
