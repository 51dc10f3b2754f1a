import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOracle } from '../oracle.ts';
import { rightDecisions } from '../policies/index.ts';
import { n, OracleDriver, s, tableRequest } from '../testing/probes/driver.ts';
import type { Item, JsonObject } from '../values/types.ts';
import { isExpired } from './expiry.ts';

const hourMs = 3_600_000;
const startSeconds = Date.UTC(2026, 0, 1) / 1000;
const yearSeconds = 365 * 24 * 3600;

function withTable(spec: Partial<Parameters<OracleDriver['table']>[1]> = {}): OracleDriver {
  const driver = new OracleDriver(createOracle());
  driver.table('rows', { hash: 'pk:S', ...spec });
  return driver;
}
const ttl = (Enabled: boolean, AttributeName = 'ttl'): JsonObject => ({
  TableName: 'rows',
  TimeToLiveSpecification: { Enabled, AttributeName },
});
const described = (driver: OracleDriver) =>
  driver.ok('DescribeTimeToLive', { TableName: 'rows' }).TimeToLiveDescription;

describe('time to live', () => {
  test('goes through its four states and forgets the attribute', () => {
    const driver = withTable();
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'DISABLED' });
    expect(driver.ok('UpdateTimeToLive', ttl(true))).toEqual({
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    });
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'ENABLING', AttributeName: 'ttl' });
    driver.wait();
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' });
    driver.wait(hourMs);
    driver.ok('UpdateTimeToLive', ttl(false));
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'DISABLING', AttributeName: 'ttl' });
    driver.wait();
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'DISABLED' });
  });

  test.each([
    ['disabling what is not on', false, 'x', 'TimeToLive is already disabled', []],
    ['enabling again', true, 'ttl', 'TimeToLive is already enabled', [0, hourMs]],
    [
      'another attribute',
      true,
      'x',
      'TimeToLive is active on a different AttributeName: current AttributeName is ttl',
      [0, hourMs],
    ],
    [
      'disabling another attribute',
      false,
      'x',
      'TimeToLive is active on a different AttributeName: current AttributeName is ttl',
      [hourMs],
    ],
    [
      'a second change within the hour',
      false,
      'ttl',
      'Time to live has been modified multiple times within a fixed interval',
      [0, 60_000, hourMs - 1],
    ],
  ] as const)('%s is refused', (_, enabled, attribute, text, after) => {
    for (const waitMs of after) {
      const driver = withTable();
      driver.ok('UpdateTimeToLive', ttl(true));
      driver.wait(waitMs);
      expect(driver.message('UpdateTimeToLive', ttl(enabled, attribute))).toBe(text);
    }
    if (after.length === 0) expect(withTable().message('UpdateTimeToLive', ttl(enabled, attribute))).toBe(text);
  });

  test('mutant: of two changes in one transition the later one wins', () => {
    const driver = new OracleDriver(
      createOracle({ decisions: { ...rightDecisions, ttlInTransition: 'accepted' }, timing: { ttlChangeMs: 0 } }),
    );
    driver.table('rows', { hash: 'pk:S' });
    driver.ok('UpdateTimeToLive', ttl(true));
    driver.wait(100);
    driver.ok('UpdateTimeToLive', ttl(false));
    driver.wait(200);
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'DISABLING', AttributeName: 'ttl' });
    driver.ok('UpdateTimeToLive', ttl(true, 'other'));
    driver.wait(100);
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'ENABLING', AttributeName: 'other' });
    driver.wait(200);
    expect(described(driver)).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'other' });
  });

  test('another change is accepted exactly an hour after the last one', () => {
    const driver = withTable();
    driver.ok('UpdateTimeToLive', ttl(true));
    driver.wait(hourMs);
    expect(driver.verdict('UpdateTimeToLive', ttl(false))).toBe('ok');
    driver.wait();
    expect(driver.verdict('UpdateTimeToLive', ttl(true))).toBe('ValidationException');
  });

  test('missing, creating and deleted tables are refused', () => {
    const driver = new OracleDriver(createOracle());
    expect(driver.message('DescribeTimeToLive', { TableName: 'rows' })).toBe(
      'Requested resource not found: Table: rows not found',
    );
    driver.ok('CreateTable', {
      TableName: 'rows',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    });
    expect(driver.message('DescribeTimeToLive', { TableName: 'rows' })).toBe(
      'Cannot describe time to live while table is in CREATING state: Current table state is CREATING',
    );
    expect(driver.verdict('UpdateTimeToLive', ttl(true))).toBe('ResourceInUseException');
  });

  test.each([
    ['past', { N: String(startSeconds - 1) }, true],
    ['past by a fraction', { N: `${startSeconds - 1}.5` }, true],
    ['now', { N: String(startSeconds) }, false],
    ['to come', { N: String(startSeconds + 1) }, false],
    ['five years past', { N: String(startSeconds - 5 * yearSeconds) }, true],
    ['more than five years past', { N: String(startSeconds - 5 * yearSeconds - 1) }, false],
    ['a text', { S: String(startSeconds - 1) }, false],
    ['a set', { NS: [String(startSeconds - 1)] }, false],
  ])('%s', (_, value, expired) => {
    expect(isExpired({ pk: s('a'), ttl: value }, 'ttl', startSeconds * 1000)).toBe(expired);
    expect(isExpired({ pk: s('a') }, 'ttl', startSeconds * 1000)).toBe(false);
  });

  test('expired items disappear from the table and its indexes; the others stay', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: -1000, max: 3600 }), fc.integer({ min: 3800, max: 7000 })), {
          maxLength: 12,
        }),
        (offsets) => {
          const driver = withTable({ gsi: { 'by-g': { hash: 'g:S' } } });
          driver.ok('UpdateTimeToLive', ttl(true));
          offsets.forEach((offset, i) => {
            driver.put('rows', { pk: s(`k${i}`), g: s('x'), ttl: n(startSeconds + offset) });
          });
          driver.wait(hourMs + 100_000);
          const left = offsets.flatMap((offset, i) => (offset > 3600 ? [`k${i}`] : [])).sort();
          const keysOf = (input: JsonObject) =>
            (driver.ok('Scan', { TableName: 'rows', ...input }).Items as Item[])
              .map((item) => (item.pk as { S: string }).S)
              .sort();
          expect(keysOf({})).toEqual(left);
          expect(keysOf({ IndexName: 'by-g' })).toEqual(left);
        },
      ),
      { numRuns: 30 },
    );
  });

  describe('between the sweep and the deletion', () => {
    /** The sweep has found `a` and `b`, and deletes them a second later. */
    function found(): OracleDriver {
      const driver = withTable({ stream: 'KEYS_ONLY' });
      driver.put('rows', { pk: s('a'), ttl: n(startSeconds + 1) }, { pk: s('b'), ttl: n(startSeconds + 1) });
      driver.ok('UpdateTimeToLive', ttl(true));
      driver.wait(60_500);
      expect(driver.ok('Scan', { TableName: 'rows' }).Count).toBe(2);
      return driver;
    }
    const events = (driver: OracleDriver) =>
      driver.records(driver.streamArn('rows')).map((record) => {
        const { userIdentity = 'a client' } = record as unknown as JsonObject;
        return [record.eventName, (record.dynamodb.Keys.pk as { S: string }).S, userIdentity];
      });
    const inserts = [
      ['INSERT', 'a', 'a client'],
      ['INSERT', 'b', 'a client'],
    ];
    const service = { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' };

    test('an item deleted by a client is not deleted twice', () => {
      const driver = found();
      driver.ok('DeleteItem', { TableName: 'rows', Key: { pk: s('a') } });
      driver.wait(1000);
      expect(events(driver)).toEqual([...inserts, ['REMOVE', 'a', 'a client'], ['REMOVE', 'b', service]]);
    });

    test.each([
      ['renewed', { ttl: n(startSeconds + hourMs) }],
      ['without its time', {}],
      ['with a time that is no number', { ttl: s('1') }],
    ])('an item %s stays', (_, attributes) => {
      const driver = found();
      driver.put('rows', { pk: s('a'), ...(attributes as Item) });
      driver.wait(1000);
      expect(events(driver)).toEqual([...inserts, ['MODIFY', 'a', 'a client'], ['REMOVE', 'b', service]]);
    });

    test('a deleting table loses no more items, nor does a new table of that name', () => {
      const driver = found();
      const arn = driver.streamArn('rows');
      driver.ok('DeleteTable', { TableName: 'rows' });
      driver.wait(hourMs);
      expect(driver.records(arn)).toHaveLength(2);
      driver.table('rows', { hash: 'pk:S' });
      driver.put('rows', { pk: s('a'), ttl: n(startSeconds + 1) });
      driver.wait(hourMs);
      expect(driver.ok('Scan', { TableName: 'rows' }).Count).toBe(1);
    });
  });

  test('a change of time to live on a table that is creating or deleting', () => {
    const driver = new OracleDriver(createOracle());
    driver.ok('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
    expect(driver.message('UpdateTimeToLive', ttl(true))).toBe(
      'Attempt to change a resource which is still in use: Table rows is being created',
    );
    driver.wait();
    driver.ok('DeleteTable', { TableName: 'rows' });
    driver.ok('UpdateTimeToLive', ttl(true));
    expect(driver.message('DescribeTimeToLive', { TableName: 'rows' })).toBe(
      'Cannot describe time to live while table is in DELETING state: Current table state is DELETING',
    );
  });

  test('nothing expires once time to live is disabled, or in a new table of the same name', () => {
    const driver = withTable();
    driver.ok('UpdateTimeToLive', ttl(true));
    driver.wait(hourMs);
    driver.ok('UpdateTimeToLive', ttl(false));
    driver.put('rows', { pk: s('a'), ttl: n(startSeconds + 1) });
    driver.wait(hourMs);
    expect(driver.ok('Scan', { TableName: 'rows' }).Count).toBe(1);
    driver.ok('UpdateTimeToLive', ttl(true));
    driver.ok('DeleteTable', { TableName: 'rows' });
    driver.wait();
    driver.table('rows', { hash: 'pk:S' });
    driver.put('rows', { pk: s('a'), ttl: n(startSeconds + 1) });
    driver.wait(hourMs);
    expect(driver.ok('Scan', { TableName: 'rows' }).Count).toBe(1);
  });
});

describe('tags', () => {
  const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/rows';
  const tag = (Key: string, Value = '') => ({ Key, Value });
  const listed = (driver: OracleDriver) => driver.ok('ListTagsOfResource', { ResourceArn: arn }).Tags;

  test('are added, replaced and removed; removing a missing key succeeds', () => {
    const driver = withTable();
    driver.ok('TagResource', { ResourceArn: arn, Tags: [tag('a', '1'), tag('A', ''), tag('Ключ 1', 'x+-=._:/@')] });
    driver.wait();
    driver.ok('TagResource', { ResourceArn: arn, Tags: [tag('a', '2')] });
    driver.wait();
    expect(listed(driver)).toEqual([tag('a', '2'), tag('A', ''), tag('Ключ 1', 'x+-=._:/@')]);
    driver.ok('UntagResource', { ResourceArn: arn, TagKeys: ['a', 'absent'] });
    driver.wait();
    expect(listed(driver)).toEqual([tag('A', ''), tag('Ключ 1', 'x+-=._:/@')]);
  });

  test('come with CreateTable, and are deleted with the table', () => {
    const driver = new OracleDriver(createOracle());
    const create = {
      TableName: 'rows',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    };
    expect(driver.verdict('CreateTable', { ...create, Tags: [tag('aws:x')] })).toBe('ValidationException');
    driver.ok('CreateTable', { ...create, Tags: [tag('a', '1')] });
    driver.wait();
    expect(listed(driver)).toEqual([tag('a', '1')]);
    driver.ok('DeleteTable', { TableName: 'rows' });
    driver.wait();
    driver.table('rows', { hash: 'pk:S' });
    expect(listed(driver)).toEqual([]);
  });

  test('in another region there are none', () => {
    const driver = withTable();
    const ResourceArn = arn.replace('us-east-1', 'eu-west-1');
    expect([
      driver.verdict('ListTagsOfResource', { ResourceArn }),
      driver.message('ListTagsOfResource', { ResourceArn }),
    ]).toEqual(['ResourceNotFoundException', `Requested resource not found: ResourceArn: ${ResourceArn} not found`]);
  });

  test('more than fifty keys to remove', () => {
    const driver = withTable();
    const TagKeys = Array.from({ length: 51 }, (_, i) => `k${i}`);
    expect(driver.verdict('UntagResource', { ResourceArn: arn, TagKeys })).toBe('ValidationException');
    expect(driver.verdict('UntagResource', { ResourceArn: arn, TagKeys: TagKeys.slice(1) })).toBe('ok');
  });

  test('no keys to remove', () => {
    const driver = withTable();
    expect(driver.message('UntagResource', { ResourceArn: arn, TagKeys: [] })).toBe(
      'Atleast one Tag Key needs to be provided as Input.',
    );
  });

  const many = (count: number) => Array.from({ length: count }, (_, i) => tag(`k${i}`));
  test.each<[string, JsonObject, string]>([
    ['no tags', { Tags: [] }, 'Atleast one Tag needs to be provided as Input.'],
    ['a reserved prefix', { Tags: [tag('AWS:x')] }, 'Tag Key cannot be prefixed with aws:, Key: AWS:x'],
    ['a character that no key has', { Tags: [tag('a#')] }, 'The Tag Key provided is invalid, Key: a#'],
    ['a character that no value has', { Tags: [tag('a', '100%')] }, 'The Tag Value provided is invalid, Value: 100%'],
    [
      'one key twice',
      { Tags: [tag('a', '1'), tag('a', '2')] },
      'Duplicate Tag Keys provided as input: Duplicate Tag Key found a',
    ],
    ['no key', { Tags: [{ Value: '1' }] }, 'The Tag Key provided is invalid, Key: null'],
    ['an empty key', { Tags: [tag('')] }, 'The Tag Key provided is invalid, Key: '],
    ['no value', { Tags: [{ Key: 'a' }] }, 'The Tag Value provided is invalid, Value: null'],
    [
      'a key of 129 characters',
      { Tags: [tag('k'.repeat(129))] },
      `The Tag Key provided is invalid, Key: ${'k'.repeat(129)}`,
    ],
    [
      'a value of 257 characters',
      { Tags: [tag('a', 'v'.repeat(257))] },
      `The Tag Value provided is invalid, Value: ${'v'.repeat(257)}`,
    ],
    ['more than fifty', { Tags: many(51) }, 'Number of Tags exceed the current limit for the provided ResourceArn'],
    [
      'a missing table',
      { ResourceArn: `${arn}x`, Tags: many(1) },
      `Requested resource not found: ResourceArn: ${arn}x not found`,
    ],
    ['no ARN', { ResourceArn: 'rows', Tags: many(1) }, 'Invalid TableArn: Invalid ResourceArn provided as input rows'],
    [
      'an index',
      { ResourceArn: `${arn}/index/i`, Tags: many(1) },
      `One or more parameter values were invalid: Provided Arn is not a DynamoDB resource arn: ${arn}/index/i`,
    ],
  ])('%s is refused', (_, more, text) => {
    const driver = withTable();
    expect(driver.message('TagResource', { ResourceArn: arn, ...more })).toBe(text);
    expect(listed(driver)).toEqual([]);
  });

  test('a creating or deleting table accepts none', () => {
    const driver = new OracleDriver(createOracle());
    driver.ok('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
    const tagged = () => driver.verdict('TagResource', { ResourceArn: arn, Tags: [tag('a')] });
    const during = tagged();
    driver.wait();
    const ready = tagged();
    driver.wait();
    driver.ok('DeleteTable', { TableName: 'rows' });
    expect([during, ready, tagged()]).toEqual(['ResourceInUseException', 'ok', 'ResourceInUseException']);
  });

  test('fifty fit, including existing ones; a replaced tag counts once', () => {
    const driver = withTable();
    driver.ok('TagResource', { ResourceArn: arn, Tags: many(50) });
    driver.wait();
    expect(driver.verdict('TagResource', { ResourceArn: arn, Tags: [tag('one more')] })).toBe('ValidationException');
    expect(driver.verdict('TagResource', { ResourceArn: arn, Tags: [tag('k0', 'new')] })).toBe('ok');
    expect(listed(driver)).toHaveLength(50);
  });

  describe('while a change is under way', () => {
    const set = (driver: OracleDriver, ...Tags: JsonObject[]) =>
      driver.message('TagResource', { ResourceArn: arn, Tags });
    const untag = (driver: OracleDriver, ...TagKeys: string[]) =>
      driver.message('UntagResource', { ResourceArn: arn, TagKeys });
    const locked = 'Subscriber limit exceeded: Table tags are being updated: rows';

    test('the old tags are returned, and the table cannot be deleted', () => {
      const driver = withTable();
      set(driver, tag('a', '1'));
      expect(listed(driver)).toEqual([]);
      expect(driver.message('DeleteTable', { TableName: 'rows' })).toContain('Table tags are being updated: rows');
      driver.wait(250);
      expect(listed(driver)).toEqual([tag('a', '1')]);
      expect(driver.verdict('DeleteTable', { TableName: 'rows' })).toBe('ok');
    });

    test('the same tags or more are accepted, anything else is not', () => {
      const driver = withTable();
      set(driver, tag('kept'));
      driver.wait();
      set(driver, tag('a', '1'));
      expect(set(driver, tag('a', '1'))).toBe('no refusal');
      expect([set(driver, tag('kept')), set(driver, tag('a', '2')), untag(driver, 'absent')]).toEqual(
        Array(3).fill(locked),
      );
      expect(driver.verdict('TagResource', { ResourceArn: arn, Tags: [tag('b')] })).toBe('LimitExceededException');
      expect(set(driver, tag('a', '1'), tag('b'))).toBe('no refusal');
      driver.wait();
      expect(listed(driver)).toEqual([tag('kept'), tag('a', '1'), tag('b')]);
    });

    test('a removal blocks every other change', () => {
      const driver = withTable();
      set(driver, tag('a'), tag('b'));
      driver.wait();
      expect(untag(driver, 'a')).toBe('no refusal');
      expect([untag(driver, 'a'), set(driver, tag('b'))]).toEqual([locked, locked]);
      driver.wait();
      expect(listed(driver)).toEqual([tag('b')]);
    });

    test('a request that changes nothing blocks none', () => {
      const driver = withTable();
      set(driver, tag('a'));
      driver.wait();
      expect([set(driver, tag('a')), untag(driver, 'absent'), set(driver, tag('b'))]).toEqual(
        Array(3).fill('no refusal'),
      );
    });
  });

  test('another account sees none of them', () => {
    const driver = withTable();
    expect(driver.verdict('ListTagsOfResource', { ResourceArn: arn }, '111111111111')).toBe('AccessDeniedException');
  });
});

describe('continuous backups', () => {
  const update = (PointInTimeRecoveryEnabled: boolean, more: JsonObject = {}) => ({
    TableName: 'rows',
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled, ...more },
  });
  const recovery = (answer: JsonObject) =>
    (answer.ContinuousBackupsDescription as JsonObject).PointInTimeRecoveryDescription as JsonObject;

  test('the window starts when recovery is enabled, ends five minutes ago, and is as long as its days', () => {
    const driver = withTable();
    expect(driver.ok('DescribeContinuousBackups', { TableName: 'rows' })).toEqual({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
      },
    });
    const from = driver.oracle.clock.now() / 1000;
    expect(recovery(driver.ok('UpdateContinuousBackups', update(true)))).toEqual({
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays: 35,
      EarliestRestorableDateTime: from,
      LatestRestorableDateTime: from,
    });
    expect(recovery(driver.ok('UpdateContinuousBackups', update(true)))).toMatchObject({ RecoveryPeriodInDays: 35 });
    driver.wait(hourMs);
    driver.ok('UpdateContinuousBackups', update(true, { RecoveryPeriodInDays: 2 }));
    expect(recovery(driver.ok('DescribeContinuousBackups', { TableName: 'rows' }))).toMatchObject({
      EarliestRestorableDateTime: from,
      LatestRestorableDateTime: from + 3300,
    });
    driver.wait(3 * 24 * hourMs);
    expect(recovery(driver.ok('DescribeContinuousBackups', { TableName: 'rows' }))).toMatchObject({
      EarliestRestorableDateTime: from + 3600 + 24 * 3600,
    });
    expect(recovery(driver.ok('UpdateContinuousBackups', update(false)))).toEqual({
      PointInTimeRecoveryStatus: 'DISABLED',
    });
    expect(recovery(driver.ok('UpdateContinuousBackups', update(true)))).toMatchObject({ RecoveryPeriodInDays: 35 });
  });

  test.each<[JsonObject, string]>([
    [
      update(false, { RecoveryPeriodInDays: 7 }),
      'Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.',
    ],
    [
      update(true, { RecoveryPeriodInDays: 36 }),
      "1 validation error detected: Value '36' at 'pointInTimeRecoverySpecification.recoveryPeriodInDays' failed to satisfy constraint: Member must have value less than or equal to 35",
    ],
    [{ ...update(true), TableName: 'missing' }, 'Table not found: missing'],
  ])('%j is refused', (input, text) => {
    expect(withTable().message('UpdateContinuousBackups', input)).toBe(text);
  });
});

test('continuous backups of a table that is not ready', () => {
  const driver = new OracleDriver(createOracle());
  driver.ok('CreateTable', tableRequest('rows', { hash: 'pk:S' }));
  expect(driver.ok('DescribeContinuousBackups', { TableName: 'rows' })).toMatchObject({
    ContinuousBackupsDescription: { ContinuousBackupsStatus: 'DISABLED' },
  });
  const enable = { TableName: 'rows', PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } };
  expect(driver.message('UpdateContinuousBackups', enable)).toBe(
    'Backups are being enabled for the table: rows. Please retry later',
  );
});

test('the service reports its quotas and its address', () => {
  const driver = new OracleDriver(createOracle({ region: 'eu-west-2' }));
  expect(driver.ok('DescribeEndpoints', {})).toEqual({
    Endpoints: [{ Address: 'dynamodb.eu-west-2.amazonaws.com', CachePeriodInMinutes: 1440 }],
  });
  expect(driver.ok('DescribeLimits', {})).toMatchObject({ TableMaxWriteCapacityUnits: 40_000 });
});

describe('a restored table', () => {
  test('has none of the settings of its source, which the backup still names', () => {
    const driver = withTable();
    driver.ok('UpdateTimeToLive', ttl(true));
    driver.ok('UpdateContinuousBackups', {
      TableName: 'rows',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    driver.ok('TagResource', { ResourceArn: driver.describe('rows').TableArn!, Tags: [{ Key: 'a', Value: '' }] });
    for (const change of [{ SSESpecification: { Enabled: true } }, { DeletionProtectionEnabled: true }]) {
      driver.ok('UpdateTable', { TableName: 'rows', ...change });
      driver.wait();
    }
    const BackupArn = driver.backup('rows');
    const { BackupDescription } = driver.ok('DescribeBackup', { BackupArn });
    expect((BackupDescription as JsonObject).SourceTableFeatureDetails).toMatchObject({
      TimeToLiveDescription: { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' },
      SSEDescription: { Status: 'ENABLED', SSEType: 'KMS' },
    });
    driver.ok('RestoreTableFromBackup', { BackupArn, TargetTableName: 'copy' });
    driver.wait();
    const { TableArn, SSEDescription, DeletionProtectionEnabled } = driver.describe('copy');
    expect([SSEDescription, DeletionProtectionEnabled]).toEqual([undefined, false]);
    expect(driver.ok('ListTagsOfResource', { ResourceArn: TableArn! })).toEqual({ Tags: [] });
    expect(driver.ok('DescribeTimeToLive', { TableName: 'copy' })).toEqual({
      TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' },
    });
  });
});

test('ceilings are set one by one, and -1 removes one', () => {
  const driver = withTable();
  const ceilings = (OnDemandThroughput: JsonObject) => {
    driver.ok('UpdateTable', { TableName: 'rows', OnDemandThroughput });
    driver.wait();
    return driver.describe('rows').OnDemandThroughput;
  };
  expect(ceilings({ MaxReadRequestUnits: 10 })).toEqual({ MaxReadRequestUnits: 10 });
  expect(ceilings({ MaxWriteRequestUnits: 5 })).toEqual({ MaxReadRequestUnits: 10, MaxWriteRequestUnits: 5 });
  expect(ceilings({ MaxReadRequestUnits: -1 })).toEqual({ MaxWriteRequestUnits: 5 });
  expect(ceilings({ MaxWriteRequestUnits: -1 })).toBeUndefined();
});

test.each<[JsonObject, string]>([
  [
    { OnDemandThroughput: { MaxReadRequestUnits: 0 } },
    'One or more parameter values were invalid: Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of valid range',
  ],
  [
    { OnDemandThroughput: { MaxWriteRequestUnits: -2 } },
    'One or more parameter values were invalid: Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of valid range',
  ],
  [
    { SSESpecification: { Enabled: true, SSEType: 'AES256' } },
    'One or more parameter values were invalid: SSEType AES256 is not supported',
  ],
])('UpdateTable with %j is refused', (more, text) => {
  expect(withTable().message('UpdateTable', { TableName: 'rows', ...more })).toBe(text);
});

test('a ceiling above the table quota is LimitExceededException', () => {
  const driver = withTable();
  const ceiling = (MaxReadRequestUnits: number) =>
    driver.message('UpdateTable', { TableName: 'rows', OnDemandThroughput: { MaxReadRequestUnits } });
  expect(ceiling(40_001)).toBe(
    'Subscriber limit exceeded: Requested MaxReadRequestUnits for OnDemandThroughput for table exceeds TableMaxReadCapacityUnits of the account in region us-east-1',
  );
  expect(ceiling(40_000)).toBe('no refusal');
});

test('CreateTable refuses a ceiling of -1', () => {
  const create = tableRequest('others', { hash: 'pk:S' });
  const verdict = (OnDemandThroughput: JsonObject) =>
    withTable().verdict('CreateTable', { ...create, OnDemandThroughput });
  expect([{ MaxReadRequestUnits: -1 }, {}, { MaxWriteRequestUnits: 1 }].map(verdict)).toEqual([
    'ValidationException',
    'ok',
    'ok',
  ]);
});

test('a customer’s key is described while in use', () => {
  const driver = withTable();
  const encryption = (SSESpecification: JsonObject) => {
    driver.ok('UpdateTable', { TableName: 'rows', SSESpecification });
    driver.wait();
    return driver.describe('rows').SSEDescription;
  };
  expect(encryption({ Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'abc' })).toEqual({
    Status: 'ENABLED',
    SSEType: 'KMS',
    KMSMasterKeyArn: 'arn:aws:kms:us-east-1:000000000000:key/abc',
  });
  const arn = 'arn:aws:kms:us-east-1:111111111111:key/of-another';
  expect(encryption({ Enabled: true, KMSMasterKeyId: arn })).toMatchObject({ KMSMasterKeyArn: arn });
  expect(encryption({ Enabled: false })).toBeUndefined();
});
