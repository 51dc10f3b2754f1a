import type { settingPolicies } from '../../policies/settings.ts';
import { defaultTiming } from '../../store/state.ts';
import type { Item, JsonObject } from '../../values/types.ts';
import { n, type OracleDriver, type Probe, probe, s } from './driver.ts';

const startSeconds = Date.UTC(2026, 0, 1) / 1000;
const key: Item = { pk: s('k') };
const timeToLive = (enabled: boolean, attribute = 'ttl'): JsonObject => ({
  TableName: 'sessions',
  TimeToLiveSpecification: { Enabled: enabled, AttributeName: attribute },
});

/** A table with time to live enabled and one item that expires after ten minutes. */
function expiring(driver: OracleDriver): void {
  driver.table('sessions', { hash: 'pk:S', stream: 'NEW_AND_OLD_IMAGES' });
  driver.ok('UpdateTimeToLive', timeToLive(true));
  driver.put('sessions', { ...key, ttl: n(startSeconds + 600) });
}

/** Advances until a sweep has found the item but not deleted it. */
function untilFound(driver: OracleDriver): void {
  const { ttlSweepMs } = defaultTiming;
  const sweepAtMs = 5250 + Math.ceil((600_001 - 5250) / ttlSweepMs) * ttlSweepMs;
  driver.wait(startSeconds * 1000 + sweepAtMs - driver.oracle.clock.now());
}

export const settingProbes: { readonly [Name in keyof typeof settingPolicies]: Probe } = {
  ttlRecheck: probe([true, false], (driver) => {
    expiring(driver);
    untilFound(driver);
    driver.update(
      'sessions',
      key,
      'SET #t = :t',
      { ':t': n(startSeconds + 7200) },
      { ExpressionAttributeNames: { '#t': 'ttl' } },
    );
    driver.wait(600_000);
    const renewed = 'Item' in driver.ok('GetItem', { TableName: 'sessions', Key: key });
    driver.wait(7_200_000);
    return [renewed, 'Item' in driver.ok('GetItem', { TableName: 'sessions', Key: key })];
  }),
  ttlActor: probe([null, { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' }], (driver) => {
    expiring(driver);
    driver.wait(700_000);
    return driver
      .records(driver.streamArn('sessions'))
      .map((record) => (record as unknown as JsonObject).userIdentity ?? null);
  }),
  ttlInTransition: probe('ValidationException', (driver) => {
    driver.table('sessions', { hash: 'pk:S' });
    driver.ok('UpdateTimeToLive', timeToLive(true));
    return driver.verdict('UpdateTimeToLive', timeToLive(false));
  }),
  backupTags: probe('ValidationException', (driver) => {
    driver.table('sessions', { hash: 'pk:S' });
    const ResourceArn = driver.backup('sessions');
    return driver.verdict('TagResource', { ResourceArn, Tags: [{ Key: 'team', Value: 'a' }] });
  }),
  recoveryWindow: probe(true, (driver) => {
    driver.table('sessions', { hash: 'pk:S' });
    const { ContinuousBackupsDescription } = driver.ok('UpdateContinuousBackups', {
      TableName: 'sessions',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    const { PointInTimeRecoveryDescription } = ContinuousBackupsDescription as JsonObject;
    const { EarliestRestorableDateTime } = PointInTimeRecoveryDescription as JsonObject;
    return EarliestRestorableDateTime === driver.oracle.clock.now() / 1000;
  }),
};
